/** Every judge with histories that a right store can give, and with one for each way to be wrong. */
import { expect, test } from 'vitest';
import type { History } from '../history.ts';
import { type JudgeName, judgeHistory, judges } from '../index.ts';
import { parseHistory } from '../notation.ts';
import { pages, restored, stream, withIndex } from './testing/written.ts';

type Cases = { readonly [name: string]: History };
const h = parseHistory;

/** One call that appends two elements. */
const halves =
  'A 0..9 UpdateItem {"TableName":"tab","Key":{"pk":{"S":"x"}},"UpdateExpression":"SET v = list_append(v, :v)","ExpressionAttributeValues":{":v":{"L":[{"N":"1"},{"N":"2"}]}}} = {}';

const good: { readonly [name in JudgeName]: Cases } = {
  linearizability: { 'a read after a write': h('A: [put x 1] [get x = 1]') },
  winners: {
    'one of three': h('A: [put x 1 if absent !cond]', 'B: [put x 2 if absent]', 'C: [put x 3 if absent !cond]'),
    'one that was perhaps not answered': h('A: [put x 1 if absent ?    ]', 'B: [put x 2 if absent !cond]'),
    'nobody, of throttled ones': h('A: [put x 1 if absent !ThrottlingException]', 'B: [put x 2 if absent !cond]'),
  },
  counters: {
    'all that were answered': h(
      'setup: put x 5',
      'A: [add x 1 = 6] [add x 2 = 9]',
      'B: [add x 1 = 7]   [get x = 7]   [get x = 9]',
    ),
    'with one that was perhaps done': h(
      'A: [add x 1] [add x 5 ?]',
      'B:                         [get x = 1] [get x = 6]',
    ),
  },
  tokens: {
    'sent twice, done once': h('A: [tx#a add x 1 & add y 1 ?]', 'B:  [tx#a add x 1 & add y 1] [get x = 1] [get y = 1]'),
    'never answered, perhaps done': h(
      'A: [tx#a add x 1 ?]',
      'B: [tx#a add x 1 ?] [get x = 1]',
      'C:                     [get x = 0]',
    ),
  },
  transactions: {
    'reads of whole transactions': h(
      ...['A: [tx append x 1 & append y 1]', 'B:   [tx append x 2 & append y 2]'],
      'C:                                 [tx get x & get y = (1,2) (1,2)]',
    ),
    'an element of an unanswered call': h('A: [append x 1 ?]', 'B: [append x 2 = (1,2)] [get x = (1,2)]'),
    'answers that are all unlike': h('A: [append x 1 = (1)] [append x 2 = (1,2)]', 'B: [append x 3 = (1,2,3)]'),
  },
  streams: {
    'one record a put': stream(['1 INSERT x 1', '2 MODIFY x 2 1'], 'A 1..2 put x 1', 'A 3..4 put x 2'),
    'what a batch left unprocessed': stream(
      ['1 INSERT x 1'],
      `A 1..2 BatchWriteItem {"RequestItems":{"tab":[{"PutRequest":{"Item":{"pk":{"S":"x"},"v":{"N":"1"}}}},{"PutRequest":{"Item":{"pk":{"S":"y"},"v":{"N":"1"}}}}]}} = {"UnprocessedItems":{"tab":[{"PutRequest":{"Item":{"pk":{"S":"y"},"v":{"N":"1"}}}}]}}`,
    ),
    'an unanswered put without a record': stream(['1 INSERT x 1'], 'A 1..2 put x 1', 'A 3.. put x 2 ?'),
    'made again after a removal': stream(
      ['1 INSERT x 1', '2 REMOVE x - 1', '3 INSERT x 2'],
      'A 1..2 put x 1',
      'A 3..4 del x',
      'A 5..6 put x 2',
    ),
  },
  indexes: {
    'the rows with the key': withIndex(['a 1', 'b 2', 'c -'], ['a 1', 'b 2']),
    'an early scan that lagged': withIndex(['a 1', 'b 2'], ['a 1', 'b 2'], ['a 1']),
  },
  paging: {
    'a page whose beginning nobody heard': pages('setup: put x 1; put y 2', 'A: [scan after x = y:2] [scan = x:1 y:2]'),
    'what stayed': pages('setup: put x 1; put y 2', 'A: [scan limit 1 = x:1 next x] [scan after x = y:2]'),
    'a row that was deleted meanwhile': pages(
      'setup: put x 1; put y 2',
      'A: [scan limit 1 = x:1 next x]         [scan after x =]',
      'B:                             [del y]',
    ),
    'a row that came meanwhile': pages(
      'setup: put x 1',
      'A: [scan limit 1 = x:1 next x]  [scan after x =]',
      'B:       [put y 1]',
    ),
  },
  restores: {
    'complete at once, and later': restored(['x:1', 'y:2'], ['x:1', 'y:2'], ['x:1', 'y:2']),
    'with a row that was written beside the backup': restored(['x:1', 'y:2'], ['x:1', 'y:2', 'z:3']),
  },
  names: {
    conflicts: h('A: [put x 1 if absent !cond] [tx put x 1 & put y 1 !conflict] [get x !missing]'),
    'a race for a table': h('A 1..2 CreateTable {"TableName":"tab"} !ResourceInUseException'),
  },
};

const bad: { readonly [name in JudgeName]: { readonly [kind: string]: History } } = {
  linearizability: {
    'not linearizable': h('A: [put x 1] [get x = -]'),
    'impossible answer': h('A 1..2 PutItem {"TableName":"tab","Item":{"v":{"N":"1"}}} = {}'),
  },
  winners: {
    'two winners': h('A: [put x 1 if absent]', 'B: [put x 2 if absent]'),
    'no winner': h('A: [put x 1 if absent !cond]', 'B: [put x 2 if absent !cond]'),
  },
  counters: {
    'wrong sum': h('setup: put x 5', 'A: [add x 1] [add x 1] [get x = 6]'),
    'wrong sum, too high': h('A: [add x 1 ?] [add x 1] [get x = 3]'),
    'the same sum twice': h('A: [add x 1 = 1]', 'B: [add x 1 = 1]'),
  },
  tokens: {
    'wrong sum': h('A: [tx#a add x 1 & add y 1 ?]', 'B:  [tx#a add x 1 & add y 1] [get x = 2]'),
    'wrong sum, not done at all': h('A: [tx#a add x 1 & add y 1 ?]', 'B:  [tx#a add x 1 & add y 1] [get x = -]'),
  },
  transactions: {
    G0: h(
      ...['A: [tx append x 1 & append y 1]', 'B: [tx append x 2 & append y 2]'],
      'C:                                  [get x = (1,2)] [get y = (2,1)]',
    ),
    'G1a aborted read': h('A: [tx append x 1 & check y if 7 !-,cond]', 'B: [get x = (1)]'),
    'garbage read': h('A: [append x 1] [get x = (1,9)] [get x = (1)] [get x = ()]'),
    'double append': h('A: [append x 1] [get x = (1,1)]'),
    'incompatible order': h('A: [append x 1] [append x 2] [get x = (1,2)] [get x = (2,1)]'),
    'lost update': h('A: [append x 1 = (1)]', 'B: [append x 2 = (2)]'),
    'G1b intermediate read': h(halves, 'B 20..29 get x = (1)', 'B 30..39 get x = (1,2)'),
    G1c: h(
      ...['A: [tx check y if (2) & append x 1]', 'B: [tx check x if (1) & append y 2]'],
      'C:                                       [tx get x & get y = (1) (2)]',
    ),
    'G-single (fractured read)': h('A: [tx append x 1 & append y 1]', 'B:   [tx get x & get y = (1) ()]'),
    'G-single (fractured read), where the rest was seen later': h(
      ...[
        'A: [tx append x 1 & append y 1]                                  [get y = (1)]',
        'B:   [tx get x & get y = (1) ()]',
      ],
    ),
    'G2 (write skew)': h(
      ...['A: [append x 1] [append y 1]', 'B:                                [tx check x if (1) & append y 2]'],
      ...['C:                                [tx check y if (1) & append x 2]'],
      'D:                                                                     [tx get x & get y = (1,2) (1,2)]',
    ),
  },
  streams: {
    'record twice': stream(['1 INSERT x 1', '1 INSERT x 1'], 'A 1..2 put x 1'),
    'record order': stream(['2 INSERT x 1', '1 INSERT y 1'], 'A 1..2 put x 1', 'A 3..4 put y 1'),
    'record images': stream(['1 INSERT x 1', '2 MODIFY x 2 7'], 'A 1..2 put x 1', 'A 3..4 put x 2'),
    'record lost': stream(['1 INSERT x 1'], 'A 1..2 put x 1', 'A 3..4 put y 2'),
    'record of a refused write': stream(['1 INSERT x 1'], 'A 1..2 put x 1 if present !cond'),
    'record of nothing': stream(['1 INSERT x 1', '2 MODIFY x 7 1'], 'A 1..2 put x 1'),
    'record twice, of one put': stream(['1 INSERT x 1', '2 MODIFY x 1 1'], 'A 1..2 put x 1'),
    'record twice, under one number': stream(['1 INSERT x 1', '1 INSERT y 1'], 'A 1..2 put x 1', 'A 3..4 put y 1'),
    'record images, by its event': stream(['1 INSERT x 1', '2 INSERT x 2'], 'A 1..2 put x 1', 'A 3..4 put x 2'),
    'record behind a cursor': stream(
      ['1 INSERT x 1', '2 INSERT y 1', '3 INSERT z 1', '--', '1 INSERT x 1', '3 INSERT z 1'],
      ...['A 1..2 put x 1', 'A 3..4 put y 1', 'A 5..6 put z 1'],
    ),
    'record of an earlier life': stream(
      ['1 INSERT x 1'],
      'A 1..2 put x 1',
      'A 10..11 CreateTable {"TableName":"tab","KeySchema":[{"AttributeName":"pk","KeyType":"HASH"}]} = {"TableDescription":{"LatestStreamArn":"arn:aws:dynamodb:us-east-1:0:table/tab/stream/s"}}',
    ),
  },
  indexes: {
    index: withIndex(['a 1', 'b 2'], ['a 1']),
    'index, a ghost': withIndex(['a 1'], ['a 1', 'b 2']),
    'index, an old value': withIndex(['a 1'], ['a 2']),
    'index, an entry twice': withIndex(['a 1'], ['a 1', 'a 1']),
  },
  paging: {
    'row lost': pages('setup: put x 1; put y 2', 'A: [scan limit 1 = x:1 next x] [scan after x =]', 'B:    [put x 3]'),
    'row twice': pages('setup: put x 1', 'A: [scan limit 1 = x:1 next x] [scan after x = x:1]'),
  },
  restores: {
    'restored rows': restored(['x:1', 'y:2'], ['x:1'], ['x:1', 'y:2']),
    'restored rows, of nobody': restored(['x:1'], ['x:1'], ['x:1', 'y:2']),
    'restored rows, never': restored(['x:1', 'y:2'], ['x:1']),
  },
  names: {
    'server error': h('A: [put x 1 !500]'),
    'driver text': h('A 1..2 put x 1', 'B 1..2 GetItem {} !ValidationException database is locked'),
    name: h('A: [put x 1 !used]'),
  },
};

const rows = <T>(table: { readonly [name in JudgeName]: { readonly [kind: string]: T } }) =>
  (Object.keys(judges) as JudgeName[]).flatMap((name) =>
    Object.entries(table[name]).map(([what, one]) => [name, what, one] as const),
  );

test.each(rows(good))('%s holds: %s', (name, _, history) => {
  const { verdict, judged, anomalies, unjudged } = judges[name].judge(history);
  expect({ verdict, anomalies, unjudged }).toEqual({ verdict: 'holds', anomalies: [], unjudged: [] });
  expect(judged).toBeGreaterThan(0);
});

test.each(rows(bad))('%s finds: %s', (name, kind, history) => {
  const { verdict, anomalies } = judges[name].judge(history);
  expect(verdict).toBe('violated');
  expect(anomalies.map((one) => one.kind)).toContain(kind.split(',')[0]);
  for (const { calls, text, shown } of anomalies) {
    expect(calls.length).toBeGreaterThan(0);
    expect(calls.every((at) => history.calls[at] !== undefined)).toBe(true);
    expect([text.length > 20, shown.includes('client ')]).toEqual([true, true]);
  }
});

test.each(Object.entries(judges))('%s says that it had nothing to judge', (_, judge) => {
  const judgement = judge.judge(h('A 1..2 ListTables {}'));
  expect(judgement).toMatchObject({ verdict: 'unknown', judged: 0, unjudged: [`the history has not: ${judge.needs}`] });
});

test('all judges together: violated by one is violated, nothing judged is unknown', () => {
  expect(judgeHistory(h('A: [put x 1] [get x = 1]')).verdict).toBe('holds');
  expect(judgeHistory(h('A: [put x 1 if absent]', 'B: [put x 2 if absent]'))).toMatchObject({ verdict: 'violated' });
  expect(judgeHistory(h('A 1..2 ListTables {}'))).toEqual({ verdict: 'unknown', judgements: new Map() });
});
