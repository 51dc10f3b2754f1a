/** Keeps each result as one JSON line, so that a run that was ended goes on where it was. */
import { appendFileSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { UsageError } from '../command-line/usage-error.ts';
import type { Mutant } from './mutant.ts';

/** What must be the same for earlier results to count. */
export type Circumstances =
  | {
      /** Of the oracle's source with its mutants. */
      readonly oracle: string;
      readonly seed: string;
      readonly sequences: number;
    }
  | {
      /** Of the protocols' sources with their mutants. */
      readonly protocols: string;
    };

interface Progress<Judged> {
  /** What earlier runs have kept of these mutants. */
  earlier(mutants: readonly Mutant[]): Judged[];
  keep(judged: Judged): void;
}

/** Starts or continues a file. @throws UsageError when it holds results of other circumstances, or something else */
export function progressIn<Judged extends { readonly mutant: Mutant }>(
  file: string,
  circumstances: Circumstances,
): Progress<Judged> {
  const head = JSON.stringify(circumstances);
  const [first, ...rest] = existsSync(file) ? readFileSync(file, 'utf8').split('\n') : [];
  if (first === undefined) begin(file, head);
  else if (first !== head) {
    throw new UsageError(
      `${file} is of another source, seed or number of sequences`,
      'name another file, or give the same --seed and --sequences',
    );
  }
  return {
    earlier: (mutants) => {
      const known = new Map(mutants.map((mutant) => [mutant.id, mutant]));
      return rest.flatMap((text): Judged[] => {
        const { id, ...line } = lineOf(text) ?? {};
        const mutant = known.get(id ?? '');
        return mutant === undefined ? [] : [{ ...line, mutant } as unknown as Judged];
      });
    },
    keep: ({ mutant, ...line }) => appendFileSync(file, `${JSON.stringify({ id: mutant.id, ...line })}\n`),
  };
}

function begin(file: string, head: string): void {
  try {
    writeFileSync(file, `${head}\n`);
  } catch (error) {
    throw new UsageError(
      `${file} cannot be written: ${(error as Error).message}`,
      'name a file in a folder that exists',
    );
  }
}

/** The last line may be cut off by a kill. */
function lineOf(text: string): { readonly id?: string } | undefined {
  try {
    return JSON.parse(text) as { readonly id?: string };
  } catch {
    return undefined;
  }
}
