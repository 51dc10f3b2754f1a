/** Scan and Query in pages, put together: each reading is what one client read from the first page to the last. */
import { fingerprintOf } from '../store/tokens.ts';
import type { Json, JsonObject } from '../values/types.ts';
import type { Call, History } from './history.ts';
import { byStart } from './tables.ts';

interface Partition {
  readonly attribute: string;
  readonly value: Json;
}

export interface Reading {
  readonly table: string;
  readonly index: string | undefined;
  readonly operation: string;
  /** Nothing is left out by the request: no filter, no key condition, no segment, no projection, not only a count. */
  readonly isWhole: boolean;
  /** Of a Query: the rows with this value, all of them, whole. */
  readonly partition: Partition | undefined;
  readonly isConsistent: boolean;
  readonly calls: readonly number[];
  readonly rows: readonly JsonObject[];
  readonly startUs: number;
  readonly endUs: number;
}

const narrowing = [
  ...['FilterExpression', 'ScanFilter', 'QueryFilter', 'KeyConditionExpression', 'KeyConditions', 'Segment'],
  ...['ProjectionExpression', 'AttributesToGet', 'Select'],
];

interface Open {
  readonly calls: number[];
  readonly rows: JsonObject[];
  readonly input: JsonObject;
  readonly operation: string;
  readonly startUs: number;
}

const sameRead = ({ operation, client, input }: Call): string => {
  const { ExclusiveStartKey: _, Limit: __, ...rest } = input as JsonObject;
  return `${client} ${operation} ${fingerprintOf(rest)}`;
};

/** Readings that were read to their end. */
export function readingsOf({ calls }: History): Reading[] {
  const open = new Map<string, Open>();
  const found: Reading[] = [];
  for (const at of byStart(calls)) {
    const call = calls[at]!;
    const { operation, outcome, endUs } = call;
    if ((operation !== 'Scan' && operation !== 'Query') || outcome.kind !== 'ok' || endUs === undefined) continue;
    const input = call.input as JsonObject;
    const { Items, LastEvaluatedKey } = outcome.output as JsonObject;
    const from = input.ExclusiveStartKey;
    const name = (cursor: Json | undefined): string => `${sameRead(call)} ${fingerprintOf(cursor ?? null)}`;
    const started = from === undefined ? undefined : open.get(name(from));
    if (from !== undefined && started === undefined) continue;
    if (from !== undefined) open.delete(name(from));
    const { startUs } = started ?? call;
    const rows = [...(started?.rows ?? []), ...((Items ?? []) as JsonObject[])];
    const pages = [...(started?.calls ?? []), at];
    if (LastEvaluatedKey !== undefined)
      open.set(name(LastEvaluatedKey), { calls: pages, rows, input, operation, startUs });
    else found.push({ ...facts(input, operation), calls: pages, rows, startUs, endUs });
  }
  return found;
}

/** Whether the reading shows every such row that is there. */
export const covers = ({ isWhole, partition }: Reading, row: JsonObject): boolean =>
  isWhole ||
  (partition !== undefined && fingerprintOf(row[partition.attribute] ?? null) === fingerprintOf(partition.value));

/** Rows that are shown as they are: nothing of them is left out. */
export const showsWholeRows = (input: JsonObject): boolean =>
  ['ProjectionExpression', 'AttributesToGet', 'Select'].every((name) => input[name] === undefined);

/** `#k = :v` alone. */
function partitionOf(input: JsonObject): Partition | undefined {
  const [, name = '', value = ''] = /^\s*(#?\w+)\s*=\s*(:\w+)\s*$/.exec(String(input.KeyConditionExpression)) ?? [];
  const others = narrowing.filter((member) => member !== 'KeyConditionExpression');
  if (value === '' || others.some((member) => input[member] !== undefined)) return undefined;
  const { ExpressionAttributeNames: names, ExpressionAttributeValues: values } = input;
  const attribute = name.startsWith('#') ? (names as JsonObject | undefined)?.[name] : name;
  return { attribute: String(attribute), value: (values as JsonObject | undefined)?.[value] ?? null };
}

const facts = (input: JsonObject, operation: string) => ({
  table: String(input.TableName),
  index: typeof input.IndexName === 'string' ? input.IndexName : undefined,
  operation,
  partition: operation === 'Query' ? partitionOf(input) : undefined,
  isConsistent: input.ConsistentRead === true,
  isWhole: operation === 'Scan' && narrowing.every((name) => input[name] === undefined),
});
