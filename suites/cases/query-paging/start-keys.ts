/** Start keys that a caller has made itself. */
import type { Call, TemplateObject } from '../case.ts';
import { n, s, table } from '../case.ts';
import { family } from '../family.ts';
import { sources } from '../sources.ts';
import { puts, refused } from '../steps.ts';

const tables = { single: table({ hash: ['pk', 'S'] }), t: table({ hash: ['pk', 'S'], range: ['sk', 'N'] }) };
const ask = (name: string, start: TemplateObject, more: TemplateObject = {}): Call => ({
  op: 'Query',
  input: {
    ...{ TableName: { $table: name }, KeyConditionExpression: 'pk = :p' },
    ...{ ExpressionAttributeValues: { ':p': s('p') }, ExclusiveStartKey: start },
    ...more,
  },
  observe: [],
});

export const cases = family(
  {
    area: 'query-paging',
    name: 'start',
    certainty: 'measured',
    because: 'A start key is a key of the partition that is queried. A partition of one item cannot be resumed.',
    sources: [sources.alternatorQueryTests],
    tables,
  },
  {
    'of-a-single-item': {
      title: 'A query of a table without sort keys takes no start key, whether the item exists or not',
      refusals: [
        ask('single', { pk: s('p') }),
        ask('single', { pk: s('p') }, { Limit: 1 }),
        ask('single', { pk: s('p') }, { ScanIndexForward: false }),
        ask('single', { pk: s('none') }, { ExpressionAttributeValues: { ':p': s('none') } }),
      ],
    },
    'of-a-single-item-elsewhere': {
      title: 'A query of a table without sort keys takes no start key of another partition either',
      refusals: [ask('single', { pk: s('other') })],
    },
    'of-any-number': {
      title: 'A start key need not be the key of an item',
      refusals: [],
      read: [ask('t', { pk: s('p'), sk: n('1.5') }), [2, 3]],
    },
    'behind-all': {
      title: 'A start key behind all items gives an empty page',
      refusals: [],
      read: [ask('t', { pk: s('p'), sk: n(80) }), []],
    },
    'before-all-backward': {
      title: 'A start key before all items gives an empty page backward',
      refusals: [],
      read: [ask('t', { pk: s('p'), sk: n(-80) }, { ScanIndexForward: false }), []],
    },
  },
  ({ refusals, read }: { title: string; refusals: Call[]; read?: [Call, number[]] }) => ({
    steps: [
      ...puts('single', [{ pk: s('p') }, { pk: s('other') }]),
      ...puts(
        't',
        [1, 2, 3].map((sk) => ({ pk: s('p'), sk: n(sk) })),
      ),
      ...refusals.map((call) => refused(call, 'ValidationException')),
      ...(read === undefined
        ? []
        : [
            {
              ...read[0],
              observe: ['Items', 'LastEvaluatedKey'],
              expect: {
                ok: {
                  Items: read[1].map((sk) => ({ pk: s('p'), sk: n(sk) })),
                  LastEvaluatedKey: { $absent: true as const },
                },
              },
            },
          ]),
    ],
  }),
);
