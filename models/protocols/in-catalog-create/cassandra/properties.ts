/** The properties of a backup in the catalog: safety, and what must be reachable. */
import type { Judgement, Model } from '../../../language/model.ts';
import type { Rules } from './rules.ts';
import { mine, type World } from './world.ts';

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
  readonly skips: () => void;
  readonly beatSaves: (seen: boolean) => void;
  readonly fencedCreateFinishes: () => void;
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
    return !history.wasAvailable || row.status === 'AVAILABLE' || isDeleted();
  });
  const once = m.always('y0: a row is reported once in a cycle');
  m.always('late writes: one bucket at most after the claim is lost', () => history.lateWrites <= 1);
  m.sometimes('a bucket lands late', () => history.lateWrites === 1);
  m.always('verdict: a create that lost its claim was never AVAILABLE', () => {
    return create.at !== 'lost its claim' || !history.wasAvailable;
  });

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
    },
    removes: removal,
    marksDeleted: revival,
    shows: (status) => right(() => row.status === status),
    skips: sight('an orphan of the side table is skipped', variant.hasLister),
    beatSaves: sight('a beat between listing and fence saves the create', true),
    fencedCreateFinishes: sight('AVAILABLE comes after the fence', true),
  };
}

function declareProgress(m: Model, { rows }: World): void {
  const row = rows[0]!;
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
