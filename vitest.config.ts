import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['{models,oracles,reports,scripts,suites}/**/*.test.ts'],
    globalSetup: ['scripts/testing/seed.ts'],
    setupFiles: ['scripts/testing/setup.ts'],
    // Servers under test are started by some files; two cores are what CI has.
    maxWorkers: 2,
    testTimeout: 30_000,
  },
});
