import { defineConfig } from 'vitest/config';
import { shortFirst } from './short-first.ts';

const long = ['checker/agreement', 'checker/reductions', 'checker/reference', 'liveness/liveness'];

/** The tests of the explorer alone. Those of large models and of other threads repeat on more states what these do on few. */
export default defineConfig({
  test: {
    include: ['models/checker/**/*.test.ts', 'models/language/**/*.test.ts'],
    exclude: [
      ...['mongodb', 'protocols', 'threads', 'spin'].map((name) => `models/checker/${name}.test.ts`),
      ...['mongodb', 'spin'].map((name) => `models/checker/liveness/${name}.test.ts`),
      'models/checker/wasm/worker.test.ts',
      'models/language/state/references.test.ts',
    ],
    globalSetup: ['scripts/testing/seed.ts'],
    setupFiles: ['scripts/testing/setup.ts'],
    isolate: false,
    sequence: { sequencer: shortFirst(long) },
    testTimeout: 30_000,
  },
});
