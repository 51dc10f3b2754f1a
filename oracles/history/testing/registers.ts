/** Histories of registers that hold an integer or nothing, generated with a store that is right but for a planted fault. */
import type { Call, History } from '../history.ts';
import { parseHistory } from '../notation.ts';
import { readCall } from '../notation-calls.ts';
import type { Random } from './random.ts';

/** As `porcupine/main.go` reads them. */
interface Action {
  readonly verb: 'put' | 'add' | 'del' | 'get' | 'check';
  readonly key: string;
  readonly value?: number;
  readonly condition?: 'absent' | 'present' | 'equal';
  readonly wanted?: number;
}
interface Operation {
  readonly client: number;
  readonly start: number;
  /** -1 without an answer. */
  readonly end: number;
  readonly actions: readonly Action[];
  readonly outcome: 'ok' | 'failed';
  /** Which actions had a condition that did not hold. */
  readonly failed: readonly number[];
  readonly values: readonly (number | null)[];
}
export interface Registers {
  readonly initial: { readonly [key: string]: number };
  readonly operations: readonly Operation[];
  /** No operation names two keys. */
  readonly apart: boolean;
}

export const faults = ['none', 'stale read', 'lost update', 'double effect', 'phantom write', 'reordered'] as const;
type Fault = (typeof faults)[number];

export interface Shape {
  readonly clients: number;
  readonly keys: number;
  readonly operations: number;
  readonly fault: Fault;
  /** Of 100 operations. */
  readonly transactions: number;
  readonly unanswered: number;
  /** One fault in so many operations. */
  readonly rarity: number;
}

interface Event {
  readonly at: number;
  readonly run: () => void;
}

/** An operation starts, takes effect and is answered at moments drawn. */
export function generate(random: Random, shape: Shape): Registers {
  const keys = Array.from({ length: shape.keys }, (_, i) => `k${i}`);
  const initial = Object.fromEntries(keys.filter(() => random.below(2) === 0).map((key) => [key, 0]));
  const store = new Store(initial);
  const events: Event[] = [];
  const operations: Operation[] = [];
  const starts = Array.from({ length: shape.clients }, () => random.below(20));
  for (let i = 0; i < shape.operations; i++) {
    const client = starts.indexOf(Math.min(...starts));
    const start = starts[client]!;
    const effect = start + 1 + random.below(20);
    const end = effect + 1 + random.below(20);
    starts[client] = end + random.below(10);
    const isUnanswered = random.below(100) < shape.unanswered;
    const isFaulty = random.below(shape.rarity) === 0;
    const actions = drawActions(random, keys, i + 1, shape.transactions);
    const fault = isFaulty ? shape.fault : 'none';
    const at = fault === 'reordered' ? end + random.below(40) : effect;
    const later = isUnanswered ? [effect, effect + 200, Number.POSITIVE_INFINITY][random.below(3)]! : at;
    events.push({
      at: later,
      run: () => {
        const answer = store.execute(actions, fault);
        if (!isUnanswered) operations.push({ client, start, end, actions, ...answer });
      },
    });
    if (fault === 'double effect')
      events.push({ at: at + random.below(60), run: () => void store.execute(actions, 'none') });
    if (isUnanswered) operations.push({ client, start, end: -1, actions, outcome: 'ok', failed: [], values: [] });
  }
  events.sort((a, b) => a.at - b.at);
  for (const { at, run } of events) if (at !== Number.POSITIVE_INFINITY) run();
  operations.sort((a, b) => a.start - b.start);
  return { initial, operations, apart: shape.transactions === 0 };
}

function drawActions(random: Random, keys: readonly string[], fresh: number, transactions: number): Action[] {
  if (random.below(100) >= transactions || keys.length < 2) return [drawAction(random, random.pick(keys), fresh, true)];
  const first = random.below(keys.length);
  const second = (first + 1 + random.below(keys.length - 1)) % keys.length;
  const both = [keys[first]!, keys[second]!];
  if (random.below(2) === 0) return both.map((key) => ({ verb: 'get', key }));
  return both.map((key) => drawAction(random, key, fresh, false));
}

function drawAction(random: Random, key: string, fresh: number, reads: boolean): Action {
  const kind = random.below(reads ? 10 : 5);
  if (kind === 0) return { verb: 'del', key };
  if (kind === 1) return { verb: 'put', key, value: fresh };
  if (kind === 2) return { verb: 'put', key, value: fresh, condition: random.pick(['absent', 'present'] as const) };
  if (kind === 3) return { verb: 'put', key, value: fresh, condition: 'equal', wanted: random.below(fresh) };
  if (kind === 4) return { verb: 'add', key, value: 1 };
  return { verb: 'get', key };
}

class Store {
  #now: Map<string, number>;
  #before: Map<string, number>;

  constructor(initial: { readonly [key: string]: number }) {
    this.#now = new Map(Object.entries(initial));
    this.#before = this.#now;
  }

  execute(actions: readonly Action[], fault: Fault): Pick<Operation, 'outcome' | 'failed' | 'values'> {
    const next = new Map(this.#now);
    const failed = [...actions.keys()].filter((i) => !holds(actions[i]!, next));
    const isDone = failed.length === 0;
    const values = actions.map((action) => apply(action, next, fault === 'stale read' ? this.#before : next));
    const changes = actions.some(({ verb }) => verb !== 'get' && verb !== 'check');
    if (changes && (isDone ? fault !== 'lost update' : fault === 'phantom write')) {
      this.#before = this.#now;
      this.#now = next;
    }
    return isDone ? { outcome: 'ok', failed, values } : { outcome: 'failed', failed, values: [] };
  }
}

function holds({ key, condition, wanted }: Action, state: ReadonlyMap<string, number>): boolean {
  if (condition === 'absent') return !state.has(key);
  if (condition === 'present') return state.has(key);
  return condition === undefined || state.get(key) === wanted;
}

function apply({ verb, key, value = 0 }: Action, state: Map<string, number>, read: ReadonlyMap<string, number>) {
  if (verb === 'put') state.set(key, value);
  if (verb === 'del') state.delete(key);
  if (verb === 'add') state.set(key, (state.get(key) ?? 0) + value);
  return verb === 'add' ? state.get(key)! : verb === 'get' ? (read.get(key) ?? null) : null;
}

/** The same in the words of DynamoDB. */
export function historyOf({ initial, operations }: Registers): History {
  const set = Object.entries(initial).map(([key, value]) => `put ${key} ${value}`);
  // A row that names the table, so that it is there though nothing is in it.
  const { setup } = parseHistory(`setup: ${['put none 0', ...set].join('; ')}`);
  return { target: 'generated', seed: 'in the title', setup, calls: operations.map(callOf) };
}

function callOf(operation: Operation): Call {
  const { client, start, end } = operation;
  const call = { client, ...readCall(wordsOf(operation)), startUs: start };
  return end < 0 ? call : { ...call, endUs: end };
}

function wordsOf({ actions, outcome, failed, values, end }: Operation): string {
  const words = actions.map(actionWords).join(' & ');
  const body = actions.length === 1 ? words : `tx ${words}`;
  if (end < 0) return `${body} ?`;
  if (outcome === 'failed')
    return `${body} !${actions.length === 1 ? 'cond' : actions.map((_, i) => (failed.includes(i) ? 'cond' : '-')).join(',')}`;
  const isShown = actions[0]!.verb === 'get' || (actions[0]!.verb === 'add' && actions.length === 1);
  return isShown ? `${body} = ${values.map((value) => value ?? '-').join(' ')}` : body;
}

function actionWords({ verb, key, value, condition, wanted }: Action): string {
  const given = verb === 'put' || verb === 'add' ? ` ${value}` : '';
  return `${verb} ${key}${given}${condition === undefined ? '' : ` if ${condition === 'equal' ? wanted : condition}`}`;
}
