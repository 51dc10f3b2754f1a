/**
 * What is refused during a restore. A fast server may finish before the next request, so no case expects an immediate
 * refusal. Each case repeats its request until it is accepted, then reads the first target's status. CREATING never
 * follows ACTIVE, so a status of CREATING proves that the request was accepted too early.
 */
import type { Call, Case, Repeat, TemplateObject } from '../case.ts';
import { begin, restoring, tables, target } from '../restore-api/source.ts';
import { sources } from '../sources.ts';
import { backupArn, untilActive } from '../steps.ts';

const started: Call = { ...restoring, expect: { ok: {} } };
const mustNotBeCreating: Call = {
  op: 'DescribeTable',
  input: { TableName: target },
  observe: [],
  expect: { ok: { Table: { TableStatus: { $oneOf: ['ACTIVE', 'UPDATING'] } } } },
};
const asked = (op: Call['op'], input: TemplateObject, despite: string[], until: Repeat['until']): Repeat => ({
  repeat: { op, as: 'asked', input },
  until,
  despite,
  pauseMs: 20,
  turns: 1500,
  observe: [],
});

const secondRestore: Case = {
  id: 'restore-lifecycle/second-restore',
  passingStates: true,
  title: 'A backup restores into one table at a time: until that is ACTIVE it is in use',
  area: 'restore-lifecycle',
  findings: ['restore-parity/second-restore-in-use'],
  certainty: 'measured',
  because: 'A second restore is BackupInUseException while the first target is CREATING, and accepted afterwards.',
  tables,
  steps: [
    ...begin,
    started,
    asked(
      'RestoreTableFromBackup',
      { BackupArn: backupArn('kept'), TargetTableName: { $name: 'second' } },
      ['BackupInUseException'],
      { path: 'TableDescription.TableName', present: true },
    ),
    mustNotBeCreating,
    untilActive('second active', { $name: 'second' }),
  ],
};

const deleteBackup: Case = {
  id: 'restore-lifecycle/delete-backup',
  passingStates: true,
  title: 'A backup cannot be deleted while it is being restored',
  area: 'restore-lifecycle',
  findings: ['restore-parity/delete-backup-while-restoring'],
  certainty: 'documented',
  because: 'BackupInUseException stands for a backup that is being restored to a table: until every target is ACTIVE.',
  sources: [sources.deleteBackup],
  tables,
  steps: [
    ...begin,
    started,
    asked('DeleteBackup', { BackupArn: backupArn('kept') }, ['BackupInUseException'], {
      path: 'BackupDescription',
      present: true,
    }),
    mustNotBeCreating,
  ],
};

const updateTarget: Case = {
  id: 'restore-lifecycle/update-target',
  passingStates: true,
  title: 'A table that is being restored cannot be updated',
  area: 'restore-lifecycle',
  findings: ['restore-parity/update-table-on-target'],
  certainty: 'measured',
  because: 'It is ResourceNotFoundException on the service, and never accepted before the table is ACTIVE.',
  tables,
  steps: [
    ...begin,
    started,
    asked(
      'UpdateTable',
      { TableName: target, StreamSpecification: { StreamEnabled: true, StreamViewType: 'NEW_IMAGE' } },
      ['ResourceNotFoundException', 'ResourceInUseException'],
      { path: 'TableDescription', present: true },
    ),
    mustNotBeCreating,
    untilActive('settled', target),
  ],
};

const unfinishedName: Case = {
  id: 'restore-lifecycle/unfinished-target',
  passingStates: true,
  title: 'A second restore into a target that is not finished is TableInUseException',
  area: 'restore-lifecycle',
  findings: ['restore-parity/restore-into-creating-target'],
  certainty: 'measured',
  because: 'Only once the target is ACTIVE is its name that of an existing table.',
  tables,
  steps: [
    ...begin,
    started,
    {
      ...asked(
        'RestoreTableFromBackup',
        { BackupArn: backupArn('kept'), TargetTableName: target },
        ['TableInUseException'],
        { path: 'TableDescription', rejected: 'TableAlreadyExistsException' },
      ),
      expect: { rejected: 'TableAlreadyExistsException' },
    },
    mustNotBeCreating,
  ],
};

const nameBeforeInUse: Case = {
  id: 'restore-lifecycle/existing-name-before-in-use',
  passingStates: true,
  title: 'An existing target name is reported before a backup that is in use',
  area: 'restore-lifecycle',
  findings: ['catalog-index/existing-name-beats-in-use'],
  certainty: 'measured',
  because: 'The target name is checked before anything about running restores.',
  tables,
  steps: [
    ...begin,
    started,
    {
      op: 'RestoreTableFromBackup',
      input: { BackupArn: backupArn('kept'), TargetTableName: { $table: 't' } },
      observe: [],
      expect: { rejected: 'TableAlreadyExistsException' },
    },
    untilActive('active', target),
  ],
};

export const cases: readonly Case[] = [secondRestore, deleteBackup, updateTarget, unfinishedName, nameBeforeInUse];
