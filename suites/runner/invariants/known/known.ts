/**
 * What is known of the items of each table, from the answers alone: a put replaces, a delete removes, an update leaves what it does
 * not name, a refused request changes nothing. What no answer tells is unknown, and contradicts nothing.
 */
import type { Json, JsonObject } from '../../../../oracles/values/types.ts';
import { isRead } from '../../judge/eventual-reads.ts';
import { isObject, valueAt } from '../../play/path.ts';
import type { Exchange } from '../exchange.ts';
import { type TableFacts, tableFacts, updatedFacts } from '../facts.ts';
import { keyText, picked, sizeOf } from '../values.ts';
import { leftUndone, type Write, writesOf } from './writes.ts';

/** What happened last to an item. */
export type Last = 'written' | 'refused' | 'repeated' | 'restored' | 'read';

export interface Known {
  /** Null: there is no item. Undefined: nothing is known. */
  item: JsonObject | null | undefined;
  /** Attributes of which nothing is known. */
  but: ReadonlySet<string>;
  last: Last;
  /** The step of it. */
  step: string;
}

export interface KnownTable {
  facts: TableFacts;
  rows: Map<string, Known>;
  /** Whether a key that is not among the rows is known to have no item. */
  isComplete: boolean;
  /** Since when nobody else can have changed anything. */
  wholeLife: boolean;
  made: boolean;
  /** UpdateTable or the like was sent, so the table may not be ACTIVE. */
  unsettled: boolean;
  expires: boolean;
  /** Its stream was switched during the case. */
  streamSwitched: boolean;
}

const none: ReadonlySet<string> = new Set();
const nothingKnown = (step: string): Known => ({ item: undefined, but: none, last: 'written', step });

/** Virtual time that passes during a case is not seen here. A token is remembered for ten minutes. */
export const tokenMsMin = 600_000;

const newTable = (facts: TableFacts, made: boolean): KnownTable => ({
  ...{ facts, rows: new Map(), isComplete: true, wholeLife: true, made },
  ...{ unsettled: made, expires: false, streamSwitched: false },
});

const copyOf = (rows: KnownTable['rows'], step: string): KnownTable['rows'] =>
  new Map([...rows].map(([key, row]) => [key, { ...row, last: 'restored' as const, step }]));

/** Refused before anything was done. A server error may come in the middle. */
const isRefusal = ({ outcome }: Exchange): boolean => outcome.kind === 'rejected' && outcome.status < 500;

export class Knowledge {
  readonly tables = new Map<string, KnownTable>();
  readonly #backups = new Map<string, Pick<KnownTable, 'facts' | 'rows' | 'isComplete'>>();
  readonly #tokens = new Set<string>();
  readonly #tokensLast: boolean;

  /** @param tokensLast no token can have been forgotten during the case */
  constructor(empty: ReadonlyMap<string, JsonObject>, tokensLast: boolean) {
    for (const [name, schema] of empty) this.tables.set(name, newTable(tableFacts(schema), false));
    this.#tokensLast = tokensLast;
  }

  /** The table behind a name or an ARN. */
  table(given: Json | undefined): KnownTable | undefined {
    if (typeof given !== 'string') return undefined;
    return this.tables.get(given.slice(given.lastIndexOf('/') + 1));
  }

  /** What is known of one item. */
  row(given: Json, at: JsonObject): { table: KnownTable; key: string; known: Known } | undefined {
    const table = this.table(given);
    const key = table && keyText(at, table.facts.keys);
    if (table === undefined || key === undefined) return undefined;
    const absent: Known = { item: null, but: none, last: 'written', step: '' };
    return { table, key, known: table.rows.get(key) ?? (table.isComplete ? absent : nothingKnown('')) };
  }

  /** @param isContended another write was under way, so the order of the two is unknown */
  apply(exchange: Exchange, isContended: boolean): void {
    if (exchange.account !== undefined) {
      if (!isRead(exchange)) this.#forget(exchange.step);
      return;
    }
    const writes = writesOf(exchange);
    if (writes === 'anything') {
      if (!isRefusal(exchange)) this.#forget(exchange.step);
    } else if (writes.length > 0) this.#write(exchange, writes, isContended);
    else this.#control(exchange);
  }

  #forget(step: string): void {
    for (const table of this.tables.values()) {
      for (const key of table.rows.keys()) table.rows.set(key, nothingKnown(step));
      table.isComplete = false;
    }
  }

  #write(exchange: Exchange, writes: readonly Write[], isContended: boolean): void {
    const token = exchange.op === 'TransactWriteItems' ? exchange.input.ClientRequestToken : undefined;
    const isRepeated = typeof token === 'string' && this.#tokens.has(JSON.stringify(exchange.input));
    if (typeof token === 'string' && exchange.outcome.kind === 'ok') this.#tokens.add(JSON.stringify(exchange.input));
    const left = new Set(leftUndone(exchange).map(({ at }) => JSON.stringify(at)));
    for (const write of writes) {
      const found = isStorable(write.at) ? this.row(write.table, write.at) : undefined;
      if (found === undefined) {
        if (!isRefusal(exchange)) this.#forgetTable(write.table, exchange.step);
        continue;
      }
      const isUndone = left.has(JSON.stringify(write.at));
      const isUnclear =
        isContended ||
        !isStorable(write.change.kind === 'put' ? write.change.item : {}) ||
        (isRepeated && !this.#tokensLast);
      const next = isUnclear
        ? nothingKnown(exchange.step)
        : after(found.known, write, exchange, { isUndone, isRepeated });
      found.table.rows.set(found.key, next);
    }
  }

  #forgetTable(given: Json, step: string): void {
    const table = this.table(given);
    if (table === undefined) return;
    for (const key of table.rows.keys()) table.rows.set(key, nothingKnown(step));
    table.isComplete = false;
  }

  #control({ op, input, outcome, step }: Exchange): void {
    const table = this.table(input.TableName ?? input.ResourceArn);
    if (outcome.kind !== 'ok') {
      // Without an answer the table may be anything.
      if (outcome.kind === 'unanswered' && typeof input.TableName === 'string' && op.endsWith('Table'))
        this.tables.delete(input.TableName);
      return;
    }
    switch (op) {
      case 'CreateTable':
        if (typeof input.TableName === 'string')
          this.tables.set(nameIn(input.TableName), newTable(tableFacts(input), true));
        return;
      case 'DeleteTable':
        this.tables.delete(nameIn(String(input.TableName)));
        return;
      case 'UpdateTable':
        if (!table) return;
        table.facts = updatedFacts(table.facts, input);
        table.unsettled = true;
        table.streamSwitched ||= input.StreamSpecification !== undefined;
        return;
      case 'UpdateTimeToLive':
        if (table) table.expires = true;
        return;
      case 'CreateBackup': {
        const arn = valueAt(outcome.output, 'BackupDetails.BackupArn');
        if (table && typeof arn === 'string') this.#backups.set(arn, { ...table, rows: copyOf(table.rows, step) });
        return;
      }
      case 'RestoreTableFromBackup':
        this.#restore(input, step);
        return;
      default:
    }
  }

  #restore(input: JsonObject, step: string): void {
    const { TargetTableName: name, BackupArn: arn } = input;
    const backup = typeof arn === 'string' ? this.#backups.get(arn) : undefined;
    if (typeof name !== 'string' || backup === undefined) return;
    const overrides = ['GlobalSecondaryIndexOverride', 'LocalSecondaryIndexOverride'] as const;
    const [global, local] = overrides.map((member) => input[member]);
    const { stream: _, ...facts } = backup.facts;
    const kept = facts.indexes.filter(({ kind }) => (kind === 'global' ? global : local) === undefined);
    const given = tableFacts({
      ...(global !== undefined && { GlobalSecondaryIndexes: global }),
      ...(local !== undefined && { LocalSecondaryIndexes: local }),
    });
    this.tables.set(name, {
      ...newTable({ ...facts, indexes: [...kept, ...given.indexes] }, true),
      ...{ rows: copyOf(backup.rows, step), isComplete: backup.isComplete, wholeLife: false },
    });
  }

  /** Keeps what was read, so that the next read must agree with it. */
  learn(table: KnownTable, key: string, item: JsonObject | null, step: string): void {
    table.rows.set(key, { item, but: none, last: 'read', step });
  }
}

const nameIn = (given: string): string => given.slice(given.lastIndexOf('/') + 1);

/** DynamoDB would refuse other values. A store that takes them is wrong in that, whatever it makes of them. */
const isStorable = (item: JsonObject): boolean => sizeOf(item) !== undefined;

/** What is known of an item after a write to it. */
function after(
  known: Known,
  { at, change }: Write,
  exchange: Exchange,
  { isUndone, isRepeated }: { isUndone: boolean; isRepeated: boolean },
): Known {
  const { outcome, step, input } = exchange;
  if (isRepeated && outcome.kind === 'ok') return { ...known, last: 'repeated', step };
  if (isRefusal(exchange)) return { ...known, last: 'refused', step };
  if (outcome.kind !== 'ok') return nothingKnown(step);
  if (isUndone) return { ...known, last: 'refused', step };
  const as = (item: Known['item'], but: Known['but'] = none): Known => ({ item, but, last: 'written', step });
  switch (change.kind) {
    case 'nothing':
      return known;
    case 'put':
      return as(change.item);
    case 'delete':
      return as(null);
    case 'update':
      return updated(known, change, at, input.ReturnValues === 'ALL_NEW' ? outcome.output.Attributes : undefined, as);
  }
}

function updated(
  { item, but }: Known,
  change: Extract<Write['change'], { kind: 'update' }>,
  at: JsonObject,
  whole: Json | undefined,
  as: (item: Known['item'], but?: Known['but']) => Known,
): Known {
  if (isObject(whole)) return as(whole);
  if (item === undefined || (item === null && !change.creates)) return as(undefined);
  return as(item ?? picked(at, Object.keys(at)), new Set([...but, ...change.names]));
}
