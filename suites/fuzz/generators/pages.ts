/** Reads in several requests: page by page, segment by segment; and all there is at the end of a sequence. */
import fc from 'fast-check';
import { from, type Step } from '../../cases/case.ts';
import { anySource, queryInput, scanInput, sourcesOf } from './reads.ts';
import { callOf, inputOf, table } from './request.ts';
import type { Schema } from './schemas.ts';

/** Small pages, and some larger than most tables. */
const pageSize = fc.oneof({ arbitrary: fc.integer({ min: 1, max: 3 }), weight: 3 }, fc.constantFrom(7, 40));

/** Reads page by page to the end. Only the concatenated rows are compared. */
export function pages(schema: Schema, name: string): fc.Arbitrary<Step> {
  return anySource(schema).chain((source) => {
    const kind = fc.oneof(
      queryInput(schema, source).map((input) => ({ op: 'Query' as const, input })),
      scanInput(schema, source).map((input) => ({ op: 'Scan' as const, input })),
    );
    return fc.tuple(kind, pageSize).map(([{ op, input }, Limit]): Step => {
      const { ReturnConsumedCapacity: _, ...own } = input;
      const paged = { ...own, Limit, ExclusiveStartKey: from(name, 'LastEvaluatedKey') };
      return {
        repeat: { op, input: paged, raw: true, as: name },
        until: { path: 'LastEvaluatedKey', absent: true },
        ...{ turns: 150, collect: ['Items', 'Count'], observe: ['Items', 'Count'] },
        ...(op === 'Scan' || source.index ? { unordered: true } : {}),
      };
    });
  });
}

/** All segments of a scan one after the other; together they make up the table. */
export const segments = (schema: Schema, name: string): fc.Arbitrary<Step[]> =>
  fc.tuple(scanInput(schema, { hash: schema.hash }), fc.integer({ min: 2, max: 5 })).map(([input, TotalSegments]) => {
    const { ReturnConsumedCapacity: _, ...own } = input;
    return Array.from({ length: TotalSegments }, (_, Segment): Step => {
      const as = `${name}-${Segment}`;
      const last = Segment === TotalSegments - 1;
      return {
        repeat: {
          op: 'Scan',
          input: { ...own, TotalSegments, Segment, ExclusiveStartKey: from(as, 'LastEvaluatedKey') },
          raw: true,
          as,
        },
        until: { path: 'LastEvaluatedKey', absent: true },
        ...{ turns: 20, collect: ['Items', 'Count'], unordered: true, observe: last ? ['Items', 'Count'] : [] },
        ...(Segment > 0 && { continues: `${name}-${Segment - 1}` }),
      };
    });
  });

/**
 * Reads everything at the end of a sequence, to reveal write effects that no read has shown yet.
 *
 * @param paged where there may be more than a page
 */
export const everything = (schema: Schema, paged: boolean): Step[] =>
  sourcesOf(schema).map(({ index }): Step => {
    const input = inputOf({
      TableName: table,
      IndexName: index?.name,
      ConsistentRead: index?.kind === 'global' ? undefined : true,
    });
    if (!paged) return callOf({ op: 'Scan', input });
    const as = `all-${index?.name ?? 'rows'}`;
    return {
      repeat: { op: 'Scan', input: { ...input, ExclusiveStartKey: from(as, 'LastEvaluatedKey') }, raw: true, as },
      until: { path: 'LastEvaluatedKey', absent: true },
      ...{ turns: 50, collect: ['Items', 'Count'], observe: ['Items', 'Count'], unordered: true },
    };
  });
