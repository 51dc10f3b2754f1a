/** What a thread does with the mutants of protocols. A job and its answer are plain data. */
import { type ExploreOptions, explore } from '../../../models/checker/explore.ts';
import type { ModelResult } from '../../../models/checker/result.ts';
import { everyStep, stepsOf } from '../../../models/checker/steps.ts';
import type { Mutant } from '../mutant.ts';
import { interruptions, Protocols } from './subject.ts';

/** What all jobs of a thread share. */
export interface Setting {
  readonly code: string;
  readonly mutants: readonly Mutant[];
}

/** One variant of a protocol, at its default scale. */
export interface Place {
  readonly model: string;
  readonly variant: string;
}

/** How large the right protocol is there. */
export interface Size {
  readonly states: number;
  readonly transitions: number;
  readonly terminal: number;
  readonly depth: number;
}

/** Steps of a protocol that the right one takes in some variant, without those that it takes where a mutant changes nothing. */
export type StepsAtStake = { readonly [model: string]: readonly string[] };

/** `cover`: which mutants an exploration of the right protocol reaches. `judge`: what becomes of one mutant at these places. */
export type ProtocolJob =
  | ({ readonly kind: 'cover' } & Place)
  | {
      readonly kind: 'judge';
      readonly mutant: number;
      readonly places: readonly (Place & { readonly size: Size })[];
      readonly steps: StepsAtStake;
    };

/**
 * What became of a mutant.
 * - `killed`: a property is violated.
 * - `refused`: the language refuses it, such as a value outside of its domain. So it is no protocol, and nothing to be caught.
 * - `same`: everywhere the same numbers of states and transitions as the right protocol.
 * - `other`: another behaviour that violates nothing.
 * - `unknown`: out of budget, and nothing violated.
 */
export type Fate = 'killed' | 'refused' | 'same' | 'other' | 'unknown';

export interface Verdict {
  readonly kind: 'judge';
  readonly fate: Fate;
  /** The property, the message of the refusal, or where the budget ended. */
  readonly why: string | null;
  /** Where that was seen. */
  readonly at: Place | null;
}

export interface Covering {
  readonly kind: 'cover';
  readonly reached: Uint32Array;
  readonly size: Size;
  readonly taken: readonly string[];
  readonly durationMs: number;
}

/** The protocol breaks a property without any change. */
interface Wrong {
  readonly kind: 'wrong';
  readonly why: string;
}

export type ProtocolAnswer = Covering | Wrong | Verdict;

/** With the names of the steps that it took. */
interface Explored {
  readonly result: ModelResult;
  readonly taken: ReadonlySet<string>;
}

/** Times the states of the right protocol, and at least so many: a mutant that has more has no verdict. */
const growthMax = 20;
const statesMin = 50_000;
const timeMsMax = 30_000;

/** Returns the function that does the jobs of one thread. */
export function performer({ code, mutants }: Setting): (job: ProtocolJob) => ProtocolAnswer {
  const protocols = new Protocols(code, mutants);
  const built = ({ model, variant }: Place, mutant: number) => {
    protocols.activate(mutant);
    return protocols.entries[model]!.build({ variant });
  };
  function explored(place: Place, mutant: number, options: ExploreOptions): Explored {
    const model = built(place, mutant);
    const result = explore(model, { ...options, count: false });
    return { result, taken: stepsOf(model, result).taken };
  }

  function cover(place: Place): ProtocolAnswer {
    protocols.reached();
    const begin = performance.now();
    const { result, taken } = explored(place, -1, {});
    const { verdict, property } = result;
    if (verdict !== 'holds') return { kind: 'wrong', why: `${verdict}: ${property}` };
    const durationMs = performance.now() - begin;
    const reached = Uint32Array.from(protocols.reached());
    return { kind: 'cover', reached, size: sizeOf(result), taken: [...taken], durationMs };
  }

  /** A mutant may tell apart what is interchangeable in the right protocol. Then no symmetry may be used. */
  function withMutant(place: Place, mutant: number, options: ExploreOptions): Explored {
    if (interruptions.has(mutants[mutant]!.rule)) return explored(place, mutant, { ...options, symmetry: false });
    try {
      return explored(place, mutant, options);
    } catch {
      return explored(place, mutant, { ...options, symmetry: false });
    }
  }

  function judge({ mutant, places, steps }: Extract<ProtocolJob, { kind: 'judge' }>): Verdict {
    let fate: Fate = 'same';
    let doubt: Pick<Verdict, 'why' | 'at'> = { why: null, at: null };
    const untaken = new Map(Object.entries(steps).map(([model, names]) => [model, new Set(names)]));
    for (const { size, ...at } of places) {
      const statesMax = Math.max(statesMin, growthMax * size.states);
      const attempted = attempt(() => withMutant(at, mutant, { statesMax, timeMsMax }));
      if (typeof attempted === 'string') return { kind: 'judge', fate: 'refused', why: attempted, at };
      const { result, taken } = attempted;
      if (result.verdict === 'violated') return { kind: 'judge', fate: 'killed', why: result.property, at };
      for (const step of taken) untaken.get(at.model)?.delete(step);
      if (result.verdict === 'unknown') {
        fate = 'unknown';
        doubt = { why: `out of ${result.ranOutOf}`, at };
      } else if (fate === 'same' && !isSame(size, result)) {
        fate = 'other';
        doubt = { why: null, at };
      }
    }
    const dead = [...untaken.values()].flatMap((names) => [...names]);
    if (fate === 'unknown' || dead.length === 0) return { kind: 'judge', fate, ...doubt };
    return { kind: 'judge', fate: 'killed', why: `${everyStep}: not ${dead[0]}`, at: null };
  }

  return (job) => (job.kind === 'cover' ? cover(job) : judge(job));
}

export const nameOf = ({ model, variant }: Place): string => `${model}/${variant}`;

const sizeOf = ({ states, transitions, terminal, depth }: Size): Size => ({ states, transitions, terminal, depth });
const isSame = (one: Size, other: Size): boolean => JSON.stringify(sizeOf(one)) === JSON.stringify(sizeOf(other));

/** The message of what was thrown. */
function attempt<T>(run: () => T): T | string {
  try {
    return run();
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}
