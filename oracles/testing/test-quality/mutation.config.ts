import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Slow property tests run last: a mutant stops at its first failing test, and a fast test fails for most. */
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
const rank = ({ moduleId }: TestSpecification): number =>
  long.findIndex((name) => moduleId.endsWith(`${name}.test.ts`));

class ShortFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    return [...files].sort((a, b) => rank(a) - rank(b) || (a.moduleId < b.moduleId ? -1 : 1));
  }
}

export default defineConfig({
  test: {
    include: ['oracles/**/*.test.ts'],
    exclude: ['oracles/server/*.test.ts'],
    globalSetup: ['scripts/testing/seed.ts'],
    setupFiles: ['scripts/testing/setup.ts'],
    isolate: false,
    sequence: { sequencer: ShortFirst },
    testTimeout: 30_000,
  },
});
