/** Consumed capacity as a request shows it, and items of a known size. */
import type { Item, Operation } from '../../../oracles/values/types.ts';
import type { Call, TemplateObject } from '../case.ts';
import { s } from '../case.ts';

const absent = { $absent: true };
const count = (capacity: number): TemplateObject => ({ CapacityUnits: capacity });

type Split = { table: number; global?: { [index: string]: number }; local?: { [index: string]: number } };

const byIndex = (of: { [index: string]: number } | undefined): TemplateObject =>
  of === undefined ? absent : Object.fromEntries(Object.entries(of).map(([name, capacity]) => [name, count(capacity)]));

/** The entry of one table: in sum, or split as INDEXES gives it. A `kind` is that of a transaction. */
export function units(name: string, sum: number, split?: Split, kind?: 'Read' | 'Write'): TemplateObject {
  const parts =
    split === undefined
      ? { Table: absent, GlobalSecondaryIndexes: absent, LocalSecondaryIndexes: absent }
      : {
          Table: count(split.table),
          GlobalSecondaryIndexes: byIndex(split.global),
          LocalSecondaryIndexes: byIndex(split.local),
        };
  return {
    TableName: { $table: name },
    ...count(sum),
    ...(kind === undefined ? {} : { [`${kind}CapacityUnits`]: sum }),
    ...parts,
  };
}

/** The answer whose capacity of the table `t` is this; without a number it has none. */
export const consumed = (sum?: number, split?: Split): TemplateObject => ({
  ConsumedCapacity: sum === undefined ? absent : units('t', sum, split),
});

/** A request to the table `t`, of whose answer the capacity is looked at. */
export const answered = (op: Operation, input: TemplateObject, answer: TemplateObject): Call => ({
  op,
  input: { TableName: { $table: 't' }, ...input },
  observe: ['ConsumedCapacity'],
  expect: { ok: answer },
});

/**
 * An item of so many bytes with the partition key `p`: its names and values in UTF-8. The sort keys here are numbers of
 * one digit, which take two bytes.
 */
export function filled(bytes: number, more: Item = {}): Item {
  const keys = 'pk'.length + 1 + ('sk' in more ? 'sk'.length + 2 : 0);
  return { pk: s('p'), ...more, v: s('x'.repeat(bytes - keys - 'v'.length)) };
}

/** The units of one table, in the forms that TOTAL and INDEXES ask for. */
export const inBothForms = (op: Operation, input: TemplateObject, count: number): Call[] => [
  answered(op, { ...input, ReturnConsumedCapacity: 'TOTAL' }, consumed(count)),
  answered(op, { ...input, ReturnConsumedCapacity: 'INDEXES' }, consumed(count, { table: count })),
];
