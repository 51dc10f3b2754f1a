/** Reads a table definition from CreateTable, DescribeTable or a template, and converts it to what Parallax creates. */
import { createOracle } from '../../oracles/oracle.ts';
import type { Json, JsonObject } from '../../oracles/values/types.ts';
import type { TableSchema } from '../cases/case.ts';
import { type Resolved, Unknown } from './intrinsics.ts';
import { type Place, SchemaError } from './table.ts';

type ResolvedObject = { [member: string]: Resolved };

/** Reads members that must have a known value. @throws SchemaError with the member's place */
class Reader {
  readonly #value: Resolved;
  readonly place: Place;
  constructor(value: Resolved | undefined, place: Place) {
    if (value instanceof Unknown) throw new SchemaError(value.why, place);
    this.#value = value ?? null;
    this.place = place;
  }

  get absent(): boolean {
    return this.#value === null;
  }

  at(name: string): Reader {
    const { object } = this;
    return new Reader(Object.hasOwn(object, name) ? object[name] : undefined, [...this.place, name]);
  }

  get object(): ResolvedObject {
    if (typeof this.#value !== 'object' || this.#value === null || Array.isArray(this.#value))
      throw new SchemaError('must be an object', this.place);
    return this.#value as ResolvedObject;
  }

  get list(): Reader[] {
    if (this.absent) return [];
    if (!Array.isArray(this.#value)) throw new SchemaError('must be a list', this.place);
    return this.#value.map((one, at) => new Reader(one, [...this.place, at]));
  }

  get text(): string {
    if (typeof this.#value !== 'string' && typeof this.#value !== 'number')
      throw new SchemaError('must be a string', this.place);
    return String(this.#value);
  }
}

export const reading = (value: Resolved, place: Place): Reader => new Reader(value, place);
export type { Reader };

function nameOf(reader: Reader): string {
  const name = reader.at('AttributeName').text;
  // The template language of cases uses `$` names for references.
  if (name.startsWith('$'))
    throw new SchemaError(`'${name}': a key whose name begins with $ cannot be played`, reader.place);
  return name;
}

const keySchema = (reader: Reader): Json => {
  if (reader.absent) throw new SchemaError('is missing: a table and each index of it has a key', reader.place);
  // Since the end of 2025 global indexes may have up to four key attributes of each kind. Neither the oracle nor the
  // generator supports that.
  if (reader.list.length > 2)
    throw new SchemaError('has more than two parts: Parallax knows keys of one or two attributes', reader.place);
  return reader.list.map((key) => ({ AttributeName: nameOf(key), KeyType: key.at('KeyType').text }));
};

function projection(reader: Reader): JsonObject {
  const type = reader.at('ProjectionType');
  const names = reader.at('NonKeyAttributes').list.map((name) => name.text);
  return {
    ...(!type.absent && { ProjectionType: type.text }),
    // An empty list means the same as none, and DescribeTable never returns one.
    ...(names.length > 0 && { NonKeyAttributes: names }),
  };
}

const indexes = (reader: Reader): Json[] =>
  reader.list.map((index) => ({
    IndexName: index.at('IndexName').text,
    KeySchema: keySchema(index.at('KeySchema')),
    Projection: projection(index.at('Projection')),
  }));

function stream(reader: Reader): JsonObject | undefined {
  if (reader.absent) return undefined;
  const { StreamEnabled: enabled } = reader.object;
  if (enabled === false || enabled === 'false') return undefined;
  return { StreamEnabled: true, StreamViewType: reader.at('StreamViewType').text };
}

/**
 * Keys, indexes, projections and the stream. Leaves out billing, throughput, encryption, tags, replicas and deletion
 * protection: they cost money or prevent removal of the table, and change no answer.
 * @throws SchemaError when a member is missing, unknown, or refused by DynamoDB
 */
export function schemaOf(reader: Reader): TableSchema {
  const [global, local] = [indexes(reader.at('GlobalSecondaryIndexes')), indexes(reader.at('LocalSecondaryIndexes'))];
  const specification = stream(reader.at('StreamSpecification'));
  const schema: TableSchema = {
    BillingMode: 'PAY_PER_REQUEST',
    KeySchema: keySchema(reader.at('KeySchema')),
    ...(global.length > 0 && { GlobalSecondaryIndexes: global }),
    ...(local.length > 0 && { LocalSecondaryIndexes: local }),
    ...(specification && { StreamSpecification: specification }),
    AttributeDefinitions: reader.at('AttributeDefinitions').list.map((one) => ({
      AttributeName: one.at('AttributeName').text,
      AttributeType: one.at('AttributeType').text,
    })),
  };
  checked(schema, reader.place);
  return schema;
}

/** The key attributes of a table and its indexes, each with the place that uses it. */
function keysIn(schema: TableSchema): [name: string, of: string][] {
  const of = (keys: Json | undefined, what: string): [string, string][] =>
    (keys as { AttributeName: string }[]).map(({ AttributeName }) => [AttributeName, what]);
  const all = ['GlobalSecondaryIndexes', 'LocalSecondaryIndexes'].flatMap(
    (kind) => (schema[kind] ?? []) as JsonObject[],
  );
  return [
    ...of(schema.KeySchema, 'the table'),
    ...all.flatMap((index) => of(index.KeySchema, `the index ${String(index.IndexName)}`)),
  ];
}

function checked(schema: TableSchema, place: Place): void {
  const defined = new Set((schema.AttributeDefinitions as { AttributeName: string }[]).map((one) => one.AttributeName));
  const keys = keysIn(schema);
  for (const [name, of] of keys) {
    if (!defined.has(name))
      throw new SchemaError(`the key of ${of} names '${name}', which AttributeDefinitions does not define`, place);
  }
  const unused = [...defined].find((name) => !keys.some(([key]) => key === name));
  if (unused !== undefined)
    throw new SchemaError(`AttributeDefinitions defines '${unused}', which is not a key; DynamoDB refuses that`, place);
  const answer = createOracle().send('CreateTable', { ...schema, TableName: 'own' });
  if (answer.kind === 'rejected') throw new SchemaError(`DynamoDB refuses such a table: ${answer.message}`, place);
}
