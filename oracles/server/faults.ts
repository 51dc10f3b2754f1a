/**
 * Bugs of a service around its store, planted on purpose: what several requests at once, a client that leaves or a killed process
 * bring to light, and no request after another can. Each stands for a kind seen in stores that claim to be DynamoDB.
 */
import { createOracle, type Oracle } from '../oracle.ts';
import type { Json, JsonObject, Operation, Outcome } from '../values/types.ts';
import type { LogEntry } from './log.ts';

interface ServiceContext {
  readonly account?: string;
  readonly overlaps?: boolean;
  /** Whether the client has left. */
  readonly isGone?: () => boolean;
}
export type Service = (operation: Operation, input: JsonObject, context: ServiceContext) => Outcome | Promise<Outcome>;

type Wrap = (send: Service, oracle: Oracle, torn: readonly LogEntry[]) => Service;

export interface ServiceFault {
  readonly title: string;
  /** The service with the bug. `torn`: entries of the log that were begun and never ended. */
  readonly wrap?: Wrap;
  /** The log gets these requests in two steps, with time between them; killed there, the first is torn. */
  readonly inTwoSteps?: (operation: Operation) => boolean;
  /** Answers come before the log is written. */
  readonly answersFirst?: true;
  /** Writes of several clients reach the log in another order than they were executed in; each is there before its answer. Every other one is outrun by those after it. */
  readonly logsInAnyOrder?: (operation: Operation) => boolean;
  /** What a replay makes of the input of an entry; undefined where nothing is left of it. */
  readonly replays?: (input: JsonObject, operation: Operation) => JsonObject | undefined;
}

/** Between two steps that should be one. Much longer than what is around them, so that a drawn moment falls between. */
export const stepMs = 12;
const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
const failed = (message: string): Outcome => ({
  ...{ kind: 'rejected', type: 'InternalServerError', message, status: 500, members: {} },
  rawType: 'com.amazonaws.dynamodb.v20120810#InternalServerError',
});

const textOf = (value: unknown): string => JSON.stringify(value);
const isWrite = (operation: Operation): boolean => ['PutItem', 'UpdateItem', 'DeleteItem'].includes(operation);

/** Evaluates a write on a copy of its item, and writes the result after a wait, whatever has happened meanwhile. */
function writesLater(applies: (operation: Operation, input: JsonObject) => boolean): Wrap {
  return (send, oracle) => async (operation, input, context) => {
    if (!applies(operation, input)) return send(operation, input, context);
    const { TableName = '' } = input;
    const described = oracle.send('DescribeTable', { TableName }, context);
    const table = described.kind === 'ok' ? (described.output.Table as JsonObject) : undefined;
    if (table?.TableStatus !== 'ACTIVE') return send(operation, input, context);
    const names = (table.KeySchema as JsonObject[]).map(({ AttributeName }) => String(AttributeName));
    const holder = (input.Key ?? input.Item) as JsonObject;
    const Key = Object.fromEntries(names.flatMap((name) => (holder?.[name] ? [[name, holder[name]]] : [])));
    const before = oracle.send('GetItem', { TableName, Key, ConsistentRead: true }, context);
    if (before.kind !== 'ok') return send(operation, input, context);
    const copy = createOracle({ timing: { tableCreationMs: 0 } });
    const { KeySchema = null } = table;
    const AttributeDefinitions = (table.AttributeDefinitions as JsonObject[]).filter(({ AttributeName }) =>
      names.includes(String(AttributeName)),
    );
    copy.send('CreateTable', { TableName, KeySchema, AttributeDefinitions, BillingMode: 'PAY_PER_REQUEST' });
    copy.clock.advance(1);
    if (before.output.Item) copy.send('PutItem', { TableName, Item: before.output.Item });
    const outcome = copy.send(operation, input);
    if (outcome.kind !== 'ok') return outcome;
    const after = copy.send('GetItem', { TableName, Key, ConsistentRead: true });
    await pause(stepMs);
    const Item = after.kind === 'ok' ? after.output.Item : undefined;
    await (Item ? send('PutItem', { TableName, Item }, context) : send('DeleteItem', { TableName, Key }, context));
    return outcome;
  };
}

const splitTransaction =
  (stopsWhenLeft: boolean): Wrap =>
  (send) =>
  async (operation, input, context) => {
    const items = input.TransactItems;
    if (operation !== 'TransactWriteItems' || !Array.isArray(items) || items.length < 2)
      return send(operation, input, context);
    let outcome: Outcome = { kind: 'ok', output: {} };
    for (const item of items) {
      if (stopsWhenLeft && context.isGone?.()) break;
      outcome = await send(operation, { TransactItems: [item] }, context);
      if (outcome.kind !== 'ok') return outcome;
      await pause(stepMs);
    }
    return outcome;
  };

const staleMs = 100;

/** One consistent read in so many. */
const seldom = 40;

/** A consistent read in many is answered by a copy that is behind. */
const seldomStale: Wrap = (send) => {
  const before = new Map<string, Outcome>();
  const now = new Map<string, Outcome>();
  let reads = 0;
  return async (operation, input, context) => {
    const outcome = await send(operation, input, context);
    if (operation !== 'GetItem') return outcome;
    const key = textOf([input.TableName, input.Key]);
    const last = now.get(key);
    if (last !== undefined && textOf(last) !== textOf(outcome)) before.set(key, last);
    now.set(key, outcome);
    reads += 1;
    return reads % seldom === 0 ? (before.get(key) ?? outcome) : outcome;
  };
};

/** Pages are answered from memory for a while. */
const stalePages: Wrap = (send) => {
  const kept = new Map<string, { outcome: Outcome; at: number }>();
  return async (operation, input, context) => {
    if (operation !== 'Query' && operation !== 'Scan') return send(operation, input, context);
    const old = kept.get(textOf(input));
    if (old !== undefined && performance.now() - old.at < staleMs) return old.outcome;
    const outcome = await send(operation, input, context);
    kept.set(textOf(input), { outcome, at: performance.now() });
    return outcome;
  };
};

/** The last of several writes of a batch is dropped when another request comes meanwhile. */
const lossyBatches: Wrap = (send) => {
  let requests = 0;
  return async (operation, input, context) => {
    requests += 1;
    const before = requests;
    if (operation !== 'BatchWriteItem') return send(operation, input, context);
    await pause(1);
    if (requests === before) return send(operation, input, context);
    const kept = Object.entries((input.RequestItems ?? {}) as JsonObject).map(([table, writes]) => [
      table,
      Array.isArray(writes) && writes.length > 1 ? writes.slice(0, -1) : writes,
    ]);
    return send(operation, { ...input, RequestItems: Object.fromEntries(kept) }, context);
  };
};

/** Whoever comes second with a token is answered before the first is done, and whatever becomes of it. */
const earlyTokens: Wrap = (send) => {
  const seen = new Set<string>();
  return async (operation, input, context) => {
    const token = input.ClientRequestToken;
    if (operation !== 'TransactWriteItems' || typeof token !== 'string') return send(operation, input, context);
    if (seen.has(token)) return { kind: 'ok', output: {} };
    seen.add(token);
    await pause(stepMs);
    return send(operation, input, context);
  };
};

/** All numbers of a request as a double would keep them. */
function asDoubles(value: Json): Json {
  if (Array.isArray(value)) return value.map(asDoubles);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [
      name,
      name === 'N' && typeof inner === 'string' ? String(Number(inner)) : asDoubles(inner),
    ]),
  );
}

const unconditional = ({ ConditionExpression: _, ...input }: JsonObject): JsonObject => input;

const changesSetting = (operation: Operation): boolean =>
  ['UpdateTimeToLive', 'TagResource', 'UntagResource', 'UpdateContinuousBackups'].includes(operation);

const staleReads: Wrap = (send) => {
  const kept = new Map<string, { outcome: Outcome; at: number }>();
  return async (operation, input, context) => {
    if (operation !== 'GetItem') return send(operation, input, context);
    const key = textOf(input);
    const old = kept.get(key);
    if (old !== undefined && performance.now() - old.at < staleMs) return old.outcome;
    const outcome = await send(operation, input, context);
    kept.set(key, { outcome, at: performance.now() });
    return outcome;
  };
};

/** Every third record becomes visible later than those after it. */
const lateRecords: Wrap = (send) => {
  const shownFrom = new Map<string, number>();
  return async (operation, input, context) => {
    const outcome = await send(operation, input, context);
    if (operation !== 'GetRecords' || outcome.kind !== 'ok') return outcome;
    const now = performance.now();
    const records = ((outcome.output.Records ?? []) as JsonObject[]).filter(({ eventID }) => {
      const id = String(eventID);
      if (!shownFrom.has(id)) shownFrom.set(id, shownFrom.size % 3 === 2 ? now + staleMs : now);
      return now >= shownFrom.get(id)!;
    });
    return { ...outcome, output: { ...outcome.output, Records: records } };
  };
};

/** A restored table is ACTIVE before all of its rows can be read. */
const earlyActive: Wrap = (send) => {
  const restoredAt = new Map<string, number>();
  return async (operation, input, context) => {
    const outcome = await send(operation, input, context);
    if (outcome.kind !== 'ok') return outcome;
    const name = String(input.TableName ?? '');
    if (operation === 'RestoreTableFromBackup') restoredAt.set(String(input.TargetTableName), Number.POSITIVE_INFINITY);
    if (operation === 'DescribeTable' && restoredAt.get(name) === Number.POSITIVE_INFINITY) {
      const { Table } = outcome.output as { Table: JsonObject };
      if (Table.TableStatus === 'ACTIVE') restoredAt.set(name, performance.now());
    }
    const isFresh = performance.now() - (restoredAt.get(name) ?? 0) < staleMs && restoredAt.has(name);
    if (operation !== 'Scan' || !isFresh || !Array.isArray(outcome.output.Items)) return outcome;
    const Items = outcome.output.Items.slice(1);
    return { ...outcome, output: { ...outcome.output, Items, Count: Items.length, ScannedCount: Items.length } };
  };
};

/** A table whose creation was torn is described, and everything else fails. */
const withoutStorage: Wrap = (send, _oracle, torn) => {
  const broken = new Set(torn.map(({ input }) => String(input.TableName)));
  return (operation, input, context) => {
    const name = String(input.TableName ?? '');
    if (operation === 'DeleteTable') broken.delete(name);
    const isUse = /^(?:Get|Put|Update|Delete)Item$|^Query$|^Scan$/.test(operation);
    return broken.has(name) && isUse ? failed(`no such table: ${name}`) : send(operation, input, context);
  };
};

/** A table whose change was torn stays CREATING. */
const staysCreating: Wrap = (send, _oracle, torn) => {
  const stuck = new Set(torn.map(({ input }) => String(input.TableName ?? input.TargetTableName)));
  return async (operation, input, context) => {
    const outcome = await send(operation, input, context);
    if (operation !== 'DescribeTable' || outcome.kind !== 'ok' || !stuck.has(String(input.TableName))) return outcome;
    const Table = { ...(outcome.output.Table as JsonObject), TableStatus: 'CREATING' };
    return { ...outcome, output: { Table } };
  };
};

/** The index entry of a write that was torn is missing. */
const withoutIndexEntry: Wrap = (send, _oracle, torn) => {
  const lost = torn.map(({ input }) => textOf((input.Item as JsonObject | undefined) ?? input.Key));
  return async (operation, input, context) => {
    const outcome = await send(operation, input, context);
    if (input.IndexName === undefined || outcome.kind !== 'ok' || !Array.isArray(outcome.output.Items)) return outcome;
    const Items = outcome.output.Items.filter(
      (item) => !lost.some((one) => isPart(JSON.parse(one), item as JsonObject)),
    );
    return { ...outcome, output: { ...outcome.output, Items, Count: Items.length, ScannedCount: Items.length } };
  };
};

const isPart = (part: JsonObject, whole: JsonObject): boolean =>
  Object.entries(part).every(([name, value]) => textOf(whole[name]) === textOf(value));

export const serviceFaults = {
  'condition-before-write': {
    title: 'a condition is checked on a copy, and the write follows after a wait',
    wrap: writesLater((operation, input) => isWrite(operation) && input.ConditionExpression !== undefined),
  },
  'update-without-version': {
    title: 'an update is computed on a copy that another write may have made old',
    wrap: writesLater((operation) => operation === 'UpdateItem'),
  },
  'stale-consistent-read': { title: 'a consistent read is answered from memory', wrap: staleReads },
  'seldom-stale': { title: 'one consistent read in forty is answered by a copy that is behind', wrap: seldomStale },
  'stale-pages': { title: 'consistent pages are answered from memory', wrap: stalePages },
  'lossy-batches': {
    title: 'the last write of a batch is dropped when another request comes meanwhile',
    wrap: lossyBatches,
  },
  'token-before-work': { title: 'a token is remembered before its transaction is executed', wrap: earlyTokens },
  'transaction-in-steps': { title: 'a transaction writes one item after another', wrap: splitTransaction(false) },
  'transaction-left': {
    title: 'a transaction stops in the middle when its client leaves',
    wrap: splitTransaction(true),
  },
  'sequence-before-commit': { title: 'a stream shows records after later ones', wrap: lateRecords },
  'active-by-timer': { title: 'a restored table is ACTIVE before it has all rows', wrap: earlyActive },
  'answer-before-log': { title: 'a write is acknowledged before it is stored', answersFirst: true },
  'log-in-any-order': {
    title: 'writes of several clients are stored in another order than executed',
    logsInAnyOrder: isWrite,
  },
  'settings-in-memory': {
    title: 'tags, time to live and recovery are forgotten at a restart',
    replays: (input, operation) => (changesSetting(operation) ? undefined : input),
  },
  'numbers-as-doubles': {
    title: 'numbers lose digits at a restart',
    replays: (input) => asDoubles(input) as JsonObject,
  },
  'refused-write-kept': {
    title: 'a put that was refused is there after a restart',
    replays: (input, operation) => (operation === 'PutItem' ? unconditional(input) : input),
  },
  'tokens-in-memory': {
    title: 'tokens of transactions are forgotten at a restart',
    replays: ({ ClientRequestToken: _, ...input }) => input,
  },
  'table-without-storage': {
    title: 'a table is in the catalog before it has storage',
    inTwoSteps: (operation) => operation === 'CreateTable',
    wrap: withoutStorage,
  },
  'creating-for-ever': {
    title: 'nobody ends what was CREATING when the process died',
    inTwoSteps: (operation) => operation === 'CreateTable' || operation === 'RestoreTableFromBackup',
    wrap: staysCreating,
  },
  'index-without-transaction': {
    title: 'an item and its index entry are stored one after the other',
    inTwoSteps: isWrite,
    wrap: withoutIndexEntry,
  },
} as const satisfies Record<string, ServiceFault>;

export type ServiceFaultId = keyof typeof serviceFaults;

export const isServiceFault = (id: string): id is ServiceFaultId => Object.hasOwn(serviceFaults, id);
