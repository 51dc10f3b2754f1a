/** Selects the differences to trace. Of those that look alike, a few are enough. */
import type { Case } from '../../cases/case.ts';
import type { StepDifference } from '../compare.ts';
import type { Found, Suspect } from '../found.ts';
import { featuresOf } from '../kinds/features.ts';
import { type Kind, kindOfInvariant, kindText, speaksForItself } from '../kinds/kind.ts';

/** Maximum traces per look, each from another sequence. If the shapes identify the fault, one trace is enough. */
const tracesPerLookMax = 3;
/** For differences that share only their shapes: the first twelve are traced, then every sixth. */
const tracedFirst = 12;
const tracedOneOf = 6;
/** The same for differences that look explained before shrinking. */
const explainedFirst = 3;
const explainedOneOf = 24;

/** Differences with something in common: number seen, number traced, and the result of the newest trace. */
interface Alike {
  seen: number;
  traced: number;
  last?: Found;
  /** Seen in this batch before any trace had a result. */
  waiting?: number;
}

/** A difference selected for tracing, and its two groups. */
export interface Trace extends Suspect {
  look: Alike;
  alike: Alike;
}

export class LookAlikes {
  /** Results of the traces by fingerprint. */
  readonly found = new Map<string, Found>();
  /** Groups by difference and sequence features before shrinking, and groups by shapes alone. */
  readonly #looks = new Map<string, Alike>();
  readonly #shapes = new Map<string, Alike>();
  readonly #isExplained: (kind: Kind) => boolean;

  constructor(isExplained: (kind: Kind) => boolean) {
    this.#isExplained = isExplained;
  }

  /** Selects the suspects to trace. The others are counted with the ones they look like. */
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
    const features = kindOfInvariant(kind) ? kind.with : featuresOf(start.steps, start.aliases);
    const looksExplained = this.#isExplained({ ...kind, with: features });
    const [first, oneOf] = looksExplained ? [explainedFirst, explainedOneOf] : [tracedFirst, tracedOneOf];
    return alike.seen <= first || alike.seen % oneOf === 0;
  }

  /** @param found result of the trace; undefined when there was no difference after all */
  keep(trace: Trace, found: Found | undefined): void {
    const { look, alike } = trace;
    if (found === undefined) {
      this.#dismiss(trace);
      return;
    }
    // The kind of a difference that was not shrunk is unknown. It counts as the kind it looks like, if there is one.
    const like = found.cut && (look.last ?? alike.last);
    const kept = like || (this.found.get(found.fingerprint) ?? found);
    if (kept === found) this.found.set(found.fingerprint, found);
    else kept.count += 1;
    kept.count += alike.waiting ?? 0;
    alike.waiting = 0;
    look.last = kept;
    alike.last = kept;
  }

  /** Undoes the count of a trace that turned out to be no difference. */
  #dismiss({ look, alike }: Trace): void {
    for (const one of [look, alike]) one.traced -= 1;
  }
}

/**
 * Features that decide whether differences look alike. An error depends on the last step, wrong rows on any earlier
 * write.
 */
function lookOf(start: Case, { kind, step }: StepDifference): string[] {
  if (kindOfInvariant(kind)) return kind.with;
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
