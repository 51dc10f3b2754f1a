/** Everything that `parallax model` can run. A new protocol is added here and nowhere else. */

import { admission } from './admission.ts';
import type { ModelEntry } from './checker/entry.ts';
import { claimRestoreCassandra } from './claim-restore/cassandra/index.ts';
import { claimRestoreMongodb } from './claim-restore/mongodb/index.ts';
import { claimRestorePostgresql } from './claim-restore/postgresql/index.ts';
import { claimRestoreSqlite } from './claim-restore/sqlite/index.ts';
import { generationRestoreCassandra } from './generation-restore/cassandra/index.ts';
import { generationRestoreMongodb } from './generation-restore/mongodb/index.ts';
import { generationRestorePostgresql } from './generation-restore/postgresql/index.ts';
import { generationRestoreSqlite } from './generation-restore/sqlite/index.ts';
import { inCatalogCreateCassandra } from './in-catalog-create/cassandra/index.ts';
import { inCatalogCreateSqlite } from './in-catalog-create/sqlite/index.ts';
import { indexRowDelete } from './index-row-delete/index.ts';
import * as neighbours from './neighbours/index.ts';
import { ownerGenerationRestore } from './owner-generation-restore/index.ts';
import { poolWedge } from './pool-wedge.ts';
import { stalenessWindow } from './staleness-window.ts';
import { timedRestore } from './timed-restore.ts';

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
