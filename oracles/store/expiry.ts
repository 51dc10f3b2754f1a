/**
 * Item expiry. A sweep finds expired items and deletes them a moment later if they are still expired. Stream records
 * name the service as the actor.
 */
import type { Item } from '../values/types.ts';
import { attributeOf } from '../values/validate.ts';
import { type Account, after, type Store, type Table, type TimeToLive } from './state.ts';
import { stillThere } from './tables.ts';
import { storedItem, writeItem } from './writes.ts';

/**
 * An older expiry time is treated as a mistake. Source: AWS developer guide, time to live: at most five years in the
 * past.
 */
const secondsPastMax = 5 * 365 * 24 * 60 * 60;

/** Whether the attribute is a number of seconds since 1970 that has passed, but not by more than five years. */
export function isExpired(item: Item | undefined, attribute: string, nowMs: number): boolean {
  const value = attributeOf(item, attribute);
  if (value === undefined || !('N' in value)) return false;
  const pastSeconds = nowMs / 1000 - Number(value.N);
  return pastSeconds > 0 && pastSeconds <= secondsPastMax;
}

/** Schedules sweeps until the time-to-live setting changes. */
export function scheduleSweep(store: Store, account: Account, table: Table, ttl: TimeToLive): void {
  store.clock.at(store.clock.now() + Math.max(1, store.timing.ttlSweepMs), () => {
    if (!inForce(account, table, ttl)) return;
    sweep(store, account, table, ttl);
    scheduleSweep(store, account, table, ttl);
  });
}

const inForce = (account: Account, table: Table, ttl: TimeToLive): boolean =>
  ttl.status === 'ENABLED' && stillThere(account, table);

function sweep(store: Store, account: Account, table: Table, ttl: TimeToLive): void {
  for (const found of table.items.values())
    if (isExpired(found, ttl.attribute, store.clock.now()))
      after(store, store.timing.ttlDeletionMs, () => {
        if (inForce(account, table, ttl)) expire(store, table, ttl, found);
      });
}

/** Checks again before deleting, since the item may have been renewed, or be gone. */
function expire(store: Store, table: Table, ttl: TimeToLive, found: Item): void {
  const item = storedItem(store, table, found);
  const renewed = !isExpired(item, ttl.attribute, store.clock.now());
  if (renewed && store.decisions.ttlRecheck === 'still-expired') return;
  writeItem(store, table, item, undefined, { kind: 'expiry' });
}
