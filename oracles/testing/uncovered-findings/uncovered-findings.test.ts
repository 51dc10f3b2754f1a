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

describe('the catalogue is gone through', () => {
  test('every finding has a policy, or a reason why it has none', () => {
    expect(catalogue.map(({ id }) => id).filter((id) => !policied.has(id) && !explained.includes(id))).toEqual([]);
  });

  test('a reason is given once, for a finding of the catalogue that has no policy', () => {
    expect(explained.filter((id, i) => !evidence.has(id) || policied.has(id) || explained.indexOf(id) !== i)).toEqual(
      [],
    );
  });

  test('policies name findings of the catalogue, each once', () => {
    const strange = all.flatMap(([name, { findings, findingOf = {} }]) =>
      [...findings, ...Object.values(findingOf)]
        .filter((id, i) => !evidence.has(id) || (i < findings.length && findings.indexOf(id) !== i))
        .map((id) => [name, id]),
    );
    expect(strange).toEqual([]);
  });

  test('a wrong value re-creates a finding that its policy names', () => {
    const strange = all.flatMap(([name, { findings, findingOf = {}, wrong }]) =>
      Object.entries(findingOf)
        .filter(([value, id]) => !findings.includes(id) || !wrong.includes(value))
        .map((entry) => [name, ...entry]),
    );
    expect(strange).toEqual([]);
  });
});

/** What a source may call itself only if a finding of its policy is known so, or if it names who else knows. */
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

function boasts(source: string, findings: readonly string[]): boolean {
  const held = new Set(findings.map((id) => evidence.get(id)));
  return words.some(({ says, known, elsewhere }) => says.test(source) && !held.has(known) && !elsewhere.test(source));
}

describe('how certain a source says it is', () => {
  test('is what the catalogue knows', () => {
    expect(all.filter(([, { source, findings }]) => boasts(source, findings)).map(([name]) => name)).toEqual([]);
  });

  test.each([
    ['measured on DynamoDB, as a public pull request of ExtendDB records', 'catalog-index/row-state-first', true],
    ['measured on DynamoDB, as a public pull request of ExtendDB records', 'catalog-index/service-accepts-five', false],
    ['measured on DynamoDB by the Alternator suite: a rule', 'catalog-index/row-state-first', false],
    ['not measured on DynamoDB', 'catalog-index/row-state-first', false],
    ['reproduced on ExtendDB', 'catalog-index/row-state-first', true],
    ['a design of ExtendDB', 'catalog-index/row-state-first', false],
  ])('%s, for %s: too much is %s', (source, id, tooMuch) => {
    expect(boasts(source, [id])).toBe(tooMuch);
  });
});
