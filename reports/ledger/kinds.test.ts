import { describe, expect, test } from 'vitest';
import { type Kind, kindOf, textShape } from '../../suites/fuzz/kinds/kind.ts';
import type { Divergence } from '../../suites/runner/record.ts';
import { targets } from '../../suites/targets/index.ts';
import explained from '../testing/explanations.json' with { type: 'json' };
import { explanationOf, matches } from './kinds.ts';
import { emptyLedger, loadLedger, loadLedgers } from './ledger.ts';
import type { Explanation, KindPattern } from './schema.ts';

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

test('the first explanation for the version applies', () => {
  const explanations = [{ ...good, versions: ['0.9.0'] }, { ...good, reason: 'the second' }, good];
  const ledger = { ...emptyLedger('x'), explanations };
  expect(explanationOf(ledger, kind, '1.0.0')?.reason).toBe('the second');
  expect(explanationOf(ledger, kind, '0.8.0')).toBeUndefined();
  expect(explanationOf(ledger, { ...kind, class: 'accepted' }, '1.0.0')).toBeUndefined();
});

test('an explanation also holds for later versions, with a note', () => {
  const explanations = [good, { ...good, versions: ['0.9.0'], reason: 'the older' }];
  const ledger = { ...emptyLedger('x'), explanations };
  expect(explanationOf(ledger, kind, '2.0.0')?.reason).toBe(
    `${good.reason} (accepted for 1.0.0, seen on 2.0.0 as well)`,
  );
  expect(explanationOf(ledger, kind, '1.0.0')).toBe(good);
});

const ledgers = [...loadLedgers().values()];

test('every file belongs to an existing target and explains something', () => {
  expect(ledgers.length).toBeGreaterThan(0);
  for (const { target, explanations } of ledgers) {
    expect(targets).toHaveProperty([target]);
    expect(explanations.length).toBeGreaterThan(0);
  }
});

test('the recorded kinds of each target get their recorded explanations', () => {
  for (const { target, version, op, reason, with: features, ...seen } of explained) {
    const kind = kindOf({ request: { op }, ...seen } as unknown as Divergence);
    const explanation = explanationOf(loadLedger(target), { ...kind, with: features }, version);
    expect(explanation?.reason, `${target}: ${kind.expected} → ${kind.actual}`).toBe(reason);
  }
});

const numbersOf = (text: string): string[] => text.match(/\b\d+\b/g) ?? [];

test('no pattern contains a number that a shape never contains', () => {
  for (const { explanations } of ledgers) {
    const patterns = explanations.flatMap(({ kinds }) => kinds);
    const texts = patterns.flatMap(({ expected, actual }) => [expected ?? [], actual ?? []].flat());
    for (const text of texts) expect(numbersOf(textShape(text)), text).toEqual(numbersOf(text));
  }
});

describe('known kinds of a target do not hide other faults', () => {
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
    for (const { explanations } of ledgers)
      expect(explanations.filter(({ kinds }) => kinds.some((one) => matches(one, planted)))).toEqual([]);
  });
});
