/** List-append: every transaction of a history as the elements it has appended to lists and the lists it has read. */
import { fingerprintOf } from '../store/tokens.ts';
import type { Json, JsonObject } from '../values/types.ts';
import type { Call, History } from './history.ts';
import { isServerError, itemText, type TableFacts, tablesOf } from './tables.ts';

interface Append {
  readonly list: string;
  /** Mostly one; all become visible together. */
  readonly elements: readonly string[];
}
interface Read {
  readonly list: string;
  readonly elements: readonly string[];
}
export interface Transaction {
  /** Index of the call. */
  readonly call: number;
  readonly outcome: 'done' | 'perhaps' | 'refused';
  readonly appends: readonly Append[];
  /** Before its own appends. */
  readonly reads: readonly Read[];
}

/** A list is one attribute of one item. */
const listName = (table: TableFacts, key: JsonObject, attribute: string): string =>
  `${table.name} ${itemText(key)} ${attribute}`;

const appendForm =
  /^\s*SET\s+(#?\w+)\s*=\s*list_append\s*\(\s*(?:if_not_exists\s*\(\s*\1\s*,\s*:\w+\s*\)|\1)\s*,\s*(:\w+)\s*\)\s*$/i;
const equalForm = /^\s*(#?\w+)\s*=\s*(:\w+)\s*$/;

/** Transactions and single calls that append or read; the items of a batch each alone; eventually consistent reads are left out. */
export function transactionsOf(history: History): Transaction[] {
  const tables = tablesOf(history);
  const attributes = appendedAttributes(history);
  return history.calls.flatMap((call, at) => transactionsOfCall(call, at, tables, attributes));
}

/** The attributes that some call appends to. */
function appendedAttributes({ calls }: History): Set<string> {
  const found = calls.flatMap(({ input }) =>
    actionsOf(input as JsonObject).flatMap(({ UpdateExpression, ExpressionAttributeNames }) => {
      const name = appendForm.exec(String(UpdateExpression ?? ''))?.[1];
      return name === undefined ? [] : [nameOf(name, ExpressionAttributeNames)];
    }),
  );
  return new Set(found);
}

const nameOf = (name: string, names: Json | undefined): string => String(((names ?? {}) as JsonObject)[name] ?? name);

const actionsOf = (input: JsonObject): JsonObject[] =>
  Array.isArray(input.TransactItems)
    ? input.TransactItems.flatMap((one) => Object.values(one as JsonObject) as JsonObject[])
    : [input];

function transactionsOfCall(
  call: Call,
  at: number,
  tables: ReadonlyMap<string, TableFacts>,
  attributes: ReadonlySet<string>,
): Transaction[] {
  const { operation, outcome } = call;
  const input = call.input as JsonObject;
  const output = outcome.kind === 'ok' ? (outcome.output as JsonObject) : {};
  const isDone = outcome.kind === 'ok';
  const reads = (TableName: unknown, Key: unknown, item: unknown): Read[] => {
    const table = tables.get(String(TableName));
    if (table === undefined || !isDone) return [];
    return [...attributes].flatMap((attribute) => {
      const elements = elementsOf(((item ?? {}) as JsonObject)[attribute]);
      return elements === undefined ? [] : [{ list: listName(table, Key as JsonObject, attribute), elements }];
    });
  };
  const alone = (some: readonly Read[]): Transaction[] =>
    some.length === 0 ? [] : [{ call: at, outcome: 'done', appends: [], reads: some }];
  switch (operation) {
    case 'GetItem':
      return input.ConsistentRead === true ? alone(reads(input.TableName, input.Key, output.Item)) : [];
    case 'TransactGetItems':
      return alone(
        actionsOf(input).flatMap(({ TableName, Key }, i) =>
          reads(TableName, Key, ((output.Responses as Json[])?.[i] as JsonObject)?.Item),
        ),
      );
    case 'UpdateItem':
    case 'TransactWriteItems':
      return [writing(call, at, tables)].filter(({ appends }) => appends.length > 0);
    default:
      return [];
  }
}

function writing(
  { operation, input, outcome }: Call,
  at: number,
  tables: ReadonlyMap<string, TableFacts>,
): Transaction {
  const appends: Append[] = [];
  const reads: Read[] = [];
  const output = outcome.kind === 'ok' ? (outcome.output as JsonObject) : {};
  for (const action of actionsOf(input as JsonObject)) {
    const table = tables.get(String(action.TableName));
    if (table === undefined || action.Key === undefined) continue;
    const values = (action.ExpressionAttributeValues ?? {}) as JsonObject;
    const list = (name: string): string =>
      listName(table, action.Key as JsonObject, nameOf(name, action.ExpressionAttributeNames));
    const [, target, value] = appendForm.exec(String(action.UpdateExpression ?? '')) ?? [];
    const elements = value === undefined ? undefined : elementsOf(values[value]);
    if (target !== undefined && elements !== undefined) appends.push({ list: list(target), elements });
    const [, compared, wanted] = equalForm.exec(String(action.ConditionExpression ?? '')) ?? [];
    const held = wanted === undefined ? undefined : elementsOf(values[wanted]);
    if (compared !== undefined && held !== undefined) reads.push({ list: list(compared), elements: held });
    const told =
      operation === 'UpdateItem' && target !== undefined ? before(output, action, target, elements ?? []) : undefined;
    if (told !== undefined) reads.push({ list: list(target!), elements: told });
  }
  const isPerhaps = outcome.kind === 'unknown' || (outcome.kind === 'rejected' && isServerError(outcome.name));
  return {
    call: at,
    outcome: outcome.kind === 'ok' ? 'done' : isPerhaps ? 'perhaps' : 'refused',
    appends,
    reads: outcome.kind === 'ok' ? reads : [],
  };
}

/** The list before the call's own elements, as ReturnValues shows it. */
function before(
  { Attributes }: JsonObject,
  action: JsonObject,
  target: string,
  own: readonly string[],
): string[] | undefined {
  const shown = elementsOf(((Attributes ?? {}) as JsonObject)[nameOf(target, action.ExpressionAttributeNames)]);
  if (shown === undefined) return undefined;
  if (String(action.ReturnValues).endsWith('_OLD')) return shown;
  return String(action.ReturnValues).endsWith('_NEW') ? shown.slice(0, shown.length - own.length) : undefined;
}

/** Nothing is the empty list; undefined for what is no list. */
function elementsOf(value: Json | undefined): string[] | undefined {
  if (value === undefined) return [];
  const { L } = value as JsonObject;
  return Array.isArray(L) ? L.map(fingerprintOf) : undefined;
}
