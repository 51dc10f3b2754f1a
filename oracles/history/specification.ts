/**
 * The sequential specification: the oracle's own handlers, on the few items that a request names. An item, or its absence, is a small
 * number here, so that a search can hold many states and never asks the oracle the same question twice.
 */
import { answer, createStore, defaultAccount } from '../oracle.ts';
import { checkRequest } from '../store/constraints.ts';
import { handlers } from '../store/handlers.ts';
import { partsOf } from '../store/item-keys.ts';
import { shapes } from '../store/shapes.ts';
import { accountOf, type RequestContext, type Store, type Table } from '../store/state.ts';
import { fingerprintOf } from '../store/tokens.ts';
import { identityOf } from '../store/writes.ts';
import { Refusal } from '../values/refusal.ts';
import type { Item, Json, JsonObject, Operation } from '../values/types.ts';
import { descriptorOf, normaliseItem } from '../values/validate.ts';
import type { Request } from './history.ts';
import { okText, refusalText } from './outcomes.ts';

/** A place that holds a value: an item's key, or a token. */
export type Slot = number;
/** What a slot holds; 0 is nothing. */
export type Value = number;

/** One request, prepared. Equal requests share one. */
export interface Prepared {
  readonly id: number;
  readonly operation: Operation;
  readonly slots: readonly Slot[];
  readonly request: JsonObject;
  readonly known: Map<number | string, Transition>;
}
export interface Transition {
  /** The answer's text: see `outcomes.ts`. */
  readonly text: string;
  /** The values afterwards, in the order of the request's slots. */
  readonly after: readonly Value[];
}

interface Place {
  readonly name: string;
  readonly table: Table | undefined;
  readonly identity: string;
}
type Token = Store['tokens'] extends Map<string, infer T> ? T : never;

export class Specification {
  readonly #context: RequestContext;
  readonly #places: Place[] = [];
  readonly #slots = new Map<string, Slot>();
  readonly #values: (Item | Token | undefined)[] = [undefined];
  readonly #valueIds = new Map<string, Value>();
  readonly #prepared = new Map<string, Prepared>();
  readonly #initial = new Map<Slot, Value>();

  /** @param setup executed one after another. @throws Error when the specification refuses one of them */
  constructor(setup: readonly Request[]) {
    const store = createStore();
    this.#context = { store, account: accountOf(store, defaultAccount) };
    for (const { operation, input } of setup) {
      const outcome = answer(store, 'new', operation as Operation, input as JsonObject, defaultAccount);
      if (outcome.kind !== 'ok') throw new Error(`the set-up is refused: ${operation}: ${wordsOf(outcome)}`);
      store.clock.advance(settledMs);
    }
    for (const table of this.#context.account.tables.values()) this.#keepItemsOf(table);
    store.tokens.clear();
  }

  hasTable = (name: string): boolean => this.#context.account.tables.has(name);

  /** `table/key` of an item, or `token NAME`. */
  nameOf = (slot: Slot): string => this.#places[slot]!.name;

  initial = (slot: Slot): Value => this.#initial.get(slot) ?? 0;

  /** The item as DynamoDB shows it; undefined for none. */
  itemOf = (value: Value): Item | undefined => this.#values[value] as Item | undefined;

  /**
   * @param shared tokens that several calls use; others cannot matter
   * @returns a refusal's text where the request is invalid whatever is stored
   */
  prepare(operation: Operation, input: JsonObject, shared: ReadonlySet<string>): Prepared | string {
    const { ReturnConsumedCapacity: _, ReturnItemCollectionMetrics: __, ClientRequestToken: token, ...rest } = input;
    const kept = typeof token === 'string' && shared.has(token) ? { ...rest, ClientRequestToken: token } : rest;
    const text = `${operation} ${fingerprintOf(kept)}`;
    const known = this.#prepared.get(text);
    if (known !== undefined) return known;
    try {
      const request = checkRequest(shapes[operation], kept, 'new');
      const slots = [...new Set([...this.#keysOf(request), ...this.#tokenOf(request)])];
      const prepared = { id: this.#prepared.size, operation, slots, request, known: new Map() };
      this.#prepared.set(text, prepared);
      return prepared;
    } catch (thrown) {
      if (thrown instanceof Refusal) return refusalText(thrown.type, thrown.members);
      throw thrown;
    }
  }

  /** @param before values of the request's slots */
  run(prepared: Prepared, before: readonly Value[]): Transition {
    const key = before.length === 1 ? before[0]! : before.join();
    let transition = prepared.known.get(key);
    if (transition === undefined) {
      transition = this.#execute(prepared, before);
      prepared.known.set(key, transition);
    }
    return transition;
  }

  #execute({ operation, request, slots }: Prepared, before: readonly Value[]): Transition {
    this.#load(slots, before);
    try {
      const text = okText(handlers[operation](this.#context, request));
      return { text, after: slots.map((slot) => this.#stored(slot)) };
    } catch (thrown) {
      if (thrown instanceof Refusal) return { text: refusalText(thrown.type, thrown.members), after: before };
      throw thrown;
    }
  }

  #load(slots: readonly Slot[], values: readonly Value[]): void {
    const { store, account } = this.#context;
    for (const table of account.tables.values()) {
      table.items.clear();
      for (const index of table.indexes.values()) index.entries.clear();
    }
    store.tokens.clear();
    slots.forEach((slot, i) => {
      const { table, identity } = this.#places[slot]!;
      const value = this.#values[values[i]!];
      if (value === undefined) return;
      if (table === undefined) store.tokens.set(identity, value as Token);
      else table.items.set(identity, value as Item);
    });
  }

  #stored(slot: Slot): Value {
    const { table, identity } = this.#places[slot]!;
    if (table !== undefined) return this.#valueOf(table.items.get(identity));
    const token = this.#context.store.tokens.get(identity);
    return this.#valueOf(token && { ...token, images: [] });
  }

  #valueOf(value: Item | Token | undefined): Value {
    if (value === undefined) return 0;
    const text = fingerprintOf(value as unknown as Json);
    let id = this.#valueIds.get(text);
    if (id === undefined) {
      id = this.#values.push(value) - 1;
      this.#valueIds.set(text, id);
    }
    return id;
  }

  #keepItemsOf(table: Table): void {
    delete table.stream;
    for (const [identity, item] of table.items)
      this.#initial.set(this.#slotOf(table, identity, item), this.#valueOf(item));
  }

  #slotOf(table: Table | undefined, identity: string, key: Item | string): Slot {
    const id = `${table?.name ?? ''}\0${identity}`;
    let slot = this.#slots.get(id);
    if (slot === undefined) {
      slot = this.#places.push({ name: nameOf(table, key), table, identity }) - 1;
      this.#slots.set(id, slot);
    }
    return slot;
  }

  #tokenOf({ ClientRequestToken: token }: JsonObject): Slot[] {
    if (typeof token !== 'string') return [];
    return [this.#slotOf(undefined, `${defaultAccount}/${token}`, token)];
  }

  #keysOf(request: JsonObject): Slot[] {
    const { TransactItems: members } = request;
    const actions = Array.isArray(members) ? members.flatMap((one) => Object.values(one as JsonObject)) : [request];
    return actions.map((action) => {
      const { TableName, Key, Item } = action as { TableName: string; Key?: Json; Item?: Json };
      const table = this.#context.account.tables.get(TableName);
      if (table === undefined) throw new Refusal('ResourceNotFoundException', 'Requested resource not found');
      const key = normaliseItem((Key ?? Item)!, this.#context.store.decisions);
      checkHasKeys(table, key);
      return this.#slotOf(table, identityOf(this.#context.store, table, key), key);
    });
  }
}

/** @throws Refusal when the item cannot be identified */
function checkHasKeys({ definition }: Table, item: Item): void {
  for (const { name, type } of partsOf(definition.schema))
    if (item[name] === undefined || descriptorOf(item[name]) !== type)
      throw new Refusal('ValidationException', `the key attribute ${name} is missing or has another type`);
}

/** Longer than any delay of the control plane. */
const settledMs = 60_000;

const wordsOf = (outcome: { kind: string; type?: string; message?: string }): string =>
  `${outcome.type ?? outcome.kind}: ${outcome.message ?? ''}`;

function nameOf(table: Table | undefined, key: Item | string): string {
  if (table === undefined || typeof key === 'string') return `token ${key}`;
  const parts = partsOf(table.definition.schema).map(({ name }) => Object.values(key[name]!)[0]);
  return `${table.name}/${parts.join('/')}`;
}
