/**
 * Restore, delete and reconciler under owner generations on Cassandra. A lightweight transaction accesses one partition, so each
 * step of `owner-generation-restore` that accesses two partitions is split into two steps.
 */
import { defineModel } from '../../../../language/entry.ts';
import { declareClock } from '../clock.ts';
import { declareDelete } from './delete.ts';
import { document } from './document.ts';
import { declareClearing } from './marker.ts';
import { mutants } from './mutants.ts';
import { declareProperties } from './properties.ts';
import { declareReconciler } from './reconciler.ts';
import { declareRestore } from './restore.ts';
import { rules } from './rules.ts';
import { declareWorld, type Scale, type Variant } from './world.ts';

const about =
  'Refines `owner-generation-restore`, whose steps are taken apart here: each lightweight transaction reaches one partition: the backup with its marker (active_restores), or the row of a name with ' +
  'the record of its restore. So the marker and the row are two steps of a registration, ACTIVE and the cleared marker two of ' +
  'its end, and removal is two as well (r1 claims the row, r2 drops the tables and the row). A request that meets a marker is refused, or waits; who looks at the target of the marker and clears it is ' +
  'a process of its own (`anyone`), since it may be any request. A delete that was interrupted is finished by the reconciler, ' +
  'once the scan reports it as stale. Decided: a DELETING target is not CREATING, so its marker may be cleared. ' +
  'The order of marker (K1) and row (K2) is open, and costs: with nobody to clear a marker both orders get stuck (`nobody-clears`). ' +
  'The row first is safe: a target that is absent or not CREATING after its marker was seen stays so. The marker first is not, ' +
  'not even if the owner reads its marker again after K2 (`k1-first-with-a-read`): whoever clears has looked at the absent ' +
  'target before K2 and clears after that read, since no step of Cassandra reaches both (it would be safe if looking and clearing were one step). It takes a conditional write ' +
  'on the marker that the clearing write asks for (variants `k1-first`), so that of clearing and confirming one fails; ' +
  'and a restore that lost its marker is told BackupInUse, although nobody else may use the backup (`lost-marker-says-in-use`). ' +
  'Besides, a schema step that comes after the removal makes tables that nobody drops (`schema-after-removal`), ' +
  'since a job that has lost its claim is not to touch its data again; and while a beat hangs, batches land without bound. ' +
  'An owner that finds no row after an insert without an answer gives up: the row may have been removed by a reconciler, ' +
  'and another one that has listed it would take what is inserted again under the same table id (`inserts-again`). ' +
  'A write without an answer may land after the read that did not find it: so a DONE that is not applied over DONE of its own ' +
  'generation has landed (`late-done-not-known`), and a DELETING that lands late deletes a backup whose delete was refused since ' +
  '(`refused-delete-takes-effect`), which only a generation in the condition could prevent.';

const shared = {
  nameOf: () => 0,
  backupOf: () => 0,
  first: 'K2',
  isWhole: false,
  batchesMore: 0,
  crashesMore: 0,
  lostAnswers: 0,
  beatsFail: false,
  writesAreLate: false,
} satisfies Variant;
const unknown = { ...shared, restoresMax: 1, isWhole: true, crashesMore: -1 } satisfies Variant;
const named = (restore: number): number => restore;

const variants = {
  /** A restore and a delete with all their steps; the row first, then the marker. */
  'k2-first': { ...shared, restoresMax: 1, isWhole: true, batchesMore: 1, crashesMore: 1 },
  /** As `k2-first`, with the marker first. */
  'k1-first': { ...shared, restoresMax: 1, isWhole: true, first: 'K1' },
  /** Two restores, one backup, one name. */
  'one-name': { ...shared, deletesMax: 0 },
  /** Two restores of one backup, each with its own name. */
  'two-names': { ...shared, nameOf: named, deletesMax: 0, crashesMore: -1 },
  'two-names-k1-first': { ...shared, nameOf: named, first: 'K1', deletesMax: 0, crashesMore: -1 },
  /** Two restores of different backups into one name; the marker first. */
  'two-backups': { ...shared, first: 'K1', backupOf: named, deletesMax: 0, crashesMore: -1 },
  /** Writes of a restore whose answer is lost, while two reconcilers look for its target. */
  'unknown-outcomes': { ...unknown, deletesMax: 0, serversMin: 2, lostAnswers: 2 },
  /** Writes of a delete and of a restore, one of which has no answer. DONE or DELETING may be applied later, or never. */
  'unknown-delete': { ...unknown, first: 'K1', crashesMore: 0, lostAnswers: 1, writesAreLate: true },
  /** One restore and two deletes. */
  'two-deletes': { ...shared, restoresMax: 1, deletesMin: 2, crashesMore: -1 },
  /** One restore of three batches, whose beats may fail and hang. */
  'beats-fail': {
    ...shared,
    restoresMax: 1,
    deletesMax: 0,
    isWhole: true,
    batchesMore: 2,
    crashesMore: -1,
    lostAnswers: 4,
    beatsFail: true,
  },
} satisfies { [name: string]: Variant };

const base: Scale = { restores: 2, deletes: 1, servers: 1, batches: 1, crashes: 1, allMeet: false, judgesRuns: true };

export const generationRestoreCassandra = defineModel({
  name: 'generation-restore-cassandra',
  title: 'restore, delete and reconciler under owner generations on Cassandra',
  about,
  checkedBy: {
    'catalog-index/fenced-copy-stops': ['late writes'],
    'catalog-index/stopped-owner-resumes': ['S7'],
    'catalog-index/status-write-unknown': ['S7', 'S9'],
    'catalog-index/delete-start-status': ['S2'],
  },
  variants,
  scales: {
    small: { ...base, crashes: 0 },
    default: base,
    large: { ...base, servers: 2, crashes: 2 },
    larger: { ...base, restores: 3, crashes: 0, allMeet: true, judgesRuns: false },
    largest: { ...base, restores: 3, deletes: 2, servers: 2, crashes: 2, allMeet: true, judgesRuns: false },
  },
  document,
  rules,
  mutants,
  build(m, chosen, scale, variant: Variant) {
    const world = declareWorld(m, scale, variant);
    const judge = declareProperties(m, world, chosen);
    world.restores.forEach((_, id) => {
      declareRestore(m, world, chosen, id, judge);
    });
    world.deletions.forEach((_, id) => {
      declareDelete(m, world, chosen, id, judge);
    });
    world.listed.forEach((_, server) => {
      declareReconciler(m, world, chosen, server, judge);
    });
    declareClearing(m, world, chosen, judge);
    declareClock(m, world.targets, judge);
    if (world.deletions.length > 0 && world.isWhole) {
      const [backup] = world.backupRows;
      m.timePasses('clock of backup 0', 'stale_after goes by', {
        when: () => backup!.status === 'DELETING' && !backup!.stale,
        effect: () => {
          judge.backupAges(backup!);
          backup!.stale = true;
        },
      });
    }
    if (scale.judgesRuns) return;
    const { targets } = world;
    m.interchangeable(
      targets.map(({ table }) => table),
      targets.map(({ marker }) => marker),
      targets.map(({ schema }) => schema),
      targets.map(({ items }) => items),
      targets.map(({ history }) => history),
      targets.map(({ ghost }) => ghost),
      world.restores,
      judge.told.restores.map(({ record }) => record),
      world.seen,
      ...world.listed,
    );
    m.interchangeable(
      world.deletions,
      judge.told.deletes.map(({ record }) => record),
    );
  },
});
