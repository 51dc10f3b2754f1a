import { describe, expect, test } from 'vitest';
import file from './equivalents.json' with { type: 'json' };
import { equivalents } from './equivalents.ts';
import { buildMutants } from './kill.ts';

describe('arguments for equivalent mutants', () => {
  test('each is about a mutant that there is, which has no other', async () => {
    const known = new Set((await buildMutants()).mutants.map(({ id }) => id));
    const named = file.flatMap(({ mutants }) => mutants);
    expect(named.filter((id) => !known.has(id))).toEqual([]);
    expect(named.filter((id, at) => named.indexOf(id) !== at)).toEqual([]);
    expect(equivalents().size).toBe(named.length);
  });

  test.each([
    ['no list', {}, /must be a list/],
    ['no argument', [{ argument: '', mutants: ['a'] }], /must not be empty/],
    ['no mutant', [{ argument: 'so', mutants: [] }], /must not be empty/],
    ['a member too many', [{ argument: 'so', mutants: ['a'], why: 'x' }], /why/],
  ])('%s is an error', (_, data, message) => {
    expect(() => equivalents(data)).toThrow(message);
  });
});
