/** The properties of an index row and its data: safety, and what must be reachable. */
import type { Judgement, Model } from '../../language/model.ts';
import type { Rules } from './rules.ts';
import { type Data, type Deletion, dataOf, isDeleteAtRest, isFull, isJobAtRest, type World } from './world.ts';

export type Properties = ReturnType<typeof declareProperties>;

export function declareProperties(m: Model, world: World, rules: Rules) {
  const { row, target, jobs, deletes, restores, variant } = world;
  const hasJobs = jobs.length > 0;
  const hasDeletes = deletes.length > 0;
  const judged = (applies: boolean, name: string): ((holds: Judgement) => void) =>
    applies ? m.always(name) : () => undefined;
  const sight = (applies: boolean, name: string): ((seen?: Judgement) => void) =>
    applies ? m.sometimes(name) : () => undefined;

  m.always('S10: AVAILABLE means full', () => {
    const data = dataOf(world);
    return row.status !== 'AVAILABLE' || (data !== undefined && isFull(data));
  });
  const isDeleted = () => row.status === 'DELETING' || deletes.some(({ me }) => me.at === 'deleted');
  const wasAvailable = () => !hasJobs || jobs.some(({ me }) => me.at === 'created');
  m.always('S11-kept: a row that was AVAILABLE goes by DeleteBackup alone', () => {
    return !wasAvailable() || row.status === 'AVAILABLE' || isDeleted();
  });
  m.always('absent: nothing of a row is left', () => {
    return row.status !== 'absent' || (row.generation === 0 && row.heartbeat === 0 && !row.stale);
  });
  declareLocks(m, world);
  declareEnds(m, world, rules);

  if (restores.length > 0) {
    m.always('S2: no delete under a restore', () => target.status !== 'CREATING' || isFull(world.data[0]!));
    m.always('S1: complete when ACTIVE', () => target.status !== 'ACTIVE' || target.hasItems);
    m.sometimes('a restore completes', () => target.status === 'ACTIVE');
    m.sometimes('a delete is refused under a restore', () => deletes.some(({ me }) => me.at === 'BackupInUse'));
    m.sometimes('a restore finds its backup deleted', () => restores.some(({ me }) => me.at === 'refused'));
  }
  if (hasJobs) {
    declareJobs(m, world);
    m.leadsTo(
      'L1: a CREATING row becomes AVAILABLE or FAILED',
      () => row.status === 'CREATING',
      () => row.status !== 'CREATING',
    );
    m.sometimes('a create completes', () => row.status === 'AVAILABLE');
  }
  if (hasDeletes) {
    m.sometimes('a backup is deleted', () => row.status === 'DELETED');
    m.always('DELETED: the data is gone, and a delete has said so', () => {
      const isGone = world.data[0]!.batches.every((batch) => !batch);
      return row.status !== 'DELETED' || (isGone && deletes.some(({ me }) => me.at === 'deleted'));
    });
    m.sometimes('a source is unreadable', () => deletes.some(({ me }) => me.at === 'the source is unreadable'));
    m.sometimes('a delete is refused under a create or a restore', () =>
      deletes.some(({ me }) => me.at === 'BackupInUse'),
    );
  }
  if (hasDeletes && rules.deleteEnds(variant)) {
    m.leadsTo(
      'L3: a DELETING row becomes DELETED',
      () => row.status === 'DELETING',
      () => row.status !== 'DELETING',
    );
  }

  const owner = judged(hasJobs, 'S7: fencing');
  const silent = judged(hasJobs, 'S8: no live owner is condemned');
  const isOwn = judged(hasJobs, 'S13: nobody writes into the data of a later claim');
  const isNew = judged(hasJobs, 'claim: no row changes hands');
  const unchanged = judged(hasDeletes, 'description: an error leaves the row as it was');
  const once = judged(hasDeletes, 'mark: DELETED follows DELETING');
  const ended = m.always('row: only DELETED and FAILED rows are removed');
  const started = judged(hasDeletes, 'start: only an AVAILABLE row becomes DELETING');
  const asked = judged(hasDeletes, 'drop: only under DELETING');
  const intact = judged(restores.length > 0, 'S3: a restore reads intact data');
  const refused = judged(
    hasDeletes,
    'refused: InUse is said under a create or a restore, NotFound of what is gone or going',
  );
  const goesOn = judged(hasDeletes, 'DELETING: a delete goes on where it may');
  const listed = judged(hasJobs, 'list: only a claim is judged');
  const late = judged(hasJobs, 'late writes: one batch at most after the claim is lost');
  const missed = judged(hasJobs, 'lost session: only a dead one is missed');
  const dies = m.always('death: only who is under way dies');
  const resumption = sight(hasDeletes && rules.deleteEnds(variant), 'a delete goes on where another left off');
  const missing = sight(hasJobs, 'a job finds its session dead');
  const death = sight(hasDeletes, 'a delete dies after DELETING');
  return {
    ownerWrites: (mine: number, isOpen: boolean) =>
      owner(() => isOpen && row.status === 'CREATING' && row.generation === mine),
    condemns: silent,
    writesData: (mine: number) =>
      isOwn(() => rules.dataIsFoundBy === 'claim' || row.status !== 'CREATING' || row.generation === mine),
    claims: () => isNew(() => row.status === 'absent'),
    failsToDescribe: (isUnchanged: boolean) => unchanged(isUnchanged),
    marks: () => once(() => row.status === 'DELETING'),
    starts: started,
    drops: () => asked(() => row.status !== 'AVAILABLE' && row.status !== 'CREATING'),
    removesRow: () => ended(() => row.status === 'DELETED' || row.status === 'FAILED'),
    lockRefuses: sight(jobs.length > 1 && rules.triesLock, 'a second claim finds the id locked'),
    rowRefuses: sight(jobs.length > 1, 'a second claim finds the row'),
    sessionIsMissed(isDead: boolean) {
      missed(isDead);
      missing();
    },
    writesLate: (isAnother: () => boolean) => late(() => !isAnother()),
    jobDies: dies,
    findsDeleted: sight(
      hasDeletes && rules.deleteEnds(variant) && deletes.length > 1,
      'a delete finds that another has finished',
    ),
    lists: () => listed(() => row.status === 'CREATING'),
    reads: (data: Data) => intact(() => isFull(data)),
    refusesRestore: () => refused(() => row.status !== 'AVAILABLE'),
    /** After the answer. */
    refuses: (how: Deletion['at']) =>
      refused(() => {
        const isInUse = row.status === 'CREATING' || (row.status === 'AVAILABLE' && target.status === 'CREATING');
        const isGone = row.status !== 'AVAILABLE' && row.status !== 'CREATING';
        return (how === 'BackupInUse' && isInUse) || (how === 'BackupNotFound' && isGone);
      }),
    ownerIsSaved: sight(hasJobs, 'a claim is saved between listing and FAILED'),
    resumes() {
      goesOn(() => variant.onDeleting === 'finishes the delete' && row.status === 'DELETING');
      resumption();
    },
    deleteDies(me: Deletion) {
      dies(!isDeleteAtRest(me));
      death(() => row.status === 'DELETING');
    },
  };
}

/** Row locks last from the lock of a transaction to its end. */
function declareLocks(m: Model, { database, row, deletes, restores, jobs }: World): void {
  const inTransaction: readonly string[] = ['row locked', 'checked'];
  m.always('lock: it is held within a transaction, and not beyond', () => {
    const isHeld = [...deletes, ...restores].some(({ me }) => inTransaction.includes(me.at));
    return database.isRowLocked(row) === isHeld;
  });
  m.always('session: a job at rest holds no lock, and remembers nothing', () =>
    jobs.every(
      ({ me, session }) => !isJobAtRest(me) || (!session.holdsAdvisoryLock(0) && me.batch === 0 && me.sessionIsOpen),
    ),
  );
}

function declareJobs(m: Model, { row, history, jobs, data }: World): void {
  const isCreating = () => row.status === 'CREATING';
  m.sometimes('a batch lands late', () => jobs.some(({ loss }) => loss.hasWritten));
  m.sometimes('a job fails', () => jobs.some(({ me }) => me.at === 'failed'));
  m.sometimes('the claim of a dead job becomes FAILED', () => {
    return row.status === 'FAILED' && jobs.some(({ me }) => me.at === 'crashed');
  });
  m.always('silence: a claim is stale when its owner is silent', () => !isCreating() || row.stale === history.isSilent);
  m.always('generation: a claim has that of a job, and FAILED draws one that nobody has', () => {
    const fenced = data.length + 1;
    return isCreating()
      ? row.generation > 0 && row.generation < fenced
      : row.status !== 'FAILED' || row.generation === fenced;
  });
  m.always('failed: who has failed has no claim', () =>
    jobs.every(({ me }, job) => me.at !== 'failed' || !isCreating() || row.generation !== job + 1),
  );
  m.always('created: an AVAILABLE row has a job that says so', () => {
    return row.status !== 'AVAILABLE' || jobs.some(({ me }) => me.at === 'created');
  });
  m.always('beat: one comes before each batch', () =>
    jobs.every(
      ({ me }, job) =>
        me.at !== 'write' || !isCreating() || row.generation !== job + 1 || row.heartbeat === me.batch + 1,
    ),
  );
}

/** Everyone comes to an end, and rows that may go are removed. */
function declareEnds(m: Model, { database, row, jobs, deletes, restores, variant }: World, rules: Rules): void {
  const areJobsThrough = () => jobs.every(({ me }) => me.at !== 'start' && isJobAtRest(me));
  const areRestoresThrough = () => restores.every(({ me }) => me.at === 'through' || me.at === 'refused');
  if (jobs.length > 0) m.eventually('L4: every job ends', areJobsThrough);
  if (restores.length > 0) m.eventually('L4-restore: every restore ends', areRestoresThrough);
  const canGo = () => row.status === 'DELETED' || row.status === 'FAILED';
  m.leadsTo('L5: a DELETED or FAILED row goes', canGo, () => !canGo());
  const answers: readonly string[] = ['deleted', 'BackupInUse', 'BackupNotFound'];
  const areAnswered = () => deletes.every(({ me }) => answers.includes(me.at));
  if (deletes.length > 0 && rules.sourceCanBeRead) m.eventually('L6: every delete is answered', areAnswered);
  m.ending('everyone is through, and nothing is held or under way', () => {
    const isSettled = row.status === 'absent' || row.status === 'AVAILABLE';
    const isStuck = row.status === 'DELETING' && !rules.deleteEnds(variant);
    return (
      areJobsThrough() && areRestoresThrough() && areAnswered() && (isSettled || isStuck) && !database.isRowLocked(row)
    );
  });
}
