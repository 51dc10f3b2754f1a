/** N1: the request registers its target and record, or is refused. */
import type { Step } from '../../../../language/model.ts';
import type { Refusal } from '../../told.ts';
import { type Job, type Label, type Phases, withUnknownOutcome } from './job.ts';
import { holderOf } from './world.ts';

/** The order of section 3: the name is checked first, then the backup. */
function refusalOf({ world, rules, owner }: Job): Refusal | null {
  const { name, backup } = owner.target;
  const holder = rules.holderOfName(world, name);
  const ofName = holder && (holder.table.status === 'CREATING' ? 'TableInUse' : 'TableAlreadyExists');
  const isFound = rules.canBeRestored(world, backup);
  const ofBackup = isFound ? (rules.inUseForRestore(world, backup) ? 'BackupInUse' : null) : 'BackupNotFound';
  return rules.nameIsJudgedFirst ? (ofName ?? ofBackup) : (ofBackup ?? ofName ?? null);
}

export function registration(job: Job): Phases {
  const { world, rules, owner, properties, restore } = job;
  const { me, session, target } = owner;
  const { database, backups, targets, variant } = world;
  const backup = backups[target.backup]!;
  const namesakes = targets.filter(({ name }) => name === target.name).map(({ table }) => table);

  const refuse = (step: Step<Label>, refusal: Refusal) =>
    step(`N1 refused: ${refusal}`, () => {
      properties.refuses(target, refusal);
      session.rollback();
      me.at = rules.tells(refusal);
    });

  const lock = (step: Step<Label>, next: 'row locked' | 'checked') =>
    session.lock(step, backup, (locking) =>
      locking('N1 lock the row of the backup', () => {
        me.at = next;
      }),
    );

  const look = (step: Step<Label>, next: 'looked' | 'checked') =>
    database.select([backup, ...targets.map(({ table }) => table)], () => {
      const refusal = refusalOf(job);
      if (refusal !== null) refuse(step, refusal);
      else {
        step('N1 check name and backup', () => {
          me.at = next;
        });
      }
    });

  const insertTable = () => {
    target.table.status = 'CREATING';
    target.items.exist = true;
  };
  const insertRecord = () => {
    target.record.job = 'RUNNING';
    target.record.generation = rules.drawsGeneration(restore);
    target.record.heartbeat = 1;
    target.record.stale = rules.firstHeartbeat === 'clock of the host';
  };

  const commit = (step: Step<Label>) => {
    const inserts = [target.table, target.record, target.items];
    session.commit(step, { inserts, unique: namesakes }, (committing) => {
      const holder = rules.namesAreUnique ? holderOf(world, target.name) : undefined;
      if (holder !== undefined) {
        refuse(committing, holder.table.status === 'CREATING' ? 'TableInUse' : 'TableAlreadyExists');
      } else if (rules.insertsTableAndRecord === 'in two transactions') {
        committing('N1 COMMIT of the table alone', () => {
          insertTable();
          me.at = 'table inserted';
        });
      } else {
        const insert = () => {
          insertTable();
          insertRecord();
        };
        committing('N1 COMMIT: registered', () => {
          insert();
          me.at = 'beat';
        });
        withUnknownOutcome(
          job,
          committing,
          ['N1 COMMIT lands, no answer', 'N1 COMMIT fails, no answer'],
          insert,
          () => {
            me.at = 'InternalServerError';
          },
        );
      }
    });
  };

  const looksFirst = rules.registrationLooks === 'before the lock';
  const askAgain = (step: Step<Label>) => {
    if (!variant.asksAgain) return;
    step('ask again', () => {
      properties.asksAgain(target);
      me.at = 'start';
    });
  };
  return {
    start: (step) => (looksFirst ? look(step, 'looked') : lock(step, 'row locked')),
    looked: (step) => lock(step, 'checked'),
    'row locked': (step) => look(step, 'checked'),
    checked: commit,
    'table inserted': (step) =>
      database.insert(target.record, [], () =>
        step('N1 COMMIT of the record', () => {
          insertRecord();
          me.at = 'beat';
        }),
      ),
    TableInUse: askAgain,
  };
}
