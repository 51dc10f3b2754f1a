/** Asks the other targets of a run whether they answer as the reference or as the target that differs from it. */
import pLimit from 'p-limit';
import type { TargetHost } from '../runner/host/host.ts';
import { noVerdict } from '../runner/record.ts';
import { type Comparison, compare } from './compare.ts';
import type { Found, Testimony, Witness } from './found.ts';
import { playSequence } from './host.ts';
import { type Kind, kindOfInvariant } from './kinds/kind.ts';

/** Whether a difference is put to others. States that pass take long, and a lost request may end a server. */
const isForWitnesses = ({ case: smallest, divergence, cut, detail }: Found): boolean =>
  divergence !== undefined &&
  divergence.tier !== 'text' &&
  divergence.class !== 'endless' &&
  cut === undefined &&
  detail === undefined &&
  smallest.passingStates !== true;

/** Two stores that refuse with the same type agree, whatever they say. */
const withoutWords = (shape: string): string => shape.replace(/^(\w+): .*/s, '$1');

const isSame = (one: Kind, other: Kind): boolean =>
  one.op === other.op &&
  one.class === other.class &&
  one.path === other.path &&
  withoutWords(one.expected) === withoutWords(other.expected) &&
  withoutWords(one.actual) === withoutWords(other.actual);

export function testimonyIn({ verdict, differences }: Comparison, { kind }: Pick<Found, 'kind'>): Testimony {
  if (verdict === 'skipped' || verdict === 'unsupported' || noVerdict.includes(verdict)) return 'nothing';
  const beyondText = differences.filter(({ divergence }) => divergence?.tier !== 'text');
  if (beyondText.length === 0) return 'reference';
  return beyondText.some((one) => isSame(one.kind, kind)) ? 'target' : 'otherwise';
}

async function hear(witness: TargetHost, found: Found): Promise<Witness> {
  const { name } = witness.target;
  const { reference } = found.transcripts;
  const audited = kindOfInvariant(found.kind);
  const played = await playSequence(witness, found.case, { expected: reference, audited });
  return { target: name, as: testimonyIn(compare(found.case, reference, name, played), found) };
}

/** Maximum number of differences of one target that the others are asked about. Each takes them one sequence. */
const heardMax = 60;
const atOnce = 12;

/** Another target of the run. Undefined when it is gone. */
export type Ask = (question: (witness: TargetHost) => Promise<Witness>) => Promise<Witness | undefined>;

/** Puts the differences of one target to others. */
export class Hearing {
  #heard = 0;
  readonly #signal: AbortSignal;

  constructor(signal: AbortSignal) {
    this.#signal = signal;
  }

  /** Each is asked about once, up to the limit. */
  async hear(found: readonly Found[], witnesses: readonly Ask[]): Promise<void> {
    if (witnesses.length === 0) return;
    const open = found.filter((one) => one.witnesses === undefined && isForWitnesses(one));
    const next = open.slice(0, heardMax - this.#heard);
    this.#heard += next.length;
    const limit = pLimit(atOnce);
    const about = async (one: Found): Promise<void> => {
      const heard = await Promise.all(witnesses.map((ask) => ask((witness) => hear(witness, one))));
      // An interruption looks like a target without an answer.
      if (!this.#signal.aborted) one.witnesses = heard.filter((each) => each !== undefined);
    };
    await Promise.all(next.map((one) => limit(about, one)));
  }
}
