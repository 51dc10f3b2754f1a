/** The properties of an index row and its data: safety, and what must be reachable. */
import type { Judgement, Model } from '../../language/model.ts';
import type { Rules } from './rules.ts';
import { dataOf, isFull, type World } from './world.ts';

export type Properties = ReturnType<typeof declareProperties>;

export function declareProperties(m: Model, world: World, rules: Rules) {
  const { row, history, target, jobs, deletes, restores, variant } = world;
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
  const wasDeleted = () => row.status === 'DELETING' || row.status === 'DELETED';
  m.always('S11-kept: a row that was AVAILABLE goes by DeleteBackup alone', () => {
    return !history.wasAvailable || row.status === 'AVAILABLE' || wasDeleted() || history.wasDeleted;
  });

  if (restores.length > 0) {
    m.always('S2: no delete under a restore', () => target.status !== 'CREATING' || isFull(world.data[0]!));
    m.always('S3: a restore reads intact data', () => target.status !== 'ACTIVE' || target.items === 'whole');
    m.remark('S3', 'Two rules would have to fail: S2 keeps the data while a target is being made.');
    m.sometimes('a restore completes', () => target.status === 'ACTIVE');
    m.sometimes('a delete is refused under a restore', () => deletes.some(({ me }) => me.at === 'BackupInUse'));
    m.sometimes('a restore finds its backup deleted', () => restores.some(({ me }) => me.at === 'refused'));
  }
  if (hasJobs) {
    m.always('late writes: one batch at most after the claim is lost', () =>
      jobs.every(({ loss }) => loss.lateWrites <= 1),
    );
    m.leadsTo(
      'L1: a CREATING row becomes AVAILABLE or FAILED',
      () => row.status === 'CREATING',
      () => row.status !== 'CREATING',
    );
    m.sometimes('a create completes', () => row.status === 'AVAILABLE');
  }
  if (hasDeletes) m.sometimes('a backup is deleted', () => row.status === 'DELETED');
  if (hasDeletes && rules.deleteEnds(variant)) {
    m.leadsTo(
      'L3: a DELETING row becomes DELETED',
      () => row.status === 'DELETING',
      () => row.status !== 'DELETING',
    );
  }
  m.ending(
    'everyone is through',
    () => row.status !== 'CREATING' && (row.status !== 'DELETING' || !rules.deleteEnds(variant)),
  );

  const owner = judged(hasJobs, 'S7: fencing');
  const silent = judged(hasJobs, 'S8: no live owner is condemned');
  const isOwn = judged(hasJobs, 'S13: nobody writes into the data of a later claim');
  const isNew = judged(hasJobs, 'claim: no row changes hands');
  const unchanged = judged(hasDeletes, 'description: an error leaves the row as it was');
  const once = judged(hasDeletes, 'mark: DELETED follows DELETING');
  const ended = m.always('row: only DELETED and FAILED rows are removed');
  const started = judged(hasDeletes, 'start: only an AVAILABLE row becomes DELETING');
  const asked = judged(hasDeletes, 'drop: only under DELETING');
  return {
    ownerWrites: (mine: number) => owner(() => row.status === 'CREATING' && row.generation === mine),
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
    sessionIsMissed: sight(hasJobs, 'a job finds its session dead'),
    ownerIsSaved: sight(hasJobs, 'a claim is saved between listing and FAILED'),
    resumes: sight(hasDeletes && rules.deleteEnds(variant), 'a delete goes on where another left off'),
    deleteDies: sight(hasDeletes, 'a delete dies after DELETING'),
  };
}
