/** Indexes that CreateTable refuses. */
import type { Case, TemplateObject } from '../case.ts';
import { family } from '../family.ts';
import { sources } from '../sources.ts';
import { refused } from '../steps.ts';
import { invalidValues, inWords, isMissing, isNoName, isNoneOf, isTooLong, isTooShort } from '../words.ts';
import { create, defined, including, index, keys, keysOnly, onDemand, refusing, units } from './requests.ts';

const ranged = { ...onDemand, KeySchema: keys('pk', 'sk'), AttributeDefinitions: defined('pk', 'sk', 'g') };
const globals = (...GlobalSecondaryIndexes: TemplateObject[]) => ({ ...ranged, GlobalSecondaryIndexes });
const locals = (...LocalSecondaryIndexes: TemplateObject[]) => ({ ...ranged, LocalSecondaryIndexes });
const near = (name: string, more: TemplateObject = {}) => index(name, keys('pk', 'g'), more);
const byG = (more: TemplateObject = {}) => index('by-g', keys('g'), more);
const { Projection: _, ...bare } = byG();
const typed = (first: string, second: string) => [
  { AttributeName: 'g', KeyType: first },
  { AttributeName: 'sk', KeyType: second },
];
const twice = [
  { AttributeName: 'g', KeyType: 'HASH' },
  { AttributeName: 'g', KeyType: 'RANGE' },
];

interface Row {
  title: string;
  request: TemplateObject;
  text?: string;
}
const rows: { [slug: string]: Row } = {
  'empty-global-list': {
    title: 'a list of no global indexes',
    request: { ...globals(), AttributeDefinitions: defined('pk', 'sk') },
    text: invalidValues('List of GlobalSecondaryIndexes is empty'),
  },
  'empty-local-list': {
    title: 'a list of no local indexes',
    request: { ...locals(), AttributeDefinitions: defined('pk', 'sk') },
    text: invalidValues('List of LocalSecondaryIndexes is empty'),
  },
  'twenty-one-global': {
    title: 'twenty-one global indexes',
    request: globals(...Array.from({ length: 21 }, (_, at) => index(`global${at}`, keys('g')))),
    text: invalidValues('GlobalSecondaryIndex count exceeds the per-table limit of 20'),
  },
  'six-local': {
    title: 'six local indexes',
    request: locals(...Array.from({ length: 6 }, (_, at) => near(`local${at}`))),
    text: invalidValues('Number of LocalSecondaryIndexes exceeds per-table limit of 5'),
  },
  'name-of-two': {
    title: 'a name of two characters',
    request: globals(index('by', keys('g'))),
    text: isTooShort('globalSecondaryIndexes.1.member.indexName', 'by', 3),
  },
  'name-of-256': {
    title: 'a name of 256 characters',
    request: globals(index('i'.repeat(256), keys('g'))),
    text: isTooLong('globalSecondaryIndexes.1.member.indexName', 'i'.repeat(256), 255),
  },
  'name-with-blank': {
    title: 'a name with a blank',
    request: globals(index('by g', keys('g'))),
    text: isNoName('globalSecondaryIndexes.1.member.indexName', 'by g'),
  },
  'local-name-of-two': {
    title: 'a local index with a name of two characters',
    request: locals(near('by')),
    text: isTooShort('localSecondaryIndexes.1.member.indexName', 'by', 3),
  },
  'local-name-with-slash': {
    title: 'a local index with a slash in its name',
    request: locals(near('by/l')),
    text: isNoName('localSecondaryIndexes.1.member.indexName', 'by/l'),
  },
  'two-global-of-one-name': {
    title: 'two global indexes of one name',
    request: globals(byG(), byG(keysOnly)),
    text: invalidValues('Duplicate index name: by-g'),
  },
  'two-local-of-one-name': {
    title: 'two local indexes of one name',
    request: locals(near('near'), near('near', keysOnly)),
    text: invalidValues('Duplicate index name: near'),
  },
  'both-kinds-of-one-name': {
    title: 'a global and a local index of one name',
    request: { ...globals(index('both', keys('g'))), LocalSecondaryIndexes: [near('both')] },
    text: invalidValues('Duplicate index name: both'),
  },
  'key-undefined': {
    title: 'a key without a definition',
    request: globals(byG(), index('by-x', keys('x'))),
    text: invalidValues(
      'Some index key attributes are not defined in AttributeDefinitions. Keys: [x], AttributeDefinitions: [pk, sk, g]',
    ),
  },
  'sort-key-undefined': {
    title: 'a sort key without a definition',
    request: globals(index('by-g', keys('g', 'x'))),
    text: invalidValues(
      'Some index key attributes are not defined in AttributeDefinitions. Keys: [g, x], AttributeDefinitions: [pk, sk, g]',
    ),
  },
  'no-keys': {
    title: 'no keys',
    request: globals(index('by-g', [])),
    text: isTooShort('globalSecondaryIndexes.1.member.keySchema', '[]', 1),
  },
  'three-keys': { title: 'three keys', request: globals(index('by-g', [...keys('g', 'sk'), ...keys('pk')])) },
  'two-partition-keys': {
    title: 'two partition keys',
    request: globals(index('by-g', typed('HASH', 'HASH'))),
    text: 'Invalid KeySchema: The second KeySchemaElement is not a RANGE key type',
  },
  'sort-key-first': {
    title: 'the sort key before the partition key',
    request: globals(index('by-g', typed('RANGE', 'HASH'))),
    text: 'Invalid KeySchema: The first KeySchemaElement is not a HASH key type',
  },
  'one-attribute-for-both': {
    title: 'one attribute for both keys',
    request: globals(index('by-g', twice)),
    text: 'Both the Hash Key and the Range Key element in the KeySchema have the same name',
  },
  'without-projection': {
    title: 'no projection',
    request: globals(bare),
    text: isMissing('globalSecondaryIndexes.1.member.projection'),
  },
  'empty-projection': {
    title: 'a projection without a type',
    request: globals(byG({ Projection: {} })),
    text: invalidValues('Unknown ProjectionType: null'),
  },
  'unknown-projection': {
    title: 'a projection of a type that there is not',
    request: globals(byG({ Projection: { ProjectionType: 'SOME' } })),
    text: isNoneOf('globalSecondaryIndexes.1.member.projection.projectionType', 'SOME', 'ALL', 'INCLUDE', 'KEYS_ONLY'),
  },
  'include-nothing': {
    title: 'a projection that includes, and does not say what',
    request: globals(byG({ Projection: { ProjectionType: 'INCLUDE' } })),
    text: invalidValues('ProjectionType is INCLUDE, but NonKeyAttributes is not specified'),
  },
  'include-empty-list': {
    title: 'a projection that includes an empty list',
    request: globals(byG(including())),
    text: isTooShort('globalSecondaryIndexes.1.member.projection.nonKeyAttributes', '[]', 1),
  },
  'all-and-some': {
    title: 'attributes beside a projection of all',
    request: globals(byG({ Projection: { ProjectionType: 'ALL', NonKeyAttributes: ['a'] } })),
    text: invalidValues('ProjectionType is ALL, but NonKeyAttributes is specified'),
  },
  'keys-and-some': {
    title: 'attributes beside a projection of keys',
    request: globals(byG({ Projection: { ProjectionType: 'KEYS_ONLY', NonKeyAttributes: ['a'] } })),
    text: invalidValues('ProjectionType is KEYS_ONLY, but NonKeyAttributes is specified'),
  },
  'definition-unused': {
    title: 'a definition that neither table nor index uses',
    request: globals(index('by-sk', keys('sk'))),
  },
  'local-without-table-sort-key': {
    title: 'a local index of a table without a sort key',
    request: { ...onDemand, AttributeDefinitions: defined('pk', 'g'), LocalSecondaryIndexes: [near('near')] },
    text: invalidValues(
      'Table KeySchema does not have a range key, which is required when specifying a LocalSecondaryIndex',
    ),
  },
  'local-without-sort-key': {
    title: 'a local index without a sort key',
    request: { ...locals(index('near', keys('pk'))), AttributeDefinitions: defined('pk', 'sk') },
    text: invalidValues('Index KeySchema does not have a range key for index: near'),
  },
  'local-of-another-partition-key': {
    title: 'a local index of another partition key than the table',
    request: locals(index('near', keys('g', 'sk'))),
    text: invalidValues(
      'Index KeySchema does not have the same leading hash key as table KeySchema for index: near. index hash key: g, table hash key: pk',
    ),
  },
  'second-local-without-sort-key': {
    title: 'a second local index without a sort key',
    request: { ...locals(near('first'), index('second', keys('pk'))) },
    text: invalidValues('Index KeySchema does not have a range key for index: second'),
  },
  'second-local-of-another-partition-key': {
    title: 'a second local index of another partition key than the table',
    request: locals(near('first'), index('second', keys('g', 'sk'))),
    text: invalidValues(
      'Index KeySchema does not have the same leading hash key as table KeySchema for index: second. index hash key: g, table hash key: pk',
    ),
  },
  'units-of-one-on-demand': {
    title: 'units of one of two indexes on demand',
    request: globals(byG(), index('by-h', keys('g', 'sk'), { ProvisionedThroughput: units(1, 1) })),
    text: invalidValues(
      'ProvisionedThroughput should not be specified for index: by-h when BillingMode is PAY_PER_REQUEST',
    ),
  },
};

const because = 'Such a definition is a ValidationException.';

const projected = (...attributes: string[]) => globals(byG(including(...attributes)));
const { BillingMode: __, ...unbilled } = ranged;
const withUnits = (read: number, write: number) => ({
  ...unbilled,
  ProvisionedThroughput: units(1, 1),
  GlobalSecondaryIndexes: [byG({ ProvisionedThroughput: units(read, write) })],
});
const tooFew = (unit: string): string =>
  `1 validation error detected: Value '0' at 'globalSecondaryIndexes.1.member.provisionedThroughput.${unit}' failed to satisfy constraint: Member must have value greater than or equal to 1`;
const lengths: { [slug: string]: Row } = {
  'no-read-units': {
    title: 'an index without read units',
    request: withUnits(0, 1),
    text: tooFew('readCapacityUnits'),
  },
  'no-write-units': {
    title: 'an index without write units',
    request: withUnits(1, 0),
    text: tooFew('writeCapacityUnits'),
  },
  'units-missing': {
    title: 'an index without units of a provisioned table',
    request: { ...withUnits(1, 1), GlobalSecondaryIndexes: [byG()] },
  },
  'read-units-alone-on-demand': {
    title: 'read units alone of an index on demand',
    request: globals(byG({ ProvisionedThroughput: units(1, 0) })),
    text: invalidValues(
      'ProvisionedThroughput should not be specified for index: by-g when BillingMode is PAY_PER_REQUEST',
    ),
  },
  'write-units-alone-on-demand': {
    title: 'write units alone of an index on demand',
    request: globals(byG({ ProvisionedThroughput: units(0, 1) })),
    text: invalidValues(
      'ProvisionedThroughput should not be specified for index: by-g when BillingMode is PAY_PER_REQUEST',
    ),
  },
  'projected-name-too-long': {
    title: 'a projected attribute with a name of 256 characters',
    request: projected('p'.repeat(256)),
    text: isTooLong('globalSecondaryIndexes.1.member.projection.nonKeyAttributes.1.member', 'p'.repeat(256), 255),
  },
  'projected-name-empty': {
    title: 'a projected attribute without a name',
    request: projected(''),
    text: isTooShort('globalSecondaryIndexes.1.member.projection.nonKeyAttributes.1.member', '', 1),
  },
  'one-over-a-hundred-in-both-kinds': {
    title: 'a hundred and one projected attributes over a global and a local index',
    request: {
      ...projected(...Array.from({ length: 50 }, (_, at) => `a${at}`)),
      LocalSecondaryIndexes: [near('near', including(...Array.from({ length: 51 }, (_, at) => `b${at}`)))],
    },
  },
};

export const cases: readonly Case[] = [
  ...family(
    {
      name: 'refused-index',
      area: 'table-lifecycle',
      certainty: 'recorded',
      because,
      sources: [sources.dynaliteCreateTableTests],
    },
    refusing(rows),
    ({ request, text }) => ({
      steps: [refused(create(request, { $name: 'never' }), 'ValidationException', inWords(text))],
    }),
  ),
  ...family(
    {
      name: 'refused-index',
      area: 'table-lifecycle',
      certainty: 'documented',
      because,
      sources: [sources.projection, sources.createTable, sources.dynaliteCreateTableTests],
    },
    refusing(lengths),
    ({ request, text }) => ({
      steps: [refused(create(request, { $name: 'never' }), 'ValidationException', inWords(text))],
    }),
  ),
];
