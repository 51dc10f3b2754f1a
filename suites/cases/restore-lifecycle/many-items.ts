/** Fills and counts a table that is large enough for its copy to be observed. */
import type { Repeat, TemplateObject, Times } from '../case.ts';
import { from, s, table } from '../case.ts';

export const manyItems = table({ hash: ['pk', 'S'], range: ['sk', 'S'] });
export const perBatch = 25;

/** Writes `batches` times 25 small items into the table `t`. */
export const filled = (batches: number): Times => ({
  times: batches,
  concurrency: 8,
  step: {
    op: 'BatchWriteItem',
    input: {
      RequestItems: {
        '$table:t': Array.from({ length: perBatch }, (_, at) => ({
          PutRequest: { Item: { pk: { S: { $i: 'padded' } }, sk: s(`${at}`), fill: s('x'.repeat(64)) } },
        })),
      },
    },
    observe: [],
  },
});

/** A strongly consistent count over all pages, which must come to `total`. */
export const counted = (as: string, name: TemplateObject, total: number): Repeat => ({
  repeat: {
    op: 'Scan',
    as,
    input: {
      TableName: name,
      Select: 'COUNT',
      ConsistentRead: true,
      ExclusiveStartKey: from(as, 'LastEvaluatedKey'),
    },
  },
  until: { path: 'LastEvaluatedKey', absent: true },
  collect: ['Count'],
  turns: 1000,
  observe: [],
  expect: { ok: { Count: total } },
});
