import pLimit from 'p-limit';
import type { Json, JsonObject, Operation, Outcome } from '../../../oracles/values/types.ts';
import {
  type Call,
  type Case,
  type During,
  isParallel,
  isReadStream,
  isRepeat,
  isTimes,
  isWait,
  type Leaf,
  type Parallel,
  type ReadStream,
  type Repeat,
  type Step,
  type Times,
} from '../../cases/case.ts';
import { expectationOf, headOf } from '../../cases/leaf.ts';
import type { SendOptions, Session, Unanswered } from '../../targets/target.ts';
import { interrupted } from '../host/deadline.ts';
import { unexpected } from '../judge/expectation.ts';
import type { Entry, Looped } from '../record.ts';
import { sameJson } from './canonical.ts';
import type { Limits } from './limits.ts';
import { addTo, afterTurns, awaitedText, endingOf, givenUp, type LoopLimit, lastSeen } from './loops.ts';
import { isObject, valueAt } from './path.ts';
import { StreamReader } from './read-stream.ts';
import { type Bindings, referencesOf, resolve } from './template.ts';

export interface Execution {
  entries: Entry[];
  /** The outcome after which nothing more was sent, because the target gave no answer. */
  unanswered?: Unanswered;
}

/** Source of the table names in a case. */
interface CaseNames {
  leased: ReadonlyMap<string, string>;
  fresh(name: string): string;
}

type SentCall = { input: JsonObject; outcome: Outcome };

const turnsMaxDefault = 100;
/** A `times` step gets more time than a polling loop, since each of its requests does work. */
const timesFactor = 10;

/** Plays a case on a session. The caller has leased its tables and cleans up. */
export async function execute(subject: Case, session: Session, names: CaseNames, limits: Limits): Promise<Execution> {
  const player = new Player(session, names, limits);
  await player.steps(subject.steps, '');
  return { entries: player.entries, ...(player.unanswered && { unanswered: player.unanswered }) };
}

class Player {
  readonly entries: Entry[] = [];
  unanswered: Unanswered | undefined;
  /** A loop ran out of time, so later steps would rely on a state that was not reached. */
  #gaveUp = false;
  readonly #session: Session;
  readonly #answers = new Map<string, JsonObject>();
  /** The lists collected so far, by loop name. */
  readonly #collected = new Map<string, JsonObject>();
  /** Named steps whose answer was not a success. */
  readonly #failed = new Set<string>();
  readonly #bindings: Bindings;
  readonly #limits: Limits;

  constructor(session: Session, names: CaseNames, limits: Limits) {
    this.#session = session;
    this.#limits = limits;
    this.#bindings = { names: names.leased, freshName: names.fresh, answers: this.#answers };
  }

  async steps(steps: readonly Step[], prefix: string): Promise<void> {
    for (const [at, step] of steps.entries()) {
      if (this.unanswered || this.#gaveUp) return;
      if (this.#limits.signal?.aborted) {
        this.unanswered = interrupted;
        return;
      }
      if (isParallel(step)) await this.#parallel(step, `${prefix}${at}`);
      else if (isWait(step)) await this.#session.pause(step.wait);
      else await this.#step(step, `${prefix}${at}`);
    }
  }

  async #parallel(step: Parallel, label: string): Promise<void> {
    await Promise.all(step.parallel.map((branch, at) => this.steps(branch, `${label}.${at}.`)));
    // Branches finish in any order, so entries are sorted for the comparison.
    this.entries.sort((a, b) => compareLabels(a.step, b.step));
  }

  async #step(step: Leaf, label: string): Promise<void> {
    const { as, needs, op, account } = headOf(step);
    const blockedBy = this.#failed.size > 0 ? referencesOf(needs).find((name) => this.#failed.has(name)) : undefined;
    const entry =
      blockedBy === undefined ? this.#uncut(await this.#settled(step, label)) : blocked(label, op, blockedBy);
    if (account) entry.account = account;
    if (as !== undefined && entry.outcome.kind !== 'ok') this.#failed.add(as);
    if (blockedBy === undefined && entry.inconclusive === undefined) {
      const fault = unexpected(expectationOf(step), entry, this.#bindings);
      if (fault) entry.unexpected = fault;
      if (entry.outcome.kind === 'unanswered') this.unanswered ??= entry.outcome;
    }
    this.entries.push(entry);
  }

  async #settled(step: Leaf, label: string): Promise<Entry> {
    const entry = await this.#play(step, label);
    const again = (other: Leaf, at: string): Promise<Entry> => {
      if (isRepeat(other)) this.#answers.delete(other.repeat.as);
      return this.#play(other, at);
    };
    return this.#limits.settle?.(entry, { again, tables: this.#bindings.names }) ?? entry;
  }

  /** A loop cut off by an interruption or the time limit has not been shown to be endless. */
  #uncut(entry: Entry): Entry {
    const { repeat } = entry;
    if (repeat?.ended !== 'time') return entry;
    if (this.#limits.signal?.aborted) return { ...entry, outcome: interrupted };
    this.#gaveUp = true;
    return { ...entry, inconclusive: `time ran out ${afterTurns(repeat)}; awaited: ${repeat.awaited}` };
  }

  #stopwatch(turns: number, factor = 1): LoopLimit {
    const end = performance.now() + this.#limits.loopMs * factor;
    return (turn) => {
      if (turn >= turns) return 'turns';
      return performance.now() > end || this.#limits.signal?.aborted ? 'time' : undefined;
    };
  }

  #play(step: Leaf, label: string): Promise<Entry> {
    if (isRepeat(step)) return this.#repeat(step, label);
    if (isTimes(step)) return this.#times(step, label);
    return isReadStream(step) ? this.#readStream(step, label) : this.#call(step, label);
  }

  /** Every request of a case goes out here. */
  #ask(label: string, ...request: Parameters<Session['send']>): Promise<Outcome> {
    const { send } = this.#limits;
    return send ? send(label, ...request) : this.#session.send(...request);
  }

  async #send(call: Call, bindings: Bindings, label: string): Promise<SentCall> {
    const resolved = resolve(call.input, bindings);
    const input = isObject(resolved) ? resolved : {};
    const outcome = await this.#ask(label, call.op, input, sendOptions(call));
    if (call.as !== undefined && outcome.kind === 'ok') this.#answers.set(call.as, outcome.output);
    return { input, outcome };
  }

  async #call(call: Call, label: string): Promise<Entry> {
    const { during, op, body, headers } = call;
    const before = during && (await this.#seen(during, label));
    // On a virtual clock no state passes by itself, so it is missing because of the target.
    const mayBeLate = this.#session.clock === 'real';
    if (during && mayBeLate && (before === undefined || !sameJson(before, during.equals)))
      return notSent(label, op, seenText(before));
    const watch = this.#stopwatch(Number.POSITIVE_INFINITY);
    const { input, outcome, gaveUp } = await this.#withoutLeftovers(call, this.#bindings, watch, label);
    const written = { ...(body !== undefined && { body }), ...(headers && { headers }) };
    const sent: Entry = { step: label, op, input, ...written, outcome };
    const entry: Entry = gaveUp ? { ...sent, repeat: gaveUp } : sent;
    if (!during || !mayBeLate || outcome.kind === 'unanswered') return entry;
    const after = await this.#seen(during, label);
    const over = after === undefined ? during.over === null : sameJson(after, during.over);
    return over ? { ...entry, inconclusive: `${seenText(after)} right after the request` } : entry;
  }

  /** The current value of the state in which a request must be sent. */
  async #seen({ op, input, path }: During, label: string): Promise<Json | undefined> {
    const { outcome } = await this.#send({ op, input }, this.#bindings, label);
    if (outcome.kind === 'unanswered') this.unanswered ??= outcome;
    return outcome.kind === 'ok' ? valueAt(outcome.output, path) : undefined;
  }

  async #repeat(step: Repeat, label: string): Promise<Entry> {
    const { repeat: call, until, turns = turnsMaxDefault, pauseMs = 0, collect = [], despite = [] } = step;
    const collected: JsonObject = { ...(step.continues !== undefined && this.#collected.get(step.continues)) };
    this.#collected.set(call.as, collected);
    let first: JsonObject | undefined;
    const over = this.#stopwatch(turns);
    for (let turn = 1; ; turn++) {
      const { input, outcome } = await this.#send(call, this.#bindings, label);
      first ??= input;
      for (const path of collect) if (outcome.kind === 'ok') addTo(collected, path, valueAt(outcome.output, path));
      const ended = endingOf(outcome, until, collected, despite) ?? over(turn);
      if (ended) {
        const kept: Outcome = outcome.kind === 'ok' && collect.length > 0 ? { kind: 'ok', output: collected } : outcome;
        const repeat = {
          turns: turn,
          ended,
          awaited: awaitedText(until),
          lastSeen: lastSeen(until, outcome, collected),
        };
        return { step: label, op: call.op, input: first, outcome: kept, repeat };
      }
      if (pauseMs > 0) await this.#session.pause(pauseMs);
    }
  }

  async #readStream(step: ReadStream, label: string): Promise<Entry> {
    const { until, turns = turnsMaxDefault, pauseMs = 0 } = step;
    const arn = resolve(step.readStream, this.#bindings) ?? null;
    const over = this.#stopwatch(turns);
    const reader = new StreamReader(
      (op, input) => this.#ask(label, op, input, sendOptions(step)),
      arn,
      () => over(0),
    );
    for (let turn = 1; ; turn++) {
      const stopped = await reader.turn();
      const refusal = stopped && 'kind' in stopped ? stopped : undefined;
      const outcome: Outcome = refusal ?? {
        kind: 'ok',
        output: { Records: reader.records, ShardIds: reader.shardIds },
      };
      const here = (ended: Looped['ended']): Looped => ({
        ...{ turns: turn, ended, awaited: `at least ${until.records} of Records`, lastSeen: reader.records.length },
      });
      const ended = refusal ? 'outcome' : reader.records.length >= until.records ? 'until' : over(turn);
      const repeat = stopped && 'awaited' in stopped ? stopped : ended && here(ended);
      if (repeat) {
        if (step.as !== undefined && outcome.kind === 'ok') this.#answers.set(step.as, outcome.output);
        return { step: label, op: 'GetRecords', input: { StreamArn: arn }, outcome, repeat };
      }
      if (pauseMs > 0) await this.#session.pause(pauseMs);
    }
  }

  async #times(step: Times, label: string): Promise<Entry> {
    const limit = pLimit(step.concurrency ?? 1);
    let first: JsonObject = {};
    let kept: Outcome = { kind: 'ok', output: {} };
    let gaveUp: Looped | undefined;
    const over = this.#stopwatch(Number.POSITIVE_INFINITY, timesFactor);
    const one = async (counter: number): Promise<void> => {
      if (kept.kind !== 'ok' || gaveUp) return;
      if (over(counter)) gaveUp = givenUp('time', counter, `${step.times} requests`, counter);
      else {
        const { input, outcome, ...sent } = await this.#withoutLeftovers(
          step.step,
          { ...this.#bindings, counter },
          over,
          label,
        );
        if (counter === 0) first = input;
        if (outcome.kind !== 'ok' && kept.kind === 'ok') kept = outcome;
        gaveUp ??= sent.gaveUp;
      }
    };
    await Promise.all(Array.from({ length: step.times }, (_, counter) => limit(() => one(counter))));
    const entry: Entry = { step: label, op: step.step.op, input: first, outcome: kept };
    return gaveUp ? { ...entry, repeat: gaveUp } : entry;
  }

  /** Sends the unprocessed requests of a batch write again, as the API reference asks clients to do. */
  async #withoutLeftovers(
    call: Call,
    bindings: Bindings,
    over: LoopLimit,
    label: string,
  ): Promise<SentCall & { gaveUp?: Looped }> {
    let { input, outcome } = await this.#send(call, bindings, label);
    for (let turn = 1; outcome.kind === 'ok'; turn++) {
      const left = outcome.output.UnprocessedItems;
      if (!isObject(left) || Object.keys(left).length === 0) break;
      const ended = turn >= turnsMaxDefault ? 'turns' : over(turn);
      if (ended) return { input, outcome, gaveUp: givenUp(ended, turn, 'no UnprocessedItems', left) };
      await this.#session.pause(10 * 2 ** Math.min(turn, 8));
      outcome = await this.#ask(label, call.op, { RequestItems: left }, sendOptions(call));
    }
    return { input, outcome };
  }
}

const sendOptions = ({
  body,
  raw,
  headers,
  account,
}: Pick<Call, 'body' | 'raw' | 'headers' | 'account'>): SendOptions => ({
  ...(body !== undefined ? { body } : raw && { raw }),
  ...(headers && { headers }),
  ...(account && { account }),
});

const blocked = (step: string, op: Operation, blockedBy: string): Entry => ({
  step,
  op,
  input: {},
  outcome: { kind: 'unanswered', cause: 'unsendable', detail: `needs the answer of '${blockedBy}'` },
  blockedBy,
});

const seenText = (state: Json | undefined): string => `the state is ${JSON.stringify(state ?? null)}`;

const notSent = (step: string, op: Operation, why: string): Entry => ({
  step,
  op,
  input: {},
  outcome: { kind: 'unanswered', cause: 'unsendable', detail: why },
  inconclusive: `not sent: ${why}`,
});

/** `2` before `10`, `4.0.1` before `4.1.0`. */
function compareLabels(a: string, b: string): number {
  const left = a.split('.').map(Number);
  const right = b.split('.').map(Number);
  for (let at = 0; at < Math.max(left.length, right.length); at++) {
    const difference = (left[at] ?? -1) - (right[at] ?? -1);
    if (difference !== 0) return difference;
  }
  return 0;
}
