import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { closest, editDistance } from './closest.ts';

/** Edit distance by its definition: tries every edit. */
function editDistanceByRecursion(from: string, to: string): number {
  if (from === '' || to === '') return from.length + to.length;
  const [fromRest, toRest] = [from.slice(1), to.slice(1)];
  const distances = [
    editDistanceByRecursion(fromRest, to) + 1,
    editDistanceByRecursion(from, toRest) + 1,
    editDistanceByRecursion(fromRest, toRest) + (from[0] === to[0] ? 0 : 1),
  ];
  if (from.length > 1 && to.length > 1 && from[0] === to[1] && from[1] === to[0]) {
    distances.push(editDistanceByRecursion(from.slice(2), to.slice(2)) + 1);
  }
  return Math.min(...distances);
}

test('the edit distance is the least number of edits', () => {
  const text = fc.string({ unit: fc.constantFrom('a', 'b', 'c'), maxLength: 5 });
  fc.assert(
    fc.property(text, text, (from, to) => editDistance(from, to) === editDistanceByRecursion(from, to)),
    { numRuns: 500 },
  );
});

describe('closest', () => {
  const named = (...names: string[]) => names.map((name) => ({ id: name, names: [name] }));

  test('ranks names that contain the text before similar ones, and keeps the order of ties', () => {
    expect(closest('scan', named('scat', 'full-scan', 'scans', 'span'))).toEqual([
      'full-scan',
      'scans',
      'scat',
      'span',
    ]);
  });

  test('allows one error in a short name, and a third of the letters in a long one', () => {
    expect(closest('c9', named('c8', 'd8', 'c', 'c99', '9c'))).toEqual(['c8', 'c', 'c99', '9c']);
    expect(closest('abcdefghi', named('abcdefxyz', 'abcdewxyz'))).toEqual(['abcdefxyz']);
  });
});
