/** What a fuzz run finds: a kind of difference, with the smallest sequence that shows it. */
import type { Case } from '../cases/case.ts';
import type { TargetTranscript } from '../runner/judge/shown.ts';
import type { Divergence, Entry } from '../runner/record.ts';
import type { StepDifference } from './compare.ts';
import { featuresOf } from './kinds/features.ts';
import { type Kind, kindFingerprint, speaksForItself } from './kinds/kind.ts';

/** A kind of difference on one target, with the smallest sequence that was found to show it. */
export interface Found {
  kind: Kind;
  fingerprint: string;
  /** Differences of this kind; those that looked like one that was made smaller before are counted with it. */
  count: number;
  /** Number of the sequence of the seed in which it was seen first. */
  at: number;
  case: Case;
  /** Of the smallest sequence; none where there was no answer. */
  divergence?: Divergence;
  detail?: string;
  /** The run ended before a smaller sequence could be looked for, or while it was. */
  cut?: true;
  /** What both answered to the smallest sequence. */
  transcripts: { reference: TargetTranscript; target: TargetTranscript };
}

/** A difference that is to be traced to its smallest sequence. */
export interface Suspect {
  /** The sequence up to the step that differs. */
  start: Case;
  at: number;
  difference: StepDifference;
  /** Whether nothing but this made its sequence differ. */
  alone: boolean;
  /** A read that may lag, and was not given the whole wait. */
  hurried: boolean;
  transcripts: Found['transcripts'];
}

/** A sequence that was seen to show a difference. */
export type Shown = Pick<Found, 'case' | 'transcripts' | 'divergence' | 'detail'>;

/** The sequence as it was first seen, with the answers up to the step that differs. */
export function asSeen({ start, difference, transcripts }: Suspect): Shown {
  const upToStep = (transcript: TargetTranscript): TargetTranscript => ({
    ...transcript,
    entries: transcript.entries.filter((one) => isWithin(one, difference.step)),
  });
  return {
    case: start,
    transcripts: { reference: upToStep(transcripts.reference), target: upToStep(transcripts.target) },
    ...(difference.divergence && { divergence: difference.divergence }),
  };
}

const isWithin = ({ step }: Entry, last: number): boolean => Number(step) <= last;

/** The kind that a smaller sequence stands for. */
export const kindIn = (smaller: Case, { difference: { kind } }: Suspect): Kind => ({
  ...kind,
  with: withOf(smaller, kind),
});

export function foundOf(suspect: Suspect, shown: Shown): Found {
  const { at } = suspect;
  const kind = kindIn(shown.case, suspect);
  const fingerprint = kindFingerprint(kind);
  return {
    ...{ kind, fingerprint, count: 1, at },
    ...shown,
    case: { ...shown.case, id: `generated/${fingerprint}` },
    ...(shown.divergence && { divergence: { ...shown.divergence, fingerprint } }),
  };
}

/** What the smallest sequence consists of, where the shapes do not say it. */
const withOf = (smallest: Case, kind: Kind): string[] =>
  speaksForItself(kind) ? [] : featuresOf(smallest.steps, smallest.aliases);
