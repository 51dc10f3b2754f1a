/** Invented divergences of every status, for tests of the renderings. */
import type { JsonObject } from '../../oracles/values/types.ts';
import type { Divergence } from '../../suites/runner/record.ts';

type Draft = Pick<Divergence, 'fingerprint' | 'target' | 'case' | 'findings' | 'class' | 'severity' | 'step' | 'path'> &
  Pick<Divergence, 'expected' | 'actual' | 'title' | 'because' | 'request' | 'answers'> &
  Partial<Divergence>;

export const divergence = (draft: Draft): Divergence => ({
  certainty: 'measured',
  evidence: 'case',
  tier: 'outcome',
  status: 'new',
  repro: `npx parallax repro ${draft.fingerprint} --target ${draft.target}`,
  ...draft,
});

const order = (pk: string, sk: string, more: JsonObject = {}): JsonObject => ({
  pk: { S: pk },
  sk: { S: sk },
  status: { S: 'open' },
  placedAt: { N: '20261129' },
  ...more,
});

export const missingRow = divergence({
  fingerprint: '3f1c9a04be77',
  target: 'extenddb',
  case: 'secondary-index/two-items-one-key',
  findings: ['mongo-rfc/C1'],
  class: 'rows-missing',
  severity: 'critical',
  step: '4',
  path: 'Items[1]',
  expected: order('customer#7', 'order#2'),
  actual: null,
  title: 'A query of an index loses one of two items with the same index key',
  because:
    'An index entry is identified by its index key together with the key of the base table, so any number of items may share one index key.',
  request: {
    op: 'Query',
    input: {
      TableName: 'plx-orders',
      IndexName: 'byStatus',
      KeyConditionExpression: '#s = :open AND placedAt = :day',
      ExpressionAttributeNames: { '#s': 'status' },
      ExpressionAttributeValues: { ':open': { S: 'open' }, ':day': { N: '20261129' } },
    },
  },
  answers: {
    expected: {
      Count: 3,
      ScannedCount: 3,
      Items: [order('customer#7', 'order#1'), order('customer#7', 'order#2'), order('customer#9', 'order#1')],
    },
    actual: { Count: 2, ScannedCount: 2, Items: [order('customer#7', 'order#1'), order('customer#9', 'order#1')] },
  },
});

const shortNumber = divergence({
  fingerprint: 'a1e05d2277c0',
  target: 'dynoxide',
  case: 'number-precision/key-38-digits',
  findings: ['mongo-rfc/C10'],
  class: 'value',
  severity: 'critical',
  step: '2',
  path: 'Item.pk.N',
  expected: '12345678901234567890123456789012345678',
  actual: '12345678901234567890123456789012350000',
  title: 'A number key keeps 34 of its 38 digits',
  because: 'Numbers have up to 38 digits of precision, in keys as everywhere else.',
  evidence: 'oracle',
  certainty: 'documented',
  request: {
    op: 'GetItem',
    input: { TableName: 'plx-numbers', Key: { pk: { N: '12345678901234567890123456789012345678' } } },
  },
  answers: {
    expected: { Item: { pk: { N: '12345678901234567890123456789012345678' }, v: { S: 'exact' } } },
    actual: { Item: { pk: { N: '12345678901234567890123456789012350000' }, v: { S: 'exact' } } },
  },
});

const wrongOrder = (target: string, status: Divergence['status']): Divergence =>
  divergence({
    fingerprint: '77b2d1f0ac19',
    target,
    case: 'binary-order/sort-key-lengths',
    findings: ['mongo-rfc/M5'],
    class: 'rows-order',
    severity: 'major',
    step: '5',
    path: 'Items[].sk.B',
    expected: ['AA==', 'AAH/', 'AQ==', '/w=='],
    actual: ['AA==', 'AQ==', '/w==', 'AAH/'],
    title: 'Binary sort keys come shortest first',
    because: 'Binary keys compare byte by byte as unsigned numbers; the length decides only when one is a prefix.',
    status,
    ...(status === 'known' && {
      reason: 'Documented limit of the store; a fix is planned for its next major version.',
    }),
    request: { op: 'Query', input: { TableName: 'plx-bytes', KeyConditionExpression: 'pk = :p' } },
    answers: {
      expected: { Items: ['AA==', 'AAH/', 'AQ==', '/w=='].map((b) => ({ pk: { S: 'a' }, sk: { B: b } })) },
      actual: { Items: ['AA==', 'AQ==', '/w==', 'AAH/'].map((b) => ({ pk: { S: 'a' }, sk: { B: b } })) },
    },
  });

const wrongText = divergence({
  fingerprint: '09cc41e8d5b2',
  target: 'dynalite',
  case: 'errors/unused-name',
  findings: [],
  class: 'error-text',
  severity: 'minor',
  step: '1',
  path: 'message',
  expected: 'Value provided in ExpressionAttributeNames unused in expressions: keys: {#b}',
  actual: 'Value provided in ExpressionAttributeNames unused in expressions: keys: {#b, #a}',
  title: 'The text names a placeholder that is used',
  because: 'The message lists the unused placeholders only.',
  certainty: 'recorded',
  tier: 'text',
  status: 'advisory',
  request: { op: 'GetItem', input: { TableName: 'plx-a', Key: { pk: { S: '1' } }, ProjectionExpression: '#a' } },
  answers: {
    expected: { type: 'ValidationException', message: 'Value provided … unused in expressions: keys: {#b}' },
    actual: { type: 'ValidationException', message: 'Value provided … unused in expressions: keys: {#b, #a}' },
  },
});

const accepted = divergence({
  fingerprint: '5d0a3be96613',
  target: 'dynalite',
  case: 'errors/empty-key',
  findings: [],
  class: 'accepted',
  severity: 'major',
  step: '1',
  path: '',
  expected: 'ValidationException',
  actual: 'ok',
  title: 'An empty string is accepted as a key',
  because: 'Key attributes of type string or binary must not be empty.',
  request: { op: 'PutItem', input: { TableName: 'plx-a', Item: { pk: { S: '' } } } },
  answers: {
    expected: { kind: 'rejected', type: 'ValidationException' },
    actual: { kind: 'ok', output: {} },
  },
});

export const divergences: Divergence[] = [
  wrongText,
  wrongOrder('dynalite', 'known'),
  missingRow,
  accepted,
  shortNumber,
  wrongOrder('extenddb', 'new'),
];
