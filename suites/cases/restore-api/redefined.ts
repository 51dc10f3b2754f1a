/** Index lists that a restore accepts as a new definition, under the rules of CreateTable. */
import type { Call, Case, Template, TemplateObject } from '../case.ts';
import { from, s, table } from '../case.ts';
import { sources } from '../sources.ts';
import { backUp, backupArn, put, queryIndex, refused, restore } from '../steps.ts';

const schema = table({
  hash: ['pk', 'S'],
  gsi: { one: { hash: ['g', 'S'], projection: 'KEYS_ONLY' }, two: { hash: ['h', 'S'] } },
});
const row = { pk: s('p'), g: s('g'), h: s('h'), x: s('x') };
const target = { $name: 'copy' };
const begin = [put('t', row), ...backUp('kept', 't', 'kept')];
const index = (IndexName: string, hash: string, more: TemplateObject = {}): TemplateObject => ({
  IndexName,
  KeySchema: [{ AttributeName: hash, KeyType: 'HASH' }],
  Projection: { ProjectionType: 'ALL' },
  ...more,
});
const found = (name: string, hash: 'g' | 'h') =>
  queryIndex(`through ${name}`, target, { index: name, where: `${hash} = :v`, values: { ':v': row[hash] } }, [row]);

const projection: Case = {
  id: 'restore-api/override-projection',
  title: 'An index whose override gives another projection is filled by that one',
  area: 'restore-api',
  findings: ['restore-parity/override-projection-change'],
  certainty: 'inferred',
  because:
    'The list is a redefinition where it was measured, for new and re-keyed indexes; of projections nobody measured it, and to refuse would be another reading, but to accept and keep the old one is none.',
  tables: { t: schema },
  steps: [
    ...begin,
    ...restore('kept', 'copy', { GlobalSecondaryIndexOverride: [index('one', 'g')] }),
    {
      op: 'DescribeTable',
      input: { TableName: target },
      observe: [],
      expect: {
        ok: { Table: { GlobalSecondaryIndexes: [{ IndexName: 'one', Projection: { ProjectionType: 'ALL' } }] } },
      },
    },
    found('one', 'g'),
  ],
};

const otherIndexes: Case = {
  id: 'restore-api/override-other-indexes',
  title: 'A restore takes indexes that the backup has not, or has with other keys, and fills them',
  area: 'restore-api',
  findings: ['restore-parity/override-unknown-index'],
  // Measured once. The API reference says the opposite: that the indexes should match existing ones.
  certainty: 'inferred',
  because:
    'One measurement saw both accepted where the key attributes are defined; what is documented, and another note, say otherwise.',
  tables: { t: schema },
  steps: [
    ...begin,
    ...restore('kept', 'copy', { GlobalSecondaryIndexOverride: [index('one', 'h'), index('three', 'g')] }),
    found('one', 'h'),
    found('three', 'g'),
  ],
};

const ceilings = { MaxReadRequestUnits: 5, MaxWriteRequestUnits: 6 };
const ofBackup = (member: string): Template => from('kept, described', `BackupDescription.${member}`);

const asDescribed: Case = {
  id: 'restore-api/override-as-described',
  title: 'Overrides that repeat what DescribeBackup says are accepted',
  area: 'restore-api',
  findings: ['restore-parity/override-roundtrip-describe'],
  certainty: 'documented',
  because: 'The indexes of the override should match those of the backup, and here they do.',
  sources: [sources.restoreTable],
  tables: { t: { ...schema, OnDemandThroughput: ceilings } },
  steps: [
    ...begin,
    ...restore('kept', 'copy', {
      GlobalSecondaryIndexOverride: ofBackup('SourceTableFeatureDetails.GlobalSecondaryIndexes'),
      OnDemandThroughputOverride: ceilings,
    }),
    {
      op: 'DescribeTable',
      input: { TableName: target },
      observe: [],
      expect: {
        ok: {
          Table: {
            GlobalSecondaryIndexes: { $unordered: [{ IndexName: 'one' }, { IndexName: 'two' }] },
            OnDemandThroughput: ceilings,
          },
        },
      },
    },
    found('two', 'h'),
  ],
};

/** Refused without creating a table of that name. */
const refusedLists = (name: string, GlobalSecondaryIndexOverride: Template[]): Call[] => [
  refused(
    {
      op: 'RestoreTableFromBackup',
      input: { BackupArn: backupArn('kept'), TargetTableName: { $name: name }, GlobalSecondaryIndexOverride },
      observe: [],
    },
    'ValidationException',
  ),
  refused({ op: 'DescribeTable', input: { TableName: { $name: name } }, observe: [] }, 'ResourceNotFoundException'),
];

const createTableRules: Case = {
  id: 'restore-api/override-create-table-rules',
  title: 'A restore refuses a definition that CreateTable refuses',
  area: 'restore-api',
  findings: ['restore-parity/engine-resolves-backup'],
  certainty: 'documented',
  because:
    'Index names are unique within a table and key attributes are defined: no table can be that CreateTable would not make.',
  sources: [sources.createTable, sources.restoreTable],
  tables: { t: schema },
  steps: [
    ...begin,
    ...refusedLists('twice', [index('two', 'h'), index('two', 'h')]),
    ...refusedLists('undefined', [index('two', 'nowhere')]),
    ...restore('kept', 'copy', { GlobalSecondaryIndexOverride: [index('two', 'h')] }),
    found('two', 'h'),
  ],
};

export const cases: readonly Case[] = [projection, otherIndexes, asDescribed, createTableRules];
