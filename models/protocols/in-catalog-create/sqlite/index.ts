import { defineModel } from '../../../language/entry.ts';
import { declareCreate } from './create.ts';
import { document } from './document.ts';
import { declareEnvironment } from './environment.ts';
import { mutants } from './mutants.ts';
import { declareProperties } from './properties.ts';
import { rules } from './rules.ts';
import { declareScan } from './scan.ts';
import { declareWorld, type Scale, type Variant, variants } from './world.ts';

export const inCatalogCreateSqlite = defineModel<Variant, Scale, typeof rules>({
  name: 'in-catalog-create-sqlite',
  title: 'backups that lie in the catalog of SQLite, and the scan for abandoned creates',
  about:
    'Applies owner-generation-restore to backup rows, with slots instead of generations. CreateBackup on SQLite ' +
    'takes a slot of its process, and in one write transaction copies the definition, opens the read snapshot on ' +
    'another connection and inserts the row as CREATING; then come the batches, AVAILABLE, and last the slot is ' +
    'freed. The scan, at start and in every cycle, is one write that removes CREATING rows whose slot is free, items ' +
    'and all. Heartbeats play no part: one process serves the file, so a free slot means that the task is gone. ' +
    'Decided: a create that fails removes its own row before it frees the slot; items are written without a ' +
    'condition, since nobody removes the row of a live task. Left out: admission, and the two connections that a ' +
    'create holds. What the model shows beyond the documents: the order that matters is slots within the write. A ' +
    'scan that reads the slots first and then removes CREATING rows in one write is wrong too ' +
    '(slots-read-before-the-write), as a create that begins in between has taken its slot and inserted its row ' +
    'unseen.',
  variants,
  scales: {
    small: { creates: 1, batches: 1, kills: 1, panics: 1, changes: 1 },
    default: { creates: 2, batches: 2, kills: 1, panics: 1, changes: 1 },
    large: { creates: 3, batches: 2, kills: 2, panics: 2, changes: 1 },
  },
  document,
  rules,
  mutants,
  build(m, chosen, scale, variant) {
    m.faults({ crash: scale.panics });
    const world = declareWorld(m, scale, variant);
    const properties = declareProperties(m, world);
    world.creates.forEach((_, id) => {
      declareCreate(m, world, chosen, id, properties);
    });
    declareScan(m, world, chosen, properties);
    declareEnvironment(m, world, chosen, properties);
  },
});
