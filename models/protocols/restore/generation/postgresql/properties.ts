/** The properties that all backends share, and those of PostgreSQL. */
import type { Judgement, Model } from '../../../../language/model.ts';
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
import type { Rules } from './rules.ts';
import { holderOf, type Target, type World } from './world.ts';

export interface Properties extends Judgements {
  /** A restore into this name is refused because of its backup. */
  refusesForBackup(name: number): void;
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
  declareProgress(m, world, covered);
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
  const order = m.always('answers: the name is judged before the backup');
  declareRemarks(m, world);
  const once = m.always('c2-once: FAILED is written once');
  return {
    ...declareJudgements(m),
    ...declareDuties(m, world),
    refusesForBackup: (name) => order(() => holderOf(world, name) === undefined),
    failsAgain: ({ record }) => once(() => record.job === 'RUNNING'),
    sees: declareWitnesses(m, world),
  };
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
    doneComesTooLate: witness('DONE comes after FAILED'),
    ownerWakesToNothing: witness('an owner wakes after its target is gone'),
    sessionIsMissed: witness('a beat finds its session dead', variant.faults.includes('killed sessions')),
    ownerRemoves: witness('a failing owner removes its target'),
    reconcilerRemoves: witness('the reconciler removes a target'),
    secondReconcilerIsLate: witness('a second reconciler finds FAILED written', variant.reconcilers > 1),
    failedIsListedAgain: witness('a FAILED target is listed by a later cycle'),
    unknownLanded: witness('a write lands whose answer is lost', variant.faults.includes('unknown outcomes')),
    unknownDidNot: witness('a write is lost with its answer', variant.faults.includes('unknown outcomes')),
    writesUnderMaintenance: witness(
      'a cycle goes on under a claim that came after it began',
      variant.maintenance !== null,
    ),
    crashes: witness('an owner dies', variant.faults.includes('crashes')),
    isToldUnreadable: witness('an unreadable record is skipped', variant.inherited.length > 0),
  };
}
