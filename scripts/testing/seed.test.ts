import fc from 'fast-check';
import { afterEach, expect, inject, test, vi } from 'vitest';
import type { TestProject } from 'vitest/node';
import setup from './seed.ts';

afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
});

function seedWith(given: string | undefined): unknown {
  vi.stubEnv('PARALLAX_SEED', given);
  vi.spyOn(console, 'log').mockImplementation(() => undefined);
  let provided: unknown;
  const provide = (_: string, value: unknown) => {
    provided = value;
  };
  setup({ provide } as unknown as TestProject);
  return provided;
}

test('every property of this test run uses the seed in its heading', () => {
  expect(fc.readConfigureGlobal().seed).toBe(inject('seed'));
  const drawn: number[] = [];
  fc.assert(
    fc.property(fc.nat(), (value) => void drawn.push(value)),
    { numRuns: 5 },
  );
  expect(fc.sample(fc.nat(), { numRuns: 5, seed: inject('seed') })).toEqual(drawn);
});

test('a given seed is used unchanged', () => {
  expect(seedWith('-42')).toBe(-42);
});

test('without one it is random, and printed so that the run can be repeated', () => {
  const seed = seedWith(undefined);
  expect(vi.mocked(console.log).mock.calls).toEqual([[`seed ${seed} (again: PARALLAX_SEED=${seed} npm test)`]]);
});

test('something that is not a whole number is refused, not replaced by a random seed', () => {
  expect(() => seedWith('abc')).toThrow('PARALLAX_SEED must be a whole number');
});
