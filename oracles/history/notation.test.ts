import { expect, test } from 'vitest';
import { HistoryError, readHistory, writeHistory } from './json-lines.ts';
import { parseHistory } from './notation.ts';

test('a row per client: brackets are times, and clients are numbered as they appear', () => {
  const { calls, setup } = parseHistory('A: [put x 1]', 'B:           [get x = 0]');
  expect(setup.map(({ operation }) => operation)).toEqual(['CreateTable']);
  expect(calls).toMatchObject([
    { client: 0, operation: 'PutItem', startUs: 3, endUs: 11, outcome: { kind: 'ok', output: {} } },
    { client: 1, operation: 'GetItem', startUs: 13, endUs: 23, outcome: { output: { Item: { v: { N: '0' } } } } },
  ]);
});

test('a line per call: times as given, and no end without an answer', () => {
  const { calls } = parseHistory('# a comment', '', 'A 5..9 del x if 1 !cond', 'A 10.. add x 2 ?', 'B 7..8 get x = -');
  expect(calls.map(({ operation, startUs, endUs, outcome }) => [operation, startUs, endUs, outcome.kind])).toEqual([
    ['DeleteItem', 5, 9, 'rejected'],
    ['GetItem', 7, 8, 'ok'],
    ['UpdateItem', 10, undefined, 'unknown'],
  ]);
});

test.each([
  ['A: [jump x]', "'jump' is not known"],
  ['A: [put x]', "'put' takes a key and a value"],
  ['A: [get x 1]', "'get' takes a key"],
  ['A: [put x 1] get', "'get' is outside of a call"],
  ['put x 1', "begins with neither 'NAME: ' nor 'NAME START..END '"],
  ['A 9..5 put x 1', 'ends before it starts'],
  ['A 9.. put x 1', "a call without an end needs '?'"],
  ['A: [check x if 1]', "'check' stands in a transaction only"],
])('%s is refused: %s', (row, why) =>
  expect(() => parseHistory('A: [put x 1]', row)).toThrow(`row 2, '${row}': ${why}`),
);

test('a file holds the history as it was', () => {
  const history = parseHistory(
    'setup: put x (1,two)',
    'A: [tx#once put x 1 if present & add other/z 2 !cond,-]',
    'B:       [batch get x & get other/z = (1,two) -]  [scan tab limit 1 = x:1 next x] [put q 1 ?]',
  );
  expect(readHistory(writeHistory(history))).toEqual(history);
});

const head = '{"history":1,"target":"t","seed":"s","setup":[]}';
const call = (members: object): string =>
  JSON.stringify({
    client: 0,
    operation: 'PutItem',
    input: {},
    startUs: 1,
    endUs: 2,
    outcome: { kind: 'ok', output: {} },
    ...members,
  });

test.each([
  ['no JSON', [head, '{"client":'], 2, 'not JSON: '],
  ['another form', ['{"history":2}'], 1, 'history must be 1'],
  ['an empty file', [''], 1, 'not JSON: '],
  ['a call without an end', [head, call({}), call({ endUs: undefined })], 3, 'endUs is missing: the call was ok'],
  ['an end before the start', [head, call({ endUs: 0 })], 2, 'endUs is before startUs'],
  ['an unknown outcome', [head, call({ outcome: { kind: 'fine' } })], 2, 'kind must be ok, rejected or unknown'],
  ['no client', [head, call({ client: 'A' })], 2, 'client must be an integer'],
  ['a set-up that is none', ['{"history":1,"target":"t","seed":"s","setup":[3]}'], 1, 'setup[0] must be an object'],
])('%s is refused with its line', (_, lines, line, why) => {
  expect(() => readHistory(lines.join('\n'))).toThrow(HistoryError);
  expect(() => readHistory(lines.join('\n'))).toThrow(`line ${line}: ${why}`);
});
