import { expect, test } from 'vitest';
import { linearizability } from './linearizability.ts';
import { parseHistory } from './notation.ts';
import { seeded } from './testing/random.ts';
import { generate, historyOf } from './testing/registers.ts';

const judged = (...rows: string[]) => linearizability.judge(parseHistory(...rows));

const good: { readonly [name: string]: readonly string[] } = {
  'a read beside a write may miss it': ['A: [put x 1]', 'B:     [get x = -]'],
  'a read beside a write may see it': ['A: [put x 1  ]', 'B: [get x = 1]'],
  'an eventually consistent read may be old': ['A: [put x 1]', 'B:             [peek x = -]'],
  'an unanswered write may have happened': ['A: [put x 1 ?]', 'B:               [get x = 1]'],
  'an unanswered write may never happen': ['A: [put x 1 ?]', 'B:               [get x = -]'],
  'an unanswered write may happen late': ['A: [put x 1 ?]', 'B:               [get x = -] [get x = 1]'],
  'a 500 may have had its effect': ['A: [put x 1 !500]', 'B:                  [get x = 1]'],
  'a throttled write has none': ['A: [put x 1 !ThrottlingException]', 'B:                      [get x = -]'],
  'one of two conditional puts': ['A: [put x 1 if absent      ]', 'B: [put x 2 if absent !cond]'],
  'counted one after the other': ['A: [add x 1 = 2]', 'B: [add x 1 = 1]'],
  'a transaction as a whole': ['A: [tx put x 1 & put y 1]', 'B:  [tx get x & get y = 1 1]'],
  'a batch item by item': ['A: [batch put x 1 & put y 1]', 'B:   [batch get x & get y = 1 -]'],
  'what a batch left unprocessed': [
    'A 0..9 put x 0',
    `A 10..19 BatchWriteItem {"RequestItems":{"tab":[{"PutRequest":{"Item":{"pk":{"S":"x"},"v":{"N":"1"}}}},{"PutRequest":{"Item":{"pk":{"S":"y"},"v":{"N":"1"}}}}]}} = {"UnprocessedItems":{"tab":[{"PutRequest":{"Item":{"pk":{"S":"y"},"v":{"N":"1"}}}}]}}`,
    'A 20..29 get y = -',
  ],
  'a token executes once': ['A: [tx#a add x 1 & add y 1] [tx#a add x 1 & add y 1] [get x = 1]'],
  'a token is as free as it was where the search goes another way': [
    ...['setup: put x 0', 'A 0..20 tx#a add x 1 & add y 1', 'B 5..18 put x 5'],
    ...['A 30..40 tx#a add x 1 & add y 1', 'B 50..60 get x = 6'],
  ],
  'of two equal calls the later one ends first': [
    ...['setup: put x 0', 'A 0..100 add x 1', 'B 1..50 add x 1'],
    ...['R 5..9 get x = 1', 'R 52..58 get x = 1', 'R 110..120 get x = 2'],
  ],
  'a cancelled transaction names some of its reasons': [
    'setup: put x 0; put y 0',
    'A: [tx put x 1 if absent & put y 1 if absent !cond,-]',
  ],
};

const bad: { readonly [name: string]: readonly [calls: number, ...rows: string[]] } = {
  'a stale read': [2, 'A: [put x 1] [put x 2]', 'B:                        [get x = 1]'],
  'a stale read after what does not matter': [
    2,
    ...['setup: put x 1', 'A: [put x 2] [put x 9 if absent !cond] [get x = 1]'],
  ],
  'two readers that see two writes in two orders': [
    5,
    ...['setup: put x 0', 'A: [put x 1                      ]', 'B: [put x 2                      ]'],
    ...['C:    [get x = 1] [get x = 2]', 'D:                                [get x = 1]'],
  ],
  'a value that nobody wrote': [1, 'A: [put x 1]', 'B:             [get x = 7]'],
  'a lost update': [2, 'setup: put x 0', 'A: [add x 1 = 1]', 'B: [add x 1 = 1]'],
  'a write that happened twice': [1, 'A: [add x 1] [get x = 2]'],
  'a refused write that happened': [1, 'setup: put x 0', 'A: [put x 1 if absent !cond] [get x = 1]'],
  'a cancelled transaction that happened': [
    1,
    'setup: put x 0',
    'A: [tx put x 1 if absent & put y 1 !cond,-] [get y = 1]',
  ],
  'two winners': [2, 'A: [put x 1 if absent]', 'B: [put x 2 if absent]'],
  'no winner': [1, 'A: [put x 1 if absent !cond]'],
  'half a transaction': [1, 'A: [tx put x 1 & put y 1]', 'B:   [tx get x & get y = 1 -]'],
  'a write seen before it was overwritten, by a reader for whom it is still under way': [
    3,
    ...['setup: put x 0', 'W: [put x 1                               ]', 'A:  [get x = 1] [put x 0] [get x = 1]'],
  ],
  'a token executed twice': [1, 'A: [tx#a add x 1 & add y 1] [tx#a add x 1 & add y 1] [get x = 2]'],
  'an eventually consistent read of the future': [1, 'A: [peek x = 1] [put x 1]'],
  'an old value returned by a write': [2, 'A: [put x 1] [put x 2] [put x 3 was 1]'],
  'an answer that is wrong whatever is stored': [1, 'A 1..2 PutItem {"TableName":"tab","Item":{"v":{"N":"1"}}} = {}'],
};

test.each(Object.entries(good))('holds: %s', (_, rows) =>
  expect(judged(...rows)).toMatchObject({ verdict: 'holds', anomalies: [] }),
);

test.each(Object.entries(bad))('violated: %s, shown by as few calls as can be', (_, [calls, ...rows]) => {
  const { verdict, anomalies } = judged(...rows);
  expect(verdict).toBe('violated');
  expect(anomalies.map((one) => one.calls.length)).toEqual([calls]);
});

test('the counterexample is a timeline, and leaves out what does not matter', () => {
  const { anomalies } = judged(
    ...['setup: put x 0', 'A: [add x 1 = 1] [add x 1 = 2] [add x 1 = 3]', 'B: [add x 1 ?]'],
    'C:                  [get x = 2]                    [get x = 1]',
  );
  expect(anomalies[0]!.shown.split('\n')).toEqual([
    'client 2  |-a-|   |-b-|',
    '',
    expect.stringMatching(/^a {2}20–30 µs {2}GetItem .* → Item=\{pk:"x" v:2\}$/),
    expect.stringMatching(/^b {2}51–61 µs {2}GetItem .* → Item=\{pk:"x" v:1\}$/),
    'Beside them 3 other writes ran: with or without them it is so.',
  ]);
});

test.each([
  ['only what a write returned', 'returned values', 'A: [put x 1] [put x 2 was 7] [get x = 2]'],
  ['what a read showed too', 'not linearizable', 'A: [put x 1] [put x 2 was 7] [get x = 1]'],
])('wrong is %s: %s', (_, kind, row) => expect(judged(row).anomalies).toMatchObject([{ kind }]));

test('one answer that is wrong alone is shown with the latest writes before it', () => {
  const { anomalies } = judged('A: [put x 1] [put x 2]', 'B:                        [get x = 7]');
  expect(anomalies).toMatchObject([
    { calls: [2], shown: expect.stringContaining('PutItem TableName=tab Item={pk:"x" v:2}') },
  ]);
});

test.each([
  ['nothing', [], 'answered calls'],
  ['a table that is deleted', ['A 0..9 DeleteTable {"TableName":"tab"}', 'A 10..19 put x 1'], 'DeleteTable is among'],
  ['statements', ['A 0..9 ExecuteStatement {"Statement":"…"}', 'A 10..19 put x 1'], 'ExecuteStatement is among'],
])('unknown: %s', (_, rows, why) => {
  const { verdict, unjudged } = judged(...rows);
  expect([verdict, unjudged.join()]).toEqual(['unknown', expect.stringContaining(why)]);
});

test('a table that the set-up does not create is not judged', () => {
  const { calls } = parseHistory('A: [put x 1] [get x = 7]');
  const judgement = linearizability.judge({ target: 't', seed: 's', setup: [], calls });
  expect(judgement).toMatchObject({ verdict: 'unknown', unjudged: ['the table tab: the set-up does not create it'] });
});

test('a hopeless history ends as unknown, after the same number of configurations each time', () => {
  const writers = Array.from({ length: 24 }, (_, i) => `W${i}: [put x ${i}       ]`);
  const once = () =>
    linearizability.judge(parseHistory(...writers, 'R:   [get x = 99]', 'S: [put x 99 if 98]'), {
      configurationsMax: 5000,
    });
  expect(once()).toMatchObject({ verdict: 'unknown', unjudged: ['tab/x: no verdict after 5000 configurations'] });
  expect(once()).toEqual(once());
});

test('10,000 calls of 32 clients on 8 keys, some without an answer', () => {
  const shape = {
    clients: 32,
    keys: 8,
    operations: 10_000,
    fault: 'none',
    transactions: 0,
    unanswered: 2,
    rarity: 1,
  } as const;
  const history = historyOf(generate(seeded(7), shape));
  expect(linearizability.judge(history)).toMatchObject({ verdict: 'holds', unjudged: [] });
});
