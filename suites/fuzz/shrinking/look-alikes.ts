/** Which differences are traced to their smallest sequence: of those that look alike enough, and no more. */
import type { Case } from '../../cases/case.ts';
import type { StepDifference } from '../compare.ts';
import type { Found, Suspect } from '../found.ts';
import { featuresOf } from '../kinds/features.ts';
import { type Kind, kindText, speaksForItself } from '../kinds/kind.ts';

/**
 * How often differences that look alike are made smaller, each time from another sequence. Where the shapes say it all, once.
 */
const tracesPerLookMax = 3;
/** Of differences whose sequences have little in common but what differs, the first are traced, and then one of so many. */
const tracedFirst = 12;
const tracedOneOf = 6;
/** The same of those that an explanation speaks of as they are, before they are made smaller. */
const explainedFirst = 3;
const explainedOneOf = 24;

/** Differences that have something in common: how many, how many of them are traced, and what the newest of these led to. */
interface Alike {
  seen: number;
  traced: number;
  last?: Found;
  /** Seen in a batch before anything was traced. */
  waiting?: number;
}

/** A suspect that is traced, and what it has in common with others. */
export interface Trace extends Suspect {
  look: Alike;
  alike: Alike;
}

export class LookAlikes {
  /** What the traces led to, by fingerprint. */
  readonly found = new Map<string, Found>();
  /** By what a difference and its sequence look like before they are made smaller, and by its shapes alone. */
  readonly #looks = new Map<string, Alike>();
  readonly #shapes = new Map<string, Alike>();
  readonly #isExplained: (kind: Kind) => boolean;

  constructor(isExplained: (kind: Kind) => boolean) {
    this.#isExplained = isExplained;
  }

  /** What of these is to be traced; the others are counted with what looks like them. */
  select(suspects: readonly Suspect[]): Trace[] {
    return suspects.flatMap((suspect) => this.#select(suspect) ?? []);
  }

  #select(suspect: Suspect): Trace | undefined {
    const { start, difference } = suspect;
    const look = entry(this.#looks, kindText({ ...difference.kind, with: lookOf(start, difference) }));
    const alike = entry(this.#shapes, kindText(difference.kind));
    if (alike.traced > 0 && !this.#isWorthTracing(suspect, look, alike)) {
      const like = look.last ?? alike.last;
      if (like) like.count += 1;
      else alike.waiting = (alike.waiting ?? 0) + 1;
      return undefined;
    }
    for (const one of [look, alike]) one.traced += 1;
    return { ...suspect, look, alike };
  }

  #isWorthTracing({ start, difference: { kind } }: Suspect, look: Alike, alike: Alike): boolean {
    if (look.traced >= (speaksForItself(kind) ? 1 : tracesPerLookMax)) return false;
    const looksExplained = this.#isExplained({ ...kind, with: featuresOf(start.steps, start.aliases) });
    const [first, oneOf] = looksExplained ? [explainedFirst, explainedOneOf] : [tracedFirst, tracedOneOf];
    return alike.seen <= first || alike.seen % oneOf === 0;
  }

  /** @param found what the trace led to; nothing where it was no difference */
  keep(trace: Trace, found: Found | undefined): void {
    const { look, alike } = trace;
    if (found === undefined) {
      this.#dismiss(trace);
      return;
    }
    // Of what could not be made smaller it is not known what it consists of: it is of the kind that looks like it, if one does.
    const like = found.cut && (look.last ?? alike.last);
    const kept = like || (this.found.get(found.fingerprint) ?? found);
    if (kept === found) this.found.set(found.fingerprint, found);
    else kept.count += 1;
    kept.count += alike.waiting ?? 0;
    alike.waiting = 0;
    look.last = kept;
    alike.last = kept;
  }

  /** As if it had never been traced: it was no difference. */
  #dismiss({ look, alike }: Trace): void {
    for (const one of [look, alike]) one.traced -= 1;
  }
}

/** Differences that look alike are traced to their cause only some times; of those in rows the cause may be any write before. */
function lookOf(start: Case, { kind, step }: StepDifference): string[] {
  if (speaksForItself(kind) || step < 0) return [];
  const isError = kind.class === 'accepted' || kind.class === 'refused' || kind.class.startsWith('error-');
  return featuresOf(isError ? start.steps.slice(-1) : start.steps, start.aliases);
}

function entry(map: Map<string, Alike>, key: string): Alike {
  const known = map.get(key) ?? { seen: 0, traced: 0 };
  known.seen += 1;
  map.set(key, known);
  return known;
}
