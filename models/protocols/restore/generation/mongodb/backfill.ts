/** The backfill worker of one server: builds the indexes of targets that were handed over, then makes them ACTIVE. */
import type { Model } from '../../../../language/model.ts';
import type { Judgements } from './properties.ts';
import type { Rules } from './rules.ts';
import type { World } from './world.ts';

const steps = ['N4b pick', 'N4b build the indexes', 'N4b ACTIVE', 'N4b not handed over: leave it'] as const;

export function declareBackfill(m: Model, world: World, rules: Rules, server: number, judge: Judgements): void {
  const picked = world.picked[server]!;
  const { database } = world;
  const fails = 'N4b the build fails: later again';
  const process = m.process(
    `backfill ${server}`,
    rules.backfillSucceeds ? steps : ([...steps, fails] as const),
    (step) => {
      picked.forEach((mine, id) => {
        const target = world.targets[id]!;
        const { table, items } = target;
        if (mine.as === 'nothing') {
          database.find(table, () => {
            if (!rules.backfills(table)) return;
            step('N4b pick', () => {
              judge.picks(target);
              mine.as = 'picked';
            });
          });
        } else if (mine.as === 'picked' && !rules.backfillSucceeds) {
          step(fails, () => {
            mine.as = 'nothing';
          });
        } else if (mine.as === 'picked') {
          database.update(step, items, (update) =>
            update('N4b build the indexes', () => {
              if (items.exists) items.batches[1] = items.batches[0]!;
              mine.as = 'built';
            }),
          );
        } else {
          database.update(step, table, (update) => {
            if (!rules.activatesAfterBackfill(table)) {
              update('N4b not handed over: leave it', () => {
                mine.as = 'nothing';
              });
              return;
            }
            update('N4b ACTIVE', () => {
              judge.activates(target);
              table.status = 'ACTIVE';
              mine.as = 'nothing';
            });
          });
        }
      });
    },
    {
      crash: {
        when: () => picked.some(({ as }) => as !== 'nothing'),
        effect: () => {
          judge.backfillDies(picked);
          for (const one of picked) one.as = 'nothing';
          judge.backfillHasForgotten(() => picked.every(({ as }) => as === 'nothing'));
        },
        goesOn: true,
      },
    },
  );
  m.privateTo(process, ...picked);
  m.weaklyFair(process);
}
