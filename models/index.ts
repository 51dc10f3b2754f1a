/** Everything that `parallax model` can run. A new protocol is added here and nowhere else. */
import { admission } from './admission.ts';
import type { ModelEntry } from './checker/entry.ts';
import { ownerGenerationRestore } from './owner-generation-restore/index.ts';
import { poolWedge } from './pool-wedge.ts';
import { timedRestore } from './timed-restore.ts';

export const models = {
  admission,
  'pool-wedge': poolWedge,
  'timed-restore': timedRestore,
  'owner-generation-restore': ownerGenerationRestore,
} satisfies { [name: string]: ModelEntry };

export type ModelName = keyof typeof models;
