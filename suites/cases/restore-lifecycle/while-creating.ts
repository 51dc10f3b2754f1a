/**
 * What is refused during a restore. A fast server may finish before the next request, so no case expects an immediate
 * refusal. Each case repeats its request until it is accepted, then reads the first target's status. CREATING never
 * follows ACTIVE, so a status of CREATING proves that the request was accepted too early.
 *
 * All of that goes on beside the restore's request: a store that copies within it shows CREATING only until it answers.
 * The table is large enough for such a copy to be met.
 */
import type { Call, Case, Parallel, Repeat, Step, TemplateObject } from '../case.ts';
import { restoring, target } from '../restore-api/source.ts';
import { sources } from '../sources.ts';
import { backUp, backupArn, untilActive } from '../steps.ts';
import { filled, manyItems, seen } from './many-items.ts';

const tables = { t: manyItems };
const begin = [filled(80), ...backUp('kept', 't', 'kept')];
const started: Call = { ...restoring, expect: { ok: {} } };
/** The restore, and what happens from when its target is first seen. */
const beside = (...steps: Step[]): Parallel => ({ parallel: [[started], [seen(target), ...steps]] });
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
    beside(
      asked(
        'RestoreTableFromBackup',
        { BackupArn: backupArn('kept'), TargetTableName: { $name: 'second' } },
        ['BackupInUseException'],
        { path: 'TableDescription.TableName', present: true },
      ),
      mustNotBeCreating,
    ),
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
  because:
    'There is another control plane operation on the backup: BackupInUseException, until every target is ACTIVE.',
  sources: [sources.deleteBackup],
  tables,
  steps: [
    ...begin,
    beside(
      asked('DeleteBackup', { BackupArn: backupArn('kept') }, ['BackupInUseException'], {
        path: 'BackupDescription',
        present: true,
      }),
      mustNotBeCreating,
    ),
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
    beside(
      asked(
        'UpdateTable',
        { TableName: target, StreamSpecification: { StreamEnabled: true, StreamViewType: 'NEW_IMAGE' } },
        ['ResourceNotFoundException', 'ResourceInUseException'],
        { path: 'TableDescription', present: true },
      ),
      mustNotBeCreating,
    ),
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
    beside(
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
    ),
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
    beside({
      op: 'RestoreTableFromBackup',
      input: { BackupArn: backupArn('kept'), TargetTableName: { $table: 't' } },
      observe: [],
      expect: { rejected: 'TableAlreadyExistsException' },
    }),
    untilActive('active', target),
  ],
};

export const cases: readonly Case[] = [secondRestore, deleteBackup, updateTarget, unfinishedName, nameBeforeInUse];
