/**
 * Effects of concurrent writes on one item. The oracle executes each write in one step, so correct decisions need
 * nothing here. Policy mutants do: they use `overlaps`, with which the caller marks concurrent requests.
 */
import type { Bound } from '../expressions/bind.ts';
import { Refusal } from '../values/refusal.ts';
import type { Item } from '../values/types.ts';
import type { Store, Table } from './state.ts';

export const internalFailure = (): Refusal => new Refusal('InternalServerError', 'Internal server error');
const triesMax = 3;

/** What decides how a write behaves under contention. */
export interface Contender {
  readonly kind: 'put' | 'update' | 'delete' | 'check';
  readonly bound: Pick<Bound, 'condition'>;
}

function fails(store: Store, action: Contender, early: Item | undefined, others: number): boolean {
  switch (store.decisions.contendedWrite) {
    case 'fails-with-a-500':
      return true;
    case 'update-fails-with-a-500':
      return action.kind === 'update' && early !== undefined;
    case 'upsert-fails-with-a-500':
      return action.kind === 'update' && early === undefined;
    case 'conditional-write-fails-with-a-500':
      return action.bound.condition !== undefined;
    case 'fails-with-a-500-after-three-others':
      return others >= triesMax;
    default:
      return false;
  }
}

/**
 * The item that a write is evaluated on: the stored one, or under a mutant the one before concurrent writes. @throws
 * Refusal
 */
export function contended(store: Store, table: Table, identity: string, action: Contender): Item | undefined {
  const before = table.items.get(identity);
  return store.decisions.contendedWrite === 'carried-out-after-it'
    ? before
    : amongOthers(store, `${table.id}/${identity}`, action, before);
}

function amongOthers(store: Store, key: string, action: Contender, before: Item | undefined): Item | undefined {
  const others = store.underWay?.get(key);
  if (others === undefined || action.kind === 'check') return before;
  if (fails(store, action, others.early, others.count)) throw internalFailure();
  return store.decisions.contendedWrite === 'overwrites-it-unseen' && action.kind === 'update' ? others.early : before;
}

/** @param early the item before the write */
export function noteWrite(store: Store, table: Table, identity: string, early: Item | undefined): void {
  if (store.decisions.contendedWrite !== 'carried-out-after-it') noteContender(store, `${table.id}/${identity}`, early);
}

function noteContender(store: Store, key: string, early: Item | undefined): void {
  const others = store.underWay?.get(key);
  store.underWay?.set(key, { early: others === undefined ? early : others.early, count: (others?.count ?? 0) + 1 });
}

/** Called before each request. @param overlaps whether it was sent before the previous one was answered */
export function beginRequest(store: Store, overlaps: boolean): void {
  if (store.decisions.contendedWrite !== 'carried-out-after-it' && (!overlaps || store.underWay === undefined))
    store.underWay = new Map();
}
