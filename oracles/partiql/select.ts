/** SELECT: finds rows by their keys, orders and pages them, then tests the whole condition on each. */
import type { ResolvedCondition } from '../expressions/condition.ts';
import { holds } from '../expressions/evaluate.ts';
import { rangeMatches } from '../expressions/key-condition.ts';
import { takePage } from '../store/pages.ts';
import { compareRows, type Row, type RowSource as Rows, sourceOf } from '../store/rows.ts';
import type { RequestContext, Store } from '../store/state.ts';
import { identityOf } from '../store/writes.ts';
import { keyIdentity } from '../values/keys.ts';
import { refusalIn, validation } from '../values/refusal.ts';
import type { Item } from '../values/types.ts';
import { attributeOf } from '../values/validate.ts';
import type { Select } from './ast.ts';
import { attributesOf, conditionOf, type Terms } from './condition.ts';
import { type Branch, branchesOf, isKeyed, refuseOverlaps } from './keys.ts';
import { type Ordering, orderingOf } from './ordering.ts';
import { projectionOf } from './projection.ts';
import { tableOf } from './source.ts';

export interface SelectOptions {
  readonly consistent: boolean;
  readonly limit: number | undefined;
  /** The keys of the last row of the previous page, if any. They must have exactly these names. */
  after(names: readonly string[]): Item | undefined;
}

export interface Selected {
  readonly items: readonly Item[];
  readonly rows: Rows;
  /** All rows that were read. `items` holds those that met the condition. */
  readonly read: readonly Row[];
  /** Whether each row was fetched from the table for attributes that the index lacks. */
  readonly fetched: boolean;
  readonly last: Row | undefined;
}

/** @throws Refusal */
export function runSelect(context: RequestContext, select: Select, terms: Terms, options: SelectOptions): Selected {
  const { store } = context;
  const projection = projectionOf(select);
  const condition = select.where === undefined ? undefined : conditionOf(select.where, terms);
  const rows = rowsOf(context, select, options.consistent);
  checkProjected(rows, projection?.attributes ?? []);
  if (isKeyed(condition, rows.schema)) checkFiltered(rows, condition!);
  const branches = branchesOf(condition, rows.schema, store.decisions);
  if (branches !== undefined) refuseOverlaps(branches, store.decisions);
  const ordering = orderingOf(select, branches, rows.schema, store.decisions);
  const start = options.after(rows.cursor);
  const ahead = inOrder(store, rows, branches, ordering).filter(
    (row) => start === undefined || compare(store, rows, ordering, row.keys, start) > 0,
  );
  const { read, last } = takePage(ahead, options.limit, () => true);
  const matching = read.filter((row) => condition === undefined || holds(condition, row.shown, store.decisions));
  const items = matching.map((row) => (projection === undefined ? row.shown : projection.apply(row.reachable)));
  const fetched = rows.index !== undefined && unprojected(rows, projection?.attributes ?? []).length > 0;
  return { items, rows, read, fetched, last };
}

function rowsOf(context: RequestContext, { source }: Select, consistent: boolean): Rows {
  const [, index] = source;
  const table = tableOf(context, source);
  const rows = indexNamed(() => sourceOf(table, index, (keys) => identityOf(context.store, table, keys)));
  if (consistent && rows.index?.definition.kind === 'global')
    throw validation('Strongly consistent read is not supported on Global Secondary Indexes');
  return rows;
}

/** PartiQL leaves the index name out of this text. Source: a public capture of the service. */
function indexNamed<T>(find: () => T): T {
  try {
    return find();
  } catch (thrown) {
    const refusal = refusalIn(thrown);
    if (!refusal.message.startsWith('The table does not have the specified index')) throw refusal;
    throw validation('The table does not have the specified index');
  }
}

/** A global index cannot read attributes outside its projection. */
function checkProjected({ index, cursor }: Rows, attributes: readonly string[]): void {
  if (index?.definition.kind !== 'global') return;
  const missing = unprojected({ index, cursor }, attributes);
  if (missing.length > 0)
    throw validation(
      `One or more parameter values were invalid: Global secondary index ${index.definition.name} does not project [${missing.join(', ')}]`,
    );
}

/** When partitions are named, neither kind of index filters on attributes it lacks. Captured 2026-08-15. */
function checkFiltered(rows: Rows, condition: ResolvedCondition): void {
  const missing = unprojected(rows, attributesOf(condition));
  if (missing.length > 0)
    throw validation(
      `One or more parameter values were invalid: Secondary index ${rows.index!.definition.name} does not project one or more filter attributes: [${missing.join(', ')}]`,
    );
}

/** The attributes that an index lacks, without duplicates. */
function unprojected({ index, cursor }: Pick<Rows, 'index' | 'cursor'>, attributes: readonly string[]): string[] {
  if (index === undefined || index.definition.projection.type === 'ALL') return [];
  const { projection } = index.definition;
  const held = new Set([...cursor, ...(projection.type === 'INCLUDE' ? projection.attributes : [])]);
  return [...new Set(attributes)].filter((attribute) => !held.has(attribute));
}

function inOrder(store: Store, rows: Rows, branches: readonly Branch[] | undefined, ordering: Ordering): Row[] {
  const chosen = branches === undefined ? rows.rows : rows.rows.filter((row) => reached(store, rows, branches, row));
  return chosen.toSorted((a, b) => compare(store, rows, ordering, a.keys, b.keys));
}

function reached(store: Store, { schema }: Rows, branches: readonly Branch[], { keys }: Row): boolean {
  const hash = attributeOf(keys, schema.hash.name);
  const range = schema.range === undefined ? undefined : attributeOf(keys, schema.range.name);
  if (hash === undefined) return false;
  const partition = keyIdentity(hash, store.decisions);
  return branches.some(
    (branch) =>
      keyIdentity(branch.hash!, store.decisions) === partition &&
      branch.ranges.every((one) => rangeMatches(one, range, store.decisions)),
  );
}

/** Partitions in the requested order, or else in the order the statement names them. */
function compare(store: Store, rows: Rows, ordering: Ordering, a: Item, b: Item): number {
  const partition = (keys: Item): number => ordering.rank(attributeOf(keys, rows.schema.hash.name));
  return partition(a) - partition(b) || compareRows(a, b, rows, store) * (ordering.descending ? -1 : 1);
}
