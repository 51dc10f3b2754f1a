/** A second, simple table, for requests that address two. All sequences have the same one, so that it can be reused. */
import fc from 'fast-check';
import type { Item } from '../../../oracles/values/types.ts';
import { table, tableName } from '../../cases/case.ts';
import { scalar } from './values.ts';

const label = 'others';

export const otherTable = tableName(label);
export const otherMember = `$table:${label}`;
export const otherTables = { [label]: table({ hash: ['id', 'S'] }) };

export const otherKey: fc.Arbitrary<Item> = fc.constantFrom('a', 'b', 'row 1').map((id) => ({ id: { S: id } }));

export const otherItem: fc.Arbitrary<Item> = fc.tuple(otherKey, scalar).map(([key, note]): Item => ({ ...key, note }));

/** Whether steps address the second table. */
export const addressesOther = (steps: unknown): boolean => {
  const text = JSON.stringify(steps);
  return text.includes(`"$table":"${label}"`) || text.includes(`"${otherMember}"`);
};
