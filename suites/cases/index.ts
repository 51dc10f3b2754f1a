import * as backupApiArns from './backup-api/arns.ts';
import * as backupApiDescribe from './backup-api/describe.ts';
import * as backupApiList from './backup-api/list.ts';
import * as backupApiListing from './backup-api/listing.ts';
import * as backupApiRecovery from './backup-api/recovery.ts';
import * as backupApiRequests from './backup-api/requests.ts';
import * as backupApiTogether from './backup-api/together.ts';
import * as binaryOrder from './binary-order/keys.ts';
import type { Case } from './case.ts';
import * as concurrency from './concurrency/writes.ts';
import * as conditionsComparisons from './conditions/comparisons.ts';
import * as conditionsFunctions from './conditions/functions.ts';
import * as errorsBackupArns from './errors/backup-arns.ts';
import * as errorsBackupPartition from './errors/backup-partition.ts';
import * as errorsBackups from './errors/backups.ts';
import * as errorsCreatingBackup from './errors/creating-backup.ts';
import * as errorsWire from './errors/wire.ts';
import * as idempotencyScope from './idempotency/scope.ts';
import * as idempotency from './idempotency/tokens.ts';
import * as itemIdentity from './item-identity/keys.ts';
import * as numberPrecision from './number-precision/keys.ts';
import * as queryPagingIndexes from './query-paging/indexes.ts';
import * as queryPagingPages from './query-paging/pages.ts';
import * as queryPagingStrings from './query-paging/strings.ts';
import * as restoreApiAnswer from './restore-api/answer.ts';
import * as restoreApiCarried from './restore-api/carried.ts';
import * as restoreApiData from './restore-api/data.ts';
import * as restoreApiOverrides from './restore-api/overrides.ts';
import * as restoreApiRedefined from './restore-api/redefined.ts';
import * as restoreLifecycleActive from './restore-lifecycle/active.ts';
import * as restoreLifecycleComplete from './restore-lifecycle/complete.ts';
import * as restoreLifecycleWhileCopying from './restore-lifecycle/while-copying.ts';
import * as restoreLifecycleWhileCreating from './restore-lifecycle/while-creating.ts';
import * as scan from './scan/paging.ts';
import * as secondaryIndexDropped from './secondary-index/dropped.ts';
import * as secondaryIndexEntries from './secondary-index/entries.ts';
import * as secondaryIndexKeyTypes from './secondary-index/key-types.ts';
import * as secondaryIndexOnline from './secondary-index/online.ts';
import * as streamsIterators from './streams/iterators.ts';
import * as streamsLifecycle from './streams/lifecycle.ts';
import * as streamsRecords from './streams/records.ts';
import * as streamsRetention from './streams/retention.ts';
import * as tableLifecycleDeleting from './table-lifecycle/deleting.ts';
import * as tableLifecycle from './table-lifecycle/tables.ts';
import * as tenancyBackups from './tenancy-security/backups.ts';
import * as tenancyStreams from './tenancy-security/streams.ts';
import * as transactions from './transactions/writes.ts';
import * as ttlExpiry from './ttl/expiry.ts';
import * as updateItem from './update-item/upsert.ts';

/** Every case there is. One that is not named here does not run. */
export const allCases: readonly Case[] = [
  backupApiArns.tableArn,
  backupApiArns.trimmed,
  backupApiDescribe.described,
  backupApiDescribe.features,
  backupApiDescribe.deleted,
  backupApiDescribe.names,
  backupApiList.paged,
  backupApiList.filters,
  backupApiList.refusals,
  backupApiListing.timeRange,
  backupApiListing.order,
  backupApiListing.deleted,
  backupApiRecovery.window,
  backupApiRequests.idShape,
  backupApiRequests.dotsOnly,
  backupApiRequests.size,
  backupApiRequests.oneMoment,
  backupApiTogether.sixBackups,
  backupApiTogether.fiveRestores,
  binaryOrder.sort,
  binaryOrder.range,
  binaryOrder.prefixEndsInFf,
  binaryOrder.prefixAllFf,
  binaryOrder.prefixEmpty,
  binaryOrder.indexSort,
  concurrency.puts,
  concurrency.counter,
  concurrency.upserts,
  concurrency.updates,
  concurrency.inserts,
  conditionsComparisons.fieldAgainstField,
  conditionsComparisons.numbersWithGiven,
  conditionsComparisons.missing,
  conditionsComparisons.missingNotEqual,
  conditionsComparisons.collectionEquality,
  conditionsFunctions.crossType,
  conditionsFunctions.size,
  conditionsFunctions.binaryFunctions,
  conditionsFunctions.attributeType,
  conditionsFunctions.everyWrite,
  errorsBackupArns.tableArnRefused,
  errorsBackupArns.malformed,
  errorsBackupArns.foreign,
  errorsBackupArns.unknown,
  errorsBackupPartition.partition,
  errorsBackups.missingTable,
  errorsBackups.creatingTable,
  errorsBackups.existingName,
  errorsBackups.backupFirst,
  errorsBackups.arnFirst,
  errorsBackups.twoFaults,
  errorsCreatingBackup.beforeName,
  errorsCreatingBackup.deletion,
  errorsWire.malformedJson,
  errorsWire.jsonNotObject,
  errorsWire.wrongJsonTypes,
  errorsWire.badKeys,
  idempotency.replay,
  idempotency.afterFailure,
  idempotencyScope.perAccount,
  idempotencyScope.window,
  itemIdentity.hashSign,
  itemIdentity.delimiters,
  itemIdentity.oddTexts,
  numberPrecision.lastDigits,
  numberPrecision.lastDigitsOfFractions,
  numberPrecision.range,
  numberPrecision.betweenInverted,
  numberPrecision.spelling,
  numberPrecision.canonical,
  numberPrecision.extremesOrdered,
  numberPrecision.outOfRange,
  queryPagingIndexes.equalKeys,
  queryPagingIndexes.localEqualKeys,
  queryPagingIndexes.consistentRead,
  queryPagingIndexes.limitBeforeFilter,
  queryPagingIndexes.shortPages,
  queryPagingPages.betweenPages,
  queryPagingPages.comparatorPages,
  queryPagingPages.prefixPages,
  queryPagingPages.binaryPrefixPages,
  queryPagingStrings.lastCodePoint,
  queryPagingStrings.utf8Order,
  restoreApiAnswer.restoreSummary,
  restoreApiAnswer.answerShape,
  restoreApiCarried.tableClass,
  restoreApiCarried.encryption,
  restoreApiCarried.ceilings,
  restoreApiData.itemsAndIndexes,
  restoreApiData.snapshot,
  restoreApiData.sourceDeleted,
  restoreApiOverrides.noIndexes,
  restoreApiOverrides.subset,
  restoreApiOverrides.billingMode,
  restoreApiRedefined.projection,
  restoreApiRedefined.otherIndexes,
  restoreApiRedefined.asDescribed,
  restoreApiRedefined.createTableRules,
  restoreLifecycleActive.summaryGone,
  restoreLifecycleActive.firstRead,
  restoreLifecycleComplete.activeOnlyWhenComplete,
  restoreLifecycleWhileCopying.refusals,
  restoreLifecycleWhileCreating.secondRestore,
  restoreLifecycleWhileCreating.deleteBackup,
  restoreLifecycleWhileCreating.updateTarget,
  restoreLifecycleWhileCreating.unfinishedName,
  restoreLifecycleWhileCreating.nameBeforeInUse,
  scan.delimiters,
  scan.indexPages,
  scan.indexCursor,
  scan.parallel,
  secondaryIndexDropped.tableRecreated,
  secondaryIndexDropped.indexRecreated,
  secondaryIndexEntries.sharedKey,
  secondaryIndexEntries.movedByUpdate,
  secondaryIndexEntries.movedByPut,
  secondaryIndexEntries.removed,
  secondaryIndexEntries.sparseIndex,
  secondaryIndexEntries.projections,
  secondaryIndexKeyTypes.wrongType,
  secondaryIndexKeyTypes.nonScalar,
  secondaryIndexOnline.backfill,
  secondaryIndexOnline.afterBackfill,
  secondaryIndexOnline.largeBackfill,
  streamsLifecycle.enabledTwice,
  streamsLifecycle.recreated,
  streamsRecords.upsert,
  streamsRecords.upsertOldImage,
  streamsRecords.noChange,
  ...streamsRecords.imagesByView,
  streamsRecords.partitionOrder,
  streamsIterators.types,
  streamsIterators.expiry,
  streamsRetention.labelForm,
  streamsRetention.retention,
  tableLifecycle.creatingFirst,
  tableLifecycle.dataPlane,
  tableLifecycleDeleting.dataPlane,
  tableLifecycle.indexThroughput,
  tableLifecycle.addedIndexThroughput,
  tableLifecycle.addedIndexWithoutUnits,
  tableLifecycle.projectedAttributes,
  tenancyBackups.tags,
  tenancyStreams.separate,
  tenancyStreams.foreignIterator,
  transactions.indexes,
  transactions.streamRecords,
  transactions.reasons,
  transactions.missingItemReason,
  transactions.reads,
  ttlExpiry.renewal,
  ttlExpiry.actor,
  ttlExpiry.inTransition,
  updateItem.storesKey,
];

const byId = new Map(allCases.map((subject) => [subject.id, subject]));

/** The case of that id, or undefined. */
export const caseById = (id: string): Case | undefined => byId.get(id);
