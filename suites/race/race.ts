/** Rounds of race on several targets: workloads judged by their history, and pairs judged by rules and by what is left. */
import { Random } from '../../models/checker/random.ts';
import type { History } from '../../oracles/history/history.ts';
import { type JudgeName, judges } from '../../oracles/history/index.ts';
import type { Operation } from '../../oracles/values/types.ts';
import { type Anomaly, type AnomalyKind, distinct, keyOf } from '../rounds/anomaly.ts';
import { cleared, goneIn } from '../rounds/cleared.ts';
import type { Lab } from '../rounds/lab.ts';
import { settled } from '../rounds/place.ts';
import { type Discipline, type Played, playRounds, type RoundsOptions } from '../rounds/play.ts';
import type { RoundsTarget } from '../rounds/record.ts';
import type { Target } from '../targets/target.ts';
import { audit, indexesOf, use } from '../rounds/usable.ts';
import { canDisturb } from '../crash/plan.ts';
import { drawnInterruption, Interruption, type Interrupted } from './interruption.ts';
import { type Pair, pairs } from './pairs.ts';
import { Recorder } from './recorder.ts';
import { type Workload, workloads } from './workloads.ts';

/** `NAME/NUMBER`: the number is the seed of all that is drawn. */
export interface Round {
  readonly name: RoundName;
  readonly number: number;
}
type RoundName = keyof typeof workloads | keyof typeof pairs;

export interface RaceOptions extends RoundsOptions<Round> {
  /** Receives the history of each round that showed something. */
  readonly onHistory?: (round: string, history: History) => void;
}

const roundId = ({ name, number }: Round): string => `${name}/${number}`;

/** A round by its id; undefined for another text. */
export function readRound(id: string): Round | undefined {
  const [, name = '', number] = /^([a-z-]+)\/(\d{1,9})$/.exec(id) ?? [];
  return isName(name) ? { name, number: Number(number) } : undefined;
}

const isName = (name: string): name is RoundName => Object.hasOwn(workloads, name) || Object.hasOwn(pairs, name);

export const race = (options: RaceOptions): Promise<RoundsTarget[]> =>
  playRounds(options, (target) => new Race(target, options));

/** Numbers that a person can type. */
const numbers = 1_000_000;

class Race implements Discipline<Round> {
  readonly #target: Target;
  readonly #options: RaceOptions;
  /** By workload: answers that are wrong with a single client, too, which is what `run` and `fuzz` are for. */
  readonly #alone = new Map<RoundName, ReadonlySet<string>>();

  constructor(target: Target, options: RaceOptions) {
    this.#target = target;
    this.#options = options;
  }

  readonly idOf = roundId;

  *drawn(supports: (...operations: readonly Operation[]) => boolean): Generator<Round> {
    const random = new Random(this.#options.seed);
    const all: { readonly [name: string]: { readonly needs: readonly Operation[] } } = { ...workloads, ...pairs };
    const names = Object.keys(all).filter(isName);
    const able = names.filter((name) => supports(...all[name]!.needs));
    while (able.length > 0) for (const name of able) yield { name, number: random.below(numbers) };
  }

  async begin(): Promise<void> {}

  async obstacle(): Promise<undefined> {
    return undefined;
  }

  async play(round: Round, lab: Lab): Promise<Played> {
    const { name } = round;
    const pair: Pair | undefined = Object.hasOwn(pairs, name) ? pairs[name as keyof typeof pairs] : undefined;
    return pair ? this.#pair(round, pair, lab) : this.#workload(round, workloads[name as keyof typeof workloads], lab);
  }

  async #workload(round: Round, workload: Workload, lab: Lab): Promise<Played> {
    const random = new Random(roundId(round));
    const [least, most] = workload.clients;
    const clients = least + random.below(most - least + 1);
    const drawn = drawnInterruption(random);
    const interrupted = drawn && canDisturb(this.#target, drawn.name) ? drawn : undefined;
    const { history, found, undecided, times } = await judged(
      lab,
      workload,
      { clients, random, interrupted },
      roundId(round),
    );
    const gone = found.length > 0 ? await goneIn(lab) : undefined;
    if (gone) return { anomalies: [...found, gone], disturbances: times };
    const alone = found.some(isOfOneAnswer) ? await this.#foundAlone(round.name, workload, lab) : new Set<string>();
    const anomalies = found.filter((one) => !isOfOneAnswer(one) || !alone.has(keyOf(one)));
    if (anomalies.length > 0) this.#options.onHistory?.(roundId(round), history);
    const left = history.calls.filter(({ outcome }) => outcome.kind === 'unknown').length;
    return { anomalies, disturbances: left + times, ...(undecided !== undefined && { undecided }) };
  }

  async #foundAlone(name: RoundName, workload: Workload, lab: Lab): Promise<ReadonlySet<string>> {
    const known = this.#alone.get(name);
    if (known !== undefined) return known;
    const { found } = await judged(
      lab,
      workload,
      { clients: 1, random: new Random(name), interrupted: undefined },
      name,
    );
    const keys = new Set(found.map(keyOf));
    this.#alone.set(name, keys);
    return keys;
  }

  async #pair(round: Round, pair: Pair, lab: Lab): Promise<Played> {
    const recorder = new Recorder(lab);
    const found: Anomaly[] = [];
    try {
      const { tables, judge } = await pair.play(lab, recorder, new Random(roundId(round)));
      const history = recorder.history(roundId(round));
      found.push(...judgedBy(lab, history, ['names', 'restores']).found);
      const gone = await goneIn(lab);
      if (gone) return { anomalies: [...found, gone], disturbances: 0 };
      const begin = performance.now();
      const { passing } = await settled(lab, { tables }, settleMsMost, found);
      if (passing !== undefined)
        found.push({
          kind: 'stuck',
          where: passing.split(' is ')[0] ?? '',
          expected: 'a final state',
          actual: passing,
        });
      else await judge(lab, found);
      for (const name of tables) {
        const indexes = await indexesOf(lab, name, found);
        if (indexes === undefined) continue;
        await use(lab, name, indexes, found);
        await audit(lab, name, false, new Set(), found);
      }
      const wholeMs = performance.now() - begin;
      await cleared(lab, tables, false, new Set(), found);
      const anomalies = distinct(found);
      if (anomalies.length > 0) this.#options.onHistory?.(roundId(round), history);
      return { anomalies, disturbances: 0, ...(anomalies.length === 0 && { wholeMs }) };
    } finally {
      recorder.close();
    }
  }
}

/** May be wrong for a client alone. A stale read may show without a race as well, and is a fault of this kind all the same. */
const isOfOneAnswer = ({ where }: Anomaly): boolean =>
  where.startsWith('names: ') || /: (?:impossible answer|returned values)$/.test(where);

const settleMsMost = 8_000;

interface Drawn {
  readonly clients: number;
  readonly random: Random;
  readonly interrupted: Interrupted | undefined;
}

async function judged(lab: Lab, workload: Workload, { interrupted, ...drawn }: Drawn, seed: string) {
  const recorder = new Recorder(lab);
  const interruption = new Interruption(lab, interrupted);
  try {
    await workload.play(lab, recorder, { ...drawn, interruption });
  } finally {
    await interruption.end();
    recorder.close();
  }
  const history = recorder.history(seed);
  const { found, ...rest } = judgedBy(lab, history, [...workload.judges, 'names']);
  return { history, times: interruption.times, found: [...interruption.found, ...found], ...rest };
}

/** How the judges of histories call what they find, in the words of rounds. */
const kinds: { readonly [name in JudgeName]: AnomalyKind } = {
  linearizability: 'not-linearizable',
  transactions: 'not-serializable',
  winners: 'twice',
  counters: 'lost',
  tokens: 'twice',
  streams: 'disagrees',
  indexes: 'disagrees',
  paging: 'wrong-answer',
  restores: 'half-there',
  names: 'wrong-answer',
};

/** The anomalies of a history. A judge that finds nothing to judge says nothing. */
function judgedBy(
  lab: Pick<Lab, 'inRoles'>,
  history: History,
  by: readonly JudgeName[],
): { found: Anomaly[]; undecided?: string } {
  const all = by.map((name) => [name, judges[name].judge(history)] as const);
  const used = all.filter(([, { judged, verdict }]) => judged > 0 || verdict === 'violated');
  const found = used.flatMap(([name, { anomalies }]) =>
    anomalies.map(
      ({ kind, text, shown }): Anomaly => ({
        ...{
          kind: kinds[name],
          where: `${name}: ${kind}`,
          expected: judges[name].statement,
        },
        ...{ actual: lab.inRoles(text), shown: lab.inRoles(shown) },
      }),
    ),
  );
  const undecided = used.find(([, { verdict }]) => verdict === 'unknown')?.[1].unjudged[0];
  return { found: distinct(found), ...(undecided !== undefined && { undecided: lab.inRoles(undecided) }) };
}
