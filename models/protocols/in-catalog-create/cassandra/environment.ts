/** The environment: time, and the client that deletes the backup (E1 to E4). */
import type { Model } from '../../../language/model.ts';
import type { Properties } from './properties.ts';
import type { Rules } from './rules.ts';
import type { World } from './world.ts';

export function declareEnvironment(m: Model, world: World, rules: Rules, properties: Properties): void {
  declareClock(m, world);
  declareDelete(m, world, rules, properties);
}

/** Nobody beats for a DELETING row, so it becomes stale while its delete runs. */
function declareClock(m: Model, { rows, history }: World): void {
  const row = rows[0]!;
  m.timePasses('clock', 'stale_after goes by', {
    when: () =>
      (row.status === 'CREATING' || row.status === 'DELETING') &&
      !(row.stale && (history.isSilent || row.status === 'DELETING')),
    effect: () => {
      row.stale = true;
      if (row.status === 'CREATING') history.isSilent = true;
    },
  });
}

function declareDelete(m: Model, world: World, rules: Rules, properties: Properties): void {
  const { deletion: me, database, buckets, entries, rows } = world;
  if (me === null) return;
  const row = rows[0]!;
  const labels = [
    'E1 refused: BackupNotFound',
    'E1 refused: BackupInUse',
    'E2 DELETING',
    'E3 drop a bucket',
    'E3 its entries',
    'E4 DELETED',
    'E4 not applied',
  ] as const;
  const end = (at: typeof me.at) => () => {
    m.reset(me);
    me.at = at;
  };
  const request = m.process(
    'delete',
    labels,
    (step) => {
      if (me.at === 'start') {
        database.lwt(row, () => {
          if (row.status === 'AVAILABLE') {
            step('E2 DELETING', () => {
              row.status = 'DELETING';
              me.at = 'drop';
            });
          } else if (row.status === 'CREATING') step('E1 refused: BackupInUse', end('BackupInUse'));
          else step('E1 refused: BackupNotFound', end('BackupNotFound'));
        });
      } else if (me.at === 'drop' && me.bucket < buckets.length) {
        const bucket = buckets[me.bucket]!;
        database.write(bucket, () =>
          step('E3 drop a bucket', () => {
            bucket.isThere = false;
            me.bucket++;
          }),
        );
      } else if (me.at === 'drop') {
        database.write(entries, () =>
          step('E3 its entries', () => {
            entries.creating = false;
            entries.available = false;
            me.at = 'mark';
          }),
        );
      } else if (me.at === 'mark') {
        const mark = () => {
          properties.marksDeleted(() => row.status === 'DELETING');
          row.status = 'DELETED';
          row.stale = false;
          end('deleted')();
        };
        if (rules.writesDeleted === 'without a condition') database.write(row, () => step('E4 DELETED', mark));
        else {
          database.lwt(row, () => {
            if (row.status === 'DELETING') step('E4 DELETED', mark);
            else step('E4 not applied', end('deleted'));
          });
        }
      }
    },
    { crash: { when: () => me.at === 'drop' || me.at === 'mark', effect: end('crashed'), goesOn: true } },
  );
  m.privateTo(request, me);
  m.weaklyFair(request, { only: ['E3 drop a bucket', 'E3 its entries', 'E4 DELETED', 'E4 not applied'] });
  m.sometimes('a delete is refused under a create', () => me.at === 'BackupInUse');
  m.sometimes('a backup is deleted', () => me.at === 'deleted');
}
