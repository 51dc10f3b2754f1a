import { defineConfig } from 'vitest/config';

/** Measures the oracle branches that its own tests reach. The threshold applies to the whole folder. */
export default defineConfig({
  test: {
    include: ['oracles/**/*.test.ts'],
    globalSetup: ['scripts/testing/seed.ts'],
    setupFiles: ['scripts/testing/setup.ts'],
    maxWorkers: 2,
    testTimeout: 30_000,
    coverage: {
      provider: 'v8',
      include: ['oracles/**/*.ts'],
      exclude: ['oracles/testing/test-quality/**', '**/*.test.ts'],
      reporter: ['text', 'json'],
      reportsDirectory: 'coverage/oracle',
      thresholds: { branches: 95 },
    },
  },
});
