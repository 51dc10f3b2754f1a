/** Restore, delete and sweep on MongoDB under claim markers, with the stall window and the backfill worker. */
import { defineModel } from '../../../../language/entry.ts';
import { declareDelete } from './delete.ts';
import { document } from './document.ts';
import {
  declareBackfill,
  declareClocks,
  declareControlPlane,
  declareCreateTableRequest,
  declareSecondStart,
} from './environment.ts';
import { mutants } from './mutants.ts';
import { declareEnds, declareProperties } from './properties.ts';
import { declareRestore } from './restore.ts';
import { rules } from './rules.ts';
import { declareSweep } from './sweep.ts';
import { declareSymmetry } from './symmetry.ts';
import { declareWorld, variants } from './world.ts';

const runs = { judgesRuns: true };

export const claimRestoreMongodb = defineModel({
  name: 'claim-restore-mongodb',
  title: 'restore, delete and sweep under claim markers on MongoDB',
  about:
    'A restore claims the backup from its look for others (R3) to the insert of its target (R4), which takes the ' +
    'place of the claim; a delete claims it from before its look (D1) to the end (D4). The sweep acts on what has ' +
    'not been refreshed for W: it removes targets, clears restore claims, and finishes deletes. The backfill worker ' +
    'makes ACTIVE whatever is pending, and needs no owner. Time is modelled as staleness. Only what nobody refreshes ' +
    'becomes stale: the work of dead processes, of stalled ones (in the variants where processes stall), and what ' +
    'was left behind. Release, second look and abort are separate steps, and a release may fail. Reads are of one ' +
    'document; whether R3, D2 and G3 look in one snapshot or in a cursor that yields makes no difference ' +
    '(looks-one-by-one). Left out: the answers of the service, the $out storage of removed targets, and admission. ' +
    'What the majority must have before the next step, or a failover undoes it: both claims, the refusal that gives ' +
    'one back, and the takeover of a delete by the sweep. The last is not in the protocol: a sweep that drops on the ' +
    'word of the primary alone leaves an AVAILABLE backup without data or claim (takeover-not-with-the-majority). ' +
    'Nor is in the protocol that G3 must take over the very claim under which it has looked. If any stale claim will ' +
    'do, a stalled delete may give its own back after the look, a restore registers, another delete leaves a claim ' +
    'that gets stale, and the sweep drops the backup under the restore (takeover-of-any-claim: 27 steps, two ' +
    'deletes, one stall). On record: a restore whose backfill never succeeds stays CREATING, and then a claimed ' +
    'delete does not end either; an errored delete may take effect later.',
  variants,
  scales: {
    small: { restores: 1, deletes: 1, servers: 1, crashes: 1, stalls: 1, ...runs },
    default: { restores: 2, deletes: 1, servers: 1, crashes: 1, stalls: 1, ...runs },
    large: { restores: 2, deletes: 1, servers: 2, crashes: 2, stalls: 1, ...runs },
    largest: { restores: 3, deletes: 2, servers: 2, crashes: 2, stalls: 1, judgesRuns: false },
  },
  document,
  rules,
  mutants,
  build(m, chosen, scale, variant) {
    const world = declareWorld(m, scale, variant);
    const properties = declareProperties(m, world);
    const restores = world.restores.map((_, id) => declareRestore(m, world, chosen, id, properties));
    const deletes = world.deletes.map((_, number) => declareDelete(m, world, chosen, number, properties));
    const sweeps = world.sweeps.map((_, server) => declareSweep(m, world, chosen, server, properties));
    world.backfills.forEach((workers, server) => {
      workers.forEach((_, id) => {
        declareBackfill(m, world, chosen, server, id, properties);
      });
    });
    declareClocks(m, world, chosen, { restores, deletes, sweeps }, properties);
    declareControlPlane(m, world, chosen, properties);
    declareCreateTableRequest(m, world);
    declareSecondStart(m, world, chosen);
    declareEnds(m, world, { restores, deletes });
    declareSymmetry(m, world, { restores, deletes, sweeps }, properties);
  },
});
