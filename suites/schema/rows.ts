/** Reads rows from a file and assigns them to tables. */
import { gunzipSync } from 'node:zlib';
import type { Item, KeyDescriptor } from '../../oracles/values/types.ts';
import type { TableSchema } from '../cases/case.ts';
import { isPlainObject, type Plain, type PlainObject } from './document.ts';
import { isItem, itemIn } from './items.ts';
import { type OwnTable, SchemaError } from './table.ts';

export interface Row {
  item: Item;
  /** The table that the file names for the row. */
  table?: string;
}

const bytesMax = 256 * 1024 * 1024;

/** @throws SchemaError when the file is not UTF-8, or larger than 256 MiB unpacked */
export function textOf(file: Buffer): string {
  const packed = file[0] === 0x1f && file[1] === 0x8b;
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(
      packed ? gunzipSync(file, { maxOutputLength: bytesMax }) : file,
    );
  } catch (error) {
    throw new SchemaError(packed ? `cannot be unpacked: ${(error as Error).message}` : 'is not UTF-8 text');
  }
}

/**
 * Rows in DynamoDB JSON: the lines of an S3 export, a list of items, the output of `scan` or `query`, or the requests
 * of `batch-write-item`.
 * @throws SchemaError with the line or place of an invalid item
 */
export function readRows(text: string): Row[] {
  const whole = wholeJson(text);
  const rows = whole === undefined ? linesOf(text) : rowsIn(whole);
  if (rows.length === 0) throw new SchemaError('holds no row');
  return rows;
}

function wholeJson(text: string): Plain | undefined {
  try {
    return JSON.parse(text) as Plain;
  } catch (error) {
    // JSON lines do not parse as one document. A text that starts like a list is just broken JSON.
    if (/^\s*\[/.test(text)) throw new SchemaError(`is not JSON: ${(error as Error).message}`);
    return undefined;
  }
}

const linesOf = (text: string): Row[] =>
  text.split(/\r?\n/).flatMap((line, at) => {
    if (line.trim() === '') return [];
    try {
      return [{ item: wrapped(JSON.parse(line) as Plain) }];
    } catch (error) {
      throw new SchemaError(`line ${at + 1}: ${(error as Error).message}`);
    }
  });

function rowsIn(value: Plain): Row[] {
  if (Array.isArray(value)) return value.map((one, at) => ({ item: located(one, `[${at}]`) }));
  if (!isPlainObject(value) || isItem(value)) return [{ item: itemIn(value) }];
  if (Array.isArray(value.Items)) return value.Items.map((one, at) => ({ item: located(one, `Items[${at}]`) }));
  const requests = isPlainObject(value.RequestItems) ? value.RequestItems : value;
  if (Object.values(requests).every(Array.isArray)) return writesIn(requests);
  return [{ item: wrapped(value) }];
}

function writesIn(requests: PlainObject): Row[] {
  return Object.entries(requests).flatMap(([table, list]) =>
    (list as Plain[]).flatMap((one, at) => {
      if (isPlainObject(one) && isPlainObject(one.DeleteRequest)) return [];
      return [{ table, item: located(one, `${table}[${at}]`) }];
    }),
  );
}

/** A plain item, an export line (`Item`), or a write (`PutRequest.Item`). */
function wrapped(value: Plain): Item {
  if (isPlainObject(value) && !isItem(value)) {
    if (isPlainObject(value.PutRequest)) return wrapped(value.PutRequest);
    if (isPlainObject(value.Item)) return itemIn(value.Item);
  }
  return itemIn(value);
}

function located(value: Plain, where: string): Item {
  try {
    return wrapped(value);
  } catch (error) {
    throw error instanceof SchemaError ? new SchemaError(`${where}: ${error.message}`) : error;
  }
}

interface KeyType {
  name: string;
  type: KeyDescriptor;
  /** A table key, which every item must have. */
  required: boolean;
}

function keyTypes(schema: TableSchema): KeyType[] {
  const definitions = schema.AttributeDefinitions as { AttributeName: string; AttributeType: KeyDescriptor }[];
  const required = new Set((schema.KeySchema as { AttributeName: string }[]).map((key) => key.AttributeName));
  return definitions.map((one) => ({
    name: one.AttributeName,
    type: one.AttributeType,
    required: required.has(one.AttributeName),
  }));
}

/** Why a table would refuse an item; undefined if it fits. */
function misfit(item: Item, { name: table, schema }: OwnTable): string | undefined {
  for (const { name, type, required } of keyTypes(schema)) {
    const value = Object.hasOwn(item, name) ? item[name] : undefined;
    if (value === undefined) {
      if (required) return `it has no ${name}, which is a key of ${table}`;
    } else if (!Object.hasOwn(value, type))
      return `its ${name} is not of type ${type}, which the key of ${table} requires`;
  }
  return undefined;
}

/** Rows by table, the number that fits no table, and the reason for the first of those. */
export function assigned(
  rows: readonly Row[],
  tables: readonly OwnTable[],
): { rows: Map<OwnTable, Item[]>; unfit: number; because?: string } {
  const found = new Map<OwnTable, Item[]>(tables.map((table) => [table, []]));
  let unfit = 0;
  let because: string | undefined;
  const own = tables.flatMap((table) => table.rows.map((item) => ({ item, candidates: [table] })));
  const given = rows.map(({ item, table }) => {
    const named = tables.filter(({ name }) => name === table);
    return { item, candidates: named.length > 0 ? named : tables };
  });
  for (const { item, candidates } of [...own, ...given]) {
    const fitting = candidates.filter((one) => misfit(item, one) === undefined);
    for (const one of fitting) found.get(one)!.push(item);
    if (fitting.length > 0) continue;
    unfit += 1;
    because ??= misfit(item, candidates[0]!);
  }
  return { rows: found, unfit, ...(because !== undefined && { because }) };
}
