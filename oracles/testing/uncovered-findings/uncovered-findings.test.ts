import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { type Policy, policies } from '../../policies/index.ts';
import { uncoveredFindings } from './index.ts';

interface Finding {
  id: string;
  evidence: string;
}
const catalogue = readFileSync(new URL('../../../suites/findings/catalogue.jsonl', import.meta.url), 'utf8')
  .trimEnd()
  .split('\n')
  .map((line) => JSON.parse(line) as Finding);
const evidence = new Map(catalogue.map((finding) => [finding.id, finding.evidence]));
const all: readonly [string, Policy][] = Object.entries(policies);
const policied = new Set(all.flatMap(([, { findings }]) => findings));
const explained = uncoveredFindings.flatMap(({ findings }) => findings);

describe('the catalogue is complete', () => {
  test('every finding has a policy, or a reason for having none', () => {
    expect(catalogue.map(({ id }) => id).filter((id) => !policied.has(id) && !explained.includes(id))).toEqual([]);
  });

  test('each reason appears once, for a catalogue finding without a policy', () => {
    expect(explained.filter((id, i) => !evidence.has(id) || policied.has(id) || explained.indexOf(id) !== i)).toEqual(
      [],
    );
  });

  test('policies name catalogue findings, each once', () => {
    const wrongEntries = all.flatMap(([name, { findings, findingOf = {} }]) =>
      [...findings, ...Object.values(findingOf)]
        .filter((id, i) => !evidence.has(id) || (i < findings.length && findings.indexOf(id) !== i))
        .map((id) => [name, id]),
    );
    expect(wrongEntries).toEqual([]);
  });

  test('a wrong value reproduces a finding that its policy names', () => {
    const wrongEntries = all.flatMap(([name, { findings, findingOf = {}, wrong }]) =>
      Object.entries(findingOf)
        .filter(([value, id]) => !findings.includes(id) || !wrong.includes(value))
        .map((entry) => [name, ...entry]),
    );
    expect(wrongEntries).toEqual([]);
  });
});

/** The word that a source may use only if a finding of its policy has that evidence, or if it names another source. */
const words: readonly { says: RegExp; known: string; elsewhere: RegExp }[] = [
  {
    says: /(?<!not )measured on DynamoDB/,
    known: 'measured-on-dynamodb',
    elsewhere:
      /measured on DynamoDB (by the Alternator suite|by two public suites|by reporters of two public emulators|in a public pull request of ExtendDB|in public, \d{4}-\d\d)/,
  },
  { says: /reproduced on ExtendDB/, known: 'reproduced-on-extenddb', elsewhere: /^$/ },
  { says: /a design of ExtendDB/, known: 'design-choice', elsewhere: /^$/ },
];

function overclaims(source: string, findings: readonly string[]): boolean {
  const held = new Set(findings.map((id) => evidence.get(id)));
  return words.some(({ says, known, elsewhere }) => says.test(source) && !held.has(known) && !elsewhere.test(source));
}

describe('the certainty that a source claims', () => {
  test('matches the catalogue', () => {
    expect(all.filter(([, { source, findings }]) => overclaims(source, findings)).map(([name]) => name)).toEqual([]);
  });

  test.each([
    ['measured on DynamoDB, as a public pull request of ExtendDB records', 'catalog-index/row-state-first', true],
    ['measured on DynamoDB, as a public pull request of ExtendDB records', 'catalog-index/service-accepts-five', false],
    ['measured on DynamoDB by the Alternator suite: a rule', 'catalog-index/row-state-first', false],
    ['not measured on DynamoDB', 'catalog-index/row-state-first', false],
    ['reproduced on ExtendDB', 'catalog-index/row-state-first', true],
    ['a design of ExtendDB', 'catalog-index/row-state-first', false],
  ])('%s, for %s: claiming more is %s', (source, id, tooMuch) => {
    expect(overclaims(source, [id])).toBe(tooMuch);
  });
});
