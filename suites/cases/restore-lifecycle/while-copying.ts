/**
 * The exact refusals during a copy. Each probe is judged only if the target was CREATING before it and not ACTIVE after
 * it. The table is large enough for the copy to outlast all probes. They are sent beside the request for the restore.
 */
import type { Call, Case, Repeat, Template } from '../case.ts';
import { s, table } from '../case.ts';
import { sources } from '../sources.ts';
import { backUp, backupArn, put, refused, untilActive } from '../steps.ts';
import { counted, filled, manyItems, perBatch } from './many-items.ts';

const batches = 400;
const copy = { $name: 'copy' };
const state = {
  op: 'DescribeTable' as const,
  input: { TableName: copy },
  path: 'Table.TableStatus',
  equals: 'CREATING',
  over: 'ACTIVE',
};
const whileCreating = (op: Call['op'], input: Template, type: string | string[], more: Call['expect'] = {}): Call =>
  refused({ op, input, observe: [], during: state }, type, more);
const restoreInto = (name: Template, type: string, backup = 'kept', more: Call['expect'] = {}): Call =>
  whileCreating('RestoreTableFromBackup', { BackupArn: backupArn(backup), TargetTableName: name }, type, more);
const inUse = { $text: ['Backup is being used to restore another table: ', backupArn('kept')] };
const documented = (source: string): NonNullable<Call['expect']> => ({ certainty: 'documented', source });

const restoring: Call = {
  op: 'RestoreTableFromBackup',
  input: { BackupArn: backupArn('kept'), TargetTableName: copy },
  observe: [],
  expect: { ok: { TableDescription: { TableStatus: 'CREATING' } }, ...documented(sources.backupRestore) },
};

/** A server may copy within the request, and answer it last. So another client looks meanwhile. */
const seen: Repeat = {
  repeat: { op: 'DescribeTable', as: 'looked', input: { TableName: copy } },
  until: { path: 'Table.TableStatus', present: true },
  despite: ['ResourceNotFoundException'],
  pauseMs: 2,
  turns: 5000,
  observe: [],
};

const probes: Call[] = [
  // Sent first, while most of the copy remains: once accepted, it destroys the evidence that the table was CREATING.
  whileCreating('DeleteTable', { TableName: copy }, 'ResourceInUseException', documented(sources.deleteTable)),
  whileCreating(
    'UpdateTable',
    { TableName: copy, StreamSpecification: { StreamEnabled: true, StreamViewType: 'NEW_IMAGE' } },
    'ResourceNotFoundException',
  ),
  whileCreating(
    'DeleteBackup',
    { BackupArn: backupArn('kept') },
    'BackupInUseException',
    documented(sources.deleteBackup),
  ),
  restoreInto({ $name: 'second' }, 'BackupInUseException', 'kept', { texts: [inUse] }),
  restoreInto({ $table: 't' }, 'TableAlreadyExistsException'),
  restoreInto(copy, 'TableInUseException'),
  restoreInto(copy, 'TableInUseException', 'other'),
  whileCreating(
    'CreateTable',
    { ...manyItems, TableName: copy },
    'ResourceInUseException',
    documented(sources.createTable),
  ),
  whileCreating('CreateBackup', { TableName: copy, BackupName: { $name: 'never' } }, 'TableNotFoundException'),
  whileCreating(
    'GetItem',
    { TableName: copy, Key: { pk: s('000000'), sk: s('0') } },
    'ResourceNotFoundException',
    documented(sources.createTable),
  ),
];

const refusals: Case = {
  id: 'restore-lifecycle/refused-while-copying',
  passingStates: true,
  title: 'While a restore copies, its target and its backup are in use, each with the exception of its own',
  area: 'restore-lifecycle',
  findings: [
    'restore-parity/restore-async-response',
    'restore-parity/delete-table-on-creating-target',
    'restore-parity/update-table-on-target',
    'restore-parity/delete-backup-while-restoring',
    'restore-parity/second-restore-in-use',
    'restore-parity/restore-into-creating-target',
    'restore-parity/restore-into-creating-target-other',
    'restore-parity/create-table-into-target',
    'restore-parity/create-backup-creating-table',
    'catalog-index/existing-name-beats-in-use',
    'catalog-index/in-use-text',
    'mongo-rfc/R2-1-dataplane',
  ],
  certainty: 'measured',
  because: 'A restored table is CREATING until its copy has ended; until then nobody else may use it or take it away.',
  sources: [sources.restoreTable, sources.deleteBackup, sources.deleteTable],
  heavy: true,
  tables: { t: manyItems, u: table({ hash: ['pk', 'S'] }) },
  steps: [
    put('u', { pk: s('p') }),
    ...backUp('other', 'u', 'other'),
    filled(batches),
    ...backUp('kept', 't', 'kept'),
    { parallel: [[restoring], [seen, ...probes]] },
    untilActive('active', copy),
    counted('afterwards', copy, batches * perBatch),
    { op: 'DeleteBackup', input: { BackupArn: backupArn('kept') }, observe: [], expect: { ok: {} } },
  ],
};

export const cases: readonly Case[] = [refusals];
