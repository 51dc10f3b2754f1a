/** Changes of the indexes of a table that are refused, and leave it as it was. */
import type { Case, TemplateObject } from '../case.ts';
import { n, s, table } from '../case.ts';
import { family } from '../family.ts';
import { sources } from '../sources.ts';
import { put, refused } from '../steps.ts';
import { invalidValues } from '../words.ts';

const TableName = { $table: 't' };
const tables = {
  t: table({
    hash: ['pk', 'S'],
    range: ['sk', 'S'],
    gsi: { 'by-g': { hash: ['g', 'S'] } },
    lsi: { 'by-l': { hash: ['pk', 'S'], range: ['l', 'S'] } },
  }),
};
const defined = (...names: string[]) => names.map((AttributeName) => ({ AttributeName, AttributeType: 'S' }));
const created = (IndexName: string, name: string): TemplateObject => ({
  Create: {
    IndexName,
    KeySchema: [{ AttributeName: name, KeyType: 'HASH' }],
    Projection: { ProjectionType: 'ALL' },
  },
});

type Change = { title: string; change: TemplateObject; refusal?: string | string[]; text: string };
const changes: { [slug: string]: Change } = {
  'name-of-local': {
    title: 'An index is not added under the name of a local one',
    change: { AttributeDefinitions: defined('x'), GlobalSecondaryIndexUpdates: [created('by-l', 'x')] },
    text: 'Attempting to create an index which already exists',
  },
  'without-definitions': {
    title: 'A new index on an attribute that the table defines needs its definition in the request as well',
    change: { GlobalSecondaryIndexUpdates: [created('by-x', 'l')] },
    text: invalidValues('AttributeDefinitions is not specified for index: by-x'),
  },
  'without-definition': {
    title: 'The definitions of a request that adds an index hold its key',
    change: { AttributeDefinitions: defined('pk', 'sk'), GlobalSecondaryIndexUpdates: [created('by-x', 'l')] },
    text: invalidValues(
      'Some index key attributes are not defined in AttributeDefinitions. Keys: [l], AttributeDefinitions: [pk, sk]',
    ),
  },
  'other-type': {
    title: 'An attribute that is the key of an index is no key of another type in a new one',
    change: {
      AttributeDefinitions: [{ AttributeName: 'g', AttributeType: 'N' }],
      GlobalSecondaryIndexUpdates: [created('by-x', 'g')],
    },
    text: invalidValues(
      'Attributes cannot be redefined. Please check that your attribute has the same type as previously defined. Existing schema: Schema:[SchemaElement: key{g:S:HASH}] New schema: Schema:[SchemaElement: key{g:N:HASH}]',
    ),
  },
  'two-actions': {
    title: 'One element of the updates has one action',
    change: {
      AttributeDefinitions: defined('x'),
      GlobalSecondaryIndexUpdates: [{ ...created('by-x', 'x'), Delete: { IndexName: 'by-g' } }],
    },
    text: invalidValues('Only one global secondary index action is allowed per GlobalSecondaryIndexUpdate object'),
  },
  'two-created': {
    title: 'Two indexes are not added at once',
    change: {
      AttributeDefinitions: defined('x'),
      GlobalSecondaryIndexUpdates: [created('by-x', 'x'), created('by-y', 'x')],
    },
    refusal: 'LimitExceededException',
    text: 'Subscriber limit exceeded: Only 1 online index can be created or deleted simultaneously per table',
  },
  'created-and-dropped': {
    title: 'One index is not added while another is dropped',
    change: {
      AttributeDefinitions: defined('x'),
      GlobalSecondaryIndexUpdates: [created('by-x', 'x'), { Delete: { IndexName: 'by-g' } }],
    },
    refusal: 'LimitExceededException',
    text: 'Subscriber limit exceeded: Only 1 online index can be created or deleted simultaneously per table',
  },
  'local-dropped': {
    title: 'A local index is not dropped',
    change: { GlobalSecondaryIndexUpdates: [{ Delete: { IndexName: 'by-l' } }] },
    text: 'Cannot delete an index that is not a GlobalSecondaryIndex: by-l',
  },
};

const indexNames = (member: string, name: string) => ({ [member]: [{ IndexName: name }] });

const refusedChanges = family(
  {
    area: 'secondary-index',
    name: 'not-changed',
    certainty: 'measured',
    because: 'UpdateTable checks a change of the indexes as a whole, and a refused one changes nothing.',
    sources: [sources.alternatorOnlineIndexTests, sources.updateTable],
    tables,
  },
  changes,
  ({ change, refusal = 'ValidationException', text }: Change) => ({
    steps: [
      refused({ op: 'UpdateTable', input: { TableName, ...change }, observe: [] }, refusal, { texts: [text] }),
      {
        op: 'DescribeTable',
        input: { TableName },
        observe: [],
        expect: {
          ok: {
            Table: {
              TableStatus: 'ACTIVE',
              ...indexNames('GlobalSecondaryIndexes', 'by-g'),
              ...indexNames('LocalSecondaryIndexes', 'by-l'),
              AttributeDefinitions: { $size: 4 },
            },
          },
        },
      },
      put('t', { pk: s('p'), sk: s('a'), x: n(1) }),
    ],
  }),
);

const projections: { [slug: string]: { title: string; member: string; keys: string[] } } = {
  global: {
    title: 'A global index does not project an attribute twice',
    member: 'GlobalSecondaryIndexes',
    keys: ['g'],
  },
  local: {
    title: 'A local index does not project an attribute twice',
    member: 'LocalSecondaryIndexes',
    keys: ['pk', 'g'],
  },
};

const repeated = family(
  {
    area: 'secondary-index',
    name: 'projected-twice',
    certainty: 'measured',
    because: 'NonKeyAttributes names each attribute once.',
    sources: [sources.alternatorIndexTests, sources.projection],
  },
  projections,
  ({ member, keys }: (typeof projections)[string]) => ({
    steps: [
      refused(
        {
          op: 'CreateTable',
          input: {
            TableName: { $name: 'twice' },
            BillingMode: 'PAY_PER_REQUEST',
            AttributeDefinitions: defined('pk', 'sk', 'g'),
            KeySchema: [
              { AttributeName: 'pk', KeyType: 'HASH' },
              { AttributeName: 'sk', KeyType: 'RANGE' },
            ],
            [member]: [
              {
                IndexName: 'twice',
                KeySchema: keys.map((AttributeName, at) => ({ AttributeName, KeyType: at === 0 ? 'HASH' : 'RANGE' })),
                Projection: { ProjectionType: 'INCLUDE', NonKeyAttributes: ['a', 'b', 'a'] },
              },
            ],
          },
          observe: [],
        },
        'ValidationException',
        { texts: [invalidValues('Duplicate element in NonKeyAttributes: a')] },
      ),
      refused(
        { op: 'DescribeTable', input: { TableName: { $name: 'twice' } }, observe: [] },
        'ResourceNotFoundException',
      ),
    ],
  }),
);

export const cases: readonly Case[] = [...refusedChanges, ...repeated];
