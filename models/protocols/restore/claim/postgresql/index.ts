/** Restore and delete on PostgreSQL under session locks, with a sweep that removes targets of dead owners. */
import { defineModel } from '../../../../language/entry.ts';
import { declareDelete } from './delete.ts';
import { document } from './document.ts';
import { declareEnvironment } from './environment.ts';
import { mutants } from './mutants.ts';
import { declareProperties } from './properties.ts';
import { declareRestore } from './restore.ts';
import { rules } from './rules.ts';
import { declareSweep } from './sweep.ts';
import { declareWorld, variants } from './world.ts';

export const claimRestorePostgresql = defineModel({
  name: 'claim-restore-postgresql',
  title: 'restore, delete and sweep under session locks on PostgreSQL',
  about:
    'A restore takes an advisory lock on a connection of its own and registers its target in one transaction under ' +
    'the row lock of the backup. Its job copies, beats by a statement on the lock session, and makes the table ' +
    'ACTIVE only if it is still CREATING. The sweep of each server takes restore targets that are 60 seconds old and ' +
    'whose lock is free. Time is modelled as whether a target is old. A beat comes with each batch, so one more ' +
    'batch lands after the lock is lost. The job is detached, so a client that disconnects changes nothing. ' +
    'Admission has its own model. Open: the lock before or after the registration. Either is safe. Registered first, ' +
    'a job that stalls for a minute before it locks is swept although it is alive; only the minimum age protects one ' +
    'that does not stall. Locked first, the minimum age is not needed. Not in the protocol: who finishes a target ' +
    'that a sweep has marked DELETING before it died. Sweeps look for CREATING only, so the model lets the control ' +
    'plane drop it, as it drops any table; without that the name is lost (left-deleting).',
  variants,
  scales: {
    small: { restores: 2, batches: 1, sweeps: 1, deletes: 1, crashes: 1, sessionDeaths: 1, judgesRuns: true },
    default: { restores: 2, batches: 2, sweeps: 1, deletes: 1, crashes: 1, sessionDeaths: 1, judgesRuns: true },
    large: { restores: 2, batches: 2, sweeps: 2, deletes: 1, crashes: 2, sessionDeaths: 1, judgesRuns: true },
    largest: { restores: 3, batches: 2, sweeps: 2, deletes: 2, crashes: 2, sessionDeaths: 1, judgesRuns: false },
  },
  document,
  rules,
  mutants,
  build(m, chosen, scale, variant) {
    const world = declareWorld(m, scale, variant);
    const properties = declareProperties(m, world);
    world.restores.forEach((_, id) => {
      declareRestore(m, world, chosen, id, properties);
    });
    world.deletes.forEach((_, number) => {
      declareDelete(m, world, chosen, number, properties);
    });
    world.sweeps.forEach((_, server) => {
      declareSweep(m, world, chosen, server, properties);
    });
    declareEnvironment(m, world, chosen, properties);
  },
});
