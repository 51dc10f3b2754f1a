/** Sums: each ADD counts once, whoever raced for the item, and a transaction's token counts once however often it was sent. */
import type { JsonObject } from '../../values/types.ts';
import { grouped } from '../grouped.ts';
import type { Call, History } from '../history.ts';
import { type Anomaly, type Judge, type Judgement, judgementOf } from '../judge.ts';
import { byItem, type ItemWrite, itemText, type TableFacts, tablesOf, writesOf } from '../tables.ts';
import { timeline } from '../timeline.ts';

const what = 'an item whose attribute is changed only by ADD of whole numbers, without a condition';

export const counters: Judge = {
  statement: 'Each ADD that was answered counts once; one without an answer at most once.',
  source:
    'https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/WorkingWithItems.html#WorkingWithItems.AtomicCounters',
  needs: what,
  judge: (history) => judge(history, (units) => units.every(({ calls }) => calls.length === 1), what),
};

const repeated = `${what}, by transactions of which some were sent again with their token`;

export const tokens: Judge = {
  statement:
    'A transaction is executed once for each token and account, however often it is sent, before and after a restart.',
  source: 'https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_TransactWriteItems.html',
  needs: repeated,
  judge: (history) => judge(history, (units) => units.some(({ calls }) => calls.length > 1), repeated),
};

/** What counts once: one call, or all calls with one token. */
interface Unit {
  readonly calls: readonly number[];
  readonly added: bigint;
  readonly isCertain: boolean;
}
interface Counter {
  readonly writes: readonly ItemWrite[];
  readonly attribute: string;
  readonly initial: bigint;
  readonly units: readonly Unit[];
}

function judge(history: History, isMine: (units: readonly Unit[]) => boolean, needs: string): Judgement {
  const tables = tablesOf(history);
  const all = [...byItem(writesOf(history, tables)).values()].flatMap(counterOf).filter(({ units }) => isMine(units));
  const reads = finalReads(history, tables);
  const anomalies = all.flatMap((counter) => faultsOf(history, counter, reads));
  return judgementOf(
    all.reduce((sum, { units }) => sum + units.length, 0),
    anomalies,
    [],
    needs,
  );
}

function counterOf(all: readonly ItemWrite[]): Counter[] {
  const writes = all.filter(({ call, outcome }) => call !== -1 && outcome !== 'refused');
  const setup = all.filter(({ call }) => call === -1).at(-1);
  const added = writes.map(addition);
  const attribute = added[0]?.attribute;
  if (attribute === undefined || added.some((one) => one?.attribute !== attribute)) return [];
  const initial = setup === undefined ? 0n : initialOf(setup, attribute);
  if (initial === undefined) return [];
  return [
    {
      writes,
      attribute,
      initial,
      units: unitsOf(
        writes,
        added.map((one) => one!.value),
      ),
    },
  ];
}

function initialOf({ kind, request }: ItemWrite, attribute: string): bigint | undefined {
  if (kind !== 'put') return undefined;
  return wholeNumber((request.Item as JsonObject)[attribute] ?? { N: '0' });
}

function wholeNumber(value: unknown): bigint | undefined {
  const text = (value as { N?: unknown } | undefined)?.N;
  return typeof text === 'string' && /^-?\d+$/.test(text) ? BigInt(text) : undefined;
}

function addition({ kind, request }: ItemWrite): { attribute: string; value: bigint } | undefined {
  const found = /^\s*ADD\s+(#?\w+)\s+(:\w+)\s*$/i.exec(String(request.UpdateExpression ?? ''));
  if (kind !== 'update' || found === null || request.ConditionExpression !== undefined) return undefined;
  const [, name, value] = found as unknown as [string, string, string];
  const names = (request.ExpressionAttributeNames ?? {}) as { [name: string]: string };
  const number = wholeNumber(((request.ExpressionAttributeValues ?? {}) as JsonObject)[value]);
  return number === undefined ? undefined : { attribute: names[name] ?? name, value: number };
}

function unitsOf(writes: readonly ItemWrite[], added: readonly bigint[]): Unit[] {
  const units = new Map<string, Unit>();
  writes.forEach(({ call, token, outcome }, i) => {
    const id = token === undefined ? `call ${call}` : `token ${token}`;
    const known = units.get(id) ?? { calls: [], added: added[i]!, isCertain: false };
    units.set(id, { ...known, calls: [...known.calls, call], isCertain: known.isCertain || outcome === 'done' });
  });
  return [...units.values()];
}

/** Consistent reads of each item, by table and key. */
function finalReads({ calls }: History, tables: ReadonlyMap<string, TableFacts>): Map<string, number[]> {
  const reads = [...calls.keys()].filter((at) => {
    const { operation, input, outcome } = calls[at]!;
    const isConsistent = operation === 'GetItem' && input.ConsistentRead === true && outcome.kind === 'ok';
    return isConsistent && tables.has(String(input.TableName));
  });
  return grouped(reads, (at) => `${calls[at]!.input.TableName} ${itemText(calls[at]!.input.Key as JsonObject)}`);
}

function faultsOf(history: History, counter: Counter, reads: ReadonlyMap<string, number[]>): Anomaly[] {
  const { writes, units } = counter;
  const { table, key } = writes[0]!;
  const quietUs = Math.max(...writes.filter(({ outcome }) => outcome === 'done').map(({ endUs }) => endUs), 0);
  const after = (reads.get(`${table} ${key}`) ?? []).filter((at) => history.calls[at]!.startUs > quietUs);
  const sums = sumsOf(counter);
  const wrong = after.find((at) => sums !== undefined && !sums.has(shownSum(history.calls[at]!, counter.attribute)));
  if (wrong === undefined) return twiceTold(history, counter);
  const shown = shownSum(history.calls[wrong]!, counter.attribute);
  const certain = units.filter(({ isCertain }) => isCertain).length;
  const most = units.length === certain ? '' : ` and ${units.length - certain} perhaps`;
  const range = [...sums!].sort((a, b) => (a < b ? -1 : 1));
  const wanted = range.length === 1 ? `${range[0]}` : `${range[0]} to ${range.at(-1)}`;
  const text = `After ${certain} additions${most} the sum is ${shown}; it must be ${wanted}.`;
  const repeatedCalls = units.filter(({ calls }) => calls.length > 1).flatMap(({ calls }) => calls);
  const calls = [...(repeatedCalls.length > 0 ? repeatedCalls : units.flatMap((unit) => unit.calls)), wrong];
  return [{ kind: 'wrong sum', text, calls, shown: timeline(history, calls.slice(-12)) }];
}

const shownSum = ({ outcome }: Call, attribute: string): bigint => {
  const item = outcome.kind === 'ok' ? (outcome.output.Item as JsonObject | undefined) : undefined;
  return wholeNumber(item?.[attribute]) ?? 0n;
};

/** Every sum that is possible; undefined for too many. */
function sumsOf({ initial, units }: Counter): Set<bigint> | undefined {
  let base = initial;
  for (const { added, isCertain } of units) if (isCertain) base += added;
  let sums = new Set([base]);
  for (const { added, isCertain } of units) {
    if (!isCertain) sums = new Set([...sums, ...[...sums].map((sum) => sum + added)]);
    if (sums.size > 100_000) return undefined;
  }
  return sums;
}

/** No two additions of the same sign leave the same sum behind. */
function twiceTold(history: History, { writes, units, attribute }: Counter): Anomaly[] {
  if (!units.every(({ added }) => added > 0n) && !units.every(({ added }) => added < 0n)) return [];
  const told = new Map<bigint, number>();
  for (const { call } of writes) {
    const { input, outcome } = history.calls[call]!;
    const isNew = input.ReturnValues === 'UPDATED_NEW' || input.ReturnValues === 'ALL_NEW';
    const sum =
      outcome.kind === 'ok' && isNew ? wholeNumber((outcome.output.Attributes as JsonObject)?.[attribute]) : undefined;
    const other = sum === undefined ? undefined : told.get(sum);
    if (other !== undefined) {
      const calls = [other, call];
      return [
        {
          kind: 'the same sum twice',
          text: `Two additions were both told the sum ${sum}.`,
          calls,
          shown: timeline(history, calls),
        },
      ];
    }
    if (sum !== undefined) told.set(sum, call);
  }
  return [];
}
