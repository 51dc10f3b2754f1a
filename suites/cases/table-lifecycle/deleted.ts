import type { Case, TemplateObject } from '../case.ts';
import { from, n, s } from '../case.ts';
import { sources } from '../sources.ts';
import { accepted, put, refused, untilActive, untilGone } from '../steps.ts';
import { change, create, defined, describing, index, keys, made, making, onDemand, unchanged } from './requests.ts';

const remove = { op: 'DeleteTable' as const, input: { TableName: made }, observe: [] };
const indexed = {
  ...onDemand,
  KeySchema: keys('pk', 'sk'),
  AttributeDefinitions: defined('pk', 'sk', 'g'),
  GlobalSecondaryIndexes: [index('by-g', keys('g'))],
  LocalSecondaryIndexes: [index('near', keys('pk', 'g'))],
};
const absent = { $absent: true };

const answer: Case = {
  id: 'table-lifecycle/deleted-answer',
  title: 'The answer of DeleteTable has the table’s id and units, and neither its keys nor its indexes',
  area: 'table-lifecycle',
  findings: [],
  certainty: 'measured',
  because: 'DeleteTable describes less than DescribeTable: what the table was is no longer of interest.',
  sources: [sources.alternatorTableTests, sources.deleteTable],
  steps: [
    ...making(indexed),
    {
      ...remove,
      expect: {
        ok: {
          TableDescription: {
            ...{ TableName: made, ItemCount: 0, TableSizeBytes: 0 },
            TableArn: from('made', 'Table.TableArn'),
            TableId: from('made', 'Table.TableId'),
            ProvisionedThroughput: { NumberOfDecreasesToday: 0, ReadCapacityUnits: 0, WriteCapacityUnits: 0 },
            BillingModeSummary: from('made', 'Table.BillingModeSummary'),
            ...{ CreationDateTime: absent, KeySchema: absent, AttributeDefinitions: absent },
            ...{ GlobalSecondaryIndexes: absent, LocalSecondaryIndexes: absent },
          },
        },
      },
    },
    untilGone('gone', made),
  ],
};

const twice: Case = {
  id: 'table-lifecycle/deleted-is-gone',
  title: 'A deleted table is found by no operation',
  area: 'table-lifecycle',
  findings: [],
  certainty: 'documented',
  because: 'Once DeleteTable has ended there is no such table: it is ResourceNotFoundException everywhere.',
  sources: [sources.deleteTable, sources.alternatorTableTests],
  steps: [
    ...making(onDemand),
    accepted(remove),
    untilGone('gone', made),
    ...(
      [
        ['DeleteTable', {}],
        ['DescribeTable', {}],
        ['UpdateTable', { BillingMode: 'PAY_PER_REQUEST' }],
        ['PutItem', { Item: { pk: s('p') } }],
        ['GetItem', { Key: { pk: s('p') } }],
        ['UpdateItem', { Key: { pk: s('p') } }],
        ['DeleteItem', { Key: { pk: s('p') } }],
        ['Query', { KeyConditionExpression: 'pk = :p', ExpressionAttributeValues: { ':p': s('p') } }],
        ['Scan', {}],
      ] as const
    ).map(([op, more]) =>
      refused(
        { op, input: { TableName: made, ...(more as TemplateObject) }, observe: [] },
        'ResourceNotFoundException',
      ),
    ),
  ],
};

const again: Case = {
  id: 'table-lifecycle/deleted-and-made-again',
  title: 'A table made again under a name has another id, other keys, and none of the items',
  area: 'table-lifecycle',
  findings: [],
  certainty: 'documented',
  because: 'The name is free; the new table has nothing to do with the old one, whose items are deleted.',
  sources: [sources.deleteTable, sources.createTable],
  steps: [
    ...making(onDemand),
    put(made, { pk: s('p') }),
    accepted(remove),
    untilGone('gone', made),
    { ...create({ ...onDemand, KeySchema: keys('id'), AttributeDefinitions: defined('id:N') }), expect: { ok: {} } },
    untilActive('again', made),
    describing({ KeySchema: keys('id'), AttributeDefinitions: defined('id:N'), GlobalSecondaryIndexes: absent }),
    { op: 'Scan', input: { TableName: made, ConsistentRead: true }, expect: { ok: { Items: [], Count: 0 } } },
    put(made, { id: n(1) }),
  ],
};

const protectedTable: Case = {
  id: 'table-lifecycle/deleted-protected',
  title: 'A protected table cannot be deleted until the protection is taken away, and goes on working',
  area: 'table-lifecycle',
  findings: [],
  certainty: 'documented',
  because: 'DeleteTable refuses a protected table with a ValidationException, and changes nothing.',
  sources: [sources.workingWithTables, sources.updateTable],
  steps: [
    ...making({ ...onDemand, DeletionProtectionEnabled: true }),
    refused(remove, 'ValidationException'),
    { wait: 500, because: 'a table that is deleted all the same is gone by then' },
    describing(unchanged({ ...onDemand, DeletionProtectionEnabled: true })),
    put(made, { pk: s('p') }),
    accepted(change({ DeletionProtectionEnabled: false })),
    untilActive('unprotected', made),
    accepted(remove),
    untilGone('gone', made),
  ],
};

const taken: Case = {
  id: 'table-lifecycle/name-taken',
  title: 'A second table of a name is refused, whatever its definition, and the first one stays',
  area: 'table-lifecycle',
  findings: [],
  certainty: 'measured',
  because: 'Names are unique in an account and region; the second CreateTable is ResourceInUseException.',
  sources: [sources.alternatorTableTests, sources.createTable],
  steps: [
    ...making(onDemand),
    refused(create(onDemand), 'ResourceInUseException'),
    refused(create(indexed), 'ResourceInUseException'),
    describing(unchanged(onDemand)),
  ],
};

export const cases: readonly Case[] = [answer, twice, again, protectedTable, taken];
