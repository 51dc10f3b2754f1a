/** Restore and delete on SQLite: one writer, one process, and a sweep at its start. */
import { defineModel } from '../../../../language/entry.ts';
import { document } from './document.ts';
import { mutants } from './mutants.ts';
import { declareProperties } from './properties.ts';
import { declareClients, declareCreateTableRequest, declareDelete, declareTimer } from './requests.ts';
import { declareRestore } from './restore.ts';
import { rules } from './rules.ts';
import { declareServer } from './server.ts';
import { declareWorld, variants } from './world.ts';

export const claimRestoreSqlite = defineModel({
  name: 'claim-restore-sqlite',
  title: 'restore, delete and start-up sweep under the one writer of SQLite',
  about:
    'One server process has the file to itself. Registration, each batch, the flip to ACTIVE and the delete are a ' +
    'write transaction each, and there is one writer at a time. No lock and no heartbeat marks a live restore: a ' +
    'target is abandoned if it is there when the server starts, so the sweep must end before anything is served, and ' +
    'nobody else may open the file (serves-before-sweep, two-servers-on-file; with a job that goes by the name they ' +
    'reach the next table). The job is detached from its client. If it ran in the request, a client that disconnects ' +
    'would leave name and backup locked until the next start (job-in-request). The crash is of the whole server, ' +
    'which somebody starts again. Only its own job changes the status of a target, so the flip asks for ' +
    'nothing.',
  variants,
  scales: {
    small: { restores: 2, batches: 1, deletes: 1, crashes: 1 },
    default: { restores: 2, batches: 2, deletes: 1, crashes: 2 },
    large: { restores: 3, batches: 3, deletes: 2, crashes: 3 },
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
    declareServer(m, world, chosen, properties);
    declareClients(m, world, properties);
    declareCreateTableRequest(m, world, chosen);
    declareTimer(m, world, chosen, properties);
  },
});
