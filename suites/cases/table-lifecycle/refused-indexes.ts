/** Indexes that CreateTable refuses. */
import type { Case, TemplateObject } from '../case.ts';
import { family } from '../family.ts';
import { sources } from '../sources.ts';
import { refused } from '../steps.ts';
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

const rows: { [slug: string]: { title: string; request: TemplateObject } } = {
  'empty-global-list': {
    title: 'a list of no global indexes',
    request: { ...globals(), AttributeDefinitions: defined('pk', 'sk') },
  },
  'empty-local-list': {
    title: 'a list of no local indexes',
    request: { ...locals(), AttributeDefinitions: defined('pk', 'sk') },
  },
  'twenty-one-global': {
    title: 'twenty-one global indexes',
    request: globals(...Array.from({ length: 21 }, (_, at) => index(`global${at}`, keys('g')))),
  },
  'six-local': {
    title: 'six local indexes',
    request: locals(...Array.from({ length: 6 }, (_, at) => near(`local${at}`))),
  },
  'name-of-two': { title: 'a name of two characters', request: globals(index('by', keys('g'))) },
  'name-of-256': { title: 'a name of 256 characters', request: globals(index('i'.repeat(256), keys('g'))) },
  'name-with-blank': { title: 'a name with a blank', request: globals(index('by g', keys('g'))) },
  'local-name-of-two': { title: 'a local index with a name of two characters', request: locals(near('by')) },
  'local-name-with-slash': { title: 'a local index with a slash in its name', request: locals(near('by/l')) },
  'two-global-of-one-name': { title: 'two global indexes of one name', request: globals(byG(), byG(keysOnly)) },
  'two-local-of-one-name': {
    title: 'two local indexes of one name',
    request: locals(near('near'), near('near', keysOnly)),
  },
  'both-kinds-of-one-name': {
    title: 'a global and a local index of one name',
    request: { ...globals(index('both', keys('g'))), LocalSecondaryIndexes: [near('both')] },
  },
  'key-undefined': { title: 'a key without a definition', request: globals(byG(), index('by-x', keys('x'))) },
  'sort-key-undefined': { title: 'a sort key without a definition', request: globals(index('by-g', keys('g', 'x'))) },
  'no-keys': { title: 'no keys', request: globals(index('by-g', [])) },
  'three-keys': { title: 'three keys', request: globals(index('by-g', [...keys('g', 'sk'), ...keys('pk')])) },
  'two-partition-keys': { title: 'two partition keys', request: globals(index('by-g', typed('HASH', 'HASH'))) },
  'sort-key-first': {
    title: 'the sort key before the partition key',
    request: globals(index('by-g', typed('RANGE', 'HASH'))),
  },
  'one-attribute-for-both': { title: 'one attribute for both keys', request: globals(index('by-g', twice)) },
  'without-projection': { title: 'no projection', request: globals(bare) },
  'empty-projection': { title: 'a projection without a type', request: globals(byG({ Projection: {} })) },
  'unknown-projection': {
    title: 'a projection of a type that there is not',
    request: globals(byG({ Projection: { ProjectionType: 'SOME' } })),
  },
  'include-nothing': {
    title: 'a projection that includes, and does not say what',
    request: globals(byG({ Projection: { ProjectionType: 'INCLUDE' } })),
  },
  'include-empty-list': { title: 'a projection that includes an empty list', request: globals(byG(including())) },
  'all-and-some': {
    title: 'attributes beside a projection of all',
    request: globals(byG({ Projection: { ProjectionType: 'ALL', NonKeyAttributes: ['a'] } })),
  },
  'keys-and-some': {
    title: 'attributes beside a projection of keys',
    request: globals(byG({ Projection: { ProjectionType: 'KEYS_ONLY', NonKeyAttributes: ['a'] } })),
  },
  'definition-unused': {
    title: 'a definition that neither table nor index uses',
    request: globals(index('by-sk', keys('sk'))),
  },
  'local-without-table-sort-key': {
    title: 'a local index of a table without a sort key',
    request: { ...onDemand, AttributeDefinitions: defined('pk', 'g'), LocalSecondaryIndexes: [near('near')] },
  },
  'local-without-sort-key': {
    title: 'a local index without a sort key',
    request: { ...locals(index('near', keys('pk'))), AttributeDefinitions: defined('pk', 'sk') },
  },
  'local-of-another-partition-key': {
    title: 'a local index of another partition key than the table',
    request: locals(index('near', keys('g', 'sk'))),
  },
  'units-of-one-on-demand': {
    title: 'units of one of two indexes on demand',
    request: globals(byG(), index('by-h', keys('g', 'sk'), { ProvisionedThroughput: units(1, 1) })),
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
const lengths: { [slug: string]: { title: string; request: TemplateObject; text?: string } } = {
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
  },
  'write-units-alone-on-demand': {
    title: 'write units alone of an index on demand',
    request: globals(byG({ ProvisionedThroughput: units(0, 1) })),
  },
  'projected-name-too-long': {
    title: 'a projected attribute with a name of 256 characters',
    request: projected('p'.repeat(256)),
  },
  'projected-name-empty': { title: 'a projected attribute without a name', request: projected('') },
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
    ({ request }) => ({ steps: [refused(create(request, { $name: 'never' }), 'ValidationException')] }),
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
      steps: [
        refused(
          create(request, { $name: 'never' }),
          'ValidationException',
          text === undefined ? {} : { texts: [text] },
        ),
      ],
    }),
  ),
];
