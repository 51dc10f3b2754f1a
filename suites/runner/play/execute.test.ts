import { expect, test } from 'vitest';
import type { JsonObject, Operation, Outcome } from '../../../oracles/values/types.ts';
import type { Case, Step, Until } from '../../cases/case.ts';
import { from } from '../../cases/case.ts';
import type { Session } from '../../targets/target.ts';
import { ok, refused } from '../testing/outcomes.ts';
import { type Execution, execute } from './execute.ts';

type Answer = (op: Operation, input: JsonObject) => Outcome | undefined;

/** A session that answers by a function and records requests. */
function scripted(answer: Answer): { session: Session; sent: [Operation, JsonObject][]; paused: number[] } {
  const sent: [Operation, JsonObject][] = [];
  const paused: number[] = [];
  const session: Session = {
    target: 'scripted',
    version: '1',
    facts: {},
    otherAccount: { supported: true },
    clock: 'virtual',
    send: async (op, input) => {
      sent.push([op, input]);
      return answer(op, input) ?? ok({});
    },
    pause: async (ms) => void paused.push(ms),
    health: async () => ({ kind: 'up' }),
    stop: async () => {},
    log: async () => '',
  };
  return { session, sent, paused };
}

const subject = (...steps: Step[]): Case => ({
  id: 'scan/test',
  title: 'a test',
  area: 'scan',
  findings: [],
  certainty: 'documented',
  because: 'it is one',
  steps,
});

const play = (session: Session, ...steps: Step[]): Promise<Execution> =>
  execute(
    subject(...steps),
    session,
    { leased: new Map([['t', 'parallax_t']]), fresh: (name) => `parallax_${name}` },
    { loopMs: 60_000 },
  );

const paging: Step = {
  repeat: { op: 'Scan', input: { Limit: 2, ExclusiveStartKey: from('page', 'LastEvaluatedKey') }, as: 'page' },
  until: { path: 'LastEvaluatedKey', absent: true },
  collect: ['Items', 'Count'],
};

test.each<[string, Until, JsonObject[], number]>([
  ['an element comes', { path: 'Tags', has: { a: 1 } }, [{}, { Tags: [{ a: 2 }] }, { Tags: [{ a: 2 }, { a: 1 }] }], 3],
  ['an element goes', { path: 'Tags[].a', lacks: 1 }, [{ Tags: [{ a: 1 }] }, { Tags: [{ a: 2 }] }], 2],
  ['no list, no element', { path: 'Tags[].a', lacks: 1 }, [{}], 1],
  ['all are equal', { path: 'All', every: 'x' }, [{ All: ['x', 'y'] }, { All: ['x', 'x'] }], 2],
  ['no list, none that differs', { path: 'All', every: 'x' }, [{}], 1],
  ['both hold', { path: 'a', equals: 1, and: { path: 'b', equals: 2 } }, [{ a: 1 }, { b: 2 }, { a: 1, b: 2 }], 3],
])('a loop waits until %s', async (_, until, answers, turns) => {
  const { session } = scripted(() => ok(answers.shift() ?? {}));
  const { entries } = await play(session, { repeat: { op: 'DescribeTable', input: {}, as: 'state' }, until, turns: 5 });
  expect(entries[0]?.repeat).toMatchObject({ turns, ended: 'until' });
});

test('pages are read by their cursor, lists concatenated and counts summed', async () => {
  const pages: JsonObject[] = [
    { Items: [1, 2], Count: 2, LastEvaluatedKey: { k: 'b' } },
    { Items: [3], Count: 1 },
  ];
  const { session, sent } = scripted(() => ok(pages.shift() ?? {}));
  const { entries } = await play(session, paging);
  expect(sent.map(([, input]) => input)).toEqual([{ Limit: 2 }, { Limit: 2, ExclusiveStartKey: { k: 'b' } }]);
  expect(entries).toEqual([
    {
      step: '0',
      op: 'Scan',
      input: { Limit: 2 },
      outcome: ok({ Items: [1, 2, 3], Count: 3 }),
      repeat: { turns: 2, ended: 'until', awaited: 'no LastEvaluatedKey', lastSeen: null },
    },
  ]);
});

test('an endless loop is given up and fails its expectation', async () => {
  const { session } = scripted(() => ok({ Items: [1], LastEvaluatedKey: { k: 'a' } }));
  const { entries } = await play(session, { ...paging, turns: 3 });
  expect(entries[0]).toMatchObject({
    repeat: { turns: 3, ended: 'turns' },
    unexpected: {
      ...{ class: 'endless', tier: 'outcome' },
      ...{ expected: 'an end: no LastEvaluatedKey', actual: 'none after 3 turns; last seen: {"k":"a"}' },
    },
  });
});

test.each<[string, Until, Outcome, string, string]>([
  [
    'a state',
    { path: 'Table.TableStatus', equals: 'ACTIVE' },
    ok({ Table: { TableStatus: 'CREATING' } }),
    'an end: Table.TableStatus to be "ACTIVE"',
    'none after 2 turns; last seen: "CREATING"',
  ],
  [
    'rows',
    { path: 'Items', size: 3 },
    ok({ Items: [1] }),
    'an end: at least 3 of Items',
    'none after 2 turns; last seen: 1',
  ],
  [
    'a member',
    { path: 'Table.Arn', present: true },
    ok({}),
    'an end: any Table.Arn',
    'none after 2 turns; last seen: nothing',
  ],
  [
    'a refusal',
    { path: '', rejected: 'ResourceNotFoundException' },
    ok({}),
    'an end: ResourceNotFoundException',
    'none after 2 turns; last seen: "accepted"',
  ],
])(
  'a loop that does not end says what it waited for and what was last seen: %s',
  async (_, until, answer, expected, actual) => {
    const poll: Step = { repeat: { op: 'DescribeTable', input: {}, as: 'poll' }, until, turns: 2 };
    const { entries } = await play(scripted(() => answer).session, poll);
    expect(entries[0]?.unexpected).toMatchObject({ class: 'endless', expected, actual });
  },
);

test('polling pauses between turns, ignores the named exceptions, and stops at any other', async () => {
  const answers = [
    refused('ResourceNotFoundException'),
    ok({ Table: { TableStatus: 'CREATING' } }),
    ok({ Table: { TableStatus: 'ACTIVE' } }),
  ];
  const poll: Step = {
    repeat: { op: 'DescribeTable', input: {}, as: 'poll' },
    until: { path: 'Table.TableStatus', equals: 'ACTIVE' },
    despite: ['ResourceNotFoundException'],
    pauseMs: 50,
  };
  const patient = scripted(() => answers.shift());
  expect((await play(patient.session, poll)).entries[0]?.repeat).toMatchObject({ turns: 3, ended: 'until' });
  expect(patient.paused).toEqual([50, 50]);
  const stopped = await play(scripted(() => refused('ValidationException')).session, poll);
  expect(stopped.entries[0]).toMatchObject({ repeat: { ended: 'outcome' }, unexpected: { class: 'refused' } });
});

test('waiting for a table to be gone ends with the exception that says so', async () => {
  const answers = [ok({}), refused('ResourceNotFoundException')];
  const { entries } = await play(scripted(() => answers.shift()).session, {
    repeat: { op: 'DescribeTable', input: {}, as: 'poll' },
    until: { path: '', rejected: 'ResourceNotFoundException' },
  });
  expect(entries[0]?.repeat).toMatchObject({ turns: 2, ended: 'until' });
  expect(entries[0]?.unexpected).toBeUndefined();
});

test('a step that needs a failed answer is not sent, nor are its dependents', async () => {
  const { session, sent } = scripted((op) => (op === 'CreateBackup' ? refused('TableNotFoundException') : undefined));
  const { entries } = await play(
    session,
    { op: 'CreateBackup', input: {}, as: 'backup' },
    { op: 'DescribeBackup', input: { BackupArn: from('backup', 'BackupDetails.BackupArn') }, as: 'described' },
    { op: 'RestoreTableFromBackup', input: { BackupArn: from('described', 'BackupArn') } },
    { op: 'ListTables', input: {} },
  );
  expect(sent.map(([op]) => op)).toEqual(['CreateBackup', 'ListTables']);
  expect(entries.map(({ blockedBy }) => blockedBy)).toEqual([undefined, 'backup', 'described', undefined]);
});

test('after an unanswered request nothing more is sent', async () => {
  const { session, sent } = scripted(() => ({ kind: 'unanswered', cause: 'timeout', detail: '10,000 ms' }));
  const { unanswered } = await play(session, { op: 'GetItem', input: {} }, { op: 'PutItem', input: {} });
  expect(unanswered?.cause).toBe('timeout');
  expect(sent).toHaveLength(1);
});

test('branches are sorted, however they interleave', async () => {
  const { session } = scripted(() => ok({}));
  const { entries } = await play(session, {
    parallel: [
      [
        { op: 'PutItem', input: {} },
        { op: 'GetItem', input: {} },
      ],
      [{ op: 'DeleteItem', input: {} }],
    ],
  });
  expect(entries.map(({ step, op }) => [step, op])).toEqual([
    ['0.0.0', 'PutItem'],
    ['0.0.1', 'GetItem'],
    ['0.1.0', 'DeleteItem'],
  ]);
});

test('unprocessed items of a batch are sent again, and counted writes use their counter', async () => {
  let left = 2;
  const { session, sent } = scripted((_, input) =>
    left-- > 0 ? ok({ UnprocessedItems: { t: [input] } }) : ok({ UnprocessedItems: {} }),
  );
  const { entries } = await play(session, {
    times: 2,
    step: { op: 'BatchWriteItem', input: { RequestItems: { '$table:t': [{ $i: 'padded' }] } } },
  });
  expect(sent).toHaveLength(4);
  expect(sent[0]?.[1]).toEqual({ RequestItems: { parallax_t: ['000000'] } });
  expect(sent[3]?.[1]).toEqual({ RequestItems: { parallax_t: ['000001'] } });
  expect(entries).toHaveLength(1);
});

test('every record of every shard is read once', async () => {
  const records: { [iterator: string]: JsonObject } = {
    'a-0': { Records: [1, 2], NextShardIterator: 'a-1' },
    'a-1': { Records: [], NextShardIterator: 'a-1' },
    'b-0': { Records: [3] },
  };
  const { session } = scripted((op, input) => {
    if (op === 'DescribeStream') return ok({ StreamDescription: { Shards: [{ ShardId: 'a' }, { ShardId: 'b' }] } });
    if (op === 'GetShardIterator') return ok({ ShardIterator: `${input.ShardId}-0` });
    return ok(records[String(input.ShardIterator)] ?? {});
  });
  const { entries } = await play(session, { readStream: 'arn', until: { records: 3 } });
  expect(entries[0]).toMatchObject({
    op: 'GetRecords',
    outcome: ok({ Records: [1, 2, 3], ShardIds: ['a', 'a', 'b'] }),
    repeat: { turns: 1 },
  });
});

const unending: { readonly [operation in Operation]?: Outcome } = {
  DescribeStream: ok({ StreamDescription: { Shards: [{ ShardId: 'a' }], LastEvaluatedShardId: 'a' } }),
  GetShardIterator: ok({ ShardIterator: 'i' }),
  GetRecords: ok({ Records: [1], NextShardIterator: 'i' }),
};
const once: typeof unending = { DescribeStream: ok({ StreamDescription: { Shards: [{ ShardId: 'a' }] } }) };

test.each([
  ['shards', unending, 'an end: no LastEvaluatedShardId', 'none after 1000 turns; last seen: "a"'],
  ['records', { ...unending, ...once }, 'an end: a page without Records', 'none after 1000 turns; last seen: 1'],
])('endless pages of %s are given up', async (_, answers, expected, actual) => {
  const { session } = scripted((op) => answers[op]);
  const { entries } = await play(session, { readStream: 'arn', until: { records: 2_000 } });
  expect(entries[0]?.unexpected).toMatchObject({ class: 'endless', expected, actual });
});

test('writes that a batch never processes do not count as done', async () => {
  const left = { t: [{ DeleteRequest: { Key: { pk: { S: 'a' } } } }] };
  const { session } = scripted(() => ok({ UnprocessedItems: left }));
  const { entries } = await play(session, { times: 2, step: { op: 'BatchWriteItem', input: { RequestItems: left } } });
  expect(entries[0]?.unexpected).toMatchObject({ class: 'endless', expected: 'an end: no UnprocessedItems' });
});

test('unprocessed items are sent again, even when the batch is a single step', async () => {
  const all = { t: [{ DeleteRequest: { Key: { pk: { S: 'a' } } } }, { DeleteRequest: { Key: { pk: { S: 'b' } } } }] };
  const left = { t: all.t.slice(1) };
  const answers = [ok({ UnprocessedItems: left }), ok({ UnprocessedItems: {} })];
  const { session, sent } = scripted(() => answers.shift());
  const { entries } = await play(session, { op: 'BatchWriteItem', input: { RequestItems: all } });
  expect(sent.map(([, input]) => input.RequestItems)).toEqual([all, left]);
  expect(entries).toMatchObject([{ input: { RequestItems: all }, outcome: ok({ UnprocessedItems: {} }) }]);
});

test('a times step that takes too long gives no verdict', async () => {
  const { session, sent } = scripted(() => ok({}));
  const names = { leased: new Map<string, string>(), fresh: (name: string) => name };
  const step: Step = { times: 5, step: { op: 'PutItem', input: {} } };
  const { entries } = await execute(subject(step, paging), session, names, { loopMs: -1 });
  expect(sent).toEqual([]);
  expect(entries).toMatchObject([{ inconclusive: 'time ran out after 0 turns; last seen: 0; awaited: 5 requests' }]);
});

test('a loop that runs out of time gives no verdict, and nothing after it is sent', async () => {
  const { session, sent } = scripted(() => ok({ Items: [1], LastEvaluatedKey: { k: 'a' } }));
  const names = { leased: new Map<string, string>(), fresh: (name: string) => name };
  const { entries, unanswered } = await execute(subject(paging, paging), session, names, { loopMs: -1 });
  expect(sent).toHaveLength(1);
  expect(entries).toMatchObject([
    {
      repeat: { turns: 1, ended: 'time' },
      inconclusive: 'time ran out after 1 turn; last seen: {"k":"a"}; awaited: no LastEvaluatedKey',
    },
  ]);
  expect(entries[0]).not.toHaveProperty('unexpected');
  expect(unanswered).toBeUndefined();
});

test('a loop ends at an interruption', async () => {
  const endless = scripted(() => ok({ Items: [1], LastEvaluatedKey: { k: 'a' } })).session;
  const names = { leased: new Map<string, string>(), fresh: (name: string) => name };
  const abort = new AbortController();
  const interrupting: Session = {
    ...endless,
    send: async (...args) => {
      abort.abort();
      return endless.send(...args);
    },
  };
  const limits = { loopMs: 60_000, signal: abort.signal };
  const { entries, unanswered } = await execute(subject(paging, paging), interrupting, names, limits);
  expect(entries).toMatchObject([{ outcome: { kind: 'unanswered', detail: 'interrupted' } }]);
  expect(entries[0]?.unexpected?.class).not.toBe('endless');
  expect(unanswered?.detail).toBe('interrupted');
});

test('an expectation on a value that an earlier answer lacked says so', async () => {
  const { session } = scripted((op) => (op === 'DescribeTable' ? ok({ Table: {} }) : ok({ BackupSummaries: [{}] })));
  const tableId = from('table', 'Table.TableId');
  const { entries } = await play(
    session,
    { op: 'DescribeTable', as: 'table', input: {} },
    { op: 'ListBackups', input: {}, expect: { ok: { BackupSummaries: [{ TableId: tableId }] } } },
  );
  expect(entries[1]?.unexpected).toMatchObject({
    class: 'member-missing',
    path: 'BackupSummaries[0].TableId',
    expected: "the Table.TableId that step 'table' answered, which was absent",
  });
});
