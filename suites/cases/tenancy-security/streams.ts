import type { Call, Case, ReadStream } from '../case.ts';
import { from, s, table } from '../case.ts';
import { byOther, created, nameOf } from '../other-account.ts';
import { sources } from '../sources.ts';
import { put, refused } from '../steps.ts';

const schema = table({ hash: ['pk', 'S'], stream: 'NEW_IMAGE' });
const feed = { $name: 'feed' };
const arnOf = (as: string) => from(as, 'Table.LatestStreamArn');
const onlyRecord = (as: string, table: string, pk: string): ReadStream => ({
  readStream: arnOf(table),
  as,
  until: { records: 1 },
  pauseMs: 50,
  observe: ['Records[].dynamodb.NewImage'],
  expect: { ok: { Records: [{ dynamodb: { NewImage: { pk: s(pk) } } }] } },
});
// Only the refusal counts. The service denies access; a store without policies may report that the stream does not
// exist. Nobody measured the answer for an iterator.
const kept = (step: Call, ...more: string[]): Call =>
  refused(byOther(step), ['AccessDeniedException', 'ResourceNotFoundException', ...more]);
const iterator: Call = {
  op: 'GetShardIterator',
  input: { StreamArn: arnOf('own'), ShardId: from('own records', 'ShardIds[0]'), ShardIteratorType: 'TRIM_HORIZON' },
  observe: [],
};
const read: Call = {
  op: 'GetRecords',
  input: { ShardIterator: from('iterator', 'ShardIterator') },
  observe: ['Records[].dynamodb.NewImage'],
};

const separate: Case = {
  id: 'tenancy-security/streams-of-one-name',
  title: 'Two accounts with a table of one name each see their own stream',
  area: 'tenancy-security',
  findings: ['mongo-rfc/C7'],
  certainty: 'documented',
  because: 'Account, table name and label together name a stream: that of another account is another stream.',
  sources: [sources.streamDescription],
  steps: [
    ...created('own', feed, schema),
    ...created('foreign', feed, schema).map(byOther),
    put(nameOf('own'), { pk: s('own') }),
    byOther(put(nameOf('foreign'), { pk: s('foreign') })),
    onlyRecord('own records', 'own', 'own'),
    byOther(onlyRecord('foreign records', 'foreign', 'foreign')),
  ],
};

const foreignIterator: Case = {
  id: 'tenancy-security/foreign-shard-iterator',
  title: 'A stream cannot be described or read by another account, not even with an iterator of its owner',
  area: 'tenancy-security',
  findings: ['mongo-rfc/C7-getrecords-ownership', 'mongo-rfc/R2-4-stream-account-guard', 'mongo-rfc/C7'],
  certainty: 'documented',
  because: 'A stream is a resource of its account: without a policy of that account nobody else reads it.',
  sources: [sources.crossAccount],
  steps: [
    ...created('own', feed, schema),
    put(nameOf('own'), { pk: s('own') }),
    onlyRecord('own records', 'own', 'own'),
    { ...iterator, as: 'iterator', expect: { ok: { ShardIterator: { $present: true } } } },
    kept({ op: 'DescribeStream', input: { StreamArn: arnOf('own') }, observe: [] }),
    kept(iterator),
    kept(read, 'ValidationException'),
    { ...read, expect: { ok: { Records: [{ dynamodb: { NewImage: { pk: s('own') } } }] } } },
  ],
};

export const cases: readonly Case[] = [separate, foreignIterator];
