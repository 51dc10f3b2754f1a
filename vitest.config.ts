import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** What takes longest, where no earlier run tells: begun last, it would be waited for alone. */
const longest = [
  'models/checker/agreement',
  'suites/runner/over-http',
  'scripts/signals',
  'models/checker/liveness/spin',
  'models/protocols/restore/generation/cassandra/model',
  'suites/fuzz/fuzz',
  'scripts/faulty',
  'suites/schema/own',
  'scripts/faulty-signals',
];
const rank = ({ moduleId }: TestSpecification): number => {
  const at = longest.findIndex((name) => moduleId.endsWith(`/${name}.test.ts`));
  return at === -1 ? longest.length : at;
};

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    return (await super.sort(files)).sort((a, b) => rank(a) - rank(b));
  }
}

export default defineConfig({
  // As in tsconfig.json: the examples of models import it as users do.
  resolve: { alias: { 'parallax/models': new URL('models/public.ts', import.meta.url).pathname } },
  test: {
    include: ['{models,oracles,reports,scripts,suites}/**/*.test.ts'],
    globalSetup: ['scripts/testing/seed.ts', 'scripts/testing/temporary.ts'],
    setupFiles: ['scripts/testing/setup.ts'],
    // Loading the same sources anew for each of two hundred files takes longer than most of the tests in them.
    isolate: false,
    sequence: { sequencer: LongestFirst },
    // CI has two cores. Files that wait for a server, or for the end of a process, leave room for a third.
    maxWorkers: 3,
    // Of the tests of one file that may run beside each other.
    maxConcurrency: 3,
    testTimeout: 30_000,
  },
});
