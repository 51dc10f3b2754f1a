import { expect, test } from 'vitest';
import type { CaseRecord, TargetRecord } from '../suites/runner/record.ts';
import { judgedText, skipsOf } from './judged.ts';
import { targetRecord } from './testing/report.ts';

let drawn = 0;
const times = (number: number, more: Partial<CaseRecord>): CaseRecord[] =>
  Array.from({ length: number }, () => ({
    ...{ case: `scan/${drawn++}`, area: 'scan', verdict: 'unsupported', divergences: [], durationMs: 0 },
    ...more,
  }));
const lacking = (number: number, lacks: CaseRecord['lacks'], more: Partial<CaseRecord> = {}): CaseRecord[] =>
  times(number, { ...(lacks && { lacks }), detail: `${lacks}: answers UnknownOperationException`, ...more });
const target = (...results: CaseRecord[]): TargetRecord => ({
  ...targetRecord('x', '1', []),
  ...{ cases: 157, judged: 157 - results.length, unknown: 0, results },
});

test('skipped cases are grouped by the missing operation, or else by the reason', () => {
  const skips = skipsOf(
    target(
      ...lacking(2, 'Scan'),
      ...times(1, { detail: 'waits 10 min: only where the clock can be moved' }),
      ...lacking(5, 'Query', { accepted: 'It has none.' }),
      ...times(2, { detail: 'waits 25 h: only where the clock can be moved' }),
      ...times(1, { verdict: 'skipped', detail: 'interrupted' }),
    ),
  );
  expect(skips.map(({ label, detail, accepted, cases }) => [label, detail, accepted, cases.length])).toEqual([
    ['Query', 'Query: answers UnknownOperationException', 'It has none.', 5],
    ['only where the clock can be moved', 'only where the clock can be moved', undefined, 3],
    ['Scan', 'Scan: answers UnknownOperationException', undefined, 2],
    ['interrupted', 'interrupted', undefined, 1],
  ]);
});

test.each<[string, CaseRecord[]]>([
  ['157 of 157 judged', []],
  ['102 of 157 judged, 55 skipped: Query 40, Scan 15', [...lacking(15, 'Scan'), ...lacking(40, 'Query')]],
  ['154 of 157 judged, 3 skipped: heavy', times(3, { detail: 'heavy' })],
  [
    '152 of 157 judged, 5 skipped: Query 3, 2 for other reasons',
    [...lacking(3, 'Query'), ...times(2, { detail: 'heavy' })],
  ],
  [
    '145 of 157 judged, 12 skipped: Query 4, Scan 3, GetItem 2, PutItem 2, 1 for other reasons',
    [
      ...[...lacking(4, 'Query'), ...lacking(3, 'Scan'), ...lacking(2, 'GetItem'), ...lacking(2, 'PutItem')],
      ...lacking(1, 'DeleteItem'),
    ],
  ],
])('%s', (text, results) => expect(judgedText(target(...results))).toBe(text));

test('cases without a verdict are counted separately from skipped ones', () => {
  expect(judgedText({ ...target(...lacking(1, 'Scan')), judged: 154, unknown: 2 })).toBe(
    '154 of 157 judged, 1 skipped: Scan 1, 2 cases without a verdict',
  );
  expect(judgedText(target(...times(1, { verdict: 'crashed', accepted: 'a null body ends it' })))).toBe(
    '156 of 157 judged, 1 accepted without a verdict',
  );
});
