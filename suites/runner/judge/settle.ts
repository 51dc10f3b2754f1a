/**
 * Reads that DynamoDB lets lag behind the writes: those of a global index, of a stream, and all that do not ask for
 * `ConsistentRead` (developer guide, "DynamoDB read consistency"). One that differs is read again until it agrees or a bound
 * has passed; a consistent read is taken at its word.
 */
import { operations, readsOnly } from '../../../oracles/values/operations.ts';
import type { Json } from '../../../oracles/values/types.ts';
import type { Case, Leaf } from '../../cases/case.ts';
import { isRepeat } from '../../cases/case.ts';
import type { Session } from '../../targets/target.ts';
import { isObject } from '../play/path.ts';
import type { Entry } from '../record.ts';
import { judge, stepAt, type TargetTranscript } from './judge.ts';

/** Milliseconds after the last write within which an eventual read must have come to agree. */
export const settleMs = 1_000;

/** The first wait; each later one is twice as long. */
const pauseMsFirst = 5;

/** What the executor lends: a step played anew, a loop from its first page, and the names of the tables, label to name. */
export interface Playing {
  again(step: Leaf, label: string): Promise<Entry>;
  tables: ReadonlyMap<string, string>;
}

/** Called with each answer before the next step is sent; hands back the answer that counts. */
export type Settle = (entry: Entry, playing: Playing) => Promise<Entry>;

export interface SettleOptions {
  subject: Case;
  /** What the reference answered to the same case. */
  expected: TargetTranscript;
  pause: Session['pause'];
  patience: Patience;
  signal?: AbortSignal;
}

/** The wait is counted from the last write: what has had its time without a further write is not waited for again. */
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
    // A refusal is of the request, and no wait makes another answer of it.
    if (first.outcome.kind !== 'ok' || !isAnswered.has(first.step) || agrees(first, playing.tables)) return first;
    // A loop that was given up has waited by itself, and would do so each time.
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

/** A loop starts anew from its first page, and with it the loops that it continues. */
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

/** How long reads are waited for, and what came of it. */
export interface Patience {
  readonly ms: number;
  /** A read came to agree. */
  settled(): void;
  /** A read did not come to agree. */
  differed(): void;
}

/** Differing reads that are given the whole bound before a target is taken for one without a lag. */
const triesWhole = 8;
/** What such a target is given from then on. */
const shortMs = 20;

/**
 * Of one target, over a run: differences that are none of lag would each cost the whole bound. One that was late once is
 * given the whole bound from then on; what is found with less must be confirmed with `whole`.
 */
export class LearnedPatience implements Patience {
  #late = false;
  #tries = 0;
  /** The whole bound, whatever came of it before. */
  readonly whole: Patience = { ms: settleMs, settled: () => this.settled(), differed: () => {} };

  get ms(): number {
    return this.#late || this.#tries < triesWhole ? settleMs : shortMs;
  }

  settled(): void {
    this.#late = true;
  }

  differed(): void {
    this.#tries += 1;
  }
}

type Request = Pick<Entry, 'op' | 'input'>;

/** A statement can be a write; the other operations say it by their names. */
const isRead = (request: Request): boolean => readsOnly(request.op) || selectsOnly(statementsOf(request));

/** Of the operations that answer as each statement by itself. */
const statementsOf = ({ op, input }: Request): Json[] => {
  if (operations[op].lags !== 'as its SELECTs do') return [];
  return Array.isArray(input.Statements) ? input.Statements : [input];
};

const selectsOnly = (statements: Json[]): boolean => statements.length > 0 && statements.every(isSelect);

const isSelect = (statement: Json): boolean =>
  isObject(statement) && typeof statement.Statement === 'string' && /^\s*SELECT\b/i.test(statement.Statement);

const isEventual = (part: Json): boolean => isObject(part) && part.ConsistentRead !== true;

/** Whether the answer may be of an earlier state than that after the last write. */
export function isEventualRead(request: Request): boolean {
  const { op, input } = request;
  const { lags } = operations[op];
  switch (lags) {
    case 'never':
    case 'always':
      return lags === 'always';
    case 'unless the request forbids it':
      return isEventual(input);
    case 'unless each table forbids it':
      return isObject(input.RequestItems) && Object.values(input.RequestItems).some(isEventual);
    case 'as its SELECTs do': {
      const statements = statementsOf(request);
      return selectsOnly(statements) && statements.some(isEventual);
    }
    default:
      return lags satisfies never;
  }
}
