import { defineConfig } from 'vitest/config';
import { shortFirst } from './short-first.ts';

const long = [
  'policies/mutants',
  'values/decimal',
  'oracles/layers',
  'oracles/oracle',
  'store/costs',
  'store/properties',
  'store/replay',
  'store/reads',
  'partiql/parser',
  'partiql/partiql',
];
export default defineConfig({
  test: {
    include: ['oracles/**/*.test.ts'],
    exclude: ['oracles/server/*.test.ts'],
    globalSetup: ['scripts/testing/seed.ts'],
    setupFiles: ['scripts/testing/setup.ts'],
    isolate: false,
    sequence: { sequencer: shortFirst(long) },
    testTimeout: 30_000,
  },
});
