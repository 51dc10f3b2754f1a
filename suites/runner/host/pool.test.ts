import { expect, test } from 'vitest';
import type { JsonObject, Operation, Outcome } from '../../../oracles/values/types.ts';
import { table } from '../../cases/case.ts';
import { createOracleSession } from '../../targets/oracle.ts';
import type { Session } from '../../targets/target.ts';
import { ok, refused } from '../testing/outcomes.ts';
import { virtualPatience } from './patience.ts';
import { TablePool } from './pool.ts';

const schema = table({ hash: ['pk', 'S'] });
const prefix = 'parallax_pool_';

/** A pool on the oracle. `answer` may replace an answer. */
function poolOn(answer: (op: Operation, input: JsonObject) => Outcome | undefined, patience = virtualPatience) {
  const sent: Operation[] = [];
  let pausedMs = 0;
  const oracle = createOracleSession();
  const session: Session = {
    ...oracle,
    send: async (op, input, options) => {
      sent.push(op);
      return answer(op, input) ?? oracle.send(op, input, options);
    },
    pause: async (ms) => {
      pausedMs += ms;
      await oracle.pause(ms);
    },
  };
  return { pool: new TablePool(session, prefix, patience), oracle, sent, pausedMs: () => pausedMs };
}

const state = (TableStatus: string): Outcome => ok({ Table: { TableStatus } });

test('a table that is not ACTIVE in time is stuck, and the last status is reported', async () => {
  const { pool, pausedMs } = poolOn((op) => (op === 'DescribeTable' ? state('CREATING') : undefined));
  await expect(pool.lease(schema)).rejects.toMatchObject({
    unready: { kind: 'stuck', detail: 'a table is not ACTIVE after 10 s; last seen: CREATING' },
  });
  expect(pausedMs()).toBeGreaterThanOrEqual(virtualPatience.activeMs);
});

test('polls of a table become rarer over time', async () => {
  const { pool, sent } = poolOn((op) => (op === 'DescribeTable' ? state('CREATING') : undefined), {
    ...virtualPatience,
    activeMs: 600_000,
  });
  await expect(pool.lease(schema)).rejects.toThrow('not ACTIVE');
  expect(sent.length).toBeLessThan(1_300);
});

test('a table is not ready before its indexes are ACTIVE', async () => {
  const building = ok({ Table: { TableStatus: 'ACTIVE', GlobalSecondaryIndexes: [{ IndexStatus: 'CREATING' }] } });
  const { pool } = poolOn((op) => (op === 'DescribeTable' ? building : undefined));
  await expect(pool.lease(schema)).rejects.toThrow('last seen: ACTIVE, CREATING');
});

test('a table that is not visible yet is awaited', async () => {
  let looks = 0;
  const { pool } = poolOn((op) =>
    op === 'DescribeTable' && ++looks < 3 ? refused('ResourceNotFoundException') : undefined,
  );
  expect(await pool.lease(schema)).toMatch(prefix);
});

test('a table that stays invisible was lost, which is an answer', async () => {
  const { pool, pausedMs } = poolOn((op) =>
    op === 'DescribeTable' ? refused('ResourceNotFoundException') : undefined,
  );
  await expect(pool.lease(schema)).rejects.toMatchObject({
    unready: { kind: 'refused', operation: 'DescribeTable', outcome: { type: 'ResourceNotFoundException' } },
  });
  const waited = pausedMs();
  expect(waited).toBeGreaterThanOrEqual(virtualPatience.unseenMs);
  expect(waited).toBeLessThan(virtualPatience.activeMs);
  // One such table is enough.
  await expect(pool.lease(schema)).rejects.toMatchObject({ unready: { kind: 'refused' } });
  expect(pausedMs()).toBe(waited);
});

test('after several tables that did not become ready the target is given up', async () => {
  const { pool } = poolOn((op) => (op === 'DescribeTable' ? ok({}) : undefined), { ...virtualPatience, unreadyMax: 2 });
  await expect(pool.lease(schema)).rejects.toMatchObject({ unready: { kind: 'stuck' } });
  await expect(pool.lease(schema)).rejects.toMatchObject({
    name: 'TargetError',
    message: '2 tables did not become ready: DescribeTable answers without a Table.TableStatus',
  });
});

test('a refusal names the operation that was refused', async () => {
  const { pool } = poolOn((op) => (op === 'DescribeTable' ? refused('AccessDeniedException') : undefined));
  await expect(pool.lease(schema)).rejects.toMatchObject({
    unready: { kind: 'refused', operation: 'DescribeTable', outcome: { type: 'AccessDeniedException' } },
  });
});

test.each<[string, (op: Operation) => Outcome | undefined, string]>([
  [
    'refuses to remove it',
    (op) => (op === 'DeleteTable' ? refused('AccessDeniedException') : undefined),
    'DeleteTable: AccessDeniedException',
  ],
  [
    'says that it is removed, and it stays',
    (op) => (op === 'DeleteTable' ? ok({}) : undefined),
    'DeleteTable was accepted, and the table is still there: "ACTIVE"',
  ],
  [
    'says for ever that it is being removed',
    (op) => (op === 'DeleteTable' ? ok({}) : op === 'DescribeTable' ? state('DELETING') : undefined),
    'DeleteTable was accepted, and the table is still there: "DELETING"',
  ],
  [
    'does not answer',
    (op) => (op === 'DeleteTable' ? { kind: 'unanswered', cause: 'closed', detail: 'x' } : undefined),
    'DeleteTable: no answer (closed)',
  ],
  [
    'is busy for ever',
    (op) => (op === 'DeleteTable' ? refused('ResourceInUseException') : undefined),
    'DeleteTable: ResourceInUseException',
  ],
])('a table is reported as left behind when the target %s', async (_, answer, why) => {
  let closing = false;
  const { pool } = poolOn((op) => (closing ? answer(op) : undefined));
  const name = await pool.lease(schema);
  closing = true;
  await pool.cleanup.drop(name);
  expect(await pool.cleanup.close(60_000)).toEqual([{ kind: 'table', name, why: expect.stringContaining(why) }]);
});

test('a deleted table is not left behind, nor is an unused name', async () => {
  const { pool, oracle } = poolOn(() => undefined);
  await pool.cleanup.drop(await pool.lease(schema));
  await pool.lease(schema);
  pool.cleanup.name('never');
  expect(await pool.cleanup.close(60_000)).toEqual([]);
  expect(await oracle.send('ListTables', {})).toMatchObject({ output: { TableNames: [] } });
});

test('a table that a case has protected against deletion is removed', async () => {
  const { pool, oracle } = poolOn(() => undefined);
  const TableName = pool.cleanup.name('kept');
  await oracle.send('CreateTable', { ...schema, TableName, DeletionProtectionEnabled: true });
  expect(await pool.cleanup.close(60_000)).toEqual([]);
  expect(await oracle.send('DescribeTable', { TableName })).toMatchObject({ kind: 'rejected' });
});

test('a protection that cannot be lifted is reported, and asked about once', async () => {
  const { pool, oracle, sent } = poolOn((op) => (op === 'UpdateTable' ? refused('AccessDeniedException') : undefined));
  const TableName = pool.cleanup.name('kept');
  await oracle.send('CreateTable', { ...schema, TableName, DeletionProtectionEnabled: true });
  expect(await pool.cleanup.close(60_000)).toMatchObject([
    { name: TableName, why: expect.stringMatching('protected') },
  ]);
  expect(sent.filter((op) => op === 'UpdateTable')).toHaveLength(1);
});

test('a name that never became a table is not left behind, even if its removal is refused', async () => {
  const { pool } = poolOn((op) => (op === 'DeleteTable' ? refused('AccessDeniedException') : undefined));
  pool.cleanup.name('never');
  const made = await pool.lease(schema);
  expect((await pool.cleanup.close(60_000)).map(({ name }) => name)).toEqual([made]);
});

test('a backup that cannot be removed is reported', async () => {
  const { pool } = poolOn((op) => (op === 'DeleteBackup' ? refused('BackupInUseException') : undefined));
  pool.cleanup.noteBackup('arn:backup', {});
  await pool.cleanup.dropBackup('arn:backup');
  expect(await pool.cleanup.close(60_000)).toEqual([
    { kind: 'backup', name: 'arn:backup', why: expect.stringContaining('DeleteBackup: BackupInUseException') },
  ]);
});

test('what there was no time to remove is reported without waiting', async () => {
  const { pool } = poolOn((op) => (op === 'DeleteTable' ? refused('ResourceInUseException') : undefined));
  const name = await pool.lease(schema);
  expect(await pool.cleanup.close(0)).toEqual([{ kind: 'table', name, why: 'no time was left to remove it' }]);
});

test('after one table could not be removed in time, the others get one attempt each', async () => {
  const { pool, sent } = poolOn((op) => (op === 'DeleteTable' ? refused('ResourceInUseException') : undefined));
  const names = [await pool.lease(schema), await pool.lease(schema)] as const;
  await pool.cleanup.drop(names[0]);
  const before = sent.length;
  await pool.cleanup.drop(names[1]);
  expect(sent.length - before).toBe(1);
});

test('a signal ends the wait for a table, which then does not count, but not the removal', async () => {
  const abort = new AbortController();
  const oracle = createOracleSession();
  let busy = 3;
  const session: Session = {
    ...oracle,
    send: async (op, ...rest) => {
      if (op === 'DeleteTable' && busy-- > 0) return refused('ResourceInUseException');
      if (op !== 'DescribeTable' || abort.signal.aborted) return oracle.send(op, ...rest);
      abort.abort();
      return state('CREATING');
    },
  };
  const pool = new TablePool(session, prefix, { ...virtualPatience, unreadyMax: 1 }, abort.signal);
  await expect(pool.lease(schema)).rejects.toMatchObject({
    ...{
      name: 'PoolError',
      unready: { kind: 'unanswered', outcome: { detail: expect.stringContaining('last seen: CREATING') } },
    },
  });
  expect(await pool.cleanup.close(60_000)).toEqual([]);
  expect(await oracle.send('ListTables', {})).toMatchObject({ output: { TableNames: [] } });
});

test.each([
  ['removed when it appears late', true],
  ['named when it does not', false],
])('a table whose creation was not answered is %s', async (_, comes) => {
  const oracle = createOracleSession();
  const late: (() => Promise<Outcome>)[] = [];
  const session: Session = {
    ...oracle,
    send: async (op, input, options) => {
      if (op !== 'CreateTable') return oracle.send(op, input, options);
      if (comes) late.push(() => oracle.send(op, input, options));
      return { kind: 'unanswered', cause: 'timeout', detail: 'no answer' };
    },
    pause: async (ms) => {
      for (const make of late.splice(0)) await make();
      await oracle.pause(ms);
    },
  };
  const pool = new TablePool(session, prefix, virtualPatience);
  await expect(pool.lease(schema)).rejects.toMatchObject({ unready: { kind: 'unanswered' } });
  const left = await pool.cleanup.close(60_000);
  expect(left.map(({ why }) => why)).toEqual(comes ? [] : ['its creation got no answer, so it may still appear']);
  await oracle.pause(60_000);
  expect(await oracle.send('ListTables', {})).toMatchObject({ output: { TableNames: [] } });
});

test('a throttled removal is repeated', async () => {
  let refusals = 2;
  const { pool, oracle } = poolOn((op) =>
    op === 'DeleteTable' && refusals-- > 0 ? refused('ThrottlingException') : undefined,
  );
  await pool.lease(schema);
  expect(await pool.cleanup.close(60_000)).toEqual([]);
  expect(await oracle.send('ListTables', {})).toMatchObject({ output: { TableNames: [] } });
});

test('where deletion takes minutes, DELETING counts as gone, and a table that is ACTIVE again is polled again', async () => {
  const states = ['ACTIVE', 'DELETING'];
  let closing = false;
  const { pool } = poolOn(
    (op) => {
      if (!closing) return undefined;
      return op === 'DeleteTable' ? ok({}) : op === 'DescribeTable' ? state(states.shift() ?? 'DELETING') : undefined;
    },
    { ...virtualPatience, deletingIsGone: true },
  );
  await pool.lease(schema);
  closing = true;
  expect(await pool.cleanup.close(60_000)).toEqual([]);
  expect(states).toEqual([]);
});
