import type { Case, Template, TemplateObject } from '../case.ts';
import { sources } from '../sources.ts';
import { refused, untilActive } from '../steps.ts';
import { create, defined, including, index, keys, onDemand, refusedTable, units } from './requests.ts';

const name = { $name: 'made' };
const refusedDefinition = (what: string, more: TemplateObject) => refusedTable(what, { ...onDemand, ...more });
const definitions = defined('pk', 'g', 'h');
const byG = (more: TemplateObject = {}) => index('by-g', keys('g'), more);
const provisioned = (indexes: Template[]) => ({
  ...onDemand,
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
    ...refusedDefinition('no-units', provisioned([byG({ ProvisionedThroughput: units(0, 0) })])),
    ...refusedDefinition('no-writes', provisioned([byG({ ProvisionedThroughput: units(1, 0) })])),
    ...refusedDefinition('left-out', provisioned([byG()])),
    ...refusedDefinition('on-demand', {
      AttributeDefinitions: definitions.slice(0, 2),
      GlobalSecondaryIndexes: [byG({ ProvisionedThroughput: units(5, 5) })],
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
    create(provisioned([byG({ ProvisionedThroughput: units(2, 3) })])),
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
      GlobalSecondaryIndexUpdates: [
        { Create: index('by-h', keys('h'), { ProvisionedThroughput: units(read, write) }) },
      ],
    },
    observe: [],
  };
}

const indexes = (counts: number[]) => ({
  ...onDemand,
  AttributeDefinitions: definitions.slice(0, 2),
  GlobalSecondaryIndexes: counts.map((count, at) =>
    index(`by-g${at}`, keys('g'), including(...Array.from({ length: count }, (_, i) => `i${at}n${i}`))),
  ),
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
    create(provisioned([byG({ ProvisionedThroughput: units(2, 3) })])),
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
    ...refusedTable('too-many', indexes([20, 20, 20, 20, 20, 1])),
    { ...create(indexes([20, 20, 20, 20, 20])), expect: { ok: {} } },
  ],
};

export const cases: readonly Case[] = [
  indexThroughput,
  addedIndexThroughput,
  addedIndexWithoutUnits,
  projectedAttributes,
];
