import { expect, test } from 'vitest';
import { operationNames } from '../../oracles/values/operations.ts';
import type { Outcome } from '../../oracles/values/types.ts';
import { createOracleSession } from './oracle.ts';
import { probe, supportOf } from './probe.ts';
import type { Session } from './target.ts';

const rejected = (type: string, message = '', status = 400): Outcome => ({
  kind: 'rejected',
  ...{ type, rawType: `x#${type}`, message, status, members: {} },
});

const untyped = (body: string, how = 'no error type'): Outcome => ({
  kind: 'unanswered',
  ...{ cause: 'garbage', detail: `HTTP 400 with ${how}`, wire: { status: 400, headers: {}, body } },
});

test.each<[string, Outcome, string | true]>([
  ['an answer', { kind: 'ok', output: {} }, true],
  ['a refusal of the input', rejected('ValidationException', 'Value null at tableName'), true],
  ['a refusal that speaks of support of a value', rejected('ValidationException', 'Unsupported type: X'), true],
  ['the service word', rejected('UnknownOperationException'), 'answers UnknownOperationException'],
  ['a status', rejected('InternalFailure', 'x', 501), 'answers InternalFailure: x'],
  [
    'words',
    rejected('ValidationException', 'CreateBackup is not yet supported'),
    'answers ValidationException: CreateBackup is not yet supported',
  ],
  [
    'words about the operation',
    rejected('ValidationException', 'Unknown operation: CreateBackup'),
    'answers ValidationException: Unknown operation: CreateBackup',
  ],
  [
    'words of a framework',
    rejected('NotImplementedError', 'The create_backup action has not been implemented'),
    'answers NotImplementedError: The create_backup action has not been implemented',
  ],
  ['words about a value', rejected('ValidationException', 'BillingMode PROVISIONED is not supported'), true],
  ['a failure', rejected('HTTP 500', 'with a page of markup', 500), true],
  ['silence', { kind: 'unanswered', cause: 'timeout', detail: 'd' }, true],
  ['garbage', { kind: 'unanswered', cause: 'garbage', detail: 'HTTP 404 with a page of markup' }, true],
  ['a refusal without a type', untyped('{"message":"no such stream"}'), true],
  [
    'words about the service, without a type',
    untyped('{"error": "Unsupported service: dynamodbstreams"}'),
    'answers HTTP 400 with no error type: Unsupported service: dynamodbstreams',
  ],
  ['a page that happens to hold such words', untyped('<p>Unsupported operation</p>', 'a page of markup'), true],
])('%s', (_, outcome, expected) => {
  const wanted = expected === true ? { supported: true } : { supported: false, reason: expected };
  expect(supportOf('CreateBackup', outcome)).toEqual(wanted);
});

test('every operation except CreateTable is probed, by a request whose only fault is that the thing does not exist', async () => {
  const session = createOracleSession();
  const refusals: string[] = [];
  const recorded: Session = {
    ...session,
    send: async (operation, input, options) => {
      const outcome = await session.send(operation, input, options);
      if (outcome.kind === 'rejected') refusals.push(`${operation} ${outcome.type}`);
      return outcome;
    },
  };
  const { found } = await probe(recorded, 'parallax_abcdef_probe_1_');
  expect([...found.keys()]).toEqual(operationNames.filter((operation) => operation !== 'CreateTable'));
  expect([...found.values()].every(({ supported }) => supported)).toBe(true);
  // Only the server that issued iterators knows their form.
  expect(refusals.filter((refusal) => !/NotFoundException$/.test(refusal))).toEqual(['GetRecords ValidationException']);
  expect(await session.send('ListTables', {})).toMatchObject({ output: { TableNames: [] } });
});

test('probing stops at a server that answers no probe', async () => {
  const sent: string[] = [];
  const silent: Session = {
    ...createOracleSession(),
    send: async (operation) => {
      sent.push(operation);
      return { kind: 'unanswered', cause: 'timeout', detail: '' };
    },
  };
  await probe(silent, 'parallax_abcdef_probe_1_');
  expect(sent).toHaveLength(2);
});

test('the operation whose probe ended the server is named, and nothing more is sent', async () => {
  const oracle = createOracleSession();
  let alive = true;
  const fragile: Session = {
    ...oracle,
    send: async (operation, ...rest) => {
      alive &&= operation !== 'Query';
      return alive ? oracle.send(operation, ...rest) : { kind: 'unanswered', cause: 'closed', detail: '' };
    },
    health: async () => (alive ? { kind: 'up' } : { kind: 'crashed', how: 'SIGSEGV' }),
  };
  const { found, lostAt } = await probe(fragile, 'parallax_abcdef_probe_1_');
  expect(lostAt).toBe('Query');
  expect([...found.keys()]).not.toContain('Query');
  alive = true;
  const again = await probe(fragile, 'parallax_abcdef_probe_1_', new Set([...found.keys(), 'Query' as const]));
  expect(again).not.toHaveProperty('lostAt');
  expect([...again.found.keys()]).toContain('Scan');
});

test('an unreadable answer costs no wait, and does not stop the other probes', async () => {
  const oracle = createOracleSession();
  const streamless: Session = {
    ...oracle,
    send: async (operation, ...request) =>
      /Stream|Shard|GetRecords/.test(operation)
        ? untyped('{"error": "Unsupported service: dynamodbstreams"}')
        : oracle.send(operation, ...request),
  };
  const { found } = await probe(streamless, 'parallax_abcdef_probe_1_');
  expect([...found.keys()]).toEqual(operationNames.filter((operation) => operation !== 'CreateTable'));
  expect([...found].flatMap(([operation, { supported }]) => (supported ? [] : [operation]))).toEqual([
    ...['ListStreams', 'DescribeStream', 'GetShardIterator', 'GetRecords'],
  ]);
});
