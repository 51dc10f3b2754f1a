/** The properties of the design on SQLite, in addition to those shared by all backends. */
import type { Judgement, Model } from '../../../../language/model.ts';
import {
  type Answers,
  declareAnswers,
  declareContention,
  declareEnd,
  declareProgress,
  declareSafety,
} from '../properties.ts';
import { declarePlaces } from './places.ts';
import { isAtRest, type World } from './world.ts';

/** Judged by the steps themselves. */
export interface StepProperties extends Answers {
  /** S6. */
  readonly removesRestoreTarget: (holds: Judgement) => void;
  /** S8. */
  readonly sweptHasNoOwner: (holds: Judgement) => void;
  /** S12. */
  readonly refusalLeavesNothing: (holds: Judgement) => void;
  /** S13. */
  readonly ownTableOnly: (holds: Judgement) => void;
  /** A5. */
  readonly nameIsJudgedFirst: (holds: Judgement) => void;
  /** S7. */
  readonly activeComesFromCreating: (holds: Judgement) => void;
  readonly sweepIsAlone: (holds: Judgement) => void;
  readonly serverDies: (holds: Judgement) => void;
  readonly clientLeaves: (holds: Judgement) => void;
  readonly sweepDies: (seen: Judgement) => void;
  readonly sweepRemoves: () => void;
}

export function declareProperties(m: Model, world: World): StepProperties {
  const { restores, targets, deletes, server, budget } = world;
  const isOpen = (restore: (typeof restores)[number]) => restore.at === 'start' || !isAtRest(restore);
  const isDeleteOpen = ({ at }: (typeof deletes)[number]) => at === 'start' || at === 'remove';
  declareSafety(m, { ...world, counts: () => true, isClaimedByDelete: () => false });
  declareContention(m, world, restores);
  declareProgress(m, world, false);
  declareOutcomes(m, world);
  declarePlaces(m, world);
  declareEnd(m, 'the restores', () => restores.some(isOpen));
  declareEnd(m, 'the deletes', () => deletes.some(isDeleteOpen));
  declareEnd(m, 'the start', () => server.is !== 'serving');
  m.sometimes('the server is down', () => server.is === 'down');
  m.sometimes('the server dies as often as it may', () => budget.crashes === 0);
  m.sometimes('a failed restore leaves nothing', () =>
    restores.some(({ at }, id) => at === 'failed' && targets[id]!.status === 'absent'),
  );
  m.ending(
    'everyone is through and every table is settled',
    () =>
      world.tables.every(({ status }) => status === 'absent' || status === 'ACTIVE') &&
      !restores.some(isOpen) &&
      !deletes.some(isDeleteOpen) &&
      server.is === 'serving' &&
      world.createTable?.at !== 'start',
  );
  return {
    ...declareAnswers(m, { ...world, isClaimed: () => false }),
    activeComesFromCreating: m.always('S7: ACTIVE comes from CREATING'),
    sweepIsAlone: m.always('the start-up sweep runs alone'),
    serverDies: m.always('life: only a server that is up dies'),
    clientLeaves: m.always('clients: only who waits for an answer leaves'),
    sweepDies: world.scale.crashes > 1 ? m.sometimes('the server dies during its sweep') : () => undefined,
    removesRestoreTarget: m.always('S6: no removal but of a CREATING restore target'),
    sweptHasNoOwner: m.always('S8: no live owner is swept'),
    sweepRemoves: m.sometimes('the start-up sweep removes a target'),
    refusalLeavesNothing: m.always('S12: a refused request has changed nothing'),
    ownTableOnly: m.always('S13: successor safety'),
    nameIsJudgedFirst: m.always('A5: who finds the name taken is not told of the backup'),
  };
}

function declareOutcomes(m: Model, { restores, targets, clients, deletes }: World): void {
  m.sometimes('a delete succeeds', () => deletes.some(({ at }) => at === 'deleted'));
  m.sometimes('a delete is refused under a restore', () => deletes.some(({ at }) => at === 'BackupInUse'));
  m.sometimes('a restore finds its backup deleted', () => restores.some(({ at }) => at === 'BackupNotFound'));
  if (clients.length > 0) {
    m.sometimes('a restore completes without its client', () =>
      clients.some(({ hasLeft }, id) => hasLeft && targets[id]!.status === 'ACTIVE'),
    );
    m.leadsTo(
      'A3: who has lost its client comes to an end',
      () => clients.some(({ hasLeft }, id) => hasLeft && !isAtRest(restores[id]!)),
      () =>
        clients.every(({ hasLeft }, id) => !hasLeft || (isAtRest(restores[id]!) && targets[id]!.status !== 'CREATING')),
    );
  }
}
