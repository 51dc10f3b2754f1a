/** Judges a selection of mechanical mutants within its time: with progress, and with what an earlier run has kept. */
import { duration } from '../../reports/text/format.ts';
import { deadlineOf } from '../../suites/runner/host/deadline.ts';
import type { CommandContext } from '../command-line/command.ts';
import { timeMsOf } from '../options/time.ts';
import type { Mutant } from './mutant.ts';
import { type Circumstances, progressIn } from './progress.ts';

interface Limits {
  readonly resume?: string;
  readonly time?: number;
}

interface Run<Judged> {
  readonly signal: AbortSignal;
  /** Those of the chosen that no earlier run has judged. */
  readonly open: (chosen: readonly Mutant[]) => readonly Mutant[];
  readonly onCovered: (done: number, total: number) => void;
  readonly onJudged: (judged: Judged, done: number) => void;
}

/** What an earlier run has judged comes first. */
export async function judgedWithin<Judged extends { readonly mutant: Mutant }>(
  { progress, signal }: Pick<CommandContext, 'progress' | 'signal'>,
  limits: Limits,
  circumstances: Circumstances,
  judge: (run: Run<Judged>) => Promise<Judged[]>,
): Promise<Judged[]> {
  const kept = limits.resume === undefined ? undefined : progressIn<Judged>(limits.resume, circumstances);
  const deadline = deadlineOf(signal, timeMsOf(limits));
  const begin = performance.now();
  let earlier: readonly Judged[] = [];
  let total = 0;
  const open = (chosen: readonly Mutant[]): readonly Mutant[] => {
    earlier = kept?.earlier(chosen) ?? [];
    const done = new Set(earlier.map(({ mutant }) => mutant.id));
    const left = chosen.filter(({ id }) => !done.has(id));
    total = left.length;
    return left;
  };
  try {
    const found = await judge({
      signal: deadline.signal,
      open,
      onCovered: (done, of) => progress.update('mechanical mutants', 'what reaches which', { done, total: of }),
      onJudged: (one, done) => {
        kept?.keep(one);
        progress.update('mechanical mutants', one.mutant.file, { done, total });
      },
    });
    progress.done('mechanical mutants', `${found.length} judged in ${duration(performance.now() - begin)}`);
    return [...earlier, ...found];
  } finally {
    deadline.clear();
  }
}
