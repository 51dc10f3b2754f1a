/** Keeps each result as one JSON line, so that a run that was ended goes on where it was. */
import { appendFileSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { UsageError } from '../command-line/usage-error.ts';
import type { Judged } from './kill.ts';
import type { Mutant } from './mutant.ts';

/** What must be the same for earlier results to count. */
export interface Circumstances {
  /** Of the oracle's source with its mutants. */
  readonly oracle: string;
  readonly seed: string;
  readonly sequences: number;
}

type Line = Omit<Judged, 'mutant'> & { readonly id: string };

/** Starts or continues a file. @throws UsageError when it holds results of other circumstances, or something else */
export function progressIn(file: string, circumstances: Circumstances, mutants: readonly Mutant[]) {
  const head = JSON.stringify(circumstances);
  const [first, ...rest] = existsSync(file) ? readFileSync(file, 'utf8').split('\n') : [];
  if (first === undefined) writeFileSync(file, `${head}\n`);
  else if (first !== head) {
    throw new UsageError(
      `${file} is of another source, seed or number of sequences`,
      'name another file, or give the same --seed and --sequences',
    );
  }
  const known = new Map(mutants.map((mutant) => [mutant.id, mutant]));
  const earlier = rest.flatMap((text): Judged[] => {
    const line = lineOf(text);
    const mutant = line && known.get(line.id);
    return line && mutant ? [{ mutant, reds: line.reds, durationMs: line.durationMs }] : [];
  });
  return {
    earlier,
    keep: ({ mutant: { id }, reds, durationMs }: Judged): void => {
      const line: Line = { id, reds, durationMs };
      appendFileSync(file, `${JSON.stringify(line)}\n`);
    },
  };
}

/** The last line may be cut off by a kill. */
function lineOf(text: string): Line | undefined {
  try {
    return JSON.parse(text) as Line;
  } catch {
    return undefined;
  }
}
