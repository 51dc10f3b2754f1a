import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type RangeCondition, rangeMatches } from '../expressions/key-condition.ts';
import { rightDecisions } from '../policies/index.ts';
import { Refusal } from '../values/refusal.ts';
import { type Branch, refuseOverlaps } from './keys.ts';

/** All texts over three letters. No bound uses the lowest letter, so there is a text between any two bounds. */
const texts = (length: number): string[] =>
  length === 0
    ? ['']
    : ['', ...['\u0000', 'a', 'b'].flatMap((letter) => texts(length - 1).map((rest) => letter + rest))];
const domain = [...new Set(texts(4))];

const bound = fc
  .array(fc.constantFrom('a', 'b'), { minLength: 1, maxLength: 3 })
  .map((letters) => ({ S: letters.join('') }));
const range: fc.Arbitrary<RangeCondition> = fc.oneof(
  fc.record({
    op: fc.constantFrom('=' as const, '<' as const, '<=' as const, '>' as const, '>=' as const),
    value: bound,
  }),
  fc.record({ op: fc.constant('begins_with' as const), value: bound }),
  fc
    .tuple(bound, bound)
    .map(([x, y]) =>
      x.S <= y.S ? { op: 'between' as const, low: x, high: y } : { op: 'between' as const, low: y, high: x },
    ),
);
const branch = (ranges: readonly RangeCondition[], hash = 'a', excluded = false): Branch => ({
  hash: { S: hash },
  ranges,
  excluded,
});

function isRefused(...branches: Branch[]): boolean {
  try {
    refuseOverlaps(branches, rightDecisions);
    return false;
  } catch (thrown) {
    if (thrown instanceof Refusal) return true;
    throw thrown;
  }
}

describe('two alternatives for one partition', () => {
  test('are refused exactly when some sort key could meet both', () => {
    fc.assert(
      fc.property(range, range, (one, other) => {
        const meets = (some: RangeCondition, text: string) => rangeMatches(some, { S: text }, rightDecisions);
        const both = domain.some((text) => meets(one, text) && meets(other, text));
        expect(isRefused(branch([one]), branch([other]))).toBe(both);
        expect(isRefused(branch([other]), branch([one]))).toBe(both);
      }),
      { numRuns: 3000 },
    );
  });

  const lower: RangeCondition = { op: '<', value: { S: 'b' } };
  test.each<[string, Branch, Branch, boolean]>([
    ['one of which takes all sort keys', branch([]), branch([lower]), true],
    ['both of which take all sort keys', branch([]), branch([]), false],
    ['one of which excludes a sort key', branch([lower]), branch([], 'a', true), false],
    ['of two partitions', branch([lower]), branch([lower], 'b'), false],
  ])('%s', (_, one, other, refused) => {
    expect(isRefused(one, other)).toBe(refused);
  });
});
