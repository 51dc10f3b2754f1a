/** ORDER BY. Only key attributes are allowed, and only when the statement names its partitions. */
import type { Decisions } from '../policies/index.ts';
import { compareKeyValues } from '../values/compare.ts';
import { type KeySchema, keyIdentity } from '../values/keys.ts';
import { validation } from '../values/refusal.ts';
import type { AttributeValue } from '../values/types.ts';
import type { Select } from './ast.ts';
import type { Branch } from './keys.ts';

export interface Ordering {
  /** Position of a partition among those the statement names; a constant when it names none. */
  rank(hash: AttributeValue | undefined): number;
  /** Order within a partition. */
  readonly descending: boolean;
}

/** @throws Refusal ValidationException */
export function orderingOf(
  { order, where }: Select,
  branches: readonly Branch[] | undefined,
  schema: KeySchema,
  decisions: Decisions,
): Ordering {
  const partitions = distinct(branches ?? [], decisions);
  const asked = new Map(order.map(({ by, descending }) => [attributeName(by, schema), descending]));
  if (order.length > 0 && branches === undefined)
    throw validation(
      where === undefined ? 'ORDER BY needs a WHERE clause.' : 'ORDER BY needs a condition that names a partition.',
    );
  const byHash = asked.get(schema.hash.name);
  if (order.length > 0 && partitions.length > 1 && byHash === undefined)
    throw validation('ORDER BY of several partitions begins with the partition key.');
  if (byHash !== undefined) partitions.sort((a, b) => compareKeyValues(a, b, decisions));
  if (byHash) partitions.reverse();
  const places = new Map(partitions.map((hash, i) => [keyIdentity(hash, decisions), i]));
  return {
    rank: (hash) => (hash === undefined ? 0 : (places.get(keyIdentity(hash, decisions)) ?? 0)),
    descending: (schema.range === undefined ? undefined : asked.get(schema.range.name)) ?? false,
  };
}

function distinct(branches: readonly Branch[], decisions: Decisions): AttributeValue[] {
  const found = new Map<string, AttributeValue>();
  for (const { hash } of branches) {
    const identity = keyIdentity(hash!, decisions);
    if (!found.has(identity)) found.set(identity, hash!);
  }
  return [...found.values()];
}

function attributeName(by: Select['order'][number]['by'], { hash, range }: KeySchema): string {
  if (by.kind !== 'path' || by.steps.length > 0)
    throw validation(`Argument to ORDER BY must be of type VariableReference. Type: ${by.kind}`);
  if (by.root !== hash.name && by.root !== range?.name)
    throw validation(`${by.root} stands after ORDER BY and is no key`);
  return by.root;
}
