import type { TestProject } from 'vitest/node';

declare module 'vitest' {
  interface ProvidedContext {
    seed: number;
  }
}

/** One seed for all properties of a test run, from PARALLAX_SEED or random. It is printed, so that a failed run can be repeated. */
export default function setup(project: TestProject): void {
  const given = process.env.PARALLAX_SEED;
  if (given !== undefined && !/^-?\d{1,10}$/.test(given)) throw new Error('PARALLAX_SEED must be a whole number');
  const seed = given === undefined ? Date.now() % 2 ** 31 : Number(given);
  console.log(`seed ${seed} (again: PARALLAX_SEED=${seed} npm test)`);
  project.provide('seed', seed);
}
