import { describe, expect, test } from 'vitest';
import { type Kind, kindOf, textShape } from '../../suites/fuzz/kinds/kind.ts';
import type { Divergence } from '../../suites/runner/record.ts';
import { targets } from '../../suites/targets/index.ts';
import explained from '../testing/explanations.json' with { type: 'json' };
import {
  type Explanation,
  explainedTargets,
  explanationOf,
  type KindPattern,
  loadExplanations,
  matches,
  parseExplanations,
} from './explanations.ts';
import { LedgerError } from './ledger.ts';

const kind: Kind = {
  ...{
    op: 'Scan',
    class: 'refused',
    path: '',
    expected: 'accepted',
    actual: 'ValidationException: Syntax error; token: "…"',
  },
  with: ['PutItem Item {N}', 'Scan ScanFilter reserved or unusual name LT N'],
};

describe('a pattern', () => {
  test.each<[string, KindPattern, boolean]>([
    ['a class and an operation', { op: 'Scan', class: 'refused', expected: 'accepted' }, true],
    ['one of several operations', { op: ['Query', 'Scan'], class: 'refused', expected: 'accepted' }, true],
    ['another class', { class: 'accepted', expected: 'accepted' }, false],
    ['a text with a wildcard', { class: 'refused', actual: 'ValidationException: Syntax error; *' }, true],
    ['a wildcard that is not anchored elsewhere', { class: 'refused', actual: '*Syntax' }, false],
    ['signs that mean something to a regular expression', { class: 'refused', actual: 'Validation.xception*' }, false],
    ['a feature', { class: 'refused', with: ['Scan ScanFilter reserved or unusual name *'] }, true],
    ['two features', { class: 'refused', with: ['Scan ScanFilter *', 'PutItem Item {N}'] }, true],
    ['a feature that must not be there', { class: 'refused', expected: 'accepted', without: ['PutItem *'] }, false],
    [
      'a feature that must not be there and is not',
      { class: 'refused', expected: 'accepted', without: ['* IndexName *'] },
      true,
    ],
    ['a feature that is not there', { class: 'refused', with: ['Scan ScanFilter *', 'PutItem Item {S}'] }, false],
    ['another path', { class: 'refused', path: 'Items', expected: 'accepted' }, false],
  ])('%s', (_, pattern, matched) => expect(matches(pattern, kind)).toBe(matched));
});

const good: Explanation = {
  kinds: [{ class: 'refused', with: ['Scan ScanFilter *'] }],
  versions: ['1.0.0'],
  reason: 'It builds an expression of the names and does not quote them.',
  how: 'documented',
  since: '2026-11-29',
};

test('the first explanation for the version is the one', () => {
  const explanations = [{ ...good, versions: ['0.9.0'] }, { ...good, reason: 'the second' }, good];
  expect(explanationOf({ target: 'x', explanations }, kind, '1.0.0')?.reason).toBe('the second');
  expect(explanationOf({ target: 'x', explanations }, kind, '0.8.0')).toBeUndefined();
  expect(explanationOf({ target: 'x', explanations }, { ...kind, class: 'accepted' }, '1.0.0')).toBeUndefined();
});

test('an explanation goes on to the next versions, and says so', () => {
  const explanations = [good, { ...good, versions: ['0.9.0'], reason: 'the older' }];
  expect(explanationOf({ target: 'x', explanations }, kind, '2.0.0')?.reason).toBe(
    `${good.reason} (accepted for 1.0.0, seen on 2.0.0 as well)`,
  );
  expect(explanationOf({ target: 'x', explanations }, kind, '1.0.0')).toBe(good);
});

const parse = (one: unknown) => parseExplanations(JSON.stringify({ target: 'x', explanations: [one] }), 'x', 'x.json');

describe('a file that cannot be trusted is refused', () => {
  test.each<[string, unknown, RegExp]>([
    ['no reason', { ...good, reason: ' ' }, /has no reason/],
    ['no version', { ...good, versions: [] }, /at least one version/],
    ['a day that is none', { ...good, since: '2026-02-30' }, /must be a day/],
    [
      'a certainty that is none',
      { ...good, how: 'guessed' },
      /how must be one of measured, recorded, documented, inferred/,
    ],
    ['no kind', { ...good, kinds: [] }, /at least one pattern/],
    ['a kind of everything', { ...good, kinds: [{ class: 'refused' }] }, /must say what was expected/],
    ['a wildcard alone', { ...good, kinds: [{ class: 'refused', actual: '*' }] }, /everything matches/],
    ['a wildcard alone among features', { ...good, kinds: [{ class: 'refused', with: ['*'] }] }, /everything matches/],
    ['a kind without a class', { ...good, kinds: [{ actual: 'x' }] }, /must name its class/],
    [
      'a misspelt member of a kind',
      { ...good, kinds: [{ class: 'refused', actual: 'x', when: 'y' }] },
      /unknown member 'when'/,
    ],
    ['a misspelt member', { ...good, because: 'y' }, /unknown member 'because'/],
  ])('%s', (_, one, problem) => {
    expect(() => parse(one)).toThrow(LedgerError);
    expect(() => parse(one)).toThrow(problem);
  });
  test('another target', () =>
    expect(() => parseExplanations('{"target":"y","explanations":[]}', 'x', 'x.json')).toThrow(/target 'x'/));
  test('no JSON', () => expect(() => parseExplanations('{', 'x', 'x.json')).toThrow(/is not JSON/));
  test('a good one is taken', () => expect(parse(good).explanations).toEqual([good]));
});

test('every file is of a target that exists, and can be read', () => {
  for (const target of explainedTargets()) {
    expect(targets).toHaveProperty([target]);
    expect(loadExplanations(target).explanations.length).toBeGreaterThan(0);
  }
});

test('what was seen of each target has the explanation that was given for it', () => {
  for (const { target, version, op, reason, with: features, ...seen } of explained) {
    const kind = kindOf({ request: { op }, ...seen } as unknown as Divergence);
    const explanation = explanationOf(loadExplanations(target), { ...kind, with: features }, version);
    expect(explanation?.reason, `${target}: ${kind.expected} → ${kind.actual}`).toBe(reason);
  }
});

const numbersOf = (text: string): string[] => text.match(/\b\d+\b/g) ?? [];

test('no pattern waits for a number that a shape never holds', () => {
  for (const target of explainedTargets()) {
    const patterns = loadExplanations(target).explanations.flatMap(({ kinds }) => kinds);
    const texts = patterns.flatMap(({ expected, actual }) => [expected ?? [], actual ?? []].flat());
    for (const text of texts) expect(numbersOf(textShape(text)), text).toEqual(numbersOf(text));
  }
});

test('a target named by an address has no file', () => {
  expect(loadExplanations('http://127.0.0.1:8000').explanations).toEqual([]);
  expect(loadExplanations('../dynalite').explanations).toEqual([]);
});

describe('what is known of a target does not hide', () => {
  const put = 'PutItem Item {gk, gs}';
  const absent = { expected: 'absent', actual: 'list' };
  test.each<[string, Kind]>([
    [
      'an index entry that stays when its key is removed',
      {
        ...{ op: 'Scan', class: 'rows-extra', path: 'Items', ...absent },
        with: [put, 'Scan IndexName by-group', 'UpdateItem UpdateExpression REMOVE gs'],
      },
    ],
    [
      'a Limit that counts what the filter leaves',
      {
        ...{ op: 'Query', class: 'member-missing', path: 'LastEvaluatedKey', expected: 'object', actual: 'absent' },
        with: [
          'PutItem Item {}',
          'Query FilterExpression size(path) < N',
          'Query KeyConditionExpression pk = S',
          'Query Limit',
        ],
      },
    ],
    [
      'a range that is forgotten on the second page',
      {
        ...{ op: 'Query', class: 'value', path: 'Count', expected: 'number', actual: 'number' },
        with: [
          ...['PutItem Item {}', 'Query ExclusiveStartKey', 'Query Limit', 'Query Select COUNT', 'Query in pages'],
          'Query KeyConditionExpression pk = S AND sk BETWEEN S AND S',
        ],
      },
    ],
  ])('%s', (_, planted) => {
    for (const target of explainedTargets())
      expect(
        loadExplanations(target).explanations.filter(({ kinds }) => kinds.some((one) => matches(one, planted))),
      ).toEqual([]);
  });
});
