/** Answers that contradict what is known of an item. */
import type { Json, JsonObject } from '../../../../oracles/values/types.ts';
import { isRead } from '../../judge/eventual-reads.ts';
import { waitMs } from '../../needs.ts';
import { contended, type Exchange } from '../exchange.ts';
import type { TableFacts } from '../facts.ts';
import type { Breach, Seen } from '../invariant.ts';
import { itemText, keyText } from '../values.ts';
import { Knowledge, type Known, type KnownTable, type Last, tokenMsMin } from './known.ts';
import { everythingIn, observedIn } from './observed.ts';

interface Contradiction extends Breach {
  last: Last;
}

/** Before each exchange: what is known then. Afterwards: what is known at the end. */
export function replay(
  { subject, exchanges, tables }: Seen,
  visit: (exchange: Exchange, known: Knowledge, isContended: boolean) => void = () => {},
): Knowledge {
  const known = new Knowledge(tables, waitMs(subject.steps) < tokenMsMin);
  const together = contended(exchanges, (one) => !isRead(one));
  for (const exchange of exchanges) {
    visit(exchange, known, together.has(exchange));
    known.apply(exchange, together.has(exchange));
  }
  return known;
}

const factsOf = new WeakMap<Seen, ReadonlyMap<Exchange, TableFacts>>();

/** The table of each request that names one, as it was then. */
export function factsDuring(seen: Seen): ReadonlyMap<Exchange, TableFacts> {
  const known = factsOf.get(seen);
  if (known) return known;
  const facts = new Map<Exchange, TableFacts>();
  replay(seen, (exchange, knowledge) => {
    const named = exchange.account ? undefined : knowledge.table(exchange.input.TableName);
    if (named) facts.set(exchange, named.facts);
  });
  factsOf.set(seen, facts);
  return facts;
}

const found = new WeakMap<Seen, Contradiction[]>();

/** Those of one cause. Several invariants look at them, each at its own. */
export function contradictionsAfter(seen: Seen, ...causes: readonly Last[]): Breach[] {
  const all = found.get(seen) ?? contradictions(seen);
  found.set(seen, all);
  return all.filter(({ last }) => causes.includes(last)).map(({ last: _, ...breach }) => breach);
}

function contradictions(seen: Seen): Contradiction[] {
  const found: Contradiction[] = [];
  replay(seen, (exchange, known, isContended) => {
    if (isContended) return;
    for (const { table: given, at, item, path } of observedIn(exchange)) {
      const row = known.row(given, at);
      if (row === undefined) continue;
      found.push(...contradiction(exchange, path, row.table, row.known, item));
      known.learn(row.table, row.key, item, exchange.step);
    }
    found.push(...missing(exchange, known));
  });
  return found;
}

/** Rows that a read of the whole table does not have. */
function missing(exchange: Exchange, known: Knowledge): Contradiction[] {
  const all = everythingIn(exchange);
  const table = all && known.table(all.table);
  if (all === undefined || table === undefined) return [];
  const seen = new Set(all.rows.map((row) => keyText(row, table.facts.keys)));
  const lost = [...table.rows].filter(([key]) => !seen.has(key));
  const found = lost.flatMap(([, row]) => contradiction(exchange, 'Items[]', table, row, null));
  for (const [key] of lost) table.rows.delete(key);
  table.isComplete = true;
  return found;
}

function contradiction(
  exchange: Exchange,
  path: string,
  { expires }: KnownTable,
  { item: known, but, last }: Known,
  item: JsonObject | null,
): Contradiction[] {
  if (known === undefined || (item === null && (expires || known === null))) return [];
  const differs = (kind: Breach['class']): Contradiction[] => [
    { exchange, path, class: kind, expected: shown(known, but), actual: item ?? 'no item', last },
  ];
  if (item === null) return differs('rows-missing');
  if (known === null) return differs('rows-extra');
  return itemText(without(known, but)) === itemText(without(item, but)) ? [] : differs('value');
}

const without = (item: JsonObject, names: ReadonlySet<string>): JsonObject =>
  Object.fromEntries(Object.entries(item).filter(([name]) => !names.has(name)));

const shown = (item: JsonObject | null, but: ReadonlySet<string>): Json =>
  item === null ? 'no item' : without(item, but);
