/** Time to live. Deletion has no guaranteed time, so cases that wait for it need a virtual clock. */
import type { Call, Case, Repeat, Step, TemplateObject, Times } from '../case.ts';
import { from, n, s, table } from '../case.ts';
import { sources } from '../sources.ts';
import { accepted, put, refused, remove, update } from '../steps.ts';

const specified = (enabled: boolean): Call => ({
  op: 'UpdateTimeToLive',
  input: { TableName: { $table: 't' }, TimeToLiveSpecification: { Enabled: enabled, AttributeName: 'ttl' } },
  observe: [],
});
export const enabled: [Call, Repeat] = [
  accepted(specified(true)),
  {
    repeat: { op: 'DescribeTimeToLive', as: 'enabled', input: { TableName: { $table: 't' } } },
    until: { path: 'TimeToLiveDescription.TimeToLiveStatus', equals: 'ENABLED' },
    pauseMs: 100,
    turns: 300,
    observe: [],
  },
];
// Past on every target's clock, but by less than the five years after which a time counts as a mistake.
export const past = n(Date.UTC(2025, 11, 31) / 1000);
const future = n(Date.UTC(2100, 0, 1) / 1000);

const itemsTotal = 80;
const padded = (at: number): string => String(at).padStart(6, '0');
const expired: Times = {
  times: itemsTotal,
  step: {
    op: 'PutItem',
    input: { TableName: { $table: 't' }, Item: { pk: { S: { $i: 'padded' } }, ttl: past } },
    observe: [],
  },
};
const renewed = (at: number): Call =>
  update('t', { pk: s(padded(at)) }, 'SET #t = :t', {
    ExpressionAttributeNames: { '#t': 'ttl' },
    ExpressionAttributeValues: { ':t': future },
  });

const changed = (call: Call): Step[] => [
  accepted(call),
  { wait: 900, because: 'one of the changes is to come between the finding of expired items and their deletion' },
];
const everyItem = (change: (at: number) => Call): Step[] =>
  Array.from({ length: itemsTotal }, (_, at) => changed(change(at))).flat();
const afterwards = { wait: 3_600_000, because: 'whatever was found expired has been deleted by now' };
const left = (Count: number): Repeat => ({
  repeat: {
    op: 'Scan',
    as: 'left',
    input: {
      ...{ TableName: { $table: 't' }, Select: 'COUNT', ConsistentRead: true },
      ExclusiveStartKey: from('left', 'LastEvaluatedKey'),
    },
  },
  until: { path: 'LastEvaluatedKey', absent: true },
  collect: ['Count'],
  observe: [],
  expect: { ok: { Count } },
});

const renewal: Case = {
  id: 'ttl/renewed-item-stays',
  title: 'An item whose time is put off stays, however late before its deletion that was',
  area: 'ttl',
  findings: ['mongo-rfc/VC-ttl-worker'],
  certainty: 'documented',
  because: 'Expiry deletes an item only if its time is still past: a renewal that was accepted is not lost.',
  sources: [sources.timeToLive],
  tables: { t: table({ hash: ['pk', 'S'] }) },
  steps: [...enabled, expired, ...everyItem(renewed), afterwards, left(itemsTotal)],
};

const replacement: Case = {
  id: 'ttl/replaced-item-stays',
  title: 'An item that is put again without a time stays, however late before its deletion that was',
  area: 'ttl',
  findings: ['mongo-rfc/VC-ttl-worker'],
  certainty: 'documented',
  because: 'Expiry deletes an item only if its time is still past, and this one has none.',
  sources: [sources.timeToLive],
  tables: { t: table({ hash: ['pk', 'S'] }) },
  steps: [...enabled, expired, ...everyItem((at) => put('t', { pk: s(padded(at)) })), afterwards, left(itemsTotal)],
};

const deletedBefore: Case = {
  id: 'ttl/deleted-item-expires-once',
  title: 'An item that a client deletes before its expiry is deleted once',
  area: 'ttl',
  findings: ['mongo-rfc/VC-ttl-worker'],
  certainty: 'documented',
  because: 'An item that is gone cannot expire: of each there is one record that it was removed.',
  sources: [sources.timeToLive, sources.timeToLiveStreams],
  tables: { t: table({ hash: ['pk', 'S'], stream: 'KEYS_ONLY' }) },
  steps: [
    { op: 'DescribeTable', as: 'table', input: { TableName: { $table: 't' } }, observe: [] },
    ...enabled,
    expired,
    ...everyItem((at) => remove('t', { pk: s(padded(at)) })),
    afterwards,
    left(0),
    put('t', { pk: s('last') }),
    {
      readStream: from('table', 'Table.LatestStreamArn'),
      until: { records: 2 * itemsTotal + 1 },
      observe: [],
      expect: { ok: { Records: { $size: 2 * itemsTotal + 1 } } },
    },
  ],
};

const row = { pk: s('p'), ttl: past };
const record = (eventName: string, more: TemplateObject): TemplateObject => ({ eventName, ...more });
const byClient = { userIdentity: { $absent: true } };
const byService = { userIdentity: { Type: 'Service', PrincipalId: 'dynamodb.amazonaws.com' } };

const actor: Case = {
  id: 'ttl/record-names-the-service',
  title: 'The stream record of an expiry names the service, and that of a deletion nobody',
  area: 'ttl',
  findings: ['mongo-rfc/VC-ttl-worker'],
  certainty: 'documented',
  because: 'A reader tells expired items from deleted ones by userIdentity: Service and dynamodb.amazonaws.com.',
  sources: [sources.timeToLiveStreams],
  tables: { t: table({ hash: ['pk', 'S'], stream: 'OLD_IMAGE' }) },
  steps: [
    { op: 'DescribeTable', as: 'table', input: { TableName: { $table: 't' } }, observe: [] },
    put('t', row),
    remove('t', { pk: row.pk }),
    put('t', row),
    ...enabled,
    { wait: 3_600_000, because: 'the item is deleted some time after it has expired' },
    {
      readStream: from('table', 'Table.LatestStreamArn'),
      until: { records: 4 },
      observe: ['Records[].eventName', 'Records[].userIdentity'],
      expect: {
        ok: {
          Records: [
            record('INSERT', byClient),
            record('REMOVE', byClient),
            record('INSERT', byClient),
            record('REMOVE', { ...byService, dynamodb: { OldImage: row } }),
          ],
        },
      },
    },
  ],
};

const inTransition: Case = {
  id: 'ttl/second-change',
  passingStates: true,
  title: 'Time to live cannot be disabled right after it was enabled',
  area: 'ttl',
  findings: ['restore-parity/ttl-transition-busy'],
  certainty: 'documented',
  because: 'A change takes up to an hour, and any other within that hour is a ValidationException.',
  sources: [sources.updateTimeToLive],
  tables: { t: table({ hash: ['pk', 'S'] }) },
  steps: [accepted(specified(true)), refused(specified(false), 'ValidationException')],
};

export const cases: readonly Case[] = [renewal, replacement, deletedBefore, actor, inTransition];
