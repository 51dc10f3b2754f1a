import { defineModel } from '../../../../language/entry.ts';
import { declareDelete } from './delete.ts';
import { document } from './document.ts';
import { declareEnvironment } from './environment.ts';
import { mutants } from './mutants.ts';
import { declareObserver } from './observer.ts';
import { declareProperties } from './properties.ts';
import { declareReconciler } from './reconciler.ts';
import { declareCreateTableRequest, declareOtherRequests } from './requests.ts';
import { declareRestore } from './restore.ts';
import { rules } from './rules.ts';
import { declareWorld, type Scale, type Variant, variants } from './world.ts';

export const generationRestoreSqlite = defineModel<Variant, Scale, typeof rules>({
  name: 'generation-restore-sqlite',
  title: 'restore and reconciler under owner generations on SQLite: one process, and slots for claims',
  about:
    'Refines owner-generation-restore to one process and one writer: registration, batch, DONE with ACTIVE, FAILED ' +
    'and removal are write transactions, and the claim is a slot of the process by table id, which a drop guard ' +
    'frees whatever ends the task. While a slot is taken its record is not dead, however long beats queue behind ' +
    'other writers; a new process sets every RUNNING heartbeat to the epoch and its first cycle removes what the old ' +
    'one left. A kill loses all tasks, slots and connections at once, and there is no pause: what stops one task ' +
    'stops all of them. Decided: the slot is taken before the registration commits; a batch asks for RUNNING in its ' +
    'own transaction, so that none lands after a loss; a request that is cancelled before its registration has left ' +
    'nothing, and after it the job is detached. What the model shows beyond the documents: (1) nothing that a live ' +
    'task asks (RUNNING, generation) can fail here, nor can the FAILED of a reconciler miss, so these conditions are ' +
    'second rules behind the slot, held by their pairs; (2) only RUNNING records get the epoch, so a target whose ' +
    'owner had written FAILED when its process was killed outlives the first cycle and keeps name and backup until ' +
    'the stale window has passed (failed-waits-for-staleness); (3) a slot shows a live task and not progress, so one ' +
    'that hangs keeps its target until the process is started again (hung-task-keeps-its-slot); other backends would ' +
    'declare it dead.',
  variants,
  scales: {
    small: { batches: 1, kills: 1, panics: 1, longWrites: 1 },
    default: { batches: 2, kills: 2, panics: 1, longWrites: 2 },
    large: { batches: 3, kills: 3, panics: 2, longWrites: 3 },
  },
  neverTaken: {
    'restore n: N2 beat not matched': 'the slot keeps a live owner from losing its claim',
    'restore n: N3 batch not matched': 'the slot keeps a live owner from losing its claim',
    'restore n: N4 DONE not matched': 'the slot keeps a live owner from losing its claim',
    'restore n: N5 FAILED not matched': 'the slot keeps a live owner from losing its claim',
    'reconciler: c2 not matched: leave it': 'the slot keeps what was listed from changing',
  },
  document,
  rules,
  mutants,
  build(m, chosen, scale, variant) {
    m.faults({ crash: scale.panics });
    const world = declareWorld(m, scale, variant);
    const properties = declareProperties(m, world);
    world.restores.forEach((_, restore) => {
      declareRestore(m, world, chosen, restore, properties);
    });
    declareDelete(m, world, chosen, properties);
    declareReconciler(m, world, chosen, properties);
    declareEnvironment(m, world, chosen, properties);
    declareObserver(m, world, chosen, properties);
    declareCreateTableRequest(m, world);
    declareOtherRequests(m, world, chosen);
  },
});
