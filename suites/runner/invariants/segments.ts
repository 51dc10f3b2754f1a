import type { JsonObject } from '../../../oracles/values/types.ts';
import { isObject, listAt } from '../play/path.ts';
import { rowFaults } from './index-rows.ts';
import type { Breach, Invariant } from './invariant.ts';
import { plainItem } from './values.ts';

const segmentsOf = (deep: boolean): readonly number[] => (deep ? [2, 3, 7] : [2]);

export const segments: Invariant = {
  statement: 'The segments of a parallel scan together have each row of the table once.',
  source: 'https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/Scan.html',
  needs: 'two rows in a table that can be read as a whole',
  audit: async ({ rows, ask, deep }) => {
    if (rows.length < 2) return [];
    for (const total of segmentsOf(deep)) {
      const seen: JsonObject[] = [];
      let last: Breach['exchange'] | undefined;
      for (let segment = 0; segment < total; segment++) {
        const input = { ConsistentRead: true, Segment: segment, TotalSegments: total };
        const { exchange, outcome } = await ask('Scan', input);
        if (outcome.kind !== 'ok' || outcome.output.LastEvaluatedKey !== undefined) return [];
        last = exchange;
        seen.push(...listAt(outcome.output, 'Items').filter(isObject).map(plainItem));
      }
      const found = rowFaults(seen, rows.map(plainItem));
      if (found.length > 0 && last) return found.map((fault) => ({ exchange: last!, ...fault }));
    }
    return [];
  },
};
