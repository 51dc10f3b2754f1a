/** RestoreTableFromBackup: the request registers in a session transaction; its job copies by $out and hands the table over. */
import type { Model } from '../../../../language/model.ts';
import type { Transaction } from '../../../../stores/mongodb.ts';
import { offerCopy } from './copy.ts';
import { declareLateDone, offerEnd, offerFailure } from './ending.ts';
import { type Job, type Offer, type RestoreStep, steps, stepsOfLag, stepsOfLateDone, stepsOfMutants } from './job.ts';
import type { Judgements } from './properties.ts';
import { offerRegistration } from './registration.ts';
import type { Rules } from './rules.ts';
import { isUnderWay, type World } from './world.ts';

export function declareRestore(m: Model, world: World, rules: Rules, id: number, judge: Judgements): Transaction {
  const me = world.restores[id]!;
  const target = world.targets[id]!;
  const backup = world.backupDocuments[target.backup]!;
  const written = rules.registrationWritesBackup ? [backup, target.table] : [target.table];
  const transaction = world.database.transaction(`transaction of restore ${id}`, written);
  const job: Job = {
    ...{ m, world, rules, me, target, backup, transaction, judge },
    late: declareLateDone(world, rules, target),
    backupItems: world.backupItems[target.backup]!,
  };
  const labels: readonly RestoreStep[] = [
    ...steps,
    ...(world.majorityLags ? stepsOfLag : []),
    ...(world.doneIsLate ? stepsOfLateDone : []),
    ...(rules.handOver === 'before DONE' ? stepsOfMutants : []),
  ];
  const crash = () => {
    judge.ownerDies(me);
    const copies = me.at === 'out runs' || me.at === 'out runs unowned';
    transaction.abort();
    me.at = copies ? 'out runs without its client' : 'crashed';
  };
  const process = m.process(
    `restore ${id}`,
    labels,
    (step: Offer) => {
      offerRegistration(job, step);
      offerCopy(job, step);
      offerEnd(job, step);
      offerFailure(job, step);
    },
    { crash: { when: () => isUnderWay(me), effect: crash, goesOn: true } },
  );
  m.privateTo(process, me);
  // The owner continues unless it crashes. Fairness excludes a failing copy and a request that takes a minute.
  const unfairLabels = [
    'crash',
    'N3 $out fails',
    ...(world.majorityLags ? unfairLabelsOfLag : []),
    ...(world.doneIsLate ? (['N4 answer lost, DONE on its way'] as const) : []),
  ] as const;
  m.weaklyFair(process, { except: unfairLabels });
  return transaction;
}

const unfairLabelsOfLag = [
  'N1 60 s go by: answer InternalServerError',
  'N4 answer lost, DONE landed',
  'N4 answer lost, nothing landed',
] as const;
