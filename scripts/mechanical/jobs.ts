/** What a thread does with the mutants of the oracle. A job and its answer are plain data. */
import { type JudgeName, judgesOf } from './judges.ts';
import { subjectsOf } from './subject.ts';

/** What all jobs of a thread share. */
export interface Setting {
  readonly code: string;
  /** How many mutants the code has. */
  readonly mutants: number;
  /** Of the generated sequences. */
  readonly seed: string;
  readonly sequences: number;
}

/**
 * `cover`: which mutants each test reaches on the store without any change; `red` names the first that fails there. `judge`: the first of these tests that turns red with one mutant
 * switched on, or null.
 */
export type MechanicalJob =
  | { readonly kind: 'cover'; readonly judge: JudgeName; readonly tests: readonly string[] }
  | { readonly kind: 'judge'; readonly judge: JudgeName; readonly mutant: number; readonly tests: readonly string[] };

export type MechanicalAnswer =
  | { readonly kind: 'cover'; readonly reached: readonly Uint32Array[]; readonly durations: readonly number[] }
  | { readonly kind: 'red'; readonly test: string }
  | { readonly kind: 'judge'; readonly red: string | null };

/** Undefined when the program throws while it is loaded, or while a store is opened. */
function started<T>(start: () => T): T | undefined {
  try {
    return start();
  } catch {
    return undefined;
  }
}

/** Returns the function that does the jobs of one thread. */
export function performer({
  code,
  mutants,
  seed,
  sequences,
}: Setting): (job: MechanicalJob) => Promise<MechanicalAnswer> {
  const subjects = subjectsOf(code, mutants);
  const judges = judgesOf({ seed, sequences });

  /** A program of its own for each test: what an earlier one left parsed would not be reached again. Undefined for a red test. */
  async function covered(
    name: JudgeName,
    test: string,
  ): Promise<{ reached: Uint32Array; duration: number } | undefined> {
    const subject = subjects.covering();
    const host = judges[name].host(subject.open);
    const begin = performance.now();
    await host.start();
    subject.reached();
    const red = await judges[name].isRed(host, test);
    await host.stop();
    if (red) return undefined;
    return { reached: Uint32Array.from(subject.reached()), duration: performance.now() - begin };
  }

  async function firstRed(name: JudgeName, mutant: number, tests: readonly string[]): Promise<string | null> {
    const open = started(() => {
      const opens = subjects.with(mutant);
      opens();
      return opens;
    });
    if (open === undefined) return 'the store does not start';
    const host = judges[name].host(open);
    await host.start();
    try {
      for (const test of tests) if (await judges[name].isRed(host, test)) return test;
      return null;
    } finally {
      await host.stop();
    }
  }

  return async (job) => {
    if (job.kind === 'judge') return { kind: 'judge', red: await firstRed(job.judge, job.mutant, job.tests) };
    const reached: Uint32Array[] = [];
    const durations: number[] = [];
    for (const test of job.tests) {
      const one = await covered(job.judge, test);
      if (one === undefined) return { kind: 'red', test };
      reached.push(one.reached);
      durations.push(one.duration);
    }
    return { kind: 'cover', reached, durations };
  };
}
