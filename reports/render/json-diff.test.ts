import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Json } from '../../oracles/values/types.ts';
import { commonEnds, diffLines, jsonLines, unifiedLines } from './json-diff.ts';

const side = (left: Json, right: Json, which: 'left' | 'right'): unknown =>
  JSON.parse(
    diffLines(left, right)
      .flatMap((line) => line[which] ?? [])
      .join('\n'),
  );
const items = (...keys: string[]): Json => keys.map((key) => ({ pk: { S: key }, more: { S: 'x'.repeat(60) } }));
const changes = (left: Json, right: Json) => diffLines(left, right).filter((line) => line.kind !== 'same');

test('each side, read alone, is the value it shows', () => {
  const json = fc.jsonValue({ maxDepth: 5, noneInvalid: true } as object) as fc.Arbitrary<Json>;
  fc.assert(
    fc.property(json, json, (left, right) => {
      expect(side(left, right, 'left')).toEqual(JSON.parse(JSON.stringify(left)));
      expect(side(left, right, 'right')).toEqual(JSON.parse(JSON.stringify(right)));
      expect(diffLines(left, left).every((line) => line.kind === 'same' && line.left === line.right)).toBe(true);
    }),
    { numRuns: 300 },
  );
});

describe('lists', () => {
  test('a missing row is one block, and the rows after it stay equal', () => {
    const lines = changes(items('a', 'b', 'c', 'd'), items('a', 'c', 'd'));
    expect(lines.every((line) => line.kind === 'left')).toBe(true);
    expect(lines.some((line) => line.left?.includes('"b"'))).toBe(true);
  });

  test('a changed row is paired with the row before the change', () => {
    const lines = changes(items('a', 'b', 'c'), items('a', 'x', 'c'));
    expect(lines).toEqual([{ kind: 'changed', left: '    "pk": {"S":"b"},', right: '    "pk": {"S":"x"},' }]);
  });
});

describe('objects', () => {
  test('members are matched by name, and a member of one side only has nothing beside it', () => {
    const long = 'x'.repeat(80);
    const lines = changes({ a: 1, long }, { long, b: 2 });
    expect(lines).toEqual([
      { kind: 'left', left: '  "a": 1,' },
      { kind: 'right', right: '  "b": 2' },
    ]);
  });

  test('__proto__ and constructor are members like others', () => {
    const left = JSON.parse(`{"__proto__": {"S": "${'x'.repeat(80)}"}, "constructor": 1}`) as Json;
    expect(side(left, {}, 'left')).toEqual(left);
    expect(side({}, left, 'right')).toEqual(left);
    expect(changes(left, JSON.parse(JSON.stringify(left)) as Json)).toEqual([]);
  });
});

test('a list nested a thousand deep is shown, on few lines', () => {
  const deep = JSON.parse('['.repeat(1000) + ']'.repeat(1000)) as Json;
  expect(jsonLines(deep).length).toBeLessThan(100);
});

test('a difference inside a line is marked in whole characters', () => {
  expect(commonEnds('"12345678"', '"12340000"')).toEqual({ before: 5, after: 1 });
  expect(commonEnds('aa', 'aaa')).toEqual({ before: 2, after: 0 });
  expect(commonEnds('😀', '😁')).toEqual({ before: 0, after: 0 });
});

test('in one column the expected value comes before the actual one', () => {
  const text = (first: string) => ({ first, last: 'y'.repeat(80) });
  expect(unifiedLines(diffLines(text('a'), text('b')))).toEqual([
    ...['  {', '-   "first": "a",', '+   "first": "b",', `    "last": "${'y'.repeat(80)}"`, '  }'],
  ]);
});
