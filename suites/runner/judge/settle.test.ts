import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import type { JsonObject, Operation, Outcome } from '../../../oracles/values/types.ts';
import { type Case, from, type Step, tableName } from '../../cases/case.ts';
import type { Session } from '../../targets/target.ts';
import { execute } from '../play/execute.ts';
import { isEventualRead } from './eventual-reads.ts';
import { LearnedPatience, settleMs } from './read-patience.ts';
import { settling } from './settle.ts';
import type { TargetTranscript } from './shown.ts';

const TableName = tableName('rows');
const index = { TableName, IndexName: 'by-group' };
const page = (as: string, more: object = {}): Step => ({
  repeat: { op: 'Query', input: { ...index, ...more, ExclusiveStartKey: from(as, 'LastEvaluatedKey') }, as },
  until: { path: 'LastEvaluatedKey', absent: true },
  collect: ['Items'],
});

const subject = (steps: Step[]): Case => ({
  ...{ id: 'generated/x', title: 't', area: 'other', findings: [], certainty: 'inferred', because: 'b', steps },
});

const rows = (...numbers: number[]): JsonObject => ({ Items: numbers.map((one) => ({ pk: { N: String(one) } })) });
const names = { leased: new Map([['rows', 'parallax_1']]), fresh: String };

/** Plays the steps against a list of answers. The last answer repeats. */
async function played(steps: Step[], expected: readonly JsonObject[], answers: readonly (JsonObject | Outcome)[]) {
  const sent: string[] = [];
  const pauses: number[] = [];
  const left = [...answers];
  const session = {
    send: async (op: Operation, input: JsonObject): Promise<Outcome> => {
      sent.push(`${op}${input.ExclusiveStartKey === undefined ? '' : ' on'}`);
      const answer = left.length > 1 ? left.shift() : left[0];
      return 'kind' in answer! ? (answer as Outcome) : { kind: 'ok', output: answer as JsonObject };
    },
    pause: async (ms: number) => void pauses.push(ms),
  } as unknown as Session;
  const right: TargetTranscript = {
    target: 'oracle',
    names: { tables: new Map() },
    entries: expected.map((output, at) => ({
      step: String(at),
      op: 'Query',
      input: {},
      outcome: { kind: 'ok', output },
    })),
  };
  const patience = new LearnedPatience();
  const settle = settling({ subject: subject(steps), expected: right, pause: session.pause, patience });
  const { entries } = await execute(subject(steps), session, names, { loopMs: 60_000, settle });
  return { sent, waitedMs: pauses.reduce((sum, ms) => sum + ms, 0), entries, patience };
}

const itemsOf = ({ entries }: Awaited<ReturnType<typeof played>>, at: number): unknown => {
  const { outcome } = entries[at]!;
  return outcome.kind === 'ok' ? outcome.output.Items : outcome;
};

test('an eventually consistent read is repeated until it agrees, before the next request is sent', async () => {
  const steps: Step[] = [
    { op: 'Query', input: index },
    { op: 'PutItem', input: { TableName } },
  ];
  const run = await played(steps, [rows(1, 2), {}], [rows(), rows(1), rows(1, 2), {}]);
  expect(run.sent).toEqual(['Query', 'Query', 'Query', 'PutItem']);
  expect(itemsOf(run, 0)).toEqual(rows(1, 2).Items);
});

test('the wait ends at its limit, counted from the last write, and the last answer counts', async () => {
  const read: Step = { op: 'Query', input: index };
  const run = await played(
    [read, read, { op: 'PutItem', input: { TableName } }, read],
    [rows(1), rows(1), {}, rows(1)],
    [rows()],
  );
  expect(run.waitedMs).toBe(2 * settleMs);
  expect(run.sent.filter((one) => one === 'Query').length).toBeGreaterThan(4);
  expect(itemsOf(run, 0)).toEqual([]);
});

test('a consistent read and a refusal are not repeated', async () => {
  const consistent: Step = { op: 'Query', input: { TableName, ConsistentRead: true } };
  expect((await played([consistent], [rows(1)], [rows()])).sent).toEqual(['Query']);
  const refusal = {
    kind: 'rejected',
    type: 'ValidationException',
    message: '',
    members: {},
    status: 400,
  } as unknown as Outcome;
  expect((await played([{ op: 'Query', input: index }], [rows(1)], [refusal])).sent).toEqual(['Query']);
});

test('a paging loop restarts at its first page', async () => {
  const more = { ...rows(1), LastEvaluatedKey: { pk: { N: '1' } } };
  const run = await played([page('page')], [rows(1, 2)], [more, rows(), more, rows(2)]);
  expect(run.sent).toEqual(['Query', 'Query on', 'Query', 'Query on']);
  expect(itemsOf(run, 0)).toEqual(rows(1, 2).Items);
});

test('a loop that was given up has waited, and is not repeated', async () => {
  const poll: Step = {
    repeat: { op: 'Query', input: index, as: 'poll' },
    until: { path: 'Count', equals: 2 },
    ...{ turns: 3, pauseMs: 10 },
  };
  const { sent, entries } = await played([poll], [{ Count: 2 }], [{ Count: 1 }]);
  expect(sent).toHaveLength(3);
  expect(entries).toMatchObject([{ repeat: { turns: 3, ended: 'turns' } }]);
});

test('the segments of a scan are repeated together', async () => {
  const second = { ...page('two'), continues: 'one' } as Step;
  const run = await played(
    [{ ...page('one'), observe: [] } as Step, second],
    [rows(), rows(1, 2)],
    [rows(), rows(2), rows(1), rows(2)],
  );
  expect(itemsOf(run, 1)).toEqual(rows(1, 2).Items);
});

test('a target whose reads never agreed gets a short wait, and the full wait again once one agreed late', () => {
  const patience = new LearnedPatience();
  for (let at = 0; at < 8; at++) {
    expect(patience.ms).toBe(settleMs);
    patience.differed();
  }
  expect(patience.ms).toBeLessThan(settleMs);
  expect(patience.whole.ms).toBe(settleMs);
  patience.whole.settled();
  expect(patience.ms).toBe(settleMs);
});

describe('a read that may lag', () => {
  test.each<[boolean, Operation, JsonObject]>([
    [true, 'GetItem', {}],
    [false, 'GetItem', { ConsistentRead: true }],
    [true, 'Scan', { ConsistentRead: false }],
    [true, 'BatchGetItem', { RequestItems: { a: { ConsistentRead: true }, b: {} } }],
    [false, 'BatchGetItem', { RequestItems: { a: { ConsistentRead: true } } }],
    [false, 'TransactGetItems', {}],
    [true, 'GetRecords', {}],
    [true, 'ExecuteStatement', { Statement: ' select * from "rows"' }],
    [false, 'ExecuteStatement', { Statement: 'SELECT * FROM "rows"', ConsistentRead: true }],
    [false, 'ExecuteStatement', { Statement: 'DELETE FROM "rows"' }],
    [true, 'BatchExecuteStatement', { Statements: [{ Statement: 'SELECT 1' }] }],
    [false, 'BatchExecuteStatement', { Statements: [{ Statement: 'SELECT 1' }, { Statement: 'UPDATE "rows"' }] }],
    [false, 'ExecuteTransaction', { TransactStatements: [{ Statement: 'SELECT 1' }] }],
    [false, 'UpdateItem', {}],
  ])('%s: %s %j', (may, op, input) => expect(isEventualRead({ op, input })).toBe(may));
});

test('the README states the limit', () => {
  const readme = readFileSync(new URL('../../../README.md', import.meta.url), 'utf8').replace(/\s+/g, ' ');
  expect(readme).toContain(`${settleMs.toLocaleString('en-US')} ms after the last write`);
});
