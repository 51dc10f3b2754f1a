/** The results of a fuzz run: each kind of difference with the smallest sequence that shows it. */
import type { Case } from '../cases/case.ts';
import type { TargetTranscript } from '../runner/judge/shown.ts';
import type { Divergence, Entry } from '../runner/record.ts';
import { type StepDifference, stepNumber } from './compare.ts';
import { featuresOf } from './kinds/features.ts';
import { type Kind, kindFingerprint, kindOf, kindOfInvariant, speaksForItself } from './kinds/kind.ts';

/** `otherwise`: it differs, too, but not in this way. `nothing`: it lacks an operation, or did not answer. */
export type Testimony = 'reference' | 'target' | 'otherwise' | 'nothing';

/** Another target of the run, and with whom it agrees on the smallest sequence. */
export interface Witness {
  target: string;
  as: Testimony;
}

/** A kind of difference on one target, with the smallest sequence found for it. */
export interface Found {
  kind: Kind;
  fingerprint: string;
  /** Number of such differences, including untraced ones that looked like a traced one. */
  count: number;
  /** Number of the generated sequence that showed it first. */
  at: number;
  case: Case;
  /** From the smallest sequence; absent if the request had no answer. */
  divergence?: Divergence;
  detail?: string;
  /** The run ended before or during shrinking. */
  cut?: true;
  /** What the other targets of the run answer. Only for a difference that no ledger explains. */
  witnesses?: Witness[];
  /** All answers to the smallest sequence. */
  transcripts: { reference: TargetTranscript; target: TargetTranscript };
}

/** A difference that may be traced to its smallest sequence. */
export interface Suspect {
  /** The sequence up to the step that differs. */
  start: Case;
  at: number;
  difference: StepDifference;
  /** Whether this is the only difference in its sequence, apart from texts. */
  alone: boolean;
  /** An eventually consistent read that was not given the full wait. */
  hurried: boolean;
  transcripts: Found['transcripts'];
}

/** A sequence that was observed to show a difference. */
export type Shown = Pick<Found, 'case' | 'transcripts' | 'divergence' | 'detail'>;

/** The original sequence, with the answers up to the step that differs. */
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

const isWithin = ({ step }: Entry, last: number): boolean => stepNumber(step) <= last;

/** The kind that a smaller sequence represents. */
export const kindIn = (smaller: Case, { difference: { kind } }: Suspect, shown?: Divergence): Kind =>
  kindOfInvariant(kind)
    ? { ...kind, with: shown ? kindOf(shown, smaller.aliases).with : kind.with }
    : { ...kind, with: withOf(smaller, kind) };

export function foundOf(suspect: Suspect, shown: Shown): Found {
  const { at } = suspect;
  const kind = kindIn(shown.case, suspect, shown.divergence);
  const fingerprint = kindFingerprint(kind);
  return {
    ...{ kind, fingerprint, count: 1, at },
    ...shown,
    case: { ...shown.case, id: `generated/${fingerprint}` },
    ...(shown.divergence && { divergence: { ...shown.divergence, fingerprint } }),
  };
}

/** The features of the smallest sequence, unless the shapes already identify the fault. */
const withOf = (smallest: Case, kind: Kind): string[] =>
  speaksForItself(kind) ? [] : featuresOf(smallest.steps, smallest.aliases);
