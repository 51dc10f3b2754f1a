/** The properties that all backends share, and those of a single process with slots. */
import type { Judgement, Model } from '../../../../language/model.ts';
import { answerOf, declareReconciling, type ReconcilerJudgements } from '../judge.ts';
import {
  declareAgreement,
  declareDeletionSeen,
  declareJudgements,
  declareProgress,
  declareStateProperties,
  type Judgements,
  remarkOnSharing,
} from '../properties.ts';
import { declareTold, type Told } from '../../told.ts';
import { declarePlaces } from './places.ts';
import { creatingFrom, isUnderWay, type Restore, type Target, type World } from './world.ts';

export { batchOf } from '../judge.ts';

type Status = 'absent' | 'CREATING' | 'ACTIVE';

export interface Properties extends Omit<Judgements, 'isRemoved'>, ReconcilerJudgements {
  refuses(target: Target, refusal: string): void;
  asksAgain(target: Target): void;
  refusesDelete(): void;
  /** After N6. */
  hasFailed(holds: Judgement): void;
  reconcilerRemoves(target: Target): void;
  /** The process is killed: marks what its next one has to remove in its first cycle. */
  interrupts(covers: (job: Target['record']['job']) => boolean): void;
  /** After the removal. */
  isRemoved(target: Target): void;
  /** DescribeTable shows `now` after `before`. */
  describes(before: Status, now: Status, hasSummary: boolean): void;
  /** A Scan after ACTIVE was seen. */
  scans(target: Target): void;
  readonly sees: ReturnType<typeof declareWitnesses>;
}

const refusals: ReadonlySet<string> = new Set([
  'TableInUse',
  'TableAlreadyExists',
  'BackupInUse',
  'BackupNotFound',
  'nothing was asked',
] satisfies Restore['at'][]);

export function declareProperties(m: Model, world: World): Properties {
  const { targets, restores, process, variant } = world;
  // No late writes: each batch checks the claim in its own write transaction.
  declareStateProperties(m, world, 0);
  declareAgreement(m, world);
  declareProgress(m, world, variant.copiesHang ? [] : [...targets.keys()], () => isAnswered(world) && isIdle(world));
  if (variant.copiesHang) declareProgressBesideTasks(m, world);
  declarePlaces(m, world);
  declareRuns(m, world);
  declareContention(m, world);
  m.always('S12: a refused restore has left nothing', () =>
    restores.every(({ at }, id) => !refusals.has(at) || targets[id]!.table.status === 'absent'),
  );
  m.sometimes('a slot keeps a silent owner from the list', () =>
    targets.some(({ record }, id) => record.job === 'RUNNING' && record.stale && process.slots[id]!),
  );
  m.always('slot: a task has its slot as long as it is at work, and no longer', () =>
    restores.every((me, id) => process.slots[id] === isUnderWay(me)),
  );
  if (variant.faults.includes('kills')) declareRestart(m, world);
  if (variant.faults.includes('disconnects')) {
    m.sometimes('a client goes away before it asks', () => restores.some(({ at }) => at === 'nothing was asked'));
  }
  if (variant.asksAgain) {
    m.leadsTo(
      'L2: the name of a target that went can be used again',
      () => restores[1]!.at === 'TableInUse',
      () => restores[1]!.at !== 'TableInUse' && restores[1]!.at !== 'start',
    );
  }
  const judgements = declareJudgements(m, (target) => !isUnderWay(restores[targets.indexOf(target as Target)]!));
  declareRemarks(m, world);
  const reconciling = declareReconciling(m);
  const witnesses = declareWitnesses(m, world);
  const told = declareTold(m, restores, world.deletion === null ? [] : [world.deletion]);
  const answers = m.always('answers: a restore is refused for what is there, and for its name before its backup');
  return {
    ...judgements,
    isRemoved(target: Target) {
      judgements.isRemoved(target);
      target.interrupted.is = false;
    },
    ...declareObservations(m, world),
    sees: witnesses,
    ...reconciling,
    lists(target, as) {
      reconciling.lists(target, as);
      witnesses.failedIsListedAgain(as === 'to be removed');
    },
    refuses(target, refusal) {
      const isOrdinary = () => world.ordinary !== null && world.ordinary.table.status !== 'absent';
      answers(() => refusal === (isOrdinary() ? 'TableAlreadyExists' : answerOf(world, target)));
      told.restores[targets.indexOf(target as Target)]!.owes(refusal);
    },
    asksAgain: (target) => told.restores[targets.indexOf(target as Target)]!.forgets(),
    refusesDelete: declareRefusedDelete(m, world, told),
    hasFailed: m.always('N6: a job that has written FAILED ends as failed'),
    reconcilerRemoves(target) {
      witnesses.reconcilerRemoves();
      witnesses.removesOfKilled(restores[targets.indexOf(target)]!.at === 'died');
    },
    interrupts(covers) {
      for (const { table, record, interrupted } of targets) {
        if (table.status === 'CREATING' && covers(record.job)) interrupted.is = true;
      }
    },
  };
}

function declareRefusedDelete(m: Model, world: World, told: Told): () => void {
  if (world.deletion === null) return () => undefined;
  const isRight = m.always('answers of the delete: it is refused only for a restore under way');
  return () => {
    isRight(() => creatingFrom(world, 0).length > 0);
    told.deletes[0]!.owes('BackupInUse');
  };
}

const isAnswered = ({ restores, deletion, variant }: World): boolean =>
  restores.every((me) => me.at !== 'start' && !isUnderWay(me) && !(variant.asksAgain && me.at === 'TableInUse')) &&
  deletion?.at !== 'start';

/** The process is up, and no cycle is under way. */
const isIdle = ({ process, listed }: World): boolean =>
  process.is === 'running' && listed.every(({ as }) => as === 'nothing');

/** L1 where a copy may hang: of targets whose slot is free. */
function declareProgressBesideTasks(m: Model, { targets, process }: World): void {
  targets.forEach(({ table }, id) => {
    m.leadsTo(
      `L1 of target ${id}: it becomes ACTIVE or goes`,
      () => table.status === 'CREATING' && !process.slots[id],
      () => table.status !== 'CREATING',
    );
    m.remark(`L1 of target ${id}`, 'Of a target whose slot is free: another may belong to a copy that hangs.');
  });
}

function declareRuns(m: Model, world: World): void {
  if (!world.variant.copiesHang) {
    m.eventually('L4: every request is answered, and its job ends', () => isAnswered(world));
  }
  m.leadsTo(
    'L5: every cycle ends, the first one as well',
    () => !isIdle(world),
    () => isIdle(world),
  );
}

/** L6: what a killed process left is removed when the first cycle of the next process has ended. */
function declareRestart(m: Model, { targets, process }: World): void {
  m.always('L6: the first cycle removes what was interrupted', () =>
    targets.every(({ interrupted }) => !interrupted.is || process.is !== 'running'),
  );
  m.always('epoch: a new process gives the epoch to every heartbeat that an old one has left', () =>
    targets.every(
      ({ interrupted, record: { job, heartbeat, stale } }) =>
        !interrupted.is || process.is !== 'in its first cycle' || job !== 'RUNNING' || (heartbeat === 0 && stale),
    ),
  );
  m.sometimes('a client can see an interrupted restore', () =>
    targets.some(({ interrupted }) => interrupted.is && process.is === 'in its first cycle'),
  );
  m.sometimes('a restore registers before the first cycle ends', () =>
    targets.some(
      ({ table, interrupted }) => table.status === 'CREATING' && !interrupted.is && process.is === 'in its first cycle',
    ),
  );
  m.sometimes('a FAILED target outlives the first cycle', () =>
    targets.some(({ record }) => record.job === 'FAILED' && !record.stale && process.is === 'running'),
  );
}

function declareContention(m: Model, world: World): void {
  const { restores, targets, deletion } = world;
  if (deletion !== null) {
    declareDeletionSeen(m, world);
    m.sometimes('a delete is refused under a restore', () => deletion.at === 'BackupInUse');
    m.sometimes('a restore finds its backup deleted', () => restores.some(({ at }) => at === 'BackupNotFound'));
  }
  const [one, two] = targets;
  if (one === undefined || two === undefined) return;
  if (one.name === two.name) {
    m.sometimes('a restore finds its name being restored', () => restores.some(({ at }) => at === 'TableInUse'));
    m.sometimes('a restore finds its name taken', () => restores.some(({ at }) => at === 'TableAlreadyExists'));
  } else if (one.backup === two.backup) {
    m.sometimes('a restore finds its backup in use', () => restores.some(({ at }) => at === 'BackupInUse'));
    m.sometimes('one restore after the other completes', () => targets.every(({ table }) => table.status === 'ACTIVE'));
  }
}

function declareObservations(m: Model, { variant }: World) {
  if (!variant.isObserved) return { describes: () => undefined, scans: () => undefined };
  const summary = m.always('S14: RestoreSummary with CREATING and no other');
  const forward = m.always('S14-order: never ACTIVE and then CREATING');
  const whole = m.always('S14-read: a read after an observed ACTIVE finds all items');
  const active = m.sometimes('an observer sees CREATING and then ACTIVE');
  const gone = m.sometimes('an observer sees CREATING and then nothing');
  return {
    describes(before: Status, now: Status, hasSummary: boolean) {
      summary(hasSummary === (now === 'CREATING'));
      forward(!(before === 'ACTIVE' && now === 'CREATING'));
      active(before === 'CREATING' && now === 'ACTIVE');
      gone(before === 'CREATING' && now === 'absent');
    },
    scans({ table, items }: Target) {
      whole(() => table.status === 'ACTIVE' && items.batches.every((batch) => batch === 'whole'));
    },
  };
}

function declareRemarks(m: Model, { variant }: World): void {
  const noTaskDies = variant.faults.includes('disconnects') ? ' No task dies in this variant.' : '';
  m.remark('S8', `Stronger than on other backends: silence condemns nobody whose task is alive.${noTaskDies}`);
  m.remark(
    'late writes',
    'Stronger than on other backends: each batch asks in its own transaction. No task outlives its claim here.',
  );
  remarkOnSharing(m, variant);
  if (variant.faults.includes('kills')) {
    m.remark('L6', 'Of RUNNING records: only those are given the epoch. A FAILED one waits until it is stale.');
  }
}

/** What steps must witness as reachable, in the variants where it is possible. */
function declareWitnesses(m: Model, { variant }: World) {
  const witness = (name: string, applies = true): ((seen?: Judgement) => void) =>
    applies ? m.sometimes(name) : () => undefined;
  return {
    ownerRemoves: witness('a failing owner removes its target'),
    reconcilerRemoves: witness(
      'the reconciler removes a target',
      variant.faults.some((fault) => fault !== 'disconnects'),
    ),
    failedIsListedAgain: witness('a FAILED target is listed once it is old'),
    removesOfKilled: witness('the target of a killed task is removed', variant.faults.includes('kills')),
    panics: witness('a task dies within its process', variant.faults.includes('panics')),
    clientLeaves: witness('a client goes away while its restore is under way', variant.faults.includes('disconnects')),
  };
}
