/** RestoreTableFromBackup: registration in two partitions, the copy with its beats, and the end of the job. */
import type { Model } from '../../../../language/model.ts';
import { offerCopy } from './copy.ts';
import { declareLateDone, offerEnd } from './ending.ts';
import {
  type Job,
  type Offer,
  type RestoreStep,
  steps,
  stepsOfBeats,
  stepsOfK1First,
  stepsOfLateDone,
  stepsOfLoss,
  stepsOfMutants,
} from './job.ts';
import type { Judgements } from './properties.ts';
import { offerRegistration } from './registration.ts';
import type { Rules } from './rules.ts';
import { isUnderWay, type World } from './world.ts';

/** Excluded from fairness: nothing forces a copy to fail or hang, or an answer to be lost. */
const unfairLabels = [
  'copying fails',
  'K1 answer lost, landed',
  'K1 answer lost, nothing landed',
  'K2 answer lost, landed',
  'K2 answer lost, nothing landed',
  'N4 answer lost, DONE landed',
  'N4 answer lost, nothing landed',
  'N4 answer lost, DONE on its way',
  'N2 beat fails, landed',
  'N2 beat fails, nothing landed',
  'N2 beat hangs',
  'N2 beat returns',
  'the copy hangs',
  'the copy dies',
] as const;

export function declareRestore(m: Model, world: World, rules: Rules, id: number, judge: Judgements): void {
  const me = world.restores[id]!;
  const target = world.targets[id]!;
  const job: Job = { m, world, rules, me, target, judge, late: declareLateDone(world, rules, target, judge) };
  const labels: readonly RestoreStep[] = [
    ...steps,
    ...(world.first === 'K1' ? stepsOfK1First : []),
    ...(world.lostAnswersOfWrites ? stepsOfLoss : []),
    ...(world.writesAreLate ? stepsOfLateDone : []),
    ...(world.beatsFail ? stepsOfBeats : []),
    ...(isRight(rules) ? [] : stepsOfMutants),
  ];
  const crash = () => {
    judge.ownerDies(me);
    judge.isOwedNothing(job.target);
    m.reset(me);
    me.at = 'crashed';
  };
  const process = m.process(
    `restore ${id}`,
    labels,
    (step: Offer) => {
      offerRegistration(job, step);
      offerCopy(job, step);
      offerEnd(job, step);
    },
    { crash: { when: () => isUnderWay(me), effect: crash, goesOn: true } },
  );
  m.privateTo(process, me);
  m.weaklyFair(process, { except: ['crash', ...unfairLabels.filter((label) => labels.includes(label))] });
}

const isRight = ({ doneAndActive, stopsWithoutBeat, copyHangs, beatOutlivesCopy }: Rules): boolean =>
  doneAndActive === 'in one step' && stopsWithoutBeat && !copyHangs && !beatOutlivesCopy;
