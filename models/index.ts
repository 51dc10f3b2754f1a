/** Everything that `parallax model` can run. A new protocol is added here and nowhere else. */
import type { ModelEntry } from './checker/entry.ts';
import { claimRestorePostgresql } from './claim-restore/postgresql/index.ts';
import { generationRestorePostgresql } from './generation-restore/postgresql/index.ts';
import { generationRestoreSqlite } from './generation-restore/sqlite/index.ts';
import { inCatalogCreateCassandra } from './in-catalog-create/cassandra/index.ts';
import { inCatalogCreateSqlite } from './in-catalog-create/sqlite/index.ts';
import { indexRowDelete } from './index-row-delete/index.ts';
import { ownerGenerationRestore } from './owner-generation-restore/index.ts';
import { stalenessWindow } from './staleness-window.ts';
import { timedRestore } from './timed-restore.ts';

export const models = {
  'timed-restore': timedRestore,
  'owner-generation-restore': ownerGenerationRestore,
  'generation-restore-postgresql': generationRestorePostgresql,
  'generation-restore-sqlite': generationRestoreSqlite,
  'index-row-delete': indexRowDelete,
  'in-catalog-create-sqlite': inCatalogCreateSqlite,
  'in-catalog-create-cassandra': inCatalogCreateCassandra,
  'claim-restore-postgresql': claimRestorePostgresql,
  'staleness-window': stalenessWindow,
} satisfies { [name: string]: ModelEntry };

export type ModelName = keyof typeof models;
