/** Restore, delete and sweep on Cassandra under lightweight transactions, in both orders of claim and insert. */
import { defineModel } from '../../../../language/entry.ts';
import { declareDelete } from './delete.ts';
import { document } from './document.ts';
import { declareClocks, declareControlPlane, declareCreateTableRequest } from './environment.ts';
import { mutants } from './mutants.ts';
import { declareEnds, declareProperties } from './properties.ts';
import { declareRestore } from './restore.ts';
import { rules } from './rules.ts';
import { declareSweep } from './sweep.ts';
import { declareSymmetry } from './symmetry.ts';
import { declareWorld, variants } from './world.ts';

const runs = { judgesRuns: true };

export const claimRestoreCassandra = defineModel({
  name: 'claim-restore-cassandra',
  title: 'restore, delete and sweep under lightweight transactions on Cassandra',
  about:
    'Backup and table are two partitions, so the two halves of a registration are two transactions, and so are the ' +
    'two halves of its end: the flip of the table and the clearing of active. Names are partitions, so they are ' +
    'unique by K2. Time is modelled as staleness: only a row that nobody refreshes becomes stale. An answer that is ' +
    'lost is a crash right after the write, or right before it. Left out: admission and the texts of answers. Open: ' +
    'the order of K1 and K2, and who clears a marker that names no CREATING target. Both answers are explored. If ' +
    'nobody clears, a crash between K1 and K2, or between the flip and the clearing, locks the backup for ever ' +
    '(nobody-clears, in both orders). Insert first, with anyone clearing, is safe: once active names a target, that ' +
    'target never becomes CREATING again, so a look at it stays true. Its cost: the target of a refused restore is ' +
    'visible for a moment. Claim first with clearing is unsafe without a second look (no-second-look: S2, S3, S4). ' +
    'Beyond the protocol: a second look that merely reads is unsafe as well (second-look-reads), because clearing is ' +
    'a look at one partition and a transaction on another, and the second look may come between the two: sweep sees ' +
    'no target; K2; the restore reads its own marker; the sweep clears it; another restore or a delete begins. It is ' +
    'safe only if look and clearing are one step, which no operation of Cassandra is. What is safe is a second look ' +
    'that writes: K1 once more, from claimed to confirmed, with clearing conditional on the very marker that was ' +
    'read. Its cost: a restore that lives can lose its claim between K1 and K2, and then fails. Also not in the ' +
    'protocol: who finishes a delete that died after E2. The model lets the sweep do it once it is stale.',
  variants,
  scales: {
    small: { restores: 1, batches: 2, deletes: 1, servers: 1, crashes: 1, stalls: 1, ...runs },
    default: { restores: 2, batches: 2, deletes: 1, servers: 1, crashes: 1, stalls: 1, ...runs },
    large: { restores: 2, batches: 2, deletes: 1, servers: 2, crashes: 2, stalls: 1, ...runs },
    largest: { restores: 3, batches: 2, deletes: 2, servers: 2, crashes: 2, stalls: 1, judgesRuns: false },
  },
  document,
  rules,
  mutants,
  build(m, chosen, scale, variant) {
    const world = declareWorld(m, scale, variant);
    const properties = declareProperties(m, world);
    const owners = world.restores.map((_, id) => declareRestore(m, world, chosen, id, properties));
    world.deletes.forEach((_, number) => {
      declareDelete(m, world, chosen, number, properties);
    });
    world.sweeps.forEach((_, server) => {
      declareSweep(m, world, chosen, server, properties);
    });
    declareClocks(m, world, chosen, owners, properties);
    declareControlPlane(m, world, chosen, properties);
    declareCreateTableRequest(m, world);
    declareEnds(m, world, owners);
    declareSymmetry(m, world, owners, properties);
  },
});
