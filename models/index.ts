/** Everything that `parallax model` can run. A new protocol is added here and nowhere else. */
import type { ModelEntry } from './checker/entry.ts';
import { claimRestoreCassandra } from './claim-restore/cassandra/index.ts';
import { claimRestoreMongodb } from './claim-restore/mongodb/index.ts';
import { claimRestorePostgresql } from './claim-restore/postgresql/index.ts';
import { claimRestoreSqlite } from './claim-restore/sqlite/index.ts';
import { ownerGenerationRestore } from './owner-generation-restore/index.ts';
import { timedRestore } from './timed-restore.ts';

export const models = {
  'timed-restore': timedRestore,
  'owner-generation-restore': ownerGenerationRestore,
  'claim-restore-postgresql': claimRestorePostgresql,
  'claim-restore-sqlite': claimRestoreSqlite,
  'claim-restore-mongodb': claimRestoreMongodb,
  'claim-restore-cassandra': claimRestoreCassandra,
} satisfies { [name: string]: ModelEntry };

export type ModelName = keyof typeof models;
