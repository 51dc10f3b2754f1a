/**
 * Restore, delete and reconciler under owner generations on MongoDB. Each step of `owner-generation-restore` is split into its
 * session transactions, single-document updates and collection operations.
 */
import { defineModel } from '../../../../language/entry.ts';
import { declareClock } from '../clock.ts';
import { declareBackfill } from './backfill.ts';
import { declareDelete } from './delete.ts';
import { document } from './document.ts';
import { mutants } from './mutants.ts';
import { declareObserver } from './observer.ts';
import { declareTransactions } from './places.ts';
import { declareProperties } from './properties.ts';
import { declareReconciler } from './reconciler.ts';
import { declareRestore } from './restore.ts';
import { rules } from './rules.ts';
import { ageing, declareWorld, type Scale, type Variant } from './world.ts';

const about =
  'Refines `owner-generation-restore`, whose steps are taken apart here: registration and delete are session transactions that meet on the document of the backup; a copy is one $out that goes on ' +
  'beside its beats and cannot be called back; DONE hands the target over to a backfill worker; removal is two operations. ' +
  'Left out: admission, index rows, ordinary tables, and what a request checks before its registration checks it again. ' +
  'Decided where the protocol is silent: a copy on the majority catches up with all documents at once; without indexes the ' +
  'update that writes DONE makes the table ACTIVE (`no-indexes`; with them the worker does, and either is safe); a request ' +
  'that finds its registration gone after a failover answers InternalServerError. ' +
  'What the model shows beyond the protocol, each held by a mutant or a hole: ' +
  '(1) A collection may be dropped only once the majority has the FAILED, and FAILED records are to be listed from the ' +
  'majority; otherwise a failover takes the FAILED back, and the owner finishes a table without items (`weak-failed`, ' +
  '`list-reads-the-primary`). DELETED needs the majority as well, or a delete that was answered is left DELETING (`weak-deleted`). ' +
  '(2) DescribeTable by a local read can show an ACTIVE that a failover takes back, even to be removed (`rolled-back-active`). ' +
  '(3) An owner must drop its output wherever it learns that its claim is lost, at DONE as after a beat ' +
  '(`lost-output-after-beat-alone`), but never on a DONE of unknown outcome (`unknown-is-not-matched`); and one that crashes ' +
  'before it can do so leaves a collection that nothing lists (`crash-leaves-output`). ' +
  '(4) The collection goes before the document, since only the document is listed (`document-before-collection`). ' +
  '(5) lock_seq is needed not only against transactions at the same time: it is what makes in-use checks on old majority data safe. ' +
  '(6) A DONE without an answer may land after its owner has read RUNNING: the next DONE is not matched, and an owner that drops ' +
  'its output for that leaves an ACTIVE table without items. It must read once more first (`late-done-drops-output`).';

const shared = {
  nameOf: () => 0,
  backupOf: () => 0,
  crashesMore: 0,
  hasIndexes: true,
  majorityLags: false,
  doneIsLate: false,
} satisfies Variant;

const variants = {
  /** All restores use one backup and one name; the name is reused after its target is removed. */
  'one-name': shared,
  /** All restores use one backup, each with its own name. */
  'two-names': { ...shared, nameOf: (restore) => restore, crashesMore: -1, hasIndexes: false },
  /** Each restore has its own backup; all use one name. */
  'two-backups': { ...shared, backupOf: (restore) => restore, crashesMore: -1, hasIndexes: false },
  'one-restore': { ...shared, restoresMax: 1, crashesMore: 1 },
  /** There is nothing to backfill, so the update that writes DONE makes the table ACTIVE. */
  'no-indexes': { ...shared, restoresMax: 1, crashesMore: 1, hasIndexes: false },
  /** A DONE whose answer is lost is applied after its owner has gone on, or never. */
  'done-lands-later': { ...shared, restoresMax: 1, hasIndexes: false, doneIsLate: true },
  'majority-lags': { ...shared, restoresMax: 1, hasIndexes: false, majorityLags: true },
} satisfies { [name: string]: Variant };

const base: Scale = { restores: 2, deletes: 1, servers: 1, beats: 1, crashes: 1, judgesRuns: true };

export const generationRestoreMongodb = defineModel({
  name: 'generation-restore-mongodb',
  title: 'restore, delete and reconciler under owner generations on MongoDB',
  about,
  checkedBy: {
    'catalog-index/claim-races-clock': ['S8'],
    'restore-parity/restore-vs-delete-measured': ['S1', 'S2'],
  },
  variants,
  scales: {
    small: { ...base, crashes: 0 },
    default: base,
    large: { ...base, servers: 2, crashes: 2, beats: 2 },
    larger: { ...base, restores: 3, deletes: 2, judgesRuns: false },
    largest: { ...base, restores: 3, deletes: 2, servers: 2, crashes: 2, judgesRuns: false },
  },
  neverTaken: {
    'backfill n: N4b not handed over: leave it': 'only a planted bug removes a target that was handed over',
  },
  document,
  rules,
  mutants,
  build(m, chosen, scale, variant: Variant) {
    const world = declareWorld(m, scale, variant, chosen);
    const judge = declareProperties(m, world, chosen);
    const restores = world.restores.map((_, id) => declareRestore(m, world, chosen, id, judge));
    const deletes = world.deletions.map((_, id) => declareDelete(m, world, chosen, id, judge));
    for (let server = 0; server < scale.servers; server++) {
      declareReconciler(m, world, chosen, server, judge);
      if (variant.hasIndexes) declareBackfill(m, world, chosen, server, judge);
    }
    declareTransactions(m, world, restores, deletes);
    declareClock(
      m,
      world.targets.map((target) => ageing(world, target)),
      judge,
    );
    if (variant.majorityLags) declareObserver(m, world, chosen, judge);
    if (!scale.judgesRuns) {
      m.interchangeable(
        world.targets.map(({ table }) => table),
        world.targets.map(({ items }) => items),
        world.targets.map(({ history }) => history),
        world.targets.map(({ ghost }) => ghost),
        world.restores,
        judge.told.restores.map(({ record }) => record),
        restores.map(({ record }) => record),
        ...world.listed,
        ...(variant.hasIndexes ? world.picked : []),
      );
      m.interchangeable(
        world.deletions,
        judge.told.deletes.map(({ record }) => record),
        deletes.map(({ record }) => record),
      );
    }
  },
});
