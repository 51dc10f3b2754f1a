/** Repeats an eventually consistent read that differs, until it agrees or its time limit is over. */
import type { Case } from '../../cases/case.ts';
import { isRepeat } from '../../cases/case.ts';
import { stepAt } from '../../cases/leaf.ts';
import type { Session } from '../../targets/target.ts';
import type { Playing, Settle } from '../play/limits.ts';
import type { Entry } from '../record.ts';
import { isEventualRead, isRead } from './eventual-reads.ts';
import { judge } from './judge.ts';
import type { ReadPatience } from './read-patience.ts';
import type { TargetTranscript } from './shown.ts';

/** The first pause in milliseconds. Each later one is twice as long. */
const pauseMsFirst = 5;

interface SettleOptions {
  subject: Case;
  /** The reference's answers to the same case. */
  expected: TargetTranscript;
  pause: Session['pause'];
  patience: ReadPatience;
  signal?: AbortSignal;
}

/** The limit counts from the last write, so a second read after the same write does not wait again. */
export function settling({ subject, expected, pause, patience, signal }: SettleOptions): Settle {
  let waitedMs = 0;
  const agrees = (entry: Entry, tables: Playing['tables']): boolean =>
    judge(subject, { target: '', entries: [entry], names: namesOf(tables) }, expected).length === 0;
  const isAnswered = new Set(expected.entries.flatMap(({ step, outcome }) => (outcome.kind === 'ok' ? [step] : [])));
  return async (first, playing) => {
    if (!isEventualRead(first)) {
      if (!isRead(first)) waitedMs = 0;
      return first;
    }
    // A refusal concerns the request, so waiting does not change it.
    if (first.outcome.kind !== 'ok' || !isAnswered.has(first.step) || agrees(first, playing.tables)) return first;
    // A loop without end has already waited.
    if (first.repeat !== undefined && first.repeat.ended !== 'until') return first;
    const boundMs = patience.ms;
    const begin = performance.now();
    const inTime = (): boolean => waitedMs < boundMs && performance.now() - begin < boundMs && !signal?.aborted;
    let entry = first;
    for (let pauseMs = pauseMsFirst; inTime(); pauseMs *= 2) {
      const ms = Math.min(pauseMs, boundMs - waitedMs);
      await pause(ms);
      waitedMs += ms;
      entry = await readAgain(subject, first.step, playing);
      if (entry.outcome.kind !== 'ok') return entry;
      if (!agrees(entry, playing.tables)) continue;
      patience.settled();
      return entry;
    }
    patience.differed();
    return entry;
  };
}

const namesOf = (tables: Playing['tables']): TargetTranscript['names'] => ({
  tables: new Map([...tables].map(([label, name]) => [name, label])),
});

/** A loop restarts at its first page, together with the loops that it continues. */
async function readAgain(subject: Case, label: string, playing: Playing): Promise<Entry> {
  const step = stepAt(subject, label);
  const before = isRepeat(step) && step.continues !== undefined ? loopCalled(subject, step.continues) : undefined;
  if (before !== undefined) await readAgain(subject, before, playing);
  return playing.again(step, label);
}

function loopCalled(subject: Case, name: string): string | undefined {
  const at = subject.steps.findIndex((step) => isRepeat(step) && step.repeat.as === name);
  return at < 0 ? undefined : String(at);
}
