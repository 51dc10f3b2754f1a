import type { Case, ReadStream, Template } from '../case.ts';
import { n, s, table } from '../case.ts';
import { sources } from '../sources.ts';
import { put, remove, update } from '../steps.ts';

type View = 'KEYS_ONLY' | 'NEW_IMAGE' | 'OLD_IMAGE' | 'NEW_AND_OLD_IMAGES';
const streamed = (stream: View) => ({ t: table({ hash: ['pk', 'S'], range: ['sk', 'N'], stream }) });
// Always one partition key, since only its records have a guaranteed order.
const key = (sk: number) => ({ pk: s('p'), sk: n(sk) });
const row = (sk: number, a: string) => ({ ...key(sk), a: s(a) });
const setA = (sk: number, a: string) =>
  update('t', key(sk), 'SET a = :a', { ExpressionAttributeValues: { ':a': s(a) } });

const described = { op: 'DescribeTable' as const, as: 'table', input: { TableName: { $table: 't' } }, observe: [] };
const records = (expected: Template[]): ReadStream => ({
  readStream: { $from: 'table', path: 'Table.LatestStreamArn' },
  until: { records: expected.length },
  pauseMs: 50,
  observe: [
    'Records[].eventName',
    'Records[].dynamodb.Keys',
    'Records[].dynamodb.NewImage',
    'Records[].dynamodb.OldImage',
    'Records[].dynamodb.StreamViewType',
  ],
  expect: { ok: { Records: expected } },
});
const absent = { $absent: true };
const record = (eventName: string, sk: number, newImage: Template, oldImage: Template) => ({
  eventName,
  dynamodb: { Keys: key(sk), NewImage: newImage, OldImage: oldImage },
});

const upsert: Case = {
  id: 'streams/upsert-is-insert',
  title: 'UpdateItem that creates an item is an INSERT without an old image',
  area: 'streams',
  findings: ['mongo-rfc/C8'],
  certainty: 'measured',
  because: 'There was no item before, so nothing was modified and there is nothing old to show.',
  sources: [sources.alternatorStreamNoOp, sources.streamRecord],
  tables: streamed('NEW_AND_OLD_IMAGES'),
  steps: [
    described,
    setA(1, 'x'),
    setA(1, 'y'),
    update('t', key(2), 'ADD c :one', { ExpressionAttributeValues: { ':one': n(1) } }),
    records([
      record('INSERT', 1, row(1, 'x'), absent),
      record('MODIFY', 1, row(1, 'y'), row(1, 'x')),
      record('INSERT', 2, { ...key(2), c: n(1) }, absent),
    ]),
  ],
};

const upsertOldImage: Case = {
  id: 'streams/upsert-old-image-view',
  title: 'Under OLD_IMAGE an UpdateItem that creates an item shows no image at all',
  area: 'streams',
  findings: ['mongo-rfc/C8', 'mongo-rfc/VC-stream-images'],
  certainty: 'documented',
  because: 'An image made up of the key alone would say that such an item had existed.',
  sources: [sources.streamRecord],
  tables: streamed('OLD_IMAGE'),
  steps: [
    described,
    setA(1, 'x'),
    setA(1, 'y'),
    records([record('INSERT', 1, absent, absent), record('MODIFY', 1, absent, row(1, 'x'))]),
  ],
};

const nested = { m: { M: { x: n(1), y: { L: [s('a'), n(2)] } } }, set: { NS: ['1', '2'] } };
const reordered = { set: { NS: ['2', '1.0'] }, m: { M: { y: { L: [s('a'), n('2.0')] }, x: n('1e0') } } };

const noChange: Case = {
  id: 'streams/no-change-no-record',
  title: 'A write that changes nothing leaves no record',
  area: 'streams',
  findings: ['mongo-rfc/m9'],
  certainty: 'measured',
  because:
    'A record is written when an item changes: not for the same content again, in any order or spelling, nor for a delete of nothing.',
  sources: [sources.alternatorStreamNoOp, sources.streams],
  tables: streamed('NEW_AND_OLD_IMAGES'),
  steps: [
    described,
    put('t', { ...row(1, 'x'), ...nested }),
    put('t', { ...row(1, 'x'), ...nested }),
    put('t', { ...reordered, a: s('x'), ...key(1) }),
    setA(1, 'x'),
    update('t', key(1), 'REMOVE nope'),
    update('t', key(1), 'SET a = if_not_exists(a, :a)', { ExpressionAttributeValues: { ':a': s('z') } }),
    remove('t', key(2)),
    setA(1, 'last'),
    records([
      record('INSERT', 1, { ...row(1, 'x'), ...nested }, absent),
      record('MODIFY', 1, { ...row(1, 'last'), ...nested }, { ...row(1, 'x'), ...nested }),
    ]),
  ],
};

/** INSERT, MODIFY and REMOVE of one item, under one view type. */
function images(view: View, slug: string): Case {
  const shows = (image: 'new' | 'old', item: Template): Template =>
    view === 'NEW_AND_OLD_IMAGES' || view === (image === 'new' ? 'NEW_IMAGE' : 'OLD_IMAGE') ? item : absent;
  const seen = (eventName: string, newImage: Template, oldImage: Template) => ({
    eventName,
    dynamodb: { Keys: key(1), NewImage: newImage, OldImage: oldImage, StreamViewType: view },
  });
  return {
    id: `streams/images-${slug}`,
    title: `What INSERT, MODIFY and REMOVE show under ${view}`,
    area: 'streams',
    findings: ['mongo-rfc/VC-stream-images', 'mongo-rfc/C8'],
    certainty: 'documented',
    because: 'The view type says which images a record may hold, and the kind of event which of them exist.',
    sources: [sources.streamSpecification, sources.streamRecord],
    tables: streamed(view),
    steps: [
      described,
      put('t', row(1, 'x')),
      put('t', row(1, 'y')),
      remove('t', key(1)),
      records([
        seen('INSERT', shows('new', row(1, 'x')), absent),
        seen('MODIFY', shows('new', row(1, 'y')), shows('old', row(1, 'x'))),
        seen('REMOVE', absent, shows('old', row(1, 'y'))),
      ]),
    ],
  };
}

const imagesByView: readonly Case[] = [
  images('KEYS_ONLY', 'keys-only'),
  images('NEW_IMAGE', 'new'),
  images('OLD_IMAGE', 'old'),
  images('NEW_AND_OLD_IMAGES', 'new-and-old'),
];

const turns = Array.from({ length: 12 }, (_, at) => ({ sk: at % 3, a: `${at}` }));

const partitionOrder: Case = {
  id: 'streams/partition-order',
  title: 'Records of one partition key come in the order of the writes, over all its sort keys',
  area: 'streams',
  findings: ['mongo-rfc/VC-shard-affinity'],
  certainty: 'documented',
  because: 'All items of a partition key share a shard, and a shard keeps the order of the changes.',
  sources: [sources.streams],
  tables: streamed('NEW_IMAGE'),
  steps: [
    described,
    ...turns.map(({ sk, a }) => setA(sk, a)),
    records(
      turns.map(({ sk, a }, at) => ({
        eventName: at < 3 ? 'INSERT' : 'MODIFY',
        dynamodb: { Keys: key(sk), NewImage: row(sk, a) },
      })),
    ),
  ],
};

export const cases: readonly Case[] = [upsert, upsertOldImage, noChange, ...imagesByView, partitionOrder];
