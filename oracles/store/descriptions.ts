/** Builds TableDescription and related answers from the store. Times are seconds since 1970, with a fraction. */
import type { KeySchema } from '../values/keys.ts';
import { itemSize } from '../values/size.ts';
import type { Item, Json, JsonObject, KeyDescriptor } from '../values/types.ts';
import type { Backup, Encryption, Index, IndexDefinition, Projection, Store, Table, Throughput } from './state.ts';

export const seconds = (ms: number): number => ms / 1000;

/** An object without the undefined members. */
export function present(members: { [member: string]: Json | undefined }): JsonObject {
  return Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined)) as JsonObject;
}

export const sizeOf = (items: Iterable<Item>): number => {
  let bytes = 0;
  for (const item of items) bytes += itemSize(item);
  return bytes;
};

export const keySchemaJson = ({ hash, range }: KeySchema): Json[] => [
  { AttributeName: hash.name, KeyType: 'HASH' },
  ...(range === undefined ? [] : [{ AttributeName: range.name, KeyType: 'RANGE' }]),
];
const projectionJson = (projection: Projection): JsonObject =>
  projection.type === 'INCLUDE'
    ? { ProjectionType: 'INCLUDE', NonKeyAttributes: [...projection.attributes] }
    : { ProjectionType: projection.type };
const attributesJson = (attributes: ReadonlyMap<string, KeyDescriptor>): Json[] =>
  [...attributes].map(([AttributeName, AttributeType]) => ({ AttributeName, AttributeType }));

/** The index members that tables, backups and requests share. */
const indexJson = (index: IndexDefinition): JsonObject => ({
  IndexName: index.name,
  KeySchema: keySchemaJson(index.schema),
  Projection: projectionJson(index.projection),
});

function indexUnits({ decisions }: Store, { read, write }: Throughput): JsonObject | undefined {
  if (decisions.indexUnits === 'left-out') return undefined;
  const units = { ReadCapacityUnits: read, WriteCapacityUnits: write };
  return decisions.indexUnits === 'reported' ? { NumberOfDecreasesToday: 0, ...units } : units;
}

function indexDescription(store: Store, table: Table, index: Index): JsonObject {
  const { definition } = index;
  const global = definition.kind === 'global';
  return present({
    ...indexJson(definition),
    IndexStatus: global ? index.status : undefined,
    Backfilling: global && index.status === 'CREATING' && table.status !== 'CREATING' ? true : undefined,
    ProvisionedThroughput: global ? indexUnits(store, definition.throughput) : undefined,
    IndexSizeBytes: sizeOf([...index.entries.values()].map((entry) => entry.projected)),
    ItemCount: index.entries.size,
    IndexArn: `${table.arn}/index/${definition.name}`,
  });
}

function billingSummary(table: Table): JsonObject | undefined {
  if (table.onDemandSinceMs === undefined) return undefined;
  return {
    BillingMode: table.definition.billing,
    LastUpdateToPayPerRequestDateTime: seconds(table.onDemandSinceMs),
  };
}

const encryptionJson = (encryption: Encryption | undefined): JsonObject | undefined =>
  encryption === undefined
    ? undefined
    : { Status: 'ENABLED', SSEType: encryption.type, KMSMasterKeyArn: encryption.keyArn };

function streamMembers({ stream }: Table): { [member: string]: Json | undefined } {
  if (stream === undefined) return {};
  return {
    StreamSpecification: stream.status === 'ENABLED' ? { StreamEnabled: true, StreamViewType: stream.view } : undefined,
    LatestStreamLabel: stream.label,
    LatestStreamArn: stream.arn,
  };
}

function restoreSummary(store: Store, table: Table): JsonObject | undefined {
  const { restore } = table;
  const inProgress = table.status === 'CREATING';
  if (restore === undefined) return undefined;
  if (!inProgress && store.decisions.restoreSummary === 'while-CREATING-only') return undefined;
  return present({
    SourceBackupArn: restore.backupArn,
    SourceTableArn: store.decisions.restoreSourceArn === 'named' ? restore.sourceTableArn : undefined,
    RestoreDateTime: seconds(restore.shownMs),
    RestoreInProgress: inProgress,
  });
}

export function describeTable(store: Store, table: Table): JsonObject {
  const { definition } = table;
  // During an update the old values are shown, even in the answer to the update itself (public measurements,
  // 2026-10-08).
  const { throughput, tableClass } = table.still ?? { throughput: definition.throughput, tableClass: table.tableClass };
  const indexes = (kind: IndexDefinition['kind']): Json[] | undefined => {
    const some = [...table.indexes.values()].filter((index) => index.definition.kind === kind);
    return some.length === 0 ? undefined : some.map((index) => indexDescription(store, table, index));
  };
  return present({
    AttributeDefinitions: attributesJson(definition.attributes),
    TableName: table.name,
    KeySchema: keySchemaJson(definition.schema),
    TableStatus: table.status,
    CreationDateTime: seconds(table.createdMs),
    ProvisionedThroughput: {
      NumberOfDecreasesToday: 0,
      ReadCapacityUnits: throughput.read,
      WriteCapacityUnits: throughput.write,
    },
    TableSizeBytes: sizeOf(table.items.values()),
    ItemCount: table.items.size,
    TableArn: table.arn,
    TableId: table.id,
    BillingModeSummary: billingSummary(table),
    LocalSecondaryIndexes: indexes('local'),
    GlobalSecondaryIndexes: indexes('global'),
    ...streamMembers(table),
    RestoreSummary: restoreSummary(store, table),
    DeletionProtectionEnabled: table.deletionProtected,
    TableClassSummary: tableClass === undefined ? undefined : { TableClass: tableClass },
    OnDemandThroughput: definition.onDemand,
    SSEDescription: encryptionJson(table.encryption),
  });
}

const without = (from: JsonObject, ...members: string[]): JsonObject =>
  Object.fromEntries(Object.entries(from).filter(([member]) => !members.includes(member)));

/** The description in the answer of DeleteTable. Source: measured on DynamoDB by the Alternator suite. */
export const describeDeleted = (store: Store, table: Table): JsonObject =>
  without(
    describeTable(store, table),
    ...['AttributeDefinitions', 'KeySchema', 'CreationDateTime', 'GlobalSecondaryIndexes', 'LocalSecondaryIndexes'],
  );

/** The description in the answer of RestoreTableFromBackup, which lacks some members. Source: measured on DynamoDB. */
export function describeRestored(store: Store, table: Table): JsonObject {
  const full = describeTable(store, table);
  const { restoreDecreases, restoreBillingTime } = store.decisions;
  const indexes = full.GlobalSecondaryIndexes as JsonObject[] | undefined;
  const billing = full.BillingModeSummary as JsonObject | undefined;
  return present({
    ...(store.decisions.restoreProtection === 'left-out' ? without(full, 'DeletionProtectionEnabled') : full),
    ProvisionedThroughput:
      restoreDecreases === 'left-out'
        ? without(full.ProvisionedThroughput as JsonObject, 'NumberOfDecreasesToday')
        : full.ProvisionedThroughput,
    BillingModeSummary:
      restoreBillingTime === 'left-out' ? billing && without(billing, 'LastUpdateToPayPerRequestDateTime') : billing,
    GlobalSecondaryIndexes: indexes?.map((index) =>
      store.decisions.restoreIndexStatus === 'ACTIVE'
        ? { ...index, IndexStatus: 'ACTIVE' }
        : without(index, 'IndexStatus'),
    ),
  });
}

export const creationTime = ({ decisions }: Store, { createdMs }: Backup): number =>
  decisions.backupCreationTime === 'milliseconds' ? seconds(createdMs) : Math.floor(seconds(createdMs));

export const backupDetails = (store: Store, backup: Backup): JsonObject => ({
  BackupArn: backup.arn,
  BackupName: backup.name,
  BackupSizeBytes: backup.sizeBytes,
  BackupStatus: backup.status,
  BackupType: 'USER',
  BackupCreationDateTime: creationTime(store, backup),
});

function sourceDetails(store: Store, { table, definition, items, sizeBytes }: Backup): JsonObject {
  const { read, write } = definition.throughput;
  const shown = definition.billing === 'PROVISIONED' || store.decisions.backupThroughput === 'zeros';
  return present({
    TableName: table.name,
    TableId: table.id,
    TableArn: table.arn,
    TableSizeBytes: sizeBytes,
    KeySchema: keySchemaJson(definition.schema),
    TableCreationDateTime: seconds(table.createdMs),
    ProvisionedThroughput: shown ? { ReadCapacityUnits: read, WriteCapacityUnits: write } : undefined,
    OnDemandThroughput: definition.onDemand,
    ItemCount: items.length,
    BillingMode: definition.billing,
  });
}

function featureDetails({ definition, stream, ttlAttribute, encryption }: Backup): JsonObject {
  const indexes = (kind: IndexDefinition['kind']): Json[] | undefined => {
    const some = definition.indexes.filter((index) => index.kind === kind);
    if (some.length === 0) return undefined;
    return some.map((index) => ({
      ...indexJson(index),
      ...(kind === 'local'
        ? {}
        : {
            ProvisionedThroughput: {
              ReadCapacityUnits: index.throughput.read,
              WriteCapacityUnits: index.throughput.write,
            },
          }),
    }));
  };
  return present({
    LocalSecondaryIndexes: indexes('local'),
    GlobalSecondaryIndexes: indexes('global'),
    StreamDescription: stream === undefined ? undefined : { StreamEnabled: true, StreamViewType: stream.view },
    TimeToLiveDescription:
      ttlAttribute === undefined ? undefined : { AttributeName: ttlAttribute, TimeToLiveStatus: 'ENABLED' },
    SSEDescription: encryptionJson(encryption),
  });
}

export const describeBackup = (store: Store, backup: Backup): JsonObject =>
  present({
    BackupDetails: backupDetails(store, backup),
    SourceTableDetails: sourceDetails(store, backup),
    SourceTableFeatureDetails: store.decisions.backupFeatures === 'listed' ? featureDetails(backup) : undefined,
  });
