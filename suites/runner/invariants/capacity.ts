/** Units that an answer reports, against its own parts and against the sizes of its items. */
import type { Json, JsonObject } from '../../../oracles/values/types.ts';
import { isObject, listAt, valueAt } from '../play/path.ts';
import type { Exchange } from './exchange.ts';
import type { Breach, Invariant } from './invariant.ts';
import { replay } from './known/contradictions.ts';
import type { Knowledge } from './known/known.ts';
import { flagOf, sizeOf } from './values.ts';

export const capacity: Invariant = {
  statement:
    'Consumed capacity is reported exactly where it is asked for, the units of the table and of its indexes add up to the total, and they follow from the sizes of the items.',
  source: 'https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/read-write-operations.html',
  needs: 'an accepted request; for units by size, items that are known as a whole',
  judge: (seen) => {
    const found: Breach[] = [];
    replay(seen, (exchange, known, isContended) => {
      if (exchange.outcome.kind !== 'ok' || exchange.body !== undefined) return;
      found.push(...ofReport(exchange, exchange.outcome.output));
      if (!isContended) found.push(...ofSizes(exchange, exchange.outcome.output, known));
    });
    return found;
  },
};

const parts = ['GlobalSecondaryIndexes', 'LocalSecondaryIndexes'] as const;

function ofReport(exchange: Exchange, output: JsonObject): Breach[] {
  const asked = exchange.input.ReturnConsumedCapacity ?? 'NONE';
  const { ConsumedCapacity: given } = output;
  const path = 'ConsumedCapacity';
  if (asked === 'NONE')
    return given === undefined ? [] : [{ exchange, class: 'member-extra', path, expected: 'absent', actual: given }];
  // A store that accepts another word is wrong in that, and not here.
  if (asked !== 'TOTAL' && asked !== 'INDEXES') return [];
  if (given === undefined) return [{ exchange, class: 'member-missing', path, expected: 'a report', actual: 'absent' }];
  const reports = [given].flat().filter(isObject);
  return reports.flatMap((report) => ofParts(exchange, report, asked));
}

function ofParts(exchange: Exchange, report: JsonObject, asked: Json): Breach[] {
  const total = report.CapacityUnits;
  const path = 'ConsumedCapacity.CapacityUnits';
  if (typeof total !== 'number')
    return [{ exchange, class: 'member-missing', path, expected: 'a number', actual: total ?? 'absent' }];
  const table = valueAt(report, 'Table.CapacityUnits');
  const indexes = parts.flatMap((kind) => Object.values(objectOf(report[kind])));
  if (asked === 'TOTAL') {
    const extra = ['Table', ...parts].filter((name) => report[name] !== undefined);
    return extra.map((name) => {
      return {
        exchange,
        class: 'member-extra',
        path: `ConsumedCapacity.${name}`,
        expected: 'absent',
        actual: report[name]!,
      };
    });
  }
  const units = [table, ...indexes.map((one) => valueAt(one, 'CapacityUnits'))].filter(
    (one) => typeof one === 'number',
  );
  if (units.length === 0)
    return [
      { exchange, class: 'member-missing', path: 'ConsumedCapacity.Table', expected: 'the parts', actual: 'absent' },
    ];
  const sum = units.reduce((all, one) => all + one, 0);
  return sum === total ? [] : [{ exchange, class: 'value', path, expected: sum, actual: total }];
}

const objectOf = (value: Json | undefined): JsonObject => (isObject(value) ? value : {});

const readBlock = 4_096;
const writeBlock = 1_024;
const blocks = (bytes: number, block: number): number => Math.max(1, Math.ceil(bytes / block));

function ofSizes(exchange: Exchange, output: JsonObject, known: Knowledge): Breach[] {
  const expected = isWritten(exchange) ? unitsWritten(exchange, output, known) : unitsRead(exchange, output, known);
  const report = output.ConsumedCapacity;
  if (expected === undefined || !isObject(report)) return [];
  const inTable = valueAt(report, 'Table.CapacityUnits');
  const hasIndexes = (known.table(exchange.input.TableName)?.facts.indexes.length ?? 0) > 0;
  const units = inTable ?? (hasIndexes && isWritten(exchange) ? undefined : report.CapacityUnits);
  if (typeof units !== 'number' || units === expected) return [];
  const path = inTable === undefined ? 'ConsumedCapacity.CapacityUnits' : 'ConsumedCapacity.Table.CapacityUnits';
  return [{ exchange, class: 'value', path, expected, actual: units }];
}

const narrowing = [
  'ProjectionExpression',
  'AttributesToGet',
  'Select',
  'FilterExpression',
  'QueryFilter',
  'ScanFilter',
  'IndexName',
];

/** Units of a read whose answer has every item that was read, as a whole. */
function unitsRead({ op, input }: Exchange, output: JsonObject, known: Knowledge): number | undefined {
  const isWhole = narrowing.every((name) => input[name] === undefined) && known.table(input.TableName) !== undefined;
  if (!isWhole) return undefined;
  const factor = flagOf(input.ConsistentRead ?? false) ? 1 : 0.5;
  if (op === 'GetItem') {
    const size = output.Item === undefined ? 0 : sizeOf(output.Item);
    return size === undefined ? undefined : factor * blocks(size, readBlock);
  }
  if (op !== 'Query' && op !== 'Scan') return undefined;
  const sizes = listAt(output, 'Items').map(sizeOf);
  // An item that alone reached the limit of a page may be counted and not be returned.
  // What an empty answer costs is documented for GetItem only.
  if (sizes.length === 0 || sizes.includes(undefined) || output.LastEvaluatedKey !== undefined) return undefined;
  return (
    factor *
    blocks(
      sizes.reduce<number>((sum, size) => sum + (size ?? 0), 0),
      readBlock,
    )
  );
}

const isWritten = ({ op }: Exchange): boolean => op === 'PutItem' || op === 'UpdateItem' || op === 'DeleteItem';

/** Units of a write whose item is known before and after it: one for each KB of the larger. */
function unitsWritten({ op, input }: Exchange, output: JsonObject, known: Knowledge): number | undefined {
  const at = op === 'PutItem' ? input.Item : input.Key;
  const before = isObject(at) ? known.row(input.TableName ?? null, at)?.known : undefined;
  if (before?.item === undefined || before.but.size > 0) return undefined;
  const images = { PutItem: input.Item, DeleteItem: null, UpdateItem: allNew(input, output) };
  const after = images[op as keyof typeof images];
  const sizes = [before.item, after].map((item) => (item === null ? 0 : sizeOf(item)));
  return sizes.includes(undefined) ? undefined : blocks(Math.max(...sizes.map((size) => size ?? 0)), writeBlock);
}

const allNew = ({ ReturnValues }: JsonObject, { Attributes }: JsonObject): Json | undefined =>
  ReturnValues === 'ALL_NEW' ? Attributes : undefined;
