import { defineModel } from '../../../../language/entry.ts';
import { declareDelete } from './delete.ts';
import { document } from './document.ts';
import { declareEnvironment } from './environment.ts';
import { mutants } from './mutants.ts';
import { declareProperties } from './properties.ts';
import { declareReconciler } from './reconciler.ts';
import { declareRestore } from './restore.ts';
import { rules } from './rules.ts';
import { declareWorld, type Scale, type Variant, variants } from './world.ts';

export const generationRestorePostgresql = defineModel<Variant, Scale, typeof rules>({
  name: 'generation-restore-postgresql',
  title: 'restore and reconciler under owner generations on PostgreSQL, statement by statement',
  about:
    'Refines owner-generation-restore to what PostgreSQL does statement by statement. N1 locks the row of the backup, checks ' +
    'name and backup, and commits table, record and items together, where a unique index has the last word on the name; N4 ' +
    'updates the record, then the table, then commits. Beats travel on a dedicated session that may be killed; DONE and ' +
    'FAILED go over pooled connections. Variants add what the shared model has not: a second server of which one is killed, ' +
    'writes whose answer is lost, a registration migrated from the older release, a record that cannot be read, a dead ' +
    'manifest restore, and a maintenance claim. A batch stands for all that is copied between two beats. Admission and the ' +
    'checks before N1 are left out, since N1 repeats them; so are the mutants of the shared model that read the same here. ' +
    'Decided: an owner whose FAILED has no answer just stops, because the reconciler removes the target either way; a ' +
    'registration without an answer is an InternalServerError, and if it landed the reconciler removes its target. ' +
    'Both readings of a maintenance claim are explored (skips the cycle, is only reported), and both of what makes a FAILED ' +
    'record old: by its last beat any other server goes on at once with what a killed one began, by its own time only after ' +
    'another window; neither is unsafe or stuck. What the model shows beyond the ' +
    'documents: (1) to read first after a COMMIT without an answer is not enough, the read must wait for the row lock, or ' +
    'else it may see the record as it was before a COMMIT that the server still works on, and the owner ends as one that ' +
    'lost its claim over an ACTIVE table (unsure-reads-without-a-lock); (2) the FAILED of the reconciler needs RUNNING ' +
    'besides the listed generation and heartbeat, for DONE changes neither (failed-without-running); (3) c0 is asked at the ' +
    'beginning of a cycle only, so a cycle that had begun fails and removes under a maintenance claim; (4) an owner that is ' +
    'stopped between the DONE update and its COMMIT, its connection alive, keeps the row locked, and FAILED waits for as long ' +
    'as it is stopped (stopped-under-its-row-locks): everywhere else no target needs its owner to wake.',
  checkedBy: {
    'catalog-index/generation-range': ['L1 of target 1'],
    'catalog-index/stopped-owner-resumes': ['S7', 'S13'],
    'mongo-rfc/R3-restore-race-postgres': ['S1'],
  },
  variants,
  scales: {
    small: { batches: 1, crashes: 1, killedSessions: 1, unknownOutcomes: 1 },
    default: { batches: 2, crashes: 1, killedSessions: 1, unknownOutcomes: 2 },
    large: { batches: 3, crashes: 2, killedSessions: 2, unknownOutcomes: 3 },
  },
  document,
  rules,
  mutants,
  build(m, chosen, scale, variant) {
    m.faults({ crash: scale.crashes });
    const world = declareWorld(m, scale, variant);
    const properties = declareProperties(m, world, chosen);
    world.owners.forEach((_, restore) => {
      declareRestore(m, world, chosen, restore, properties);
    });
    declareDelete(m, world, chosen, properties);
    world.reconcilers.forEach((_, reconciler) => {
      declareReconciler(m, world, chosen, reconciler, properties);
    });
    declareEnvironment(m, world, chosen, properties);
  },
});
