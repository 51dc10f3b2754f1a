/** The properties of a backup in the catalog: safety, and what must be reachable. */
import type { Judgement, Model } from '../../../language/model.ts';
import type { Rules } from './rules.ts';
import { isCreateAtRest, isDeleteAtRest, mine, type World } from './world.ts';

export interface Properties {
  /** S7: a write of the create matches. */
  ownerWrites(): void;
  /** S11: a scan fences this row. `isAsListed`: the heartbeat is still the one it listed. */
  fences(row: number, isAsListed: boolean): void;
  /** A scan reports this row. */
  reports(row: number, isReported: boolean): void;
  removes(): void;
  marksDeleted(holds: Judgement): void;
  shows(status: string): void;
  /** A list looks for an entry of this status, and finds none. */
  findsNoEntry(status: string): void;
  /** A list does not show the row of its entry. */
  skips(status: string): void;
  readonly beatSaves: (seen: boolean) => void;
  readonly fencedCreateFinishes: (seen: Judgement) => void;
  /** The create writes a bucket. `isAnother`: it is not the first since its claim was lost. */
  writes(isAnother: () => boolean): void;
  dropsEntries(): void;
  dies(isUnderWay: Judgement): void;
  leavesRow(holds: Judgement): void;
  findsNone(holds: Judgement): void;
  looksUp(status: string): void;
  lists(row: number, isSecondScan: boolean): void;
  hasReported(holds: Judgement): void;
  beginsAnew(seen: Judgement): void;
  triesAgain(seen: Judgement): void;
  losesClaim(holds: Judgement): void;
  ages(): void;
  /** After it. */
  refuses(): void;
  startsDelete(holds: Judgement): void;
}

export function declareProperties(m: Model, world: World, rules: Rules): Properties {
  const { rows, buckets, history, create, deletion, entries, variant } = world;
  const row = rows[0]!;
  const sight = (name: string, applies: boolean): ((seen?: Judgement) => void) =>
    applies ? m.sometimes(name) : () => undefined;
  const areAllThere = () => buckets.every(({ isThere }) => isThere);

  m.always('S10: AVAILABLE means full', () => row.status !== 'AVAILABLE' || areAllThere());
  m.sometimes('a create completes', () => row.status === 'AVAILABLE' && areAllThere());

  const fencing = m.always('S7: fencing');
  const silent = m.always('S11: only what is abandoned is fenced');
  const isDeleted = () => deletion !== null && ['drop', 'mark', 'deleted', 'crashed'].includes(deletion.at);
  m.always('S11-kept: a backup that was AVAILABLE goes by DeleteBackup alone', () => {
    return create.at !== 'created' || row.status === 'AVAILABLE' || isDeleted();
  });
  const once = m.always('y0: a row is reported once in a cycle');
  const late = m.always('late writes: one bucket at most after the claim is lost');
  m.sometimes('a bucket lands late', () => history.hasWritten);
  m.always('verdict: a create that lost its claim was never AVAILABLE', () => {
    return create.at !== 'lost its claim' || (row.status !== 'AVAILABLE' && !isDeleted());
  });
  declareRest(m, world);

  declareProgress(m, world);
  const isMissing = () => row.status === 'absent' && buckets.some(({ isThere }) => isThere);
  if (rules.leavesNoBucket) m.never('rest: a bucket without its row', isMissing);
  else m.sometimes('a late bucket stays without its row', isMissing);
  if (rules.listsAllAvailable) {
    m.leadsTo(
      'found: an AVAILABLE backup is listed by its status',
      () => row.status === 'AVAILABLE',
      () => entries.available || row.status !== 'AVAILABLE',
    );
  }

  const removal = m.sometimes('an abandoned create is removed');
  const onlyDeleting = m.always('removed: only a DELETING row is');
  const dropped = m.always('entries: when they are dropped, none is left');
  const last = m.always('last: a row goes when its buckets are gone, but for one that lands late');
  const stale = m.always('stale: only what is stale is reported');
  const lists = m.always('list: y1 lists a stale CREATING row, after y0');
  const dies = m.always('death: only who is under way dies');
  const leaves = m.always('y2: what is not fenced is no longer as it was listed');
  const none = m.always('removal: it is left out only where there is nothing to remove');
  const ages = m.always('time: it is counted for claims and deletes, and once');
  const refused =
    deletion === null ? () => undefined : m.always('E1: InUse is said of a create, NotFound of what is gone or going');
  const starts = deletion === null ? () => undefined : m.always('E2: only an AVAILABLE backup becomes DELETING');
  const hasEntry = (status: string) => (status === 'CREATING' ? entries.creating : entries.available);
  const orphan = sight('an orphan of the side table is skipped', variant.hasLister);
  const complete = variant.hasLister
    ? m.always('complete: what a list leaves out has no entry, or not the status that was asked for')
    : () => undefined;
  const lookUp = variant.hasLister ? m.always('look-up: there was such an entry') : () => undefined;
  const ofIndex = variant.hasIndexRows ? m.always('y1: rows of the index are left alone') : () => undefined;
  const revival = deletion === null ? () => undefined : m.always('E4: no row rises from its removal');
  const right = variant.hasLister
    ? m.always('listing: what is shown has the status that was asked for')
    : () => undefined;
  return {
    ownerWrites: () => fencing(() => row.status === 'CREATING' && row.generation === mine),
    fences(id, isAsListed) {
      ofIndex(() => !rows[id]!.isOfIndex);
      if (id === 0) silent(() => history.isSilent && isAsListed);
    },
    reports(id, isReported) {
      ofIndex(() => !rows[id]!.isOfIndex);
      once(!isReported);
      stale(() => rows[id]!.stale);
    },
    removes() {
      onlyDeleting(() => row.status === 'DELETING');
      last(() => history.hasWritten || !buckets.some(({ isThere }) => isThere));
      removal();
    },
    writes: (isAnother) => late(() => !isAnother()),
    dropsEntries: () => dropped(() => !entries.creating && !entries.available),
    dies,
    leavesRow: leaves,
    findsNone: none,
    looksUp: (status) => lookUp(() => hasEntry(status)),
    findsNoEntry: (status) => complete(() => !hasEntry(status)),
    lists: (id, isSecondScan) => lists(() => isSecondScan && rows[id]!.status === 'CREATING' && rows[id]!.stale),
    hasReported: m.always('report: what is fenced is reported at once'),
    beginsAnew: sight('a server that dies in a cycle begins it anew', variant.faults.includes('crashes')),
    triesAgain: sight('an AVAILABLE that did not land is written again', variant.faults.includes('unknown outcomes')),
    losesClaim: m.always('lost: only a claim that another has fenced'),
    ages: () => ages(() => (row.status === 'CREATING' || row.status === 'DELETING') && !row.stale),
    refuses: () =>
      refused(() => (deletion?.at === 'BackupInUse') === (row.status === 'CREATING') && row.status !== 'AVAILABLE'),
    startsDelete: starts,
    marksDeleted: revival,
    shows: (status) => right(() => row.status === status),
    skips(status) {
      complete(() => row.status !== status);
      orphan();
    },
    beatSaves: sight('a beat between listing and fence saves the create', true),
    fencedCreateFinishes: sight('AVAILABLE comes after the fence', true),
  };
}

/** Who is at rest, or begins a cycle, remembers nothing; and rows say what is so. */
function declareRest(
  m: Model,
  { rows, create, deletion, reconcilers, history, buckets, entries, variant }: World,
): void {
  const row = rows[0]!;
  m.always('memory: who is at rest remembers nothing', () => {
    return (
      (!isCreateAtRest(create) || create.bucket === 0) &&
      (deletion === null || !isDeleteAtRest(deletion) || deletion.bucket === 0)
    );
  });
  m.always('memory of a scan: it is what the phase needs', () =>
    reconcilers.every(({ at, generation, heartbeat, bucket, reported }) => {
      const hasListed = at === 'fence' || (generation === 0 && heartbeat === 0);
      const hasDropped = at === 'delete' || bucket === 0;
      return hasListed && hasDropped && (at !== 'first scan' || rows.length > 1 || reported.every((is) => !is));
    }),
  );
  m.always('absent: nothing of a row is left', () => {
    return row.status !== 'absent' || (row.generation === 0 && row.heartbeat === 0 && !row.stale);
  });
  m.always('generation: a claim has that of its create, and a fence draws another', () => {
    if (row.status === 'CREATING') return row.generation === mine;
    return !history.isLost || row.status === 'absent' || row.generation !== mine;
  });
  m.always('silent: a claim is stale when its owner is silent', () => {
    return row.status !== 'CREATING' || row.stale === history.isSilent;
  });
  m.always('DELETED: the data is gone', () => row.status !== 'DELETED' || buckets.every(({ isThere }) => !isThere));
  if (deletion !== null) {
    const isGoing = () => deletion.at === 'drop' || deletion.at === 'mark';
    m.always('dropping: the row is DELETING, or gone', () => {
      return !isGoing() || row.status === 'DELETING' || row.status === 'absent';
    });
    m.always('deleted: the row says so, or is gone', () => {
      const isDeleted = deletion.at === 'deleted';
      return row.status === 'DELETED' ? isDeleted : !isDeleted || row.status === 'absent';
    });
    m.sometimes('a delete ends in DELETED', () => deletion.at === 'deleted' && row.status === 'DELETED');
    m.sometimes('a delete finds its row removed', () => deletion.at === 'deleted' && row.status === 'absent');
    m.sometimes('a delete dies', () => deletion.at === 'crashed');
    m.sometimes('an entry outlives its backup', () => deletion.at === 'deleted' && entries.available);
  }
  m.always('entry: that of a created backup says AVAILABLE, unless it is deleted', () => {
    return create.at !== 'created' || row.status !== 'AVAILABLE' || (entries.available && !entries.creating);
  });
  m.always('created: an AVAILABLE row has a create that knows it, will know it, or has died', () => {
    const knows = ['available', 'unsure', 'created', 'crashed'].includes(create.at);
    const isLate = variant.faults.includes('unknown outcomes') && create.at === 'finish';
    return row.status !== 'AVAILABLE' || knows || isLate;
  });
  m.always('beat: one comes before each bucket', () => {
    return create.at !== 'write' || row.status !== 'CREATING' || row.heartbeat === create.bucket + 1;
  });
}

function declareProgress(m: Model, { rows, create, deletion, reconcilers, lister, variant }: World): void {
  const row = rows[0]!;
  m.sometimes('a create is answered', () => create.at === 'created');
  if (variant.faults.includes('crashes')) m.sometimes('a create dies', () => create.at === 'crashed');
  m.sometimes('a scan looks at every row', () => reconcilers.some((reconciler) => reconciler.row === rows.length - 1));
  m.eventually('L2: the create ends', () => create.at !== 'start' && isCreateAtRest(create));
  reconcilers.forEach((reconciler, at) => {
    const isIdle = () => reconciler.at === 'first scan' && reconciler.row === 0;
    m.leadsTo(`L4 of reconciler ${at}: a cycle ends`, () => !isIdle(), isIdle);
  });
  if (deletion !== null)
    m.eventually('L5: the delete is answered, or dies', () => deletion.at !== 'start' && isDeleteAtRest(deletion));
  if (lister !== null)
    m.leadsTo(
      'L6: a list is answered',
      () => lister.wants !== 'nothing',
      () => lister.wants === 'nothing',
    );
  if (lister !== null) m.sometimes('a list looks for AVAILABLE', () => lister.wants === 'AVAILABLE');
  m.leadsTo(
    'L1: a CREATING backup becomes AVAILABLE or goes',
    () => row.status === 'CREATING',
    () => row.status !== 'CREATING',
  );
  m.leadsTo(
    'L3: a DELETING row goes',
    () => row.status === 'DELETING',
    () => row.status !== 'DELETING',
  );
  m.recoverable('settled: the backup can still settle', () => row.status !== 'CREATING' && row.status !== 'DELETING');
}
