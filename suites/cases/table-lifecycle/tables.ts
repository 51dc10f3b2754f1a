import type { Case, Template, TemplateObject } from '../case.ts';
import { table } from '../case.ts';
import { sources } from '../sources.ts';
import { refused, untilActive } from '../steps.ts';

const schema = table({ hash: ['pk', 'S'] });
const name = { $name: 'made' };
const create = (more: TemplateObject = {}, made: TemplateObject = name) => ({
  op: 'CreateTable' as const,
  input: { ...schema, TableName: made, ...more },
  observe: [],
});
/** Refused without creating a table of that name. */
const refusedTable = (what: string, more: TemplateObject) => [
  refused(create(more, { $name: what }), 'ValidationException'),
  refused({ op: 'DescribeTable', input: { TableName: { $name: what } }, observe: [] }, 'ResourceNotFoundException'),
];
const definitions = ['pk', 'g', 'h'].map((AttributeName) => ({ AttributeName, AttributeType: 'S' }));
const index = (IndexName: string, hash: string, more: TemplateObject = {}) => ({
  IndexName,
  KeySchema: [{ AttributeName: hash, KeyType: 'HASH' }],
  Projection: { ProjectionType: 'ALL' },
  ...more,
});
const units = (read: number, write: number) => ({ ReadCapacityUnits: read, WriteCapacityUnits: write });
const provisioned = (indexes: Template[]) => ({
  BillingMode: 'PROVISIONED',
  ProvisionedThroughput: units(1, 1),
  AttributeDefinitions: definitions.slice(0, 1 + indexes.length),
  GlobalSecondaryIndexes: indexes,
});

const indexThroughput: Case = {
  id: 'table-lifecycle/index-throughput',
  title: 'An index of a provisioned table needs units of at least one, and one of an on-demand table takes none',
  area: 'table-lifecycle',
  findings: ['restore-parity/gsi-throughput-min', 'restore-parity/gsi-throughput-on-ppr'],
  certainty: 'documented',
  because: 'Capacity units have a minimum of one, and belong to provisioned mode alone.',
  sources: [sources.createTable],
  steps: [
    ...refusedTable('no-units', provisioned([index('by-g', 'g', { ProvisionedThroughput: units(0, 0) })])),
    ...refusedTable('no-writes', provisioned([index('by-g', 'g', { ProvisionedThroughput: units(1, 0) })])),
    ...refusedTable('left-out', provisioned([index('by-g', 'g')])),
    ...refusedTable('on-demand', {
      AttributeDefinitions: definitions.slice(0, 2),
      GlobalSecondaryIndexes: [index('by-g', 'g', { ProvisionedThroughput: units(5, 5) })],
    }),
  ],
};

const addedIndexThroughput: Case = {
  id: 'table-lifecycle/added-index-throughput',
  title: 'A table can be described after an index with units was added to it',
  area: 'table-lifecycle',
  findings: ['restore-parity/sqlite-gsi-throughput-shape'],
  certainty: 'documented',
  because: 'The units of the new index are reported, with no decrease today.',
  sources: [sources.updateTable],
  steps: [
    create(provisioned([index('by-g', 'g', { ProvisionedThroughput: units(2, 3) })])),
    untilActive('made', name),
    { ...addH(3, 4), expect: { ok: {} } },
    {
      repeat: { op: 'DescribeTable', as: 'described', input: { TableName: name } },
      until: { path: 'Table.GlobalSecondaryIndexes[1].IndexStatus', equals: 'ACTIVE' },
      pauseMs: 100,
      turns: 100,
      observe: [],
      expect: {
        ok: {
          Table: {
            GlobalSecondaryIndexes: {
              $unordered: [
                { IndexName: 'by-g', ProvisionedThroughput: { ...units(2, 3), NumberOfDecreasesToday: 0 } },
                { IndexName: 'by-h', ProvisionedThroughput: { ...units(3, 4), NumberOfDecreasesToday: 0 } },
              ],
            },
          },
        },
      },
    },
  ],
};

function addH(read: number, write: number) {
  return {
    op: 'UpdateTable' as const,
    input: {
      TableName: name,
      AttributeDefinitions: definitions,
      GlobalSecondaryIndexUpdates: [{ Create: index('by-h', 'h', { ProvisionedThroughput: units(read, write) }) }],
    },
    observe: [],
  };
}

const including = (prefix: string, count: number) => ({
  Projection: {
    ProjectionType: 'INCLUDE',
    NonKeyAttributes: Array.from({ length: count }, (_, at) => `${prefix}${at}`),
  },
});
const projecting = (counts: number[]) => ({
  AttributeDefinitions: definitions.slice(0, 2),
  GlobalSecondaryIndexes: counts.map((count, at) => index(`by-g${at}`, 'g', including(`i${at}n`, count))),
});

const addedIndexWithoutUnits: Case = {
  id: 'table-lifecycle/added-index-without-units',
  title: 'UpdateTable refuses an index with zero units on a provisioned table',
  area: 'table-lifecycle',
  findings: ['restore-parity/gsi-throughput-min'],
  certainty: 'documented',
  because: 'The minimum of one is that of CreateTable.',
  sources: [sources.updateTable],
  steps: [
    create(provisioned([index('by-g', 'g', { ProvisionedThroughput: units(2, 3) })])),
    untilActive('made', name),
    refused(addH(0, 0), 'ValidationException'),
    {
      op: 'DescribeTable',
      input: { TableName: name },
      observe: [],
      expect: { ok: { Table: { GlobalSecondaryIndexes: [{ IndexName: 'by-g' }] } } },
    },
  ],
};

const projectedAttributes: Case = {
  id: 'table-lifecycle/projected-attributes',
  title: 'At most a hundred projected attributes, counted over all indexes of a table',
  area: 'table-lifecycle',
  findings: ['restore-parity/nonkey-100'],
  certainty: 'documented',
  because: 'The limit holds for the sum over all indexes; an attribute in two of them counts twice.',
  sources: [sources.createTable, sources.projection],
  steps: [
    ...refusedTable('too-many', projecting([20, 20, 20, 20, 20, 1])),
    { ...create(projecting([20, 20, 20, 20, 20])), expect: { ok: {} } },
  ],
};

export const cases: readonly Case[] = [
  indexThroughput,
  addedIndexThroughput,
  addedIndexWithoutUnits,
  projectedAttributes,
];
