import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, test, vi } from 'vitest';
import { loadLedgers } from '../reports/ledger/ledger.ts';
import { findFinding } from '../suites/findings/catalogue.ts';
import { caseDigits } from '../suites/runner/judge/fingerprint.ts';
import { UsageError } from './command-line/usage-error.ts';
import { targetNamed } from './options/targets.ts';
import { main } from './parallax.ts';
import { registry } from './registry.ts';

const read = (file: string): string => readFileSync(new URL(`../${file}`, import.meta.url), 'utf8');
const readme = read('README.md');
const pack = JSON.parse(read('package.json')) as {
  scripts: { [name: string]: string };
  engines: { node: string };
  version: string;
};

/** The table under a heading of the README: for each row the names in its first cell, and its second cell. */
function table(heading: string): [string[], string][] {
  const section = readme.split(`\n## ${heading}\n`)[1]?.split('\n## ')[0] ?? '';
  const rows = section.split('\n').filter((line) => line.startsWith('| `'));
  return rows.map((row) => {
    const [, first = '', second = ''] = row.split('|').map((cell) => cell.trim());
    return [[...first.matchAll(/`([^`]+)`/g)].map(([, name]) => name ?? ''), second];
  });
}

describe('the README', () => {
  test('lists the existing commands, with their summaries', () => {
    const commands = Object.values(registry.commands).map(({ name, summary }) => [[name], summary]);
    expect(table('Commands')).toEqual(commands);
  });

  test('lists the existing targets and models', () => {
    expect(
      table('Targets')
        .flatMap(([names]) => names)
        .sort(),
    ).toEqual(Object.keys(registry.targets).sort());
    expect(table('Models').flatMap(([names]) => names)).toEqual(Object.keys(registry.models));
  });

  test('names commands that parse', () => {
    expect(readme).toContain('npm ci && npm start');
    expect(readme).toContain('npm ci && npm test');
    expect(pack.scripts.start).toBe('node scripts/bin.mjs tour');
    expect(pack.scripts.test).toBe('vitest run');
    expect(readme).toContain(`Node ${pack.engines.node.replace('>=', '')}`);
  });

  test('has no dead link into this repository', () => {
    const links = [...readme.matchAll(/\]\((?!https?:)([^)#]+)\)/g)].map(([, path]) => path ?? '');
    expect(links.filter((path) => !existsSync(new URL(`../${path}`, import.meta.url)))).toEqual([]);
    expect(links.length).toBeGreaterThan(4);
  });
});

test('.ci/run runs what the README says', () => {
  const ci = read('.ci/run');
  for (const line of ['npm ci', 'npm run check', 'npm test', 'mutants']) expect(ci).toContain(line);
});

test('the change log has a section for this version', () => {
  expect(read('CHANGELOG.md')).toContain(`## ${pack.version}`);
});

test('every ledger belongs to an existing target, and its entries to existing cases', () => {
  const cases = new Set(registry.cases.map(({ id }) => id));
  for (const [target, { entries }] of loadLedgers()) {
    expect(registry.targets).toHaveProperty([target]);
    expect(entries.filter((entry) => !cases.has(entry.case))).toEqual([]);
  }
});

test('no two cases share the digits that identify a case in a fingerprint', () => {
  const digits = registry.cases.map(({ id }) => caseDigits(id));
  expect(new Set(digits).size).toBe(digits.length);
});

test('every finding named by a model or a mutant is in the catalogue', () => {
  const models = Object.values(registry.models);
  const ids = models.flatMap(({ findings, mutants }) => [
    ...findings,
    ...mutants.flatMap(({ finding }) => finding ?? []),
  ]);
  expect(ids.filter((id) => findFinding(id).kind === 'unknown')).toEqual([]);
});

test('every finding named by a policy is in the catalogue', () => {
  const ids = Object.values(registry.oracleMutants).flatMap(({ finding, findings }) => [finding, ...findings]);
  expect(ids.filter((id) => findFinding(id).kind === 'unknown')).toEqual([]);
});

describe('--help', () => {
  test.each(Object.values(registry.commands))(
    '$name has an example whose options exist',
    async ({ name, example, options = [] }) => {
      let help = '';
      vi.spyOn(process.stdout, 'write').mockImplementation((chunk) => {
        help += String(chunk);
        return true;
      });
      const code = await main([name, '--help']).finally(() => vi.restoreAllMocks());
      expect(code).toBe(0);
      expect(help).toContain(example);
      const known = [...options.flatMap(([flags]) => flags.split(/[ ,]+/)), '--json', '--seed'];
      for (const flag of example.match(/--[a-z-]+/g) ?? []) expect(known).toContain(flag);
    },
  );
});

test('a target is found by name or URL, and not by a name that objects inherit', () => {
  expect(targetNamed('oracle').name).toBe('oracle');
  expect(targetNamed('http://127.0.0.1:8000').startedByUs).toBe(false);
  expect(() => targetNamed('constructor')).toThrow(UsageError);
});
