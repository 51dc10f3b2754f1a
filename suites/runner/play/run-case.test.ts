import { expect, test } from 'vitest';
import type { Operation, Outcome } from '../../../oracles/values/types.ts';
import type { Call, Case, Step } from '../../cases/case.ts';
import { s, table } from '../../cases/case.ts';
import { byOther, created } from '../../cases/other-account.ts';
import { createOracleSession } from '../../targets/oracle.ts';
import type { SendOptions, Session } from '../../targets/target.ts';
import { virtualPatience } from '../host/patience.ts';
import { TablePool } from '../host/pool.ts';
import { renamed } from '../normalise.ts';
import { type CaseEnvironment, playCase } from './run-case.ts';

/** An environment on the oracle that records requests and senders. */
function environmentWith(overrides: Partial<Session> = {}) {
  const sent: [Operation, unknown, SendOptions][] = [];
  const oracle = createOracleSession();
  const session: Session = {
    ...oracle,
    send: (op, input, options = {}) => {
      sent.push([op, input.TableName, options]);
      return oracle.send(op, input, options);
    },
    ...overrides,
  };
  const pool = new TablePool(session, 'parallax_test_', virtualPatience);
  const environment: CaseEnvironment = {
    session,
    pool,
    supported: new Map(),
    heavyAllowed: true,
    limits: { loopMs: 5_000 },
  };
  return { environment, sent, oracle };
}

const subject = (...steps: Step[]): Case => ({
  id: 'tenancy-security/test',
  title: 'a test',
  area: 'tenancy-security',
  findings: [],
  certainty: 'documented',
  because: 'it is one',
  steps,
});
const name = { $name: 'both' };
const schema = table({ hash: ['pk', 'S'] });
const both = subject(
  ...created('own', name, schema),
  ...created('foreign', name, schema).map(byOther),
  byOther({ op: 'PutItem', input: { TableName: name, Item: { pk: s('theirs') } } }),
  { op: 'Scan', input: { TableName: name }, expect: { ok: { Count: 0 } } },
  byOther({ op: 'Scan', input: { TableName: name }, expect: { ok: { Count: 1 } } }),
);

test('a target without a second account does not support a case that needs one, and gets no request', async () => {
  const { environment, sent } = environmentWith({ otherAccount: { supported: false, reason: 'all keys are of one' } });
  expect((await playCase(both, environment)).stopped).toEqual({
    verdict: 'unsupported',
    detail: 'needs a second account: all keys are of one',
  });
  expect(sent).toEqual([]);
  expect((await playCase(subject({ op: 'ListTables', input: {} }), environment)).stopped).toBeUndefined();
});

test('two accounts use one name, each with a table of its own, and both tables are removed', async () => {
  const { environment, oracle } = environmentWith();
  const { entries, stopped } = await playCase(both, environment);
  expect(stopped).toBeUndefined();
  expect(entries.flatMap(({ unexpected }) => unexpected ?? [])).toEqual([]);
  expect(entries.map(({ account }) => account ?? 'own')).toEqual([
    ...['own', 'own', 'own', 'other', 'other', 'other', 'other', 'own', 'other'],
  ]);
  await oracle.pause(60_000);
  for (const account of [{}, { account: 'other' }] as const) {
    expect(await oracle.send('ListTables', {}, account)).toMatchObject({ output: { TableNames: [] } });
  }
});

test('leftovers of an interrupted case are removed with the pool, in both accounts', async () => {
  const { environment, oracle } = environmentWith();
  const real = environment.pool.cleanup.name('left', 'both');
  for (const account of [{}, { account: 'other' }] as const)
    await oracle.send('CreateTable', { ...schema, TableName: real }, account);
  expect(await environment.pool.cleanup.close(10_000)).toEqual([]);
  await oracle.pause(60_000);
  for (const account of [{}, { account: 'other' }] as const)
    expect(await oracle.send('ListTables', {}, account)).toMatchObject({ output: { TableNames: [] } });
});

test('the backups of the second account are removed by it', async () => {
  const { environment, sent, oracle } = environmentWith();
  const backup = byOther<Call>({
    op: 'CreateBackup',
    input: { TableName: name, BackupName: { $name: 'kept' } },
    expect: { ok: {} },
  });
  const { entries } = await playCase(subject(...created('foreign', name, schema).map(byOther), backup), environment);
  expect(entries.at(-1)).not.toHaveProperty('unexpected');
  // A backup is in use while it is created, so deletion is repeated until it succeeds.
  const senders = sent.filter(([op]) => op === 'DeleteBackup').map(([, , options]) => options);
  expect(new Set(senders.map((sender) => JSON.stringify(sender)))).toEqual(new Set(['{"account":"other"}']));
  expect(await oracle.send('ListBackups', {}, { account: 'other' })).toMatchObject({ output: { BackupSummaries: [] } });
});

test('ARNs of the two accounts stay distinct after normalisation', async () => {
  const { names } = await playCase(both, environmentWith().environment);
  const [real] = [...names.tables.keys()];
  const shown = ['000000000000', '111111111111', '222222222222'].map((account) =>
    renamed(`arn:aws:dynamodb:us-east-1:${account}:table/${real}`, names),
  );
  expect(shown).toEqual([
    'arn:aws:dynamodb:<region>:<account>:table/<both>',
    'arn:aws:dynamodb:<region>:<other account>:table/<both>',
    'arn:aws:dynamodb:<region>:222222222222:table/<both>',
  ]);
});

const waiting = (ms: number): Case => subject({ op: 'ListTables', input: {} }, { wait: ms, because: 'it must' });

test('a long wait advances a virtual clock, and is too long for a real one', async () => {
  const paused: number[] = [];
  const pause = async (ms: number): Promise<void> => void paused.push(ms);
  const virtual = await playCase(waiting(600_000), environmentWith({ pause }).environment);
  expect([virtual.stopped, paused, virtual.entries.length]).toEqual([undefined, [600_000], 1]);
  const real = environmentWith({ pause, clock: 'real' });
  expect((await playCase(waiting(600_000), real.environment)).stopped).toEqual({
    verdict: 'unsupported',
    detail: 'waits 10 min: only where the clock can be moved',
  });
  expect(real.sent).toEqual([]);
  expect((await playCase(waiting(2_000), real.environment)).stopped).toBeUndefined();
  expect(paused).toEqual([600_000, 2_000]);
});

test('an unreadable answer from a target that answers others means no verdict for that case alone', async () => {
  const detail = 'HTTP 400 with no error type';
  const unread: Outcome = { kind: 'unanswered', cause: 'garbage', detail };
  const send = async () => unread;
  const step: Step = { op: 'ListTables', input: {} };
  expect((await playCase(subject(step), environmentWith({ send }).environment)).stopped).toEqual({
    verdict: 'inconclusive',
    detail: `step 0, ListTables: ${detail}`,
  });
  const silent = environmentWith({ send, health: async () => ({ kind: 'silent' }) });
  expect((await playCase(subject(step), silent.environment)).stopped).toEqual({ verdict: 'refused', detail });
});
