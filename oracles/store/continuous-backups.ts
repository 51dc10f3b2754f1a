/** DescribeContinuousBackups and UpdateContinuousBackups. The oracle has no restore to a point in time. */
import { Refusal, validation } from '../values/refusal.ts';
import type { JsonObject } from '../values/types.ts';
import { tableNameOf } from './arn.ts';
import { present, seconds } from './descriptions.ts';
import type { Recovery, RequestContext, Store, Table } from './state.ts';

const dayMs = 24 * 60 * 60 * 1000;
const daysDefault = 35;
/**
 * The restore window ends this long before now. Source: AWS developer guide, point-in-time recovery; measured 2026-10.
 */
const lagMs = 5 * 60 * 1000;

function tableOf(context: RequestContext, given: string): Table {
  const name = tableNameOf(context, given);
  const table = context.account.tables.get(name);
  if (table === undefined || table.status === 'DELETING')
    throw new Refusal('TableNotFoundException', `Table not found: ${name}`);
  return table;
}

function earliestMs(store: Store, { sinceMs, days }: Recovery): number {
  const reachMs = store.clock.now() - days * dayMs;
  return store.decisions.recoveryWindow === 'since-it-was-enabled' ? Math.max(sinceMs, reachMs) : reachMs;
}

function recoveryJson(store: Store, recovery: Recovery | undefined): JsonObject {
  if (recovery === undefined) return { PointInTimeRecoveryStatus: 'DISABLED' };
  return {
    PointInTimeRecoveryStatus: 'ENABLED',
    RecoveryPeriodInDays: recovery.days,
    EarliestRestorableDateTime: seconds(earliestMs(store, recovery)),
    LatestRestorableDateTime: seconds(Math.max(recovery.sinceMs, store.clock.now() - lagMs)),
  };
}

/** `ContinuousBackupsStatus` is ENABLED for every ready table, whether or not point-in-time recovery is on. */
const description = (store: Store, table: Table): JsonObject => ({
  ContinuousBackupsDescription: present({
    ContinuousBackupsStatus: table.status === 'CREATING' ? 'DISABLED' : 'ENABLED',
    PointInTimeRecoveryDescription: recoveryJson(store, table.recovery),
  }),
});

export const describeContinuousBackups = (context: RequestContext, input: JsonObject): JsonObject =>
  description(context.store, tableOf(context, input.TableName as string));

interface Specification {
  PointInTimeRecoveryEnabled: boolean;
  RecoveryPeriodInDays?: number;
}

/** Takes effect immediately. Enabling it twice keeps the earlier start. Source: public measurements, 2026-10. */
export function updateContinuousBackups(context: RequestContext, input: JsonObject): JsonObject {
  const { store } = context;
  const { PointInTimeRecoveryEnabled: enabled, RecoveryPeriodInDays: days } =
    input.PointInTimeRecoverySpecification as unknown as Specification;
  if (!enabled && days !== undefined)
    throw validation('Invalid Request: Cannot specify RecoveryPeriodInDays when disabling point-in-time recovery.');
  const table = tableOf(context, input.TableName as string);
  if (table.status === 'CREATING')
    throw new Refusal(
      'ContinuousBackupsUnavailableException',
      `Backups are being enabled for the table: ${table.name}. Please retry later`,
    );
  if (!enabled) delete table.recovery;
  else if (table.recovery === undefined) table.recovery = { sinceMs: store.clock.now(), days: days ?? daysDefault };
  else if (days !== undefined) table.recovery.days = days;
  return description(store, table);
}
