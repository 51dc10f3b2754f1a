/** Which tests reach which mutants, and in which order they are tried. */
import type { JudgeName } from './judges.ts';

interface Tried {
  readonly test: string;
  readonly reached: Uint32Array;
  /** Milliseconds on the right store. */
  readonly duration: number;
}

/** A killer counts as much as so many milliseconds: it is tried before tests that are cheaper. */
const killWorthMs = 20;

export class Coverage {
  readonly #tests = new Map<JudgeName, readonly Tried[]>();
  readonly #kills = new Map<string, number>();
  /** Reached while the program is loaded and a store is opened, whatever is asked of it. */
  readonly #always: ReadonlySet<number>;

  constructor(always: Iterable<number>) {
    this.#always = new Set(always);
  }

  add(judge: JudgeName, tried: readonly Tried[]): void {
    this.#tests.set(judge, [...(this.#tests.get(judge) ?? []), ...tried]);
  }

  /** Notes that a test has caught a mutant of a file. */
  noteKill(judge: JudgeName, file: string, test: string): void {
    const key = `${judge} ${file} ${test}`;
    this.#kills.set(key, (this.#kills.get(key) ?? 0) + 1);
  }

  /** The tests that reach a mutant: those first that have caught others of the same file, then cheap ones. */
  testsFor(judge: JudgeName, mutant: number, file: string): string[] {
    const reaching = (this.#tests.get(judge) ?? []).filter(
      ({ reached }) => this.#always.has(mutant) || has(reached, mutant),
    );
    const cost = ({ test, duration }: Tried): number =>
      duration - killWorthMs * (this.#kills.get(`${judge} ${file} ${test}`) ?? 0);
    return reaching.sort((a, b) => cost(a) - cost(b)).map(({ test }) => test);
  }
}

/** Binary search in an ascending list. */
function has(sorted: Uint32Array, value: number): boolean {
  let [low, high] = [0, sorted.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (sorted[middle]! < value) low = middle + 1;
    else high = middle;
  }
  return sorted[low] === value;
}
