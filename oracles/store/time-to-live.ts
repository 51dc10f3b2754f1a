/** UpdateTimeToLive and DescribeTimeToLive: one attribute per table, one change per hour. */
import { validation } from '../values/refusal.ts';
import type { JsonObject } from '../values/types.ts';
import { tableNameOf } from './arn.ts';
import { present } from './descriptions.ts';
import { scheduleSweep } from './expiry.ts';
import { type Account, after, type RequestContext, type Store, type Table, type TimeToLive } from './state.ts';
import { stillInUse, tableNamed } from './tables.ts';

interface Specification {
  Enabled: boolean;
  AttributeName: string;
}

/**
 * A table whose time to live can change. An update or the deletion of the table does not block it. Source: public
 * measurements, 2026-10. @throws Refusal
 */
function changeable(context: RequestContext, name: string): Table {
  const table = tableNamed(context, name);
  if (table.status === 'CREATING') throw stillInUse(`Table ${name} is being created`);
  return table;
}

/** An invalid change is reported before one that comes too early. Source: a public measurement, 2026-10. */
function checkChange(
  { store }: RequestContext,
  table: Table,
  { Enabled: enabled, AttributeName: attribute }: Specification,
) {
  const on = table.ttl !== undefined && table.ttl.status !== 'DISABLING';
  if (!on && !enabled) throw validation('TimeToLive is already disabled');
  if (on && table.ttl!.attribute !== attribute)
    throw validation(
      `TimeToLive is active on a different AttributeName: current AttributeName is ${table.ttl!.attribute}`,
    );
  if (on && enabled) throw validation('TimeToLive is already enabled');
  if (!isSettled(store, table))
    throw validation('Time to live has been modified multiple times within a fixed interval');
}

function isSettled(store: Store, table: Table): boolean {
  const inTransition = table.ttl?.status === 'ENABLING' || table.ttl?.status === 'DISABLING';
  if (inTransition) return store.decisions.ttlInTransition === 'accepted';
  const sinceMs = store.clock.now() - (table.ttlChangedMs ?? Number.NEGATIVE_INFINITY);
  return sinceMs >= store.timing.ttlChangeMs;
}

function enable(store: Store, account: Account, table: Table, attribute: string): void {
  const ttl: TimeToLive = { attribute, status: 'ENABLING' };
  table.ttl = ttl;
  after(store, store.timing.ttlTransitionMs, () => {
    if (table.ttl !== ttl || ttl.status !== 'ENABLING') return;
    ttl.status = 'ENABLED';
    scheduleSweep(store, account, table, ttl);
  });
}

function disable(store: Store, table: Table): void {
  const ttl = table.ttl!;
  ttl.status = 'DISABLING';
  after(store, store.timing.ttlTransitionMs, () => {
    if (table.ttl === ttl) delete table.ttl;
  });
}

export function updateTimeToLive(context: RequestContext, input: JsonObject): JsonObject {
  const { store, account } = context;
  const specification = input.TimeToLiveSpecification as unknown as Specification;
  const table = changeable(context, tableNameOf(context, input.TableName as string));
  checkChange(context, table, specification);
  table.ttlChangedMs = store.clock.now();
  if (specification.Enabled) enable(store, account, table, specification.AttributeName);
  else disable(store, table);
  return { TimeToLiveSpecification: { ...specification } };
}

export function describeTimeToLive(context: RequestContext, input: JsonObject): JsonObject {
  const table = tableNamed(context, tableNameOf(context, input.TableName as string));
  if (table.status === 'CREATING' || table.status === 'DELETING')
    throw validation(
      `Cannot describe time to live while table is in ${table.status} state: Current table state is ${table.status}`,
    );
  // Once disabled, the attribute is no longer shown. Source: a public measurement, 2026-10.
  const { status, attribute } = table.ttl ?? {};
  return { TimeToLiveDescription: present({ TimeToLiveStatus: status ?? 'DISABLED', AttributeName: attribute }) };
}
