/** The registry: everything that `parallax model` can run. A new protocol is added here and nowhere else. */

import type { ModelEntry } from './language/entry.ts';
import { admission } from './protocols/admission.ts';
import { inCatalogCreateCassandra } from './protocols/in-catalog-create/cassandra/index.ts';
import { inCatalogCreateSqlite } from './protocols/in-catalog-create/sqlite/index.ts';
import { indexRowDelete } from './protocols/index-row-delete/index.ts';
import * as neighbours from './protocols/neighbours/index.ts';
import { ownerGenerationRestore } from './protocols/owner-generation-restore/index.ts';
import { poolWedge } from './protocols/pool-wedge.ts';
import { claimRestoreCassandra } from './protocols/restore/claim/cassandra/index.ts';
import { claimRestoreMongodb } from './protocols/restore/claim/mongodb/index.ts';
import { claimRestorePostgresql } from './protocols/restore/claim/postgresql/index.ts';
import { claimRestoreSqlite } from './protocols/restore/claim/sqlite/index.ts';
import { generationRestoreCassandra } from './protocols/restore/generation/cassandra/index.ts';
import { generationRestoreMongodb } from './protocols/restore/generation/mongodb/index.ts';
import { generationRestorePostgresql } from './protocols/restore/generation/postgresql/index.ts';
import { generationRestoreSqlite } from './protocols/restore/generation/sqlite/index.ts';
import { stalenessWindow } from './protocols/staleness-window.ts';
import { timedRestore } from './protocols/timed-restore.ts';

export const models = {
  'timed-restore': timedRestore,
  'claim-restore-postgresql': claimRestorePostgresql,
  'claim-restore-sqlite': claimRestoreSqlite,
  'claim-restore-mongodb': claimRestoreMongodb,
  'claim-restore-cassandra': claimRestoreCassandra,
  'owner-generation-restore': ownerGenerationRestore,
  'generation-restore-postgresql': generationRestorePostgresql,
  'generation-restore-sqlite': generationRestoreSqlite,
  'generation-restore-mongodb': generationRestoreMongodb,
  'generation-restore-cassandra': generationRestoreCassandra,
  'index-row-delete': indexRowDelete,
  'in-catalog-create-sqlite': inCatalogCreateSqlite,
  'in-catalog-create-cassandra': inCatalogCreateCassandra,
  'staleness-window': stalenessWindow,
  admission,
  'pool-wedge': poolWedge,
  'snapshot-barrier': neighbours.snapshotBarrier,
  'negative-cache': neighbours.negativeCache,
  'restore-cursor': neighbours.restoreCursor,
  'stream-sequence': neighbours.streamSequence,
  'stream-enable': neighbours.streamEnable,
  'update-paths': neighbours.updatePaths,
  'contended-add': neighbours.contendedAdd,
  'idempotency-token': neighbours.idempotencyToken,
  'index-cache': neighbours.indexCache,
  'backup-claim': neighbours.backupClaim,
  'compare-and-swap': neighbours.compareAndSwap,
} satisfies { [name: string]: ModelEntry };

export type ModelName = keyof typeof models;
