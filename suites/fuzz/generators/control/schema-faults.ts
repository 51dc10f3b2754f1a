/** Faults of key schemas and of indexes. */
import type { TemplateObject } from '../../../cases/case.ts';
import { isMap } from '../mutations/mutation.ts';
import { type Combination, having, listOf } from './combine.ts';
import type { Draw } from './draw.ts';

export const units = { ReadCapacityUnits: 1, WriteCapacityUnits: 1 };
export const key = (AttributeName: string, KeyType = 'HASH'): TemplateObject => ({ AttributeName, KeyType });
export const definition = (AttributeName: string, AttributeType = 'S'): TemplateObject => ({
  AttributeName,
  AttributeType,
});
export const index = (
  IndexName: string,
  KeySchema: TemplateObject[] = [key('pk')],
  more: TemplateObject = {},
): TemplateObject => ({
  ...{ IndexName, KeySchema, Projection: { ProjectionType: 'ALL' } },
  ...more,
});

/** Changes one of the indexes of a request in place. */
const anIndex =
  (change: (index: TemplateObject, draw: Draw) => void): Combination =>
  (input, draw) => {
    const all = [
      'GlobalSecondaryIndexes',
      'LocalSecondaryIndexes',
      'GlobalSecondaryIndexOverride',
      'LocalSecondaryIndexOverride',
    ]
      .flatMap((member) => listOf(input, member))
      .concat(listOf(input, 'GlobalSecondaryIndexUpdates').flatMap(({ Create }) => (isMap(Create) ? [Create] : [])));
    if (all.length === 0) return undefined;
    change(draw.pick(all), draw);
    return input;
  };

/** A table that is right but for the number of its indexes. */
const indexes =
  (member: string, count: number): Combination =>
  (input) => {
    const isLocal = member === 'LocalSecondaryIndexes';
    const [hash] = listOf(input, 'AttributeDefinitions');
    const own = Array.from({ length: count }, (_, at) =>
      index(`more-${at}`, isLocal ? [key('pk'), key('lk', 'RANGE')] : [key('pk')]),
    );
    return {
      ...{ TableName: input.TableName!, BillingMode: 'PAY_PER_REQUEST', [member]: own },
      KeySchema: isLocal ? [key('pk'), key('sk', 'RANGE')] : [key('pk')],
      AttributeDefinitions: [hash ?? definition('pk'), ...(isLocal ? [definition('sk'), definition('lk')] : [])],
    };
  };

const manyProjected: Combination = anIndex((one, draw) => {
  const NonKeyAttributes = Array.from({ length: draw.pick([100, 101]) }, (_, at) => `more${at}`);
  one.Projection = { ProjectionType: 'INCLUDE', NonKeyAttributes };
});

export const indexFaults: readonly Combination[] = [
  anIndex((one) => (one.Projection = { ProjectionType: 'INCLUDE' })),
  anIndex((one) => (one.Projection = { ProjectionType: 'ALL', NonKeyAttributes: ['alpha'] })),
  anIndex((one) => (one.Projection = { NonKeyAttributes: ['alpha'] })),
  anIndex((one) => (one.KeySchema = [key('pk'), key('pk', 'RANGE')])),
  anIndex((one) => (one.KeySchema = [key('undefined')])),
  anIndex((one) => (one.KeySchema = [key('pk', 'RANGE')])),
  anIndex((one) => (one.KeySchema = [key('pk'), key('gs', 'HASH')])),
  anIndex((one) => (one.KeySchema = [key('gk')])),
  anIndex((one) => (one.KeySchema = [key('gk'), key('lk', 'RANGE')])),
  anIndex((one) => (one.ProvisionedThroughput = units)),
  anIndex((one) => (one.ProvisionedThroughput = { ...units, ReadCapacityUnits: 0 })),
  anIndex((one) => (one.ProvisionedThroughput = { ...units, WriteCapacityUnits: 0 })),
  anIndex((one) => delete one.ProvisionedThroughput),
  manyProjected,
];

export const schemaFaults: readonly Combination[] = [
  (input) => ({ ...input, AttributeDefinitions: [...listOf(input, 'AttributeDefinitions'), definition('unused')] }),
  (input) => ({ ...input, AttributeDefinitions: listOf(input, 'AttributeDefinitions').slice(1) }),
  (input) => ({ ...input, AttributeDefinitions: listOf(input, 'AttributeDefinitions').slice(0, -1) }),
  having({ KeySchema: [key('pk'), key('pk', 'RANGE')] }),
  having({ KeySchema: [key('pk', 'RANGE')] }),
  having({ KeySchema: [key('pk'), key('sk', 'HASH')] }),
  having({ KeySchema: [key('undefined')] }),
  having({ GlobalSecondaryIndexes: [] }),
  having({ LocalSecondaryIndexes: [] }),
  having({ GlobalSecondaryIndexes: [index('same'), index('same')] }),
  having({ LocalSecondaryIndexes: [index('local')] }),
  having({
    KeySchema: [key('pk')],
    AttributeDefinitions: [definition('pk'), definition('lk')],
    LocalSecondaryIndexes: [index('local', [key('pk'), key('lk', 'RANGE')])],
  }),
  having({ LocalSecondaryIndexes: [index('local', [key('sk'), key('pk', 'RANGE')])] }),
  indexes('GlobalSecondaryIndexes', 20),
  indexes('GlobalSecondaryIndexes', 21),
  indexes('LocalSecondaryIndexes', 5),
  indexes('LocalSecondaryIndexes', 6),
];
