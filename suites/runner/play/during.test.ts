import { expect, test } from 'vitest';
import type { JsonObject, Operation, Outcome } from '../../../oracles/values/types.ts';
import type { Call, Case, Step } from '../../cases/case.ts';
import { createOracleSession, oracleTarget } from '../../targets/oracle.ts';
import type { SendOptions, Session, Target } from '../../targets/target.ts';
import { runCases } from '../run.ts';
import { ok, refused } from '../testing/outcomes.ts';
import { execute } from './execute.ts';

/** Answers each DescribeTable with the next state, and every other request with `answer`. */
function restoring(states: (string | Outcome)[], answer: Outcome, clock: Session['clock'] = 'real') {
  const sent: [Operation, JsonObject, SendOptions][] = [];
  const session: Session = {
    ...createOracleSession(),
    clock,
    send: async (op, input, options = {}) => {
      sent.push([op, input, options]);
      if (op !== 'DescribeTable') return answer;
      const state = states.shift() ?? 'none left';
      return typeof state === 'string' ? ok({ Table: { TableStatus: state } }) : state;
    },
  };
  return { session, sent };
}

const probe: Call = {
  op: 'DeleteTable',
  input: { TableName: 'copy' },
  as: 'probe',
  expect: { rejected: 'ResourceInUseException' },
  during: {
    op: 'DescribeTable',
    input: { TableName: 'copy' },
    path: 'Table.TableStatus',
    equals: 'CREATING',
    over: 'ACTIVE',
  },
};
const subject = (...steps: Step[]): Case => ({
  id: 'restore-lifecycle/test',
  title: 'a test',
  area: 'restore-lifecycle',
  findings: [],
  certainty: 'documented',
  because: 'it is one',
  steps,
});
const play = (session: Session, ...steps: Step[]) =>
  execute(subject(...steps), session, { leased: new Map(), fresh: (name) => name }, { loopMs: 60_000 });

test('an answer given during the state is judged', async () => {
  const right = await play(restoring(['CREATING', 'CREATING'], refused('ResourceInUseException')).session, probe);
  expect(right.entries).toMatchObject([{ op: 'DeleteTable', outcome: { type: 'ResourceInUseException' } }]);
  expect(right.entries[0]).not.toHaveProperty('unexpected');
  expect(right.entries[0]).not.toHaveProperty('inconclusive');
  const wrong = await play(restoring(['CREATING', 'CREATING'], ok({})).session, probe);
  expect(wrong.entries[0]?.unexpected).toMatchObject({ class: 'accepted' });
});

test('where only the test moves the clock, no state passes too early by itself', async () => {
  const { session } = restoring(['ACTIVE', 'ACTIVE'], ok({}), 'virtual');
  expect((await play(session, probe)).entries[0]?.unexpected).toMatchObject({ class: 'accepted' });
});

test('an effect of the request itself does not excuse it', async () => {
  for (const afterwards of ['DELETING', refused('ResourceNotFoundException')]) {
    const { entries } = await play(restoring(['CREATING', afterwards], ok({})).session, probe);
    expect(entries[0]?.unexpected).toMatchObject({ class: 'accepted' });
  }
});

test('when the state is over right afterwards, the answer does not count', async () => {
  const { entries } = await play(restoring(['CREATING', 'ACTIVE'], ok({})).session, probe);
  expect(entries[0]).toMatchObject({ inconclusive: 'the state is "ACTIVE" right after the request', outcome: ok({}) });
  expect(entries[0]).not.toHaveProperty('unexpected');
});

test('when the state is over beforehand, neither the request nor its dependents are sent', async () => {
  const { session, sent } = restoring(['ACTIVE'], ok({}));
  const after: Step = { op: 'PutItem', input: { A: { $from: 'probe', path: 'A' } } };
  const { entries, unanswered } = await play(session, probe, after, { op: 'ListTables', input: {} });
  expect(sent.map(([op]) => op)).toEqual(['DescribeTable', 'ListTables']);
  expect(entries.map(({ inconclusive, blockedBy }) => inconclusive ?? blockedBy ?? 'sent')).toEqual([
    'not sent: the state is "ACTIVE"',
    'probe',
    'sent',
  ]);
  expect(unanswered).toBeUndefined();
});

test('an unanswered state request counts as no answer', async () => {
  const silence: Outcome = { kind: 'unanswered', cause: 'timeout', detail: '' };
  const { unanswered } = await play(restoring([silence], ok({})).session, probe);
  expect(unanswered).toEqual(silence);
});

test('a case that missed its state has no verdict, and is no match', async () => {
  const late: Case = {
    ...subject({
      op: 'ListTables',
      input: {},
      expect: { rejected: 'Never' },
      during: {
        op: 'DescribeTable',
        input: { TableName: { $table: 't' } },
        path: 'Table.TableStatus',
        equals: 'CREATING',
        over: 'ACTIVE',
      },
    }),
    tables: {
      t: {
        BillingMode: 'PAY_PER_REQUEST',
        KeySchema: [{ AttributeName: 'pk', KeyType: 'HASH' }],
        AttributeDefinitions: [{ AttributeName: 'pk', AttributeType: 'S' }],
      },
    },
  };
  const quick: Target = { ...oracleTarget, start: async () => ({ ...createOracleSession(), clock: 'real' }) };
  const run = await runCases({ cases: [late], targets: [quick], reference: quick, runId: 'test' });
  expect(run.divergences).toEqual([]);
  expect(run.targets[0]).toMatchObject({ matched: 0, diverged: 0, skipped: 0, unknown: 1 });
  expect(run.targets[0]?.results[0]).toMatchObject({
    verdict: 'inconclusive',
    detail: 'step 0, ListTables: not sent: the state is "ACTIVE"',
  });
});
