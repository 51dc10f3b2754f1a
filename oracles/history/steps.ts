/** The calls of a history as steps on items: what a linearization puts in order. */
import type { Json, JsonObject, Operation } from '../values/types.ts';
import type { Call, History, Outcome } from './history.ts';
import { toldBy } from './outcomes.ts';
import { pageReads } from './page-reads.ts';
import { type Prepared, type Slot, Specification } from './specification.ts';
import { remadeTables } from './tables.ts';

/** One atomic effect of a call. A batch has one for each of its items. */
export interface Step {
  /** Index of the call in the history. */
  readonly call: number;
  readonly prepared: Prepared;
  readonly startUs: number;
  /** Infinity where the call may take effect at any later time, or never. */
  readonly endUs: number;
  /** The answer's text; undefined where none was heard. */
  readonly heard: string | undefined;
  /** It leaves everything as it is, wherever it stands in the order. */
  readonly changesNothing: boolean;
}

/** Items that transactions join, with their tokens, and all steps on them. */
export interface Group {
  readonly slots: readonly Slot[];
  readonly steps: readonly Step[];
}

/** A part of the history that cannot be judged. */
interface Unjudged {
  readonly what: string;
  readonly why: string;
}

export interface Steps {
  readonly specification: Specification;
  readonly groups: readonly Group[];
  /** Answers that are wrong whatever is stored, with what the specification answers. */
  readonly impossible: readonly { readonly call: number; readonly specified: string }[];
  readonly unjudged: readonly Unjudged[];
}

const statements: ReadonlySet<string> = new Set(['ExecuteStatement', 'BatchExecuteStatement', 'ExecuteTransaction']);
const simple: ReadonlySet<string> = new Set([
  ...['PutItem', 'GetItem', 'UpdateItem', 'DeleteItem'],
  ...['TransactWriteItems', 'TransactGetItems'],
]);

interface Part {
  readonly operation: Operation;
  readonly input: JsonObject;
  readonly outcome: Outcome;
  /** The read may show an older item. */
  readonly mayLag?: boolean;
}

/** @throws Error when the specification refuses the set-up */
export function stepsOf(history: History): Steps {
  const specification = new Specification(history.setup);
  const { calls } = history;
  const shared = sharedTokens(calls);
  const changed = remadeTables(history);
  const unjudged: Unjudged[] = [...changed].map(([name, operation]) => {
    return { what: `the table ${name}`, why: `${operation} is among the calls` };
  });
  const written = calls.find(({ operation }) => statements.has(operation));
  if (written !== undefined) unjudged.push({ what: 'every table', why: `${written.operation} is among the calls` });
  const steps: Step[] = [];
  const impossible: { call: number; specified: string }[] = [];
  const missing = new Set<string>();
  const take = (call: Pick<Call, 'startUs' | 'endUs'>, at: number, part: Part): void => {
    const names = tablesOf(part.input);
    for (const name of names) if (!specification.hasTable(name) && !changed.has(name)) missing.add(name);
    if (names.some((name) => changed.has(name) || !specification.hasTable(name))) return;
    const step = stepOf(specification, call, at, part, shared);
    if (step !== undefined && 'specified' in step) impossible.push(step);
    else if (step !== undefined) steps.push(step);
  };
  if (written === undefined) {
    calls.forEach((call, at) => {
      for (const part of partsOf(call)) take(call, at, part);
    });
    for (const { call, table, Key, Item, ...time } of pageReads(history)) take(time, call, readOf(table, Key, Item));
  }
  for (const name of missing) unjudged.push({ what: `the table ${name}`, why: 'the set-up does not create it' });
  return { specification, groups: groupsOf(steps), impossible, unjudged };
}

function sharedTokens(calls: readonly Call[]): Set<string> {
  const seen = new Set<unknown>();
  const shared = new Set<string>();
  for (const { input } of calls) {
    const token = input.ClientRequestToken;
    if (typeof token === 'string' && seen.has(token)) shared.add(token);
    seen.add(token);
  }
  return shared;
}

function tablesOf({ TableName, TransactItems }: JsonObject): string[] {
  if (!Array.isArray(TransactItems)) return [String(TableName)];
  return TransactItems.flatMap((one) =>
    Object.values(one as JsonObject).map((a) => String((a as JsonObject).TableName)),
  );
}

function partsOf({ operation, input, outcome }: Call): Part[] {
  const request = input as JsonObject;
  if (simple.has(operation)) {
    const mayLag = operation === 'GetItem' && input.ConsistentRead !== true;
    return [{ operation: operation as Operation, input: request, outcome, mayLag }];
  }
  if (operation === 'BatchWriteItem') return batchWrites(request, outcome);
  if (operation === 'BatchGetItem' && outcome.kind === 'ok') return batchReads(request, outcome.output as JsonObject);
  return [];
}

function batchWrites({ RequestItems }: JsonObject, outcome: Outcome): Part[] {
  const left = outcome.kind === 'ok' ? texts((outcome.output as JsonObject).UnprocessedItems) : new Set();
  return Object.entries(RequestItems as JsonObject).flatMap(([TableName, writes]) =>
    (writes as JsonObject[])
      .filter((write) => !left.has(JSON.stringify(write)))
      .map(({ PutRequest, DeleteRequest }): Part => {
        const put = PutRequest as JsonObject | undefined;
        const operation = put === undefined ? 'DeleteItem' : 'PutItem';
        const input = put === undefined ? { Key: (DeleteRequest as JsonObject).Key! } : { Item: put.Item! };
        return { operation, input: { TableName, ...input }, outcome: withoutBody(outcome) };
      }),
  );
}

const withoutBody = (outcome: Outcome): Outcome => (outcome.kind === 'ok' ? { kind: 'ok', output: {} } : outcome);

const texts = (unprocessed: Json | undefined): Set<string> =>
  new Set(
    Object.values((unprocessed ?? {}) as JsonObject).flatMap((some) =>
      (some as Json[]).map((one) => JSON.stringify(one)),
    ),
  );

/** Items come in any order, and are told apart by their keys; a projection may leave those out. */
function batchReads({ RequestItems }: JsonObject, { Responses, UnprocessedKeys }: JsonObject): Part[] {
  return Object.entries(RequestItems as JsonObject).flatMap(([TableName, asked]) => {
    const { Keys, ConsistentRead, ProjectionExpression, AttributesToGet } = asked as JsonObject;
    if (ProjectionExpression !== undefined || AttributesToGet !== undefined) return [];
    const left = (UnprocessedKeys as JsonObject | undefined)?.[TableName] as JsonObject | undefined;
    const leftKeys = new Set(((left?.Keys ?? []) as Json[]).map((key) => JSON.stringify(key)));
    const items = ((Responses as JsonObject | undefined)?.[TableName] ?? []) as JsonObject[];
    return (Keys as JsonObject[])
      .filter((key) => !leftKeys.has(JSON.stringify(key)))
      .map((Key): Part => {
        const Item = items.find((item) =>
          Object.keys(Key).every((name) => JSON.stringify(item[name]) === JSON.stringify(Key[name])),
        );
        return readOf(TableName, Key, Item, ConsistentRead === true);
      });
  });
}

/** As if the item had been asked for alone. */
const readOf = (TableName: string, Key: JsonObject, Item: JsonObject | undefined, isConsistent = true): Part => ({
  operation: 'GetItem',
  input: { TableName, Key, ConsistentRead: isConsistent },
  outcome: { kind: 'ok', output: Item === undefined ? {} : { Item } },
  mayLag: !isConsistent,
});

function stepOf(
  specification: Specification,
  call: Pick<Call, 'startUs' | 'endUs'>,
  at: number,
  { operation, input, outcome, mayLag }: Part,
  shared: ReadonlySet<string>,
): Step | { call: number; specified: string } | undefined {
  const told = toldBy(operation, outcome);
  const isRead = operation === 'GetItem' || operation === 'TransactGetItems';
  if (told.kind === 'nothing' || (told.kind === 'perhaps' && isRead)) return undefined;
  const prepared = specification.prepare(operation, input, shared);
  if (typeof prepared === 'string') {
    if (told.kind === 'perhaps' || told.text === prepared) return undefined;
    return { call: at, specified: prepared };
  }
  const isKnown = told.kind === 'answer';
  return {
    ...{ call: at, prepared },
    // An eventually consistent read may show any earlier item, but none that was not yet written.
    startUs: mayLag ? -1 : call.startUs,
    endUs: isKnown && call.endUs !== undefined ? call.endUs : Number.POSITIVE_INFINITY,
    heard: isKnown ? told.text : undefined,
    changesNothing: isKnown && told.changesNothing,
  };
}

/** Connected by the slots that a step names together. */
function groupsOf(steps: readonly Step[]): Group[] {
  const parents = new Map<Slot, Slot>();
  const rootOf = (slot: Slot): Slot => {
    let root = slot;
    while (parents.has(root)) root = parents.get(root)!;
    return root;
  };
  for (const { prepared } of steps) {
    const [first, ...others] = prepared.slots.map(rootOf);
    for (const other of others) if (rootOf(other) !== rootOf(first!)) parents.set(rootOf(other), rootOf(first!));
  }
  const groups = new Map<Slot, { slots: Set<Slot>; steps: Step[] }>();
  for (const step of steps) {
    const root = rootOf(step.prepared.slots[0]!);
    const group = groups.get(root) ?? { slots: new Set(), steps: [] };
    groups.set(root, group);
    group.steps.push(step);
    for (const slot of step.prepared.slots) group.slots.add(slot);
  }
  return [...groups.values()].map(({ slots, steps: some }) => ({ slots: [...slots], steps: some }));
}
