import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
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
});

const root = fileURLToPath(new URL('..', import.meta.url));
const areas = ['models', 'oracles', 'reports', 'scripts', 'suites'];
/** Every file and folder of the tree, from the root. */
const tree = areas.flatMap((area) => [
  area,
  ...readdirSync(join(root, area), { recursive: true, encoding: 'utf8' }).map((path) => join(area, path)),
]);
const names = new Set([...tree, ...readdirSync(root)].map((path) => basename(path)));
const maps = ['README.md', 'CONTRIBUTING.md', ...tree.filter((path) => basename(path) === 'README.md')];

/** A part in capitals stands for what the reader chooses: `cases/AREA/NAME.ts`. */
const isChosen = (part: string): boolean => /^[A-Z]{3,}(\.test)?(\.[a-z]+)?$/.test(part) && !names.has(part);

/** From the root, from the folder of the map or one above it; a name alone may stand anywhere. */
function exists(path: string, map: string): boolean {
  const parts = path.replace(/\/$/, '').split('/');
  const chosen = parts.findIndex(isChosen);
  const known = chosen === -1 ? parts : parts.slice(0, chosen);
  if (parts.length === 1 && chosen === -1) return names.has(parts[0] ?? '');
  const above = dirname(map).split('/');
  return (
    above.some((_, at) => existsSync(join(root, ...above.slice(0, at + 1), ...known))) ||
    existsSync(join(root, ...known))
  );
}

/** Code spans that are a path or the name of a file. */
const pathsIn = (text: string): string[] => {
  const spans = [...text.replace(/^```[\s\S]*?^```/gm, '').matchAll(/`([^`\n]+)`/g)].map(([, span = '']) => span);
  return spans.filter((span) => /^[\w.-]+(\/[\w.-]+)*(\/|\.(ts|mts|mjs|grit|md|jsonl))$/.test(span));
};

describe.each(maps)('%s', (map) => {
  const text = read(map);

  test('has no dead link into the tree', () => {
    const links = [...text.matchAll(/\]\((?!https?:)([^)#]+)[^)]*\)/g)].map(([, path = '']) => path);
    expect(links.filter((path) => !existsSync(join(root, dirname(map), path)))).toEqual([]);
  });

  test('names files and folders that exist', () => {
    expect(pathsIn(text).filter((path) => !exists(path, map))).toEqual([]);
  });
});

test('the tree of CONTRIBUTING names every folder below the areas but those of tests, and no other', () => {
  const [, block = ''] = /^```text\n(models\/[\s\S]*?)^```/m.exec(read('CONTRIBUTING.md')) ?? [];
  let area = '';
  const named = block.split('\n').flatMap((line) => {
    const [, indent = '', folders = ''] = /^(\s*)((?:[\w-]+\/,? ?)+)/.exec(line) ?? [];
    const all = folders.split(/,? /).filter((folder) => folder !== '');
    if (indent === '') area = all[0] ?? area;
    return indent === '' ? [] : all.map((folder) => `${area}${folder.slice(0, -1)}`);
  });
  const folders = areas.flatMap((one) =>
    readdirSync(join(root, one), { withFileTypes: true }).flatMap((entry) =>
      entry.isDirectory() && entry.name !== 'testing' ? [`${one}/${entry.name}`] : [],
    ),
  );
  expect(named.sort()).toEqual(folders.sort());
});

test('the glossary names types where they are', () => {
  const [, glossary = ''] = read('CONTRIBUTING.md').split('\n## Glossary\n');
  const places = [...glossary.matchAll(/`(\w+)` in `([^`]+)`/g)];
  expect(places.length).toBeGreaterThan(30);
  expect(places.filter(([, name, file = '']) => !new RegExp(`\\b${name}\\b`).test(read(file)))).toEqual([]);
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
