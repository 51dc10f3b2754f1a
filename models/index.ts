/** Everything that `parallax model` can run. A new protocol is added here and nowhere else. */
import type { ModelEntry } from './checker/entry.ts';
import { claimRestorePostgresql } from './claim-restore/postgresql/index.ts';
import { generationRestoreCassandra } from './generation-restore/cassandra/index.ts';
import { generationRestoreMongodb } from './generation-restore/mongodb/index.ts';
import { generationRestorePostgresql } from './generation-restore/postgresql/index.ts';
import { ownerGenerationRestore } from './owner-generation-restore/index.ts';
import { timedRestore } from './timed-restore.ts';

export const models = {
  'timed-restore': timedRestore,
  'owner-generation-restore': ownerGenerationRestore,
  'generation-restore-postgresql': generationRestorePostgresql,
  'claim-restore-postgresql': claimRestorePostgresql,
  'generation-restore-cassandra': generationRestoreCassandra,
  'generation-restore-mongodb': generationRestoreMongodb,
} satisfies { [name: string]: ModelEntry };

export type ModelName = keyof typeof models;
