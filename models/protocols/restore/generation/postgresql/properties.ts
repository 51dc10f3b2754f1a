/** The properties that all backends share, and those of PostgreSQL. */
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
import { isBeingMade } from '../target.ts';
import { declareTold } from '../../told.ts';
import { declarePlaces } from './places.ts';
import type { Rules } from './rules.ts';
import {
  creatingFrom,
  isUnderWay,
  type Listed,
  type Owner,
  type Restore,
  type Target,
  type Variant,
  type World,
} from './world.ts';

export { batchOf } from '../judge.ts';

export interface Properties extends Judgements, ReconcilerJudgements {
  refuses(target: Target, refusal: string): void;
  asksAgain(target: Target): void;
  refusesDelete(): void;
  /** Its owner learns that the claim is lost. */
  stops(restore: Restore, target: Target): void;
  /** After that. */
  hasStopped(holds: Judgement): void;
  /** After N6. */
  hasFailed(holds: Judgement): void;
  ownerDies(owner: Owner): void;
  cycleDies(listed: readonly Listed[]): void;
  /** After a crash. */
  hasForgotten(holds: Judgement): void;
  reconcilerRemoves(target: Target, reconciler: number): void;
  /** After c5. */
  isLogged(holds: Judgement): void;
  /** A reconciler writes FAILED over this record. */
  failsAgain(target: Target): void;
  failsKindOf(target: Target): void;
  logs(isLogged: boolean): void;
  beginsCycle(): void;
  readonly sees: ReturnType<typeof declareWitnesses>;
}

const refusals: ReadonlySet<string> = new Set([
  'TableInUse',
  'TableAlreadyExists',
  'BackupInUse',
  'BackupNotFound',
] satisfies World['owners'][number]['me']['at'][]);
const gaveUp: ReadonlySet<string> = new Set([
  'lost its claim',
  'failed',
] satisfies World['owners'][number]['me']['at'][]);

export function declareProperties(m: Model, world: World, rules: Rules): Properties {
  const { targets, owners, variant, deletion } = world;
  declareStateProperties(m, world);
  declareAgreement(m, world);
  const kindOf = (id: number) => variant.inherited[id - owners.length]?.kind ?? 'legacy';
  const covered = targets.flatMap((_, id) => (rules.progressCovers(kindOf(id)) ? [id] : []));
  declareProgress(m, world, covered, isAtRest(world));
  declarePlaces(m, world);
  declareRuns(m, world);
  if (deletion !== null) declareDeletion(m, world, deletion);
  declareContention(m, world);

  m.always('S12: a refused restore has left nothing', () =>
    owners.every(({ me, target }) => !refusals.has(me.at) || target.table.status === 'absent'),
  );
  m.always('verdict: an owner ends as its record does', () =>
    owners.every(({ me, target: { table } }) =>
      me.at === 'completed' ? table.status === 'ACTIVE' : !gaveUp.has(me.at) || table.status !== 'ACTIVE',
    ),
  );
  const answers = m.always('answers: a restore is refused for what is there, and for its name before its backup');
  const ownerOf = (target: Target) => world.owners.findIndex((owner) => owner.target === target);
  const told = declareTold(
    m,
    world.owners.map(({ me }) => me),
    world.deletion === null ? [] : [world.deletion.me],
  );
  const answersDelete = m.always('answers of the delete: it is refused only for a restore under way');
  const reconciling = declareReconciling(m);
  declareRemarks(m, world);
  const once = m.always('c2-once: FAILED is written once');
  const witnesses = declareWitnesses(m, world);
  return {
    ...declareJudgements(m),
    ...declareDuties(m, world),
    ...reconciling,
    ...declareStops(m, world),
    ...declareDeaths(m, world),
    lists(target, as) {
      reconciling.lists(target, as);
      witnesses.isToldUnreadable(() => (target as Target).record.kind === 'unreadable');
      witnesses.failedIsListedAgain(as === 'to be removed');
    },
    leavesRecord(target, listed) {
      reconciling.leavesRecord(target, listed);
      witnesses.beatSavesTheOwner(() => target.record.heartbeat > listed.heartbeat);
      witnesses.secondReconcilerIsLate(() => target.record.job === 'FAILED');
    },
    refuses(target, refusal) {
      answers(() => refusal === answerOf(world, target));
      told.restores[ownerOf(target)]!.owes(refusal);
    },
    asksAgain: (target) => told.restores[ownerOf(target)]!.forgets(),
    refusesDelete() {
      answersDelete(() => creatingFrom(world, 0).length > 0);
      told.deletes[0]!.owes('BackupInUse');
    },
    failsAgain: ({ record }) => once(() => record.job === 'RUNNING'),
    sees: witnesses,
  };
}

function declareStops(m: Model, { variant }: World) {
  const canBeUnsure = variant.faults.includes('unknown outcomes');
  const stops = m.always('stop: a job stops only when its record is no longer its own, or FAILED has no answer');
  const wakes = m.sometimes('an owner wakes after its target is gone');
  const tooLate = m.sometimes('DONE comes after FAILED');
  return {
    stops({ at }: Restore, { table, record }: Target) {
      stops(() => (record.job !== 'RUNNING' && record.job !== 'DONE') || (canBeUnsure && at === 'failing'));
      wakes(() => table.status === 'absent');
      tooLate(() => at === 'done' && record.job === 'FAILED');
    },
    hasStopped: m.always('stop-ends: a job that learns of it stops at once'),
    hasFailed: m.always('N6: a job that has written FAILED ends as failed'),
  };
}

/** Whoever dies, and whenever: others go on with what it has begun. */
function declareDeaths(m: Model, { variant, owners, servers, targets }: World) {
  const has = (fault: Variant['faults'][number]) => variant.faults.includes(fault);
  const witness = (name: string, applies: boolean) => (applies ? m.sometimes(name) : () => undefined);
  const removes = witness('the reconciler removes a target', true);
  const dies = witness('an owner dies', has('crashes'));
  const cycleDies = ['dead', 'to be removed'].map((as) => ({
    as,
    seen: witness(`a reconciler dies while a target is ${as}`, has('crashes')),
  }));
  const ofDead = witness('the target of a dead owner is removed', has('crashes'));
  const ofKilled = witness('the target of a killed server is removed by the other', has('a killed server'));
  if (has('a killed server')) m.sometimes('the other server may be killed', () => !servers[1]!.isUp);
  return {
    ownerDies: ({ me }: Owner) => dies(() => isUnderWay(me)),
    cycleDies(listed: readonly Listed[]) {
      for (const { as, seen } of cycleDies) seen(listed.some((one) => one.as === as));
    },
    hasForgotten: has('crashes')
      ? m.always('memory of a reconciler: a crash loses the whole listing')
      : () => undefined,
    reconcilerRemoves(target: Target, reconciler: number) {
      removes();
      ofDead(owners[targets.indexOf(target)]?.me.at === 'crashed');
      ofKilled(() => reconciler === 1 && !servers[0]!.isUp);
    },
  };
}

const isThrough = ({ variant, servers }: World, { me }: Owner): boolean =>
  !servers[0]!.isUp || (me.at !== 'start' && !isUnderWay(me) && !(variant.asksAgain && me.at === 'TableInUse'));

const isAnswered = (world: World): boolean =>
  world.owners.every((owner) => isThrough(world, owner)) &&
  (world.deletion === null || ['deleted', 'BackupInUse'].includes(world.deletion.me.at));

/** No reconciler of a server that is up is in a cycle. */
const isIdle = ({ reconcilers, servers }: World): boolean =>
  reconcilers.every(({ me }, server) => me.at === 'idle' || !servers[server]!.isUp);

/** Every request is answered, no job or cycle is under way, and no COMMIT is on its way. */
const isAtRest = (world: World) => (): boolean =>
  isAnswered(world) && isIdle(world) && world.owners.every(({ inFlight }) => !inFlight.is);

function declareRuns(m: Model, world: World): void {
  m.eventually('L4: every request is answered, and its job ends', () => isAnswered(world));
  m.leadsTo(
    'L5-cycle: every cycle ends',
    () => !isIdle(world),
    () => isIdle(world),
  );
}

/** What a cycle must do for records that it may not fail, and for an operator. */
function declareDuties(m: Model, { variant, maintenance, targets, owners }: World) {
  const judged = (name: string, applies: boolean): ((holds: Judgement) => void) =>
    applies ? m.always(name) : () => undefined;
  const isLegacy = judged('c5: a manifest restore is left alone', variant.inherited.length > 0);
  const isNew = judged('c5-once: a dead manifest restore is logged once', variant.inherited.length > 0);
  const isFree = judged('c0: no cycle begins under a maintenance claim', variant.maintenance === 'skips the cycle');
  if (variant.maintenance === 'skips the cycle') {
    m.remark('c0', 'Of beginnings only: a cycle that looked before the claim came goes on under it.');
  }
  if (variant.inherited.length > 0) {
    const migrated = targets[owners.length]!;
    m.leadsTo(
      'L5: a record that cannot be read keeps no other from its removal',
      () => isBeingMade(migrated),
      () => !isBeingMade(migrated),
    );
  }
  if (variant.asksAgain) {
    const { me, target } = owners[0]!;
    m.leadsTo(
      'L2: the name of a dead target can be used again',
      () => me.at === 'TableInUse',
      () => target.table.status !== 'absent',
    );
  }
  return {
    failsKindOf: ({ record }: Target) => isLegacy(() => record.kind === 'legacy'),
    logs: (isLogged: boolean) => isNew(!isLogged),
    isLogged: judged('c5-log: what is logged is known to be', variant.inherited.length > 0),
    beginsCycle: () => isFree(() => !maintenance.isClaimed),
  };
}

function declareRemarks(m: Model, { variant, owners }: World): void {
  remarkOnSharing(m, variant);
  const refusesForBackup =
    variant.hasDelete || (owners.length > 1 && variant.restores[0]!.backup === variant.restores[1]!.backup);
  if (!refusesForBackup) m.remark('answers', 'No restore of this variant is refused because of its backup.');
}

function declareDeletion(m: Model, world: World, { me: deletion }: NonNullable<World['deletion']>): void {
  declareDeletionSeen(m, world);
  m.sometimes('a delete is refused under a restore', () => deletion.at === 'BackupInUse');
  m.sometimes('a restore finds its backup deleted', () => world.owners.some(({ me }) => me.at === 'BackupNotFound'));
  m.sometimes('a delete waits for a registration', () => {
    const { database, backups, owners } = world;
    return deletion.at === 'start' && database.isRowLocked(backups[0]!) && owners.some(({ me }) => me.at === 'checked');
  });
}

/** Conflicts of two restores. They depend on whether the two share a name, a backup or both. */
function declareContention(m: Model, { owners, targets }: World): void {
  const [one, two] = targets;
  if (owners.length < 2 || one === undefined || two === undefined) return;
  if (one.name === two.name) {
    m.sometimes('a restore finds its name being restored', () => owners.some(({ me }) => me.at === 'TableInUse'));
    m.sometimes('a restore finds its name taken', () => owners.some(({ me }) => me.at === 'TableAlreadyExists'));
    m.sometimes('the name of a removed target is used again', () =>
      owners.some(
        ({ me, target }) =>
          me.at === 'lost its claim' && targets.some((other) => other !== target && other.table.status === 'ACTIVE'),
      ),
    );
  } else {
    m.sometimes('a restore finds its backup in use', () => owners.some(({ me }) => me.at === 'BackupInUse'));
    m.sometimes('one restore after the other completes', () => targets.every(({ table }) => table.status === 'ACTIVE'));
  }
}

/** What steps must witness as reachable, in the variants where it is possible. */
function declareWitnesses(m: Model, { variant }: World) {
  const witness = (name: string, applies = true): ((seen?: Judgement) => void) =>
    applies ? m.sometimes(name) : () => undefined;
  return {
    beatSavesTheOwner: witness('a beat between listing and FAILED saves the owner'),
    sessionIsMissed: witness('a beat finds its session dead', variant.faults.includes('killed sessions')),
    ownerRemoves: witness('a failing owner removes its target'),
    secondReconcilerIsLate: witness('a second reconciler finds FAILED written', variant.reconcilers > 1),
    failedIsListedAgain: witness('a FAILED target is listed by a later cycle'),
    unknownLanded: witness('a write lands whose answer is lost', variant.faults.includes('unknown outcomes')),
    unknownDidNot: witness('a write is lost with its answer', variant.faults.includes('unknown outcomes')),
    writesUnderMaintenance: witness(
      'a cycle goes on under a claim that came after it began',
      variant.maintenance !== null,
    ),
    readsDone: witness('a read finds that DONE has landed', variant.faults.includes('unknown outcomes')),
    readsRunning: witness('a read finds that DONE has not landed', variant.faults.includes('unknown outcomes')),
    isToldUnreadable: witness('an unreadable record is skipped', variant.inherited.length > 0),
  };
}
