/** DeleteBackup of backup 0: in-use check and DELETING in one session transaction, then the drop, then DELETED. */
import type { Model, Step } from '../../../../language/model.ts';
import type { Transaction } from '../../../../stores/mongodb.ts';
import type { Judgements } from './properties.ts';
import type { Rules } from './rules.ts';
import type { World } from './world.ts';

const steps = [
  'begin: not in use',
  'refused: BackupInUse',
  'refused: BackupNotFound',
  'begin: DELETING, go on with the drop',
  'write DELETING',
  'WriteConflict: again',
  'drop the data',
  'write DELETED',
  'the client tries again',
] as const;
const stepsOfLag = [
  'DELETING acknowledged',
  'DELETING lost in a failover: again',
  'DELETED acknowledged',
  'DELETED lost in a failover: again',
] as const;
const stepsOfMutants = ['begin: skip DELETING'] as const;
const underWay: ReadonlySet<string> = new Set(['commit', 'DELETING waits', 'drop', 'mark', 'DELETED waits']);
type DeleteStep = (typeof steps)[number] | (typeof stepsOfLag)[number] | (typeof stepsOfMutants)[number];

export function declareDelete(m: Model, world: World, rules: Rules, id: number, judge: Judgements): Transaction {
  const me = world.deletions[id]!;
  const { database, targets, byMajority, majorityLags } = world;
  const backup = world.backupDocuments[0]!;
  const items = world.backupItems[0]!;
  const transaction = database.transaction(`transaction of delete ${id}`, rules.deleteIsOneTransaction ? [backup] : []);
  const go = (at: typeof me.at) => () => {
    me.at = at;
  };
  const refuse = (step: Step<DeleteStep>, refusal: 'BackupNotFound' | 'BackupInUse') =>
    step(`refused: ${refusal}`, () => {
      judge.refusesDelete(id, refusal);
      me.at = rules.tells(refusal) as typeof refusal;
    });
  const begin = (step: Step<DeleteStep>) => {
    const read = [backup, ...targets.map(({ table }) => table)].map((document) => byMajority(document));
    transaction.begin(step, read, (begins) => {
      const { status } = byMajority(backup);
      if (status === 'DELETED') refuse(step, 'BackupNotFound');
      else if (status === 'DELETING' && rules.retryFinishesDelete) {
        step('begin: DELETING, go on with the drop', go('drop'));
      } else if (status === 'DELETING') refuse(step, 'BackupNotFound');
      else if (rules.inUseForDelete(world, 0)) refuse(step, 'BackupInUse');
      else if (!rules.deletingBeforeDrop) step('begin: skip DELETING', go('drop'));
      else begins('begin: not in use', go('commit'));
    });
  };
  const writeDeleting = () => {
    backup.status = 'DELETING';
    me.at = majorityLags && rules.waitsForMajority.deleting ? 'DELETING waits' : 'drop';
  };
  const commit = (step: Step<DeleteStep>) => {
    const conflict = (aborts: Step<DeleteStep>) => aborts('WriteConflict: again', go('start'));
    if (!rules.deleteIsOneTransaction) {
      database.update(step, backup, (update) => update('write DELETING', writeDeleting));
    } else transaction.commit(step, [backup], (commits) => commits('write DELETING', writeDeleting), conflict);
  };
  const labels: readonly DeleteStep[] = [
    ...steps,
    ...(majorityLags ? stepsOfLag : []),
    ...(rules.deletingBeforeDrop ? [] : stepsOfMutants),
  ];
  const body = (step: Step<DeleteStep>) => {
    switch (me.at) {
      case 'start':
        begin(step);
        break;
      case 'commit':
        commit(step);
        break;
      case 'DELETING waits':
        database.settled(backup, () => {
          if (backup.status !== 'AVAILABLE') step('DELETING acknowledged', go('drop'));
          else {
            step('DELETING lost in a failover: again', () => {
              judge.losesDeleting();
              me.at = 'start';
            });
          }
        });
        break;
      case 'drop':
        database.update(step, items, (update) =>
          update('drop the data', () => {
            items.data = 'gone';
            me.at = 'mark';
          }),
        );
        break;
      case 'mark':
        database.update(step, backup, (update) =>
          update('write DELETED', () => {
            backup.status = 'DELETED';
            me.at = majorityLags && rules.waitsForMajority.deleted ? 'DELETED waits' : 'deleted';
          }),
        );
        break;
      case 'DELETED waits':
        database.settled(backup, () => {
          if (backup.status === 'DELETED') step('DELETED acknowledged', go('deleted'));
          else {
            step('DELETED lost in a failover: again', () => {
              judge.losesDeleted();
              me.at = 'mark';
            });
          }
        });
        break;
      case 'interrupted':
        if (rules.clientRetriesDelete) step('the client tries again', go('start'));
        break;
      case 'BackupInUse':
        // Where majority reads lag, a client that has seen ACTIVE retries until its delete is accepted.
        if (majorityLags) {
          step('the client tries again', () => {
            judge.asksAgain(id);
            me.at = 'start';
          });
        }
    }
  };
  const crash = () => {
    transaction.abort();
    me.at = 'interrupted';
  };
  const process = m.process(`delete ${id}`, labels, body, {
    crash: { when: () => underWay.has(me.at), effect: crash, goesOn: true },
  });
  m.privateTo(process, me);
  m.weaklyFair(process);
  return transaction;
}
