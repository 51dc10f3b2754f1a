/** The tables that control-plane sequences create: every key type, up to five indexes, every setting. */
import type { AttributeValue, Item, Json, JsonObject, KeyDescriptor } from '../../../../oracles/values/types.ts';
import { table as schemaOf, type TemplateObject } from '../../../cases/case.ts';
import type { Draw } from './draw.ts';

interface Units {
  read: number;
  write: number;
}

export interface PlanIndex {
  name: string;
  kind: 'global' | 'local';
  hash: string;
  range?: string;
  projection: 'ALL' | 'KEYS_ONLY' | string[];
  units?: Units;
}

/** What is known of a table while its sequence is written. */
export interface Plan {
  types: { readonly [attribute: string]: KeyDescriptor };
  range: boolean;
  indexes: PlanIndex[];
  units?: Units;
  stream?: string;
  isProtected: boolean;
  tableClass?: string;
  ceilings?: JsonObject;
  isEncrypted: boolean;
  tags: Map<string, string>;
}

const keyTypes = ['S', 'N', 'B'] as const;
const indexNames = ['first', 'second', 'third', 'fourth', 'fifth'] as const;
export const views = ['KEYS_ONLY', 'NEW_IMAGE', 'OLD_IMAGE', 'NEW_AND_OLD_IMAGES'] as const;
export const classes = ['STANDARD', 'STANDARD_INFREQUENT_ACCESS'] as const;
/** Attributes that only an index has as keys. Indexes share them. */
const indexKeys = ['gk', 'gs', 'lk'] as const;

const projection = (draw: Draw): PlanIndex['projection'] =>
  draw.pick<PlanIndex['projection']>(['ALL', 'KEYS_ONLY', ['alpha'], ['beta', 'gamma']]);

export const units = (draw: Draw): Units => ({ read: 1 + draw.int(4), write: 1 + draw.int(4) });

export function globalIndex(draw: Draw, plan: Pick<Plan, 'range' | 'units'>, name: string): PlanIndex {
  const keys = draw.some([...indexKeys, 'pk', ...(plan.range ? ['sk'] : [])], 2);
  const range = draw.chance(50) ? { range: keys[1]! } : {};
  const own = plan.units === undefined ? {} : { units: units(draw) };
  return { name, kind: 'global', hash: keys[0]!, ...range, projection: projection(draw), ...own };
}

export const localIndex = (draw: Draw, name: string): PlanIndex => ({
  ...{ name, kind: 'local', hash: 'pk', range: draw.pick(indexKeys), projection: projection(draw) },
});

/** A name that no index of the table has; one of a few, so that a dropped index comes back with other keys. */
export const freeName = ({ indexes }: Plan): string | undefined =>
  indexNames.find((name) => !indexes.some((index) => index.name === name));

export function newPlan(draw: Draw): Plan {
  const types = Object.fromEntries(['pk', 'sk', ...indexKeys].map((name) => [name, draw.pick(keyTypes)]));
  const range = draw.chance(60);
  const provisioned = draw.chance(40) ? { units: units(draw) } : {};
  const count = draw.weighted([2, 0], [3, 1], [2, 2], [2, 3], [1, 5]);
  const indexes = indexNames
    .slice(0, count)
    .map((name) =>
      range && draw.chance(35) ? localIndex(draw, name) : globalIndex(draw, { range, ...provisioned }, name),
    );
  return {
    ...{ types, range, indexes, ...provisioned },
    ...(draw.chance(25) && { stream: draw.pick(views) }),
    isProtected: draw.chance(10),
    ...(draw.chance(20) && { tableClass: draw.pick(classes) }),
    ...(provisioned.units === undefined && draw.chance(20) && { ceilings: ceilings(draw) }),
    isEncrypted: draw.chance(10),
    tags: new Map(draw.chance(25) ? draw.some(someTags, 1 + draw.int(2)) : []),
  };
}

export const someTags = [
  ['team', 'storage'],
  ['stage', 'test'],
  ['cost centre', '1-2.3:4/5=6@7_+'],
  ['émpty', ''],
] as const satisfies readonly (readonly [string, string])[];

export const ceilings = (draw: Draw): JsonObject =>
  draw.pick<JsonObject>([
    { MaxReadRequestUnits: 10 },
    { MaxWriteRequestUnits: 20 },
    { MaxReadRequestUnits: 40_000, MaxWriteRequestUnits: 40_000 },
  ]);

export const unitsJson = ({ read, write }: Units): JsonObject => ({
  ReadCapacityUnits: read,
  WriteCapacityUnits: write,
});

/** An index as a request writes it. */
export function indexJson(index: PlanIndex): JsonObject {
  const { projection } = index;
  return {
    IndexName: index.name,
    KeySchema: [
      { AttributeName: index.hash, KeyType: 'HASH' },
      ...(index.range === undefined ? [] : [{ AttributeName: index.range, KeyType: 'RANGE' }]),
    ],
    Projection: Array.isArray(projection)
      ? { ProjectionType: 'INCLUDE', NonKeyAttributes: projection }
      : { ProjectionType: projection },
    ...(index.units && { ProvisionedThroughput: unitsJson(index.units) }),
  };
}

export const definitionsOf = ({ types }: Plan, names: Iterable<string>): Json[] =>
  [...new Set(names)].map((name) => ({ AttributeName: name, AttributeType: types[name]! }));

export const keysOf = (index: Pick<PlanIndex, 'hash' | 'range'>): string[] =>
  index.range === undefined ? [index.hash] : [index.hash, index.range];

/** CreateTable's input without the name. */
export function createInput(plan: Plan): TemplateObject {
  const { types, range, indexes, stream, tableClass, tags } = plan;
  const base = schemaOf({ hash: ['pk', types.pk!], ...(range && { range: ['sk', types.sk!] as const }) } as never);
  const of = (kind: PlanIndex['kind']): JsonObject[] => indexes.filter((one) => one.kind === kind).map(indexJson);
  const [globals, locals] = [of('global'), of('local')];
  const { BillingMode: _, ...keys } = base;
  return {
    ...keys,
    AttributeDefinitions: definitionsOf(plan, ['pk', ...(range ? ['sk'] : []), ...indexes.flatMap(keysOf)]),
    ...(plan.units ? { ProvisionedThroughput: unitsJson(plan.units) } : { BillingMode: 'PAY_PER_REQUEST' }),
    ...(globals.length > 0 && { GlobalSecondaryIndexes: globals }),
    ...(locals.length > 0 && { LocalSecondaryIndexes: locals }),
    ...(stream !== undefined && { StreamSpecification: { StreamEnabled: true, StreamViewType: stream } }),
    ...(plan.isProtected && { DeletionProtectionEnabled: true }),
    ...(tableClass !== undefined && { TableClass: tableClass }),
    ...(plan.ceilings && { OnDemandThroughput: plan.ceilings }),
    ...(plan.isEncrypted && { SSESpecification: { Enabled: true, SSEType: 'KMS' } }),
    ...(tags.size > 0 && { Tags: [...tags].map(([Key, Value]) => ({ Key, Value })) }),
  };
}

const keyValues: { readonly [type in KeyDescriptor]: readonly string[] } = {
  S: ['a', 'ab', 'é', '\u{1F600}'],
  N: ['1', '2', '10', '-1.5'],
  B: ['AA==', 'AQ==', '/w=='],
};

export const keyValue = (draw: Draw, { types }: Plan, name: string): AttributeValue => {
  const type = types[name]!;
  return { [type]: draw.pick(keyValues[type]) } as unknown as AttributeValue;
};

/** A primary key. There are few, so that writes meet. */
export const primaryKey = (draw: Draw, plan: Plan): Item => ({
  pk: keyValue(draw, plan, 'pk'),
  ...(plan.range && { sk: keyValue(draw, plan, 'sk') }),
});

/** An item. It may lack keys of indexes and what they project. */
export function anyItem(draw: Draw, plan: Plan): Item {
  const item: Item = primaryKey(draw, plan);
  for (const name of indexKeys) if (draw.chance(70)) item[name] = keyValue(draw, plan, name);
  for (const name of ['alpha', 'beta', 'gamma']) if (draw.chance(50)) item[name] = { N: String(draw.int(9)) };
  return item;
}
