/**
 * Restore under owner generations, as all backends share it. A restore registers its target and record in one step, beats while it
 * copies, and makes the table ACTIVE in the step that writes DONE. A reconciler fences silent owners and removes their targets. A
 * delete is refused while a target is being created from the backup. Checks before registration are left out, since registration
 * repeats them.
 */
import { defineModel } from '../../language/entry.ts';
import { declareDelete } from './delete.ts';
import { document } from './document.ts';
import { declareEnvironment } from './environment.ts';
import { mutants } from './mutants.ts';
import { declareProperties } from './properties.ts';
import { declareReconciler } from './reconciler.ts';
import { declareRestore } from './restore.ts';
import { rules } from './rules.ts';
import { declareWorld, variants } from './world.ts';

export const ownerGenerationRestore = defineModel({
  name: 'owner-generation-restore',
  title: 'restore, delete and reconciler under owner generations',
  about:
    'What the four databases of design 2 have in common, and what `generation-restore-postgresql`, `-sqlite`, ' +
    '`-mongodb` and `-cassandra` refine: it uses no store, and its steps are as atomic as the protocol assumes. ' +
    'Those four models check whether a database can do such a step atomically. This one checks the rules against ' +
    'each other: which guard covers for which, and what the reuse of a name requires.',
  checkedBy: { 'catalog-index/reconciler-cycle': ['L1'] },
  variants,
  scales: {
    /** Small enough to draw all its states. */
    tiny: { restores: 1, batches: 1, reconcilers: 1, crashes: 0 },
    small: { restores: 2, batches: 1, reconcilers: 1, crashes: 1 },
    default: { restores: 2, batches: 2, reconcilers: 1, crashes: 2 },
    large: { restores: 2, batches: 3, reconcilers: 2, crashes: 3 },
    huge: { restores: 3, batches: 2, reconcilers: 2, crashes: 2 },
  },
  document,
  rules,
  mutants,
  build(m, chosen, scale, variant) {
    const world = declareWorld(m, scale, variant);
    const properties = declareProperties(m, world);
    world.restores.forEach((_, restore) => {
      declareRestore(m, world, chosen, restore, properties);
    });
    declareDelete(m, world, chosen, properties);
    world.listed.forEach((_, reconciler) => {
      declareReconciler(m, world, chosen, reconciler, properties);
    });
    declareEnvironment(m, world, chosen, properties);
  },
});
