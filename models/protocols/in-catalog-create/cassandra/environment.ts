/** The environment: time, and the client that deletes the backup (E1 to E4). */
import type { Model, Step } from '../../../language/model.ts';
import type { Properties } from './properties.ts';
import type { Rules } from './rules.ts';
import { type Deletion, isDeleteAtRest, type World } from './world.ts';

export function declareEnvironment(m: Model, world: World, rules: Rules, properties: Properties): void {
  declareClock(m, world, properties);
  declareDelete(m, world, rules, properties);
}

/** Nobody beats for a DELETING row, so it becomes stale while its delete runs. */
function declareClock(m: Model, { rows, history }: World, properties: Properties): void {
  const row = rows[0]!;
  m.timePasses('clock', 'stale_after goes by', {
    when: () => {
      const isLive = row.status === 'CREATING' || row.status === 'DELETING';
      return isLive && !row.stale;
    },
    effect: () => {
      properties.ages();
      row.stale = true;
      history.isSilent = true;
    },
  });
}

const labels = [
  'E1 refused: BackupNotFound',
  'E1 refused: BackupInUse',
  'E2 DELETING',
  'E3 drop a bucket',
  'E3 its entries',
  'E4 DELETED',
  'E4 not applied',
] as const;
type Label = (typeof labels)[number];

function declareDelete(m: Model, world: World, rules: Rules, properties: Properties): void {
  const { deletion: me, database, buckets, entries, rows } = world;
  if (me === null) return;
  const row = rows[0]!;
  const go = (at: Deletion['at']) => () => {
    me.at = at;
  };
  const refuse = (step: Step<Label>, at: 'BackupInUse' | 'BackupNotFound') =>
    step(`E1 refused: ${at}`, () => {
      me.at = at;
      properties.refuses();
    });
  const start = (step: Step<Label>) =>
    database.lwt(row, () => {
      if (row.status === 'AVAILABLE') {
        step('E2 DELETING', () => {
          properties.startsDelete(() => row.status === 'AVAILABLE');
          row.status = 'DELETING';
          me.at = 'drop';
        });
      } else if (row.status === 'CREATING') refuse(step, 'BackupInUse');
      else refuse(step, 'BackupNotFound');
    });
  const drop = (step: Step<Label>) => {
    const bucket = buckets[me.bucket];
    if (bucket !== undefined) {
      database.write(bucket, () =>
        step('E3 drop a bucket', () => {
          bucket.isThere = false;
          me.bucket++;
        }),
      );
      return;
    }
    database.write(entries, () =>
      step('E3 its entries', () => {
        entries.creating = false;
        entries.available = false;
        properties.dropsEntries();
        me.bucket = 0;
        me.at = 'mark';
      }),
    );
  };
  const mark = (step: Step<Label>) => {
    const deleted = () => {
      properties.marksDeleted(() => row.status === 'DELETING');
      row.status = 'DELETED';
      me.at = 'deleted';
    };
    if (rules.writesDeleted === 'without a condition') {
      database.write(row, () => step('E4 DELETED', deleted));
      return;
    }
    database.lwt(row, () => {
      if (row.status === 'DELETING') step('E4 DELETED', deleted);
      else step('E4 not applied', go('deleted'));
    });
  };
  const phases: { readonly [at in Deletion['at']]?: (step: Step<Label>) => void } = { start, drop, mark };
  const crash = () => {
    properties.dies(!isDeleteAtRest(me));
    me.bucket = 0;
    me.at = 'crashed';
  };
  const request = m.process('delete', labels, (step: Step<Label>) => phases[me.at]?.(step), {
    crash: { when: () => !isDeleteAtRest(me), effect: crash, goesOn: true },
  });
  m.privateTo(request, me);
  m.weaklyFair(request, { except: ['crash'] });
}
