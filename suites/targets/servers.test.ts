/** Starts each server that this machine has. */
import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { JsonObject, Operation, Outcome } from '../../oracles/values/types.ts';
import { extenddbMongodb, extenddbPostgresql } from './extenddb-remote.ts';
import { resolveTarget, servers, targets } from './index.ts';
import { probe } from './probe.ts';
import { createSender } from './session.ts';
import type { Session } from './target.ts';

const TableName = 'round-trip';
const schema = {
  TableName,
  BillingMode: 'PAY_PER_REQUEST',
  KeySchema: [
    { AttributeName: 'pk', KeyType: 'HASH' },
    { AttributeName: 'sk', KeyType: 'RANGE' },
  ],
  AttributeDefinitions: [
    { AttributeName: 'pk', AttributeType: 'S' },
    { AttributeName: 'sk', AttributeType: 'N' },
    { AttributeName: 'g', AttributeType: 'B' },
  ],
  GlobalSecondaryIndexes: [
    {
      IndexName: 'by-g',
      KeySchema: [{ AttributeName: 'g', KeyType: 'HASH' }],
      Projection: { ProjectionType: 'ALL' },
    },
  ],
};
const item = {
  pk: { S: 'é😀' },
  sk: { N: '12345678901234567890123456789012345678' },
  g: { B: 'AP/+' },
  sets: { M: { ss: { SS: ['a', 'b'] }, ns: { NS: ['1', '2'] }, bs: { BS: ['AA==', '/w=='] } } },
  list: { L: [{ BOOL: false }, { NULL: true }, { B: '' }, { S: '' }] },
};
const Key = { pk: item.pk, sk: item.sk };

/** Sets have no order. */
const comparable = (outcome: Outcome): unknown => {
  const { wire, ...rest } = outcome;
  const unordered = (_: string, value: unknown) =>
    Array.isArray(value) && value.every((v) => typeof v === 'string') ? [...value].sort() : value;
  return { ...JSON.parse(JSON.stringify(rest, unordered)), httpStatus: wire?.status };
};

async function untilActive(session: Session): Promise<void> {
  const deadline = performance.now() + 10_000;
  while (performance.now() < deadline) {
    const outcome = await session.send('DescribeTable', { TableName });
    const table = outcome.kind === 'ok' ? (outcome.output.Table as JsonObject) : {};
    if (table.TableStatus === 'ACTIVE') return;
    await session.pause(5);
  }
  throw new Error(`${session.target}: the table does not become ACTIVE`);
}

const backups: Operation[] = [
  'CreateBackup',
  'DescribeBackup',
  'ListBackups',
  'DeleteBackup',
  'RestoreTableFromBackup',
];
const streams: Operation[] = ['ListStreams', 'DescribeStream', 'GetShardIterator', 'GetRecords'];
const transactions: Operation[] = ['TransactWriteItems', 'TransactGetItems'];
const recovery: Operation[] = ['DescribeContinuousBackups', 'UpdateContinuousBackups'];
const statements: Operation[] = ['ExecuteStatement', 'BatchExecuteStatement', 'ExecuteTransaction'];
const about: Operation[] = ['DescribeLimits', 'DescribeEndpoints'];

const lacking = [
  ...transactions,
  ...streams,
  ...backups,
  ...recovery,
  'UpdateTimeToLive',
  ...statements,
  ...about,
] satisfies Operation[];

/** As measured on the versions in package.json; for those that the user runs, on the ones that their ledgers name. */
const unsupported: { [target: string]: Operation[] } = {
  extenddb: statements,
  'extenddb-file': statements,
  dynoxide: [...backups, ...recovery, ...about],
  'dynoxide-file': [...backups, ...recovery, ...about],
  dynalite: lacking,
  'dynalite-file': lacking,
  'extenddb-postgresql': statements,
  'extenddb-mongodb': statements,
};

/** Servers that the user runs: they may hold anything, so only what is missing is asked. */
const remote = [extenddbPostgresql, extenddbMongodb];

// Private directories are created below this one, so that those of other test files do not count.
const root = mkdtempSync(join(tmpdir(), 'parallax-test-'));
const tmpdirBefore = process.env.TMPDIR;
beforeAll(() => {
  process.env.TMPDIR = root;
});
afterAll(() => {
  if (tmpdirBefore === undefined) delete process.env.TMPDIR;
  else process.env.TMPDIR = tmpdirBefore;
  rmSync(root, { recursive: true });
});

for (const target of servers) {
  const available = await target.availability();
  const title = available.kind === 'available' ? target.name : `${target.name} (skipped: ${available.reason})`;
  describe.skipIf(available.kind === 'unavailable')(title, () => {
    let session: Session;
    beforeAll(async () => {
      session = await target.start({ requestTimeoutMs: 5_000 });
      expect(await session.send('CreateTable', schema)).toMatchObject({ kind: 'ok' });
      await untilActive(session);
    });
    afterAll(async () => session?.stop());

    test('says what it is', async () => {
      expect(session.target).toBe(target.name);
      expect(session.version).toMatch(/^\d+\.\d+\.\d+/);
      expect(await session.health()).toEqual({ kind: 'up' });
      expect(await session.log()).not.toBe('');
    });

    test.each([
      [true, false],
      [false, true],
    ])('every kind of value is written (raw: %s) and read back (raw: %s)', async (rawIn, rawOut) => {
      const put = await session.send('PutItem', { TableName, Item: item }, { raw: rawIn });
      expect(comparable(put)).toEqual({ kind: 'ok', output: {}, httpStatus: 200 });
      const got = await session.send('GetItem', { TableName, Key, ConsistentRead: true }, { raw: rawOut });
      expect(comparable(got)).toEqual(
        comparable({ kind: 'ok', output: { Item: item }, wire: { status: 200, headers: {}, body: '' } }),
      );
    });

    test.each<[Operation, JsonObject]>([
      ['GetItem', { TableName, Key }],
      ['GetItem', { TableName: 'absent', Key }],
      ['GetItem', { TableName, Key: { pk: item.pk } }],
      [
        'PutItem',
        {
          TableName,
          Item: item,
          ConditionExpression: 'attribute_not_exists(pk)',
          ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
        },
      ],
      ['Query', { TableName, KeyConditionExpression: 'pk = :p', ExpressionAttributeValues: { ':p': item.pk } }],
      ['Query', { TableName, KeyConditions: { pk: { ComparisonOperator: 'EQ', AttributeValueList: [item.pk] } } }],
      ['Scan', { TableName, ExclusiveStartKey: Key }],
      ['BatchGetItem', { RequestItems: { [TableName]: { Keys: [Key] } } }],
      ['TransactGetItems', { TransactItems: [{ Get: { TableName, Key } }] }],
      [
        'TransactWriteItems',
        { TransactItems: [{ ConditionCheck: { TableName, Key, ConditionExpression: 'attribute_not_exists(pk)' } }] },
      ],
      ['ListBackups', { Limit: 1, TimeRangeLowerBound: 1_700_000_000 }],
      ['ListStreams', {}],
    ])('the SDK and raw bytes get the same answer: %s %j', async (operation, input) => {
      const [viaSdk, viaRaw] = [
        await session.send(operation, input),
        await session.send(operation, input, { raw: true }),
      ];
      expect(viaSdk.kind).not.toBe('unanswered');
      expect(comparable(viaSdk)).toEqual(comparable(viaRaw));
    });

    test('an index follows its table', async () => {
      const deadline = performance.now() + 5_000;
      const query = {
        TableName,
        IndexName: 'by-g',
        KeyConditionExpression: 'g = :g',
        ExpressionAttributeValues: { ':g': item.g },
      };
      let outcome = await session.send('Query', query);
      while (outcome.kind === 'ok' && outcome.output.Count !== 1 && performance.now() < deadline) {
        outcome = await session.send('Query', query);
      }
      expect(outcome).toMatchObject({ kind: 'ok', output: { Count: 1 } });
    });

    test('a body that is not JSON is refused as such', async () => {
      expect(await session.send('GetItem', {}, { body: '{' })).toMatchObject({
        kind: 'rejected',
        type: 'SerializationException',
      });
    });

    test('what it can do', async () => {
      await expectMissing(session);
    });

    test('no printed secret is kept', async () => {
      const log = await session.log();
      if (target.name.startsWith('extenddb')) {
        expect(log).toContain('Password: (withheld)');
        expect(session.facts).toMatchObject({ control_plane_delay_seconds: '0', index_propagation_delay_ms: '0' });
      }
      expect(log).not.toMatch(/Password:\s*[^(\s]/);
    });

    test.runIf(target.name.startsWith('extenddb'))('a second account is created once', async () => {
      expect(session.otherAccount).toEqual({ supported: true });
      const other = { account: 'other' } as const;
      // Both are sent before the account exists.
      const first = await Promise.all([0, 1].map(() => session.send('ListTables', {}, other)));
      for (const outcome of first) expect(outcome).toMatchObject({ kind: 'ok', output: { TableNames: [] } });
      const made = await session.send('CreateTable', schema, { ...other, raw: true });
      const own = await session.send('DescribeTable', { TableName });
      const accounts = [made, own].map(
        (outcome) => /"TableArn":"(?:[^:]*:){4}(\d{12}):/.exec(JSON.stringify(outcome))?.[1],
      );
      expect(accounts[0]).toMatch(/^\d{12}$/);
      expect(accounts[0]).not.toBe(accounts[1]);
      expect(await session.send('DeleteTable', { TableName }, other)).toMatchObject({ kind: 'ok' });
      expect(await session.send('GetItem', { TableName, Key })).toMatchObject({ kind: 'ok' });
      expect(`${await session.log()}${JSON.stringify(session.facts)}`).not.toMatch(/secret_access_key|AKIAEXTENDDB/);
    });

    test.runIf(!target.name.startsWith('extenddb'))('all keys belong to one account', async () => {
      expect(session.otherAccount).toMatchObject({ supported: false });
      const url = new URL(/http:\/\/[\d.]+:\d+/.exec(await session.log())?.[0] ?? '');
      const credentials = async () => ({ accessKeyId: 'AKIDOTHER', secretAccessKey: 'other' });
      const sender = createSender({ url, streamsUrl: url, region: 'us-east-1', credentials });
      expect(await sender.send('ListTables', {})).toMatchObject({ output: { TableNames: [TableName] } });
      sender.close();
    });

    test('it is gone after stop, and reports that', async () => {
      const before = readdirSync(root);
      const other = await target.start({ requestTimeoutMs: 2_000 });
      expect(readdirSync(root).length).toBe(before.length + 1);
      await other.stop();
      await other.stop();
      expect(readdirSync(root)).toEqual(before);
      expect(await other.send('ListTables', {})).toMatchObject({ kind: 'unanswered', cause: 'refused' });
      expect(await other.health()).toMatchObject({ kind: 'crashed' });
    });

    test.runIf(process.platform === 'linux')('SIGKILL of its owner ends it, too', async () => {
      const owner = join(import.meta.dirname, 'testing', 'owner.ts');
      const us = spawn(process.execPath, ['--import', 'tsx', owner, 'wait', target.name], {
        stdio: ['ignore', 'pipe', 'ignore'],
      });
      us.stdout.setEncoding('utf8');
      const { pids } = JSON.parse(await new Promise<string>((resolve) => us.stdout.once('data', resolve)));
      expect(pids.length).toBeGreaterThanOrEqual(2);
      us.kill('SIGKILL');
      const deadline = performance.now() + 8_000;
      const left = (): number[] => pids.filter((pid: number) => existsSync(`/proc/${pid}/exe`) && !isZombie(pid));
      while (left().length > 0 && performance.now() < deadline) await session.pause(10);
      expect(left()).toEqual([]);
    });
  });
}

for (const target of remote) {
  const available = await target.availability();
  const title = available.kind === 'available' ? target.name : `${target.name} (skipped: ${available.reason})`;
  test.skipIf(available.kind === 'unavailable')(title, async () => {
    const session = await target.start({ requestTimeoutMs: 5_000 });
    await expectMissing(session).finally(() => session.stop());
  });
}

async function expectMissing(session: Session): Promise<void> {
  const { found } = await probe(session, 'parallax_servers_probe_1_');
  const missing = [...found].filter(([, support]) => !support.supported);
  expect(missing.map(([operation]) => operation)).toEqual(unsupported[session.target]);
  for (const [, support] of missing) expect(support).toMatchObject({ reason: 'answers UnknownOperationException' });
}

/** A zombie has no command line. */
function isZombie(pid: number): boolean {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8') === '';
  } catch {
    return true;
  }
}

test('of each server it is written down what it lacks, also where this machine cannot start it', () => {
  expect(Object.keys(unsupported).sort()).toEqual([...servers, ...remote].map(({ name }) => name).sort());
});

test('a server that the user runs is found by its variable, and never asked by default', async () => {
  const variable = 'PARALLAX_EXTENDDB_POSTGRESQL_URL';
  const before = process.env[variable];
  try {
    delete process.env[variable];
    const absent = { kind: 'unavailable', reason: `${variable} is not set`, remedy: expect.stringContaining(variable) };
    expect(await extenddbPostgresql.availability()).toEqual(absent);
    process.env[variable] = 'ftp://127.0.0.1/';
    expect(await extenddbPostgresql.availability()).toMatchObject({ reason: expect.stringMatching(/http or https/) });
    for (const target of remote) {
      expect(target.startedByUs).toBe(false);
      expect(servers).not.toContain(target);
    }
  } finally {
    if (before === undefined) delete process.env[variable];
    else process.env[variable] = before;
  }
});

test('names', () => {
  for (const [name, target] of Object.entries(targets)) expect(target.name).toBe(name);
  expect(() => resolveTarget('constructor')).toThrow(/there is no target "constructor"/);
  expect(() => resolveTarget('dynamo')).toThrow(
    expect.objectContaining({ remedy: expect.stringContaining(Object.keys(targets).join(', ')) }),
  );
  expect(resolveTarget('http://127.0.0.1:8000').startedByUs).toBe(false);
});
