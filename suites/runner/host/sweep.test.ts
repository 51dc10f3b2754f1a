import { expect, test } from 'vitest';
import { table } from '../../cases/case.ts';
import { createOracleSession } from '../../targets/oracle.ts';
import type { Session } from '../../targets/target.ts';
import { ok, refused } from '../testing/outcomes.ts';
import { isOfARun } from './names.ts';
import { findRemnants, olderThan, removeRemnants } from './sweep.ts';

const schema = table({ hash: ['pk', 'S'] });
const hour = 3_600_000;

async function create(session: Session, TableName: string, sender = {}): Promise<void> {
  await session.send('CreateTable', { ...schema, TableName }, sender);
  await session.pause(1_000);
}

test.each([
  ['parallax_0a1b2c_t_12_', true],
  ['parallax_0a1b2c__1_', true],
  ['parallax_orders', false],
  ['parallax_facade_orders', false],
  ['parallax_0a1b2c_t_12', false],
  ['parallax_0a1b2c3_t_12_', false],
  ['my_parallax_0a1b2c_t_12_', false],
  ['parallax_0A1B2C_t_12_', false],
])('%s belongs to a run: %s', (name, expected) => {
  expect(isOfARun(name)).toBe(expected);
});

test('tables and backups of runs are found, in both accounts, and nothing else', async () => {
  const session = createOracleSession();
  await create(session, 'parallax_aaaaaa_t_1_');
  await create(session, 'parallax_orders');
  await create(session, 'parallax_bbbbbb_t_1_', { account: 'other' });
  await session.send('CreateBackup', { TableName: 'parallax_aaaaaa_t_1_', BackupName: 'kept' });
  await session.send('CreateBackup', { TableName: 'parallax_orders', BackupName: 'mine' });
  const { remnants: found } = await findRemnants(session);
  expect(found.map(({ kind, account }) => [kind, account ?? 'own'])).toEqual([
    ['table', 'own'],
    ['backup', 'own'],
    ['table', 'other'],
  ]);
  expect(found.every(({ createdMs }) => createdMs !== undefined)).toBe(true);
  expect(await removeRemnants(session, found, 60_000)).toEqual([]);
  await session.pause(hour);
  expect(await session.send('ListTables', {})).toMatchObject({ output: { TableNames: ['parallax_orders'] } });
  expect(await session.send('ListTables', {}, { account: 'other' })).toMatchObject({ output: { TableNames: [] } });
  expect(await session.send('ListBackups', {})).toMatchObject({
    output: { BackupSummaries: [{ TableName: 'parallax_orders' }] },
  });
});

test('young remnants, and those of unknown age, stay', () => {
  const old = { kind: 'table', name: 'old', createdMs: 0 } as const;
  const young = { kind: 'table', name: 'young', createdMs: 1 } as const;
  const unknown = { kind: 'table', name: 'unknown' } as const;
  expect(olderThan([old, young, unknown], hour, hour)).toEqual([old]);
});

test.each([
  ['seconds', 1_767_225_600.5, 1_767_225_600_500],
  ['a text', '2026-01-30T00:00:00Z', Date.UTC(2026, 0, 30)],
  ['a text without a zone', '2026-01-30T00:00:00', undefined],
  ['milliseconds', 1_796_010_828_896, undefined],
  ['nonsense', 'yesterday', undefined],
  ['nothing', null, undefined],
])('the age of a table is read from %s', async (_, CreationDateTime, createdMs) => {
  const session: Session = {
    ...createOracleSession(),
    otherAccount: { supported: false, reason: '' },
    send: async (op) => {
      if (op === 'ListTables') return ok({ TableNames: ['parallax_aaaaaa_t_1_', 7] });
      return op === 'DescribeTable' ? ok({ Table: { CreationDateTime } }) : refused('UnknownOperationException');
    },
  };
  const [found] = (await findRemnants(session)).remnants;
  expect(found?.createdMs).toBe(createdMs);
});

test('an endless listing is an error, not an endless sweep', async () => {
  const session: Session = {
    ...createOracleSession(),
    send: async () => ok({ TableNames: ['a'], LastEvaluatedTableName: 'a' }),
  };
  await expect(findRemnants(session)).rejects.toThrow('the same page for ever');
});

test('what cannot be removed is returned', async () => {
  const oracle = createOracleSession();
  await create(oracle, 'parallax_aaaaaa_t_1_');
  const session: Session = {
    ...oracle,
    send: async (op, ...rest) => (op === 'DeleteTable' ? refused('AccessDeniedException') : oracle.send(op, ...rest)),
  };
  expect(await removeRemnants(session, (await findRemnants(session)).remnants, 60_000)).toMatchObject([
    { kind: 'table', name: 'parallax_aaaaaa_t_1_', why: expect.stringContaining('AccessDenied') },
  ]);
});
