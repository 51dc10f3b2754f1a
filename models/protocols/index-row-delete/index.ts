import { defineModel } from '../../language/entry.ts';
import { declareDelete } from './delete.ts';
import { document } from './document.ts';
import { declareJob } from './job.ts';
import { declareEnvironment, declareJanitor, declareJudge } from './judge.ts';
import { mutants } from './mutants.ts';
import { declareProperties } from './properties.ts';
import { declareRestore } from './restore.ts';
import { rules } from './rules.ts';
import { declareWorld, type Scale, type Variant, variants } from './world.ts';

export const indexRowDelete = defineModel<Variant, Scale, typeof rules>({
  name: 'index-row-delete',
  title: 'rows of the backup index on PostgreSQL: claim, DELETING, DELETED, removal',
  about:
    'Rows of the backup index in PostgreSQL, whose data lies in a store of its own: no step reaches both. A backup job tries ' +
    'the lock of its id on a dedicated session, inserts the row as CREATING, beats and writes its status over that session, ' +
    'and is judged dead by its heartbeat alone. A delete builds its description, then start_backup_delete locks the row, ' +
    'looks for CREATING targets and writes DELETING; then come the drop and set_backup_deleted. Rows leave from DELETED or ' +
    'FAILED alone. Refines the delete of owner-generation-restore, whose restore is cut down here to what deletes meet. ' +
    'Decided: data is found by id and generation of its claim; who judges claims dead is one process, as the documents ' +
    'name none for rows of the index; a client whose delete died asks again. Open: what a delete answers that finds ' +
    'DELETING. If it goes on, every delete ends; if it is refused, one that died is finished by nobody (deleting-stays). ' +
    'What the model shows beyond the documents: (1) with the description first, a retry on DELETING waits for a source that ' +
    'can be described, so a row whose source stays unreadable is never finished (source-stays-unreadable); (2) the lock and ' +
    'the generation cover for each other in beats and status writes, since these travel on the session that holds the lock, ' +
    'but neither keeps late data of a killed session out of a later claim of the id: only data that is found by the claim ' +
    'does (data-by-id-alone).',
  variants,
  scales: {
    small: { batches: 1, crashes: 1, killedSessions: 1 },
    default: { batches: 2, crashes: 1, killedSessions: 1 },
    large: { batches: 3, crashes: 2, killedSessions: 2 },
  },
  document,
  rules,
  mutants,
  build(m, chosen, scale, variant) {
    m.faults({ crash: scale.crashes });
    const world = declareWorld(m, scale, variant);
    const properties = declareProperties(m, world, chosen);
    world.jobs.forEach((_, job) => {
      declareJob(m, world, chosen, job, properties);
    });
    world.deletes.forEach((_, at) => {
      declareDelete(m, world, chosen, at, properties);
    });
    world.restores.forEach((_, at) => {
      declareRestore(m, world, chosen, at, properties);
    });
    if (world.jobs.length > 0) declareJudge(m, world, chosen, properties);
    declareJanitor(m, world, chosen, properties);
    declareEnvironment(m, world);
  },
});
