import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Slow property tests run last: a mutant stops at its first failing test, and a fast test fails for most. */
export function shortFirst(long: readonly string[]): typeof BaseSequencer {
  const rank = ({ moduleId }: TestSpecification): number =>
    long.findIndex((name) => moduleId.endsWith(`${name}.test.ts`));
  return class extends BaseSequencer {
    override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
      return [...files].sort((a, b) => rank(a) - rank(b) || (a.moduleId < b.moduleId ? -1 : 1));
    }
  };
}
