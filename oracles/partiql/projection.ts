/** What a SELECT returns of each row: the values at its paths, named by the last segment. */

import { type Segments, valueAt } from '../expressions/resolve.ts';
import { bare } from '../values/bare.ts';
import { validation } from '../values/refusal.ts';
import type { Item } from '../values/types.ts';
import type { Expression, Select } from './ast.ts';
import { segmentsOf } from './condition.ts';
import { at, notWellFormed } from './errors.ts';

export interface Projection {
  /** Top-level attributes that the projection reads, in statement order. */
  readonly attributes: readonly string[];
  apply(item: Item): Item;
}

interface Column {
  readonly name: string;
  readonly segments: Segments;
}

/** Undefined for `*`. @throws Refusal ValidationException */
export function projectionOf({ projection }: Select): Projection | undefined {
  if (projection === '*') return undefined;
  const columns = projection.map(columnOf);
  const names = columns.map(({ name }) => name);
  const repeated = names.find((name, i) => names.indexOf(name) < i);
  if (repeated !== undefined) throw validation(`A projection has an attribute twice: ${repeated}`);
  return {
    attributes: columns.map(({ segments }) => segments[0] as string),
    apply: (item) => {
      const shown = bare<Item>();
      for (const { name, segments } of columns) {
        const value = valueAt(item, segments);
        if (value !== undefined) shown[name] = value;
      }
      return shown;
    },
  };
}

/** A list element is named by its list and index. */
function columnOf(expression: Expression): Column {
  if (expression.kind === 'call') throw validation(`Unexpected path component ${at(expression.at)}`);
  if (expression.kind !== 'path') throw notWellFormed('Unexpected path component');
  const segments = segmentsOf(expression);
  const end = segments.findLastIndex((segment) => typeof segment === 'string');
  const indexes = segments.slice(end + 1).map((index) => `[${index}]`);
  return { segments, name: `${segments[end]}${indexes.join('')}` };
}
