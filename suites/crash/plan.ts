/** Which rounds are played, in an order of which every prefix spreads over requests, disturbances and moments. */
import { Random } from '../../models/checker/random.ts';
import type { Operation } from '../../oracles/values/types.ts';
import type { Target } from '../targets/target.ts';
import { type DisturbanceName, disturbances, leavesOf } from './disturbance.ts';
import { readMoment } from './moment.ts';
import { fits, type Round } from './round.ts';
import { type Subject, type SubjectName, subjects } from './subjects.ts';

/** A little beyond the end: an answer may be on its way, and a state may have just changed. */
const percentMost = 115;
/** Its multiples, without their whole parts, fill the range evenly, however many are taken. */
const golden = (Math.sqrt(5) - 1) / 2;

const subjectNames = Object.keys(subjects) as SubjectName[];
const disturbanceNames = Object.keys(disturbances) as DisturbanceName[];
const phases = ['sending', 'answer', 'settling'] as const;

/** Whether a target of this kind can be disturbed so: only a server of ours can be ended, and only with a file it comes back. */
export const canDisturb = (target: Target, name: DisturbanceName): boolean =>
  leavesOf(name) || (target.startedByUs && (name === 'pause' || target.keepsItemsIn === 'a file'));

/** An endless sequence of rounds: all combinations in a drawn order, again and again, each time at other moments. */
export function* roundsOf(
  target: Target,
  supports: (...operations: readonly Operation[]) => boolean,
  seed: string,
): Generator<Round> {
  const combinations = subjectNames
    .filter((subject) => supports(...(subjects[subject] as Subject).needs))
    .flatMap((subject) =>
      disturbanceNames
        .filter((disturbance) => canDisturb(target, disturbance))
        .flatMap((disturbance) =>
          phases
            .filter((phase) => fits({ disturbance, moment: { phase, percent: 0 } }))
            .map((phase) => ({ subject, disturbance, phase })),
        ),
    );
  const random = new Random(seed);
  const order = shuffled(combinations, random);
  const starts = order.map(() => random.below(1_000) / 1_000);
  for (let turn = 0; order.length > 0; turn++)
    for (const [at, { subject, disturbance, phase }] of order.entries()) {
      const share = (starts[at]! + turn * golden) % 1;
      const most = phase === 'answer' ? percentMost : 100;
      yield { subject, disturbance, moment: { phase, percent: Math.floor(share * most) } };
    }
}

function shuffled<T>(all: readonly T[], random: Random): T[] {
  const left = [...all];
  return all.map(() => left.splice(random.below(left.length), 1)[0]!);
}

/** A round by its id; undefined for another text. */
export function readRound(id: string): Round | undefined {
  const [subject, disturbance, when = ''] = id.split('/');
  const moment = readMoment(when);
  const names: readonly string[] = subjectNames;
  if (moment === undefined || !names.includes(subject ?? '') || !Object.hasOwn(disturbances, disturbance ?? ''))
    return undefined;
  const round = { subject: subject as SubjectName, disturbance: disturbance as DisturbanceName, moment };
  return fits(round) ? round : undefined;
}
