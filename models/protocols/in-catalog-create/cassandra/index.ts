import { defineModel } from '../../../language/entry.ts';
import { declareCreate } from './create.ts';
import { document } from './document.ts';
import { declareEnvironment } from './environment.ts';
import { declareLister } from './lister.ts';
import { mutants } from './mutants.ts';
import { declareProperties } from './properties.ts';
import { rules } from './rules.ts';
import { declareScan } from './scan.ts';
import { declareWorld, type Scale, type Variant, variants } from './world.ts';

export const inCatalogCreateCassandra = defineModel<Variant, Scale, typeof rules>({
  name: 'in-catalog-create-cassandra',
  title: 'backups that lie in the catalog of Cassandra, and the fence of abandoned creates',
  about:
    'Applies owner-generation-restore to backup rows, partition by partition. CreateBackup on Cassandra: the row by ' +
    'a lightweight transaction (x1), buckets of 64 items as plain writes with a poll of the claim after each (x2), ' +
    'beats (x3), AVAILABLE on the generation (x4); entries of the side table by status follow the row. A cycle ' +
    'reports stale DELETING rows (y0), lists stale CREATING ones (y1), fences those over the listed heartbeat (y2), ' +
    'and deletes what was reported: buckets, entries, and the row last. DeleteBackup is E2 to E4. Rows of the ' +
    'catalog index lie in the same table and are skipped. Beats and buckets alternate; a logged batch of entries is ' +
    'one step. Decided: E4 and the removal of a row ask for DELETING, a create that fails stops and is found as ' +
    'abandoned, and an AVAILABLE without an answer is read before anything else. Where the documents are silent on ' +
    'how the scan finds its rows: by the rows themselves it ends; by the side table it is stuck on a crash between ' +
    'row and entry (scan-by-entries). What the model shows beyond the documents: (1) a bucket that lands after the ' +
    'row was removed stays for ever, since the bucket comes before its poll and nobody looks for data without a row ' +
    '(late-bucket-stays); (2) a crash leaves not only orphan entries but missing ones: an AVAILABLE backup that no ' +
    'list by status shows (available-without-entry), and a create that is slow to write its entry leaves an orphan ' +
    'beside a DELETED row; (3) nobody beats for a DELETING row, so a delete under way is ' +
    'reported like a dead one, and both drop the same data: harmless as long as E4 requires DELETING; otherwise it ' +
    'brings back a row (deleted-without-a-condition); (4) an AVAILABLE without an answer may land after the read that did ' +
    'not find it, and the next one is not applied: the create must look at the row that comes back (late-available-not-known).',
  variants,
  scales: {
    small: { buckets: 1, crashes: 1, unknownOutcomes: 1 },
    default: { buckets: 2, crashes: 1, unknownOutcomes: 1 },
    large: { buckets: 3, crashes: 2, unknownOutcomes: 2 },
  },
  document,
  rules,
  mutants,
  build(m, chosen, scale, variant) {
    m.faults({ crash: scale.crashes });
    const world = declareWorld(m, scale, variant);
    const properties = declareProperties(m, world, chosen);
    m.interchangeable(world.reconcilers);
    declareCreate(m, world, chosen, properties);
    world.reconcilers.forEach((_, reconciler) => {
      declareScan(m, world, chosen, reconciler, properties);
    });
    declareEnvironment(m, world, chosen, properties);
    declareLister(m, world, chosen, properties);
  },
});
