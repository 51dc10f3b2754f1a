import type { Call, Case } from '../case.ts';
import { s, table } from '../case.ts';
import { sources } from '../sources.ts';
import { backUp, backupArn, put, untilActive } from '../steps.ts';

const tables = { t: table({ hash: ['pk', 'S'] }) };
const create = (name: string): Call => ({
  op: 'CreateBackup',
  input: { TableName: { $table: 't' }, BackupName: { $name: name } },
  observe: [],
  expect: { ok: { BackupDetails: { BackupArn: { $present: true } } } },
});
// The first backup waits until the service has enabled backups of the new table.
const first = [put('t', { pk: s('p') }), ...backUp('first', 't', 'first')];

const sixBackups: Case = {
  id: 'backup-api/six-together',
  title: 'Six backups of one table that are asked for at once are all taken',
  area: 'backup-api',
  findings: ['catalog-index/service-accepts-five', 'catalog-index/permit-lifetime'],
  certainty: 'measured',
  because: 'The service accepted six together in each of two runs: its bound is far above that.',
  sources: [sources.createBackup],
  tables,
  steps: [...first, { parallel: ['a', 'b', 'c', 'd', 'e', 'f'].map((name) => [create(name)]) }],
};

const copies = ['one', 'two', 'three', 'four', 'five'];
const restore = (name: string): Call => ({
  op: 'RestoreTableFromBackup',
  input: { BackupArn: backupArn(name), TargetTableName: { $name: `copy-${name}` } },
  observe: [],
  expect: { ok: { TableDescription: { TableStatus: { $present: true } } } },
});

const fiveRestores: Case = {
  id: 'backup-api/five-restores-together',
  title: 'Restores of five backups that are asked for at once are all taken',
  area: 'backup-api',
  findings: ['catalog-index/service-accepts-five'],
  certainty: 'measured',
  because: 'The service accepted five together: its bound is far above that.',
  sources: [sources.restoreTable],
  tables,
  steps: [
    put('t', { pk: s('p') }),
    ...copies.flatMap((name) => backUp(name, 't', name)),
    { parallel: copies.map((name) => [restore(name)]) },
    ...copies.map((name) => untilActive(`${name}, active`, { $name: `copy-${name}` })),
  ],
};

const refusedTogether: Case = {
  id: 'backup-api/refusals-together',
  title: 'Backups of no table that are asked for at once are all refused for that, and a real one is taken',
  area: 'backup-api',
  findings: ['catalog-index/create-order', 'catalog-index/permit-last', 'catalog-index/permit-lifetime'],
  certainty: 'documented',
  because: 'A request that is refused starts no work, so it takes no place of one that does.',
  sources: [sources.createBackup],
  tables,
  steps: [
    ...first,
    {
      parallel: [
        [
          {
            times: 24,
            concurrency: 12,
            step: {
              op: 'CreateBackup',
              input: { TableName: { $name: 'nowhere' }, BackupName: 'never' },
              observe: [],
              expect: { rejected: 'TableNotFoundException' },
            },
          },
        ],
        ...['a', 'b', 'c'].map((name) => [create(name)]),
      ],
    },
    create('d'),
  ],
};

export const cases: readonly Case[] = [sixBackups, fiveRestores, refusedTogether];
