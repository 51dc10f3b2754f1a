/** Reads a data model exported by NoSQL Workbench. */
import type { JsonObject } from '../../oracles/values/types.ts';
import { type Reader, reading, schemaOf } from './definition.ts';
import { isPlainObject, type Plain, type PlainObject } from './document.ts';
import { itemIn } from './items.ts';
import { type OwnTable, type Place, SchemaError, type SchemaFile } from './table.ts';

export const isWorkbench = (value: Plain): value is PlainObject & { DataModel: Plain[] } =>
  isPlainObject(value) && Array.isArray(value.DataModel);

export const readWorkbench = ({ DataModel: models }: { DataModel: Plain[] }): SchemaFile => ({
  tables: models.map((model, at) => tableOf(model, ['DataModel', at])),
  leftOut: [],
});

type Definitions = Map<string, string>;

function keys(reader: Reader, definitions: Definitions): JsonObject[] {
  const parts = [
    ['PartitionKey', 'HASH'],
    ['SortKey', 'RANGE'],
  ] as const;
  return parts.flatMap(([part, KeyType]) => {
    const key = reader.at(part);
    if (part === 'SortKey' && key.absent) return [];
    const AttributeName = key.at('AttributeName').text;
    definitions.set(AttributeName, key.at('AttributeType').text);
    return [{ AttributeName, KeyType }];
  });
}

const indexes = (reader: Reader, definitions: Definitions): JsonObject[] =>
  reader.list.map((index) => ({
    ...(index.object as JsonObject),
    KeySchema: keys(index.at('KeyAttributes'), definitions),
  }));

function tableOf(model: Plain, place: Place): OwnTable {
  const reader = reading(model, place);
  const definitions: Definitions = new Map();
  const KeySchema = keys(reader.at('KeyAttributes'), definitions);
  const own = ['GlobalSecondaryIndexes', 'LocalSecondaryIndexes'].map((kind) => [
    kind,
    indexes(reader.at(kind), definitions),
  ]);
  const created = {
    KeySchema,
    ...(Object.fromEntries(own) as JsonObject),
    AttributeDefinitions: [...definitions].map(([AttributeName, AttributeType]) => ({ AttributeName, AttributeType })),
  };
  return {
    name: reader.at('TableName').text,
    schema: schemaOf(reading(created, place)),
    attributes: new Map(
      reader
        .at('NonKeyAttributes')
        .list.map((one) => [
          one.at('AttributeName').text,
          one.at('AttributeType').absent ? undefined : one.at('AttributeType').text,
        ]),
    ),
    rows: rowsOf(model, place),
  };
}

function rowsOf(model: Plain, place: Place) {
  const data = isPlainObject(model) ? (model.TableData ?? []) : [];
  if (!Array.isArray(data)) throw new SchemaError('must be a list', [...place, 'TableData']);
  return data.map((row, at) => itemIn(row, [...place, 'TableData', at]));
}
