/** The members of a stream record, and which writes leave one. */
import type { Case, Step, TemplateObject } from '../case.ts';
import { from, n, s, table } from '../case.ts';
import { family } from '../family.ts';
import { sources } from '../sources.ts';
import { accepted, moment, put, refused, remove, update } from '../steps.ts';
import { arn, described, records } from './requests.ts';

const absent = { $absent: true };
const whole = { t: table({ hash: ['Id', 'N'], stream: 'NEW_AND_OLD_IMAGES' }) };
const key = { Id: n(101) };
const item = (Message: string) => ({ Message: s(Message), ...key });

const frame = (eventName: string, dynamodb: TemplateObject): TemplateObject => ({
  ...{ eventName, eventVersion: '1.1', eventSource: 'aws:dynamodb' },
  eventID: { $present: true },
  awsRegion: { $matches: '[a-z0-9-]+' },
  userIdentity: absent,
  dynamodb: {
    ...{ Keys: key, StreamViewType: 'NEW_AND_OLD_IMAGES' },
    SequenceNumber: { $matches: '[0-9]{21,40}' },
    ApproximateCreationDateTime: moment,
    ...dynamodb,
  },
});

const members: Case = {
  id: 'streams/record-members',
  title: 'A record has every member, and nobody behind it but a client',
  area: 'streams',
  findings: [],
  certainty: 'documented',
  because: 'Each member is documented; userIdentity is that of the service, for expired items only.',
  sources: [sources.record, sources.streamRecord],
  tables: whole,
  steps: [
    described,
    put('t', item('New item!')),
    put('t', item('This item has changed')),
    remove('t', key),
    records([
      frame('INSERT', { NewImage: item('New item!'), OldImage: absent }),
      frame('MODIFY', { NewImage: item('This item has changed'), OldImage: item('New item!') }),
      frame('REMOVE', { NewImage: absent, OldImage: item('This item has changed') }),
    ]),
  ],
};

const ranged = { t: table({ hash: ['pk', 'S'], range: ['sk', 'N'], stream: 'NEW_AND_OLD_IMAGES' }) };
const at = (sk: number) => ({ pk: s('p'), sk: n(sk) });
const row = (sk: number, a: string) => ({ ...at(sk), a: s(a) });
const event = (eventName: string, sk: number, after?: string, before?: string): TemplateObject => ({
  eventName,
  dynamodb: {
    Keys: at(sk),
    NewImage: after === undefined ? absent : row(sk, after),
    OldImage: before === undefined ? absent : row(sk, before),
  },
});
const setA = (sk: number, a: string) => ({
  TableName: { $table: 't' },
  Key: at(sk),
  UpdateExpression: 'SET a = :a',
  ExpressionAttributeValues: { ':a': s(a) },
});
const transact = (...TransactItems: TemplateObject[]): Step =>
  accepted({ op: 'TransactWriteItems', input: { TransactItems }, observe: [] });
const onTable = (more: TemplateObject) => ({ TableName: { $table: 't' }, ...more });
const statement = (begin: string, end: string): Step =>
  accepted({
    op: 'ExecuteStatement',
    input: { Statement: { $text: [`${begin} "`, { $table: 't' }, `" ${end}`] } },
    observe: [],
  });
const batch = (...requests: TemplateObject[]): Step =>
  accepted({ op: 'BatchWriteItem', input: { RequestItems: { '$table:t': requests } }, observe: [] });
const condition = { ConditionExpression: 'attribute_not_exists(pk)' };

// The records of one partition key come in order; those of one batch or transaction in any.
const rows: { [slug: string]: { title: string; writes: Step[]; events: TemplateObject[] } } = {
  'of-batches': {
    title: 'Puts and deletes of batches leave records like single ones',
    writes: [
      batch({ PutRequest: { Item: row(1, 'x') } }),
      batch({ PutRequest: { Item: row(1, 'y') } }),
      batch({ PutRequest: { Item: row(1, 'y') } }),
      batch({ DeleteRequest: { Key: at(2) } }),
      batch({ DeleteRequest: { Key: at(1) } }),
    ],
    events: [event('INSERT', 1, 'x'), event('MODIFY', 1, 'y', 'x'), event('REMOVE', 1, undefined, 'y')],
  },
  'of-transactions': {
    title: 'Puts, updates and deletes of transactions leave records, and checks leave none',
    writes: [
      transact({ Put: onTable({ Item: row(1, 'x') }) }),
      transact({ ConditionCheck: onTable({ Key: at(2), ...condition }) }, { Update: setA(1, 'y') }),
      transact({ Update: setA(1, 'y') }, { Delete: onTable({ Key: at(2) }) }),
      transact({ Delete: onTable({ Key: at(1) }) }),
    ],
    events: [event('INSERT', 1, 'x'), event('MODIFY', 1, 'y', 'x'), event('REMOVE', 1, undefined, 'y')],
  },
  'of-statements': {
    title: 'Statements of PartiQL leave records like other writes',
    writes: [
      statement('INSERT INTO', "VALUE {'pk': 'p', 'sk': 1, 'a': 'x'}"),
      statement('UPDATE', "SET a = 'y' WHERE pk = 'p' AND sk = 1"),
      statement('DELETE FROM', "WHERE pk = 'p' AND sk = 1"),
    ],
    events: [event('INSERT', 1, 'x'), event('MODIFY', 1, 'y', 'x'), event('REMOVE', 1, undefined, 'y')],
  },
  'of-refused-writes': {
    title: 'A write whose condition fails leaves no record, nor does a cancelled transaction',
    writes: [
      put('t', row(1, 'x')),
      refused(put('t', row(1, 'y'), condition), 'ConditionalCheckFailedException'),
      refused(update('t', at(1), 'REMOVE a', condition), 'ConditionalCheckFailedException'),
      refused(remove('t', at(1), condition), 'ConditionalCheckFailedException'),
      refused(
        {
          op: 'TransactWriteItems',
          input: {
            TransactItems: [
              { Put: onTable({ Item: row(2, 'x') }) },
              { ConditionCheck: onTable({ Key: at(1), ...condition }) },
            ],
          },
          observe: [],
        },
        'TransactionCanceledException',
      ),
      put('t', row(3, 'x')),
    ],
    events: [event('INSERT', 1, 'x'), event('INSERT', 3, 'x')],
  },
  'of-a-changed-set': {
    title: 'A set whose members come in another order is the same, and one with another member is not',
    writes: [
      put('t', { ...at(1), set: { SS: ['a', 'b'] } }),
      put('t', { ...at(1), set: { SS: ['b', 'a'] } }),
      put('t', { ...at(1), set: { SS: ['a', 'c'] } }),
    ],
    events: [
      { eventName: 'INSERT', dynamodb: { NewImage: { ...at(1), set: { SS: ['a', 'b'] } } } },
      {
        eventName: 'MODIFY',
        dynamodb: {
          NewImage: { ...at(1), set: { SS: ['a', 'c'] } },
          OldImage: { ...at(1), set: { SS: ['a', 'b'] } },
        },
      },
    ],
  },
  'of-a-changed-type': {
    title: 'A value of another type is a change, and a number written in another way is not',
    writes: [
      put('t', { ...at(1), v: n(1) }),
      put('t', { ...at(1), v: n('1.0') }),
      put('t', { ...at(1), v: s('1') }),
      put('t', { ...at(1), v: { NULL: true } }),
      put('t', at(1)),
    ],
    events: [
      { eventName: 'INSERT', dynamodb: { NewImage: { ...at(1), v: n(1) } } },
      { eventName: 'MODIFY', dynamodb: { NewImage: { ...at(1), v: s('1') }, OldImage: { ...at(1), v: n(1) } } },
      {
        eventName: 'MODIFY',
        dynamodb: { NewImage: { ...at(1), v: { NULL: true } }, OldImage: { ...at(1), v: s('1') } },
      },
      {
        eventName: 'MODIFY',
        dynamodb: { NewImage: { ...at(1), v: absent }, OldImage: { ...at(1), v: { NULL: true } } },
      },
    ],
  },
  'of-nested-updates': {
    title: 'An update of a nested value shows the whole item before and after it',
    writes: [
      put('t', { ...at(1), m: { M: { a: n(1), l: { L: [s('x'), s('y')] } } } }),
      update('t', at(1), 'SET m.a = m.a + :one REMOVE m.l[0]', { ExpressionAttributeValues: { ':one': n(1) } }),
    ],
    events: [
      { eventName: 'INSERT', dynamodb: { OldImage: absent } },
      {
        eventName: 'MODIFY',
        dynamodb: {
          NewImage: { ...at(1), m: { M: { a: n(2), l: { L: [s('y')] } } } },
          OldImage: { ...at(1), m: { M: { a: n(1), l: { L: [s('x'), s('y')] } } } },
        },
      },
    ],
  },
};

const byWrite = family(
  {
    name: 'records',
    area: 'streams',
    certainty: 'documented',
    because: 'Each change of an item, by whatever operation, is one record, and what changes nothing is none.',
    sources: [sources.streams, sources.alternatorStreamNoOp, sources.localstackPartiqlStream],
    tables: ranged,
  },
  rows,
  ({ writes, events }) => ({
    // The last write shows that nothing came between.
    steps: [described, ...writes, put('t', row(9, 'last')), records([...events, event('INSERT', 9, 'last')])],
  }),
);

const sizeRows: { [slug: string]: { title: string; view: 'KEYS_ONLY' | 'NEW_AND_OLD_IMAGES'; bytes: number[] } } = {
  'of-both-images': {
    title: 'The size of a record is that of its keys and of both images',
    view: 'NEW_AND_OLD_IMAGES',
    bytes: [26, 59, 38],
  },
  'of-keys-alone': { title: 'The size of a record of keys is that of the keys', view: 'KEYS_ONLY', bytes: [5, 5, 5] },
};

const sizes = family(
  {
    name: 'record-size',
    area: 'streams',
    certainty: 'documented',
    because: 'The three changes are those of the guide’s example, whose records have 26, 59 and 38 bytes.',
    sources: [sources.streamRecordExample, sources.streamRecord],
  },
  sizeRows,
  ({ view, bytes }) => ({
    tables: { t: table({ hash: ['Id', 'N'], stream: view }) },
    steps: [
      described,
      put('t', item('New item!')),
      put('t', item('This item has changed')),
      remove('t', key),
      records(bytes.map((SizeBytes) => ({ dynamodb: { Keys: key, SizeBytes } }))),
    ],
  }),
);

const whileOff: Case = {
  id: 'streams/off-records-nothing',
  title: 'What is written while a stream is off is in no stream, and the old one can still be read',
  area: 'streams',
  findings: [],
  certainty: 'documented',
  because: 'A disabled stream keeps its records for a day; a stream enabled later begins with what comes then.',
  sources: [sources.streams, sources.describeStream, sources.alternatorStreamTests],
  tables: ranged,
  steps: [
    described,
    put('t', row(1, 'before')),
    accepted(streamed(false)),
    settled('off'),
    put('t', row(2, 'while off')),
    { wait: 1000, because: 'the labels of some stores are whole seconds' },
    accepted(streamed(true)),
    settled('on'),
    put('t', row(3, 'after')),
    { ...described, as: 'again' },
    { ...records([event('INSERT', 1, 'before')]), as: 'old' },
    { ...records([event('INSERT', 3, 'after')]), readStream: from('again', 'Table.LatestStreamArn'), as: 'new' },
    {
      op: 'DescribeStream',
      input: { StreamArn: arn, Limit: 1 },
      observe: [],
      expect: {
        ok: {
          StreamDescription: {
            StreamStatus: 'DISABLED',
            StreamArn: arn,
            TableName: { $table: 't' },
            Shards: [{ SequenceNumberRange: { EndingSequenceNumber: { $matches: '[0-9]{21,40}' } } }],
          },
        },
      },
    },
  ],
};

function streamed(on: boolean) {
  return {
    op: 'UpdateTable' as const,
    input: {
      TableName: { $table: 't' },
      StreamSpecification: { StreamEnabled: on, ...(on ? { StreamViewType: 'NEW_AND_OLD_IMAGES' } : {}) },
    },
    observe: [],
  };
}

function settled(as: string) {
  return {
    repeat: { op: 'DescribeTable' as const, as, input: { TableName: { $table: 't' } } },
    until: { path: 'Table.TableStatus', equals: 'ACTIVE' },
    pauseMs: 100,
    turns: 100,
    observe: [],
  };
}

export const cases: readonly Case[] = [members, ...byWrite, ...sizes, whileOff];
