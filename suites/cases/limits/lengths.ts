/**
 * Bounds of single members, on both sides. The request names what is not there: a member within its bounds is looked at
 * no further, and the answer is that nothing was found.
 */
import type { Call, Certainty, Step, Template, TemplateObject } from '../case.ts';
import { from, s, table } from '../case.ts';
import { family } from '../family.ts';
import { sources } from '../sources.ts';
import { refused } from '../steps.ts';
import { inWords, isNoName, isTooLarge, isTooLong, isTooShort, isTooSmall, memberPath } from '../words.ts';

const missing = { $name: 'not-there' };
const key = { Key: { pk: s('p') } };
const found = { KeyConditionExpression: 'pk = :p', ExpressionAttributeValues: { ':p': s('p') } };
const statement = (length: number): Template => {
  const before = 'SELECT * FROM "no-such-table"';
  return before + ' '.repeat(length - before.length);
};
const x = (length: number): string => 'x'.repeat(length);
const shard = (length: number): string => 'shardId-'.padEnd(length, '0');
const stream = { $arn: from('table', 'Table.LatestStreamArn'), table: 'no-such-table' };
const gets = (count: number): TemplateObject[] => Array.from({ length: count }, (_, at) => ({ pk: s(`${at}`) }));
const iterator = { StreamArn: stream, ShardId: shard(30), ShardIteratorType: 'LATEST' };
const streamArn = (length: number): string =>
  'arn:aws:dynamodb:us-east-1:000000000000:table/none/stream/2'.padEnd(length, '0');
const atNumber = { ...iterator, ShardIteratorType: 'AT_SEQUENCE_NUMBER' };

const less = (max: number): string => `Member must have length less than or equal to ${max}`;
const more = (min: number): string => `Member must have length greater than or equal to ${min}`;
/** The newer layer leaves out some values. */
const bare = (member: string, bound: string): string => `Value at '${member}' failed to satisfy constraint: ${bound}`;

interface Bounds {
  title: string;
  op: Call['op'];
  input: TemplateObject;
  member: string;
  fits: Template[];
  exceeds: Template[];
  /** The least and the greatest length or number, for the words of the refusal. */
  range?: readonly [min: number, max?: number];
  /** The words of the refusals in the order of `exceeds`, where they have another form. Null where they are not known. */
  words?: (Template | null)[];
  certainty?: Certainty;
  /** What is answered where the member is within its bounds. */
  notFound?: string;
}

const onTable: { [op in Call['op']]?: TemplateObject } = {
  DescribeTable: {},
  DeleteTable: {},
  UpdateTable: { BillingMode: 'PAY_PER_REQUEST' },
  PutItem: { Item: key.Key },
  GetItem: key,
  UpdateItem: key,
  DeleteItem: key,
  Query: found,
  Scan: {},
};

const names: { [slug: string]: Bounds } = Object.fromEntries(
  Object.entries(onTable).map(([op, input]) => [
    `table-name-of-${op.replace(/(?<!^)[A-Z]/g, (letter) => `-${letter}`).toLowerCase()}`,
    {
      title: `${op} takes a table name of up to 255 characters`,
      ...{ op: op as Call['op'], input, member: 'TableName' },
      fits: [x(255), 'a-B_9.z'],
      ...(op === 'UpdateTable'
        ? { exceeds: ['', x(256), 'a b', 'a/b', 'ab'], range: [3, 255] as const }
        : { exceeds: ['', x(256), 'a b', 'a/b'], range: [1, 255] as const }),
    },
  ]),
);

const ttlAttribute = 'timeToLiveSpecification.attributeName';
const aboutTime = { TimeToLiveSpecification: { Enabled: true, AttributeName: 'ttl' } };
const aboutRecovery = { PointInTimeRecoverySpecification: { PointInTimeRecoveryEnabled: true } };
const ofSettings: { [slug: string]: Bounds } = Object.fromEntries(
  (
    [
      ['UpdateTimeToLive', aboutTime, 'ResourceNotFoundException'],
      ['DescribeTimeToLive', {}, 'ResourceNotFoundException'],
      ['UpdateContinuousBackups', aboutRecovery, 'TableNotFoundException'],
      ['DescribeContinuousBackups', {}, 'TableNotFoundException'],
    ] as const
  ).map(([op, input, notFound]) => [
    `table-name-of-${op.replace(/(?<!^)[A-Z]/g, (letter) => `-${letter}`).toLowerCase()}`,
    {
      title: `${op} takes a name or an ARN of one to 1024 characters`,
      ...{ op, input, member: 'TableName', notFound },
      ...{ fits: [x(255), 'a-B_9.z'], exceeds: ['', x(1025)], range: [1, 1024] },
    },
  ]),
);
const rows: { [slug: string]: Bounds } = {
  ...names,
  ...ofSettings,
  'table-name-of-create-backup': {
    title: 'CreateBackup takes a name or an ARN of one to 1024 characters',
    ...{ op: 'CreateBackup', input: { BackupName: { $name: 'never' } }, member: 'TableName' },
    ...{ fits: [x(255), 'a-B_9.z'], exceeds: ['', x(1025)], range: [1, 1024] },
    notFound: 'TableNotFoundException',
  },
  'table-name-of-list-backups': {
    title: 'ListBackups takes a name or an ARN of one to 1024 characters',
    ...{ op: 'ListBackups', input: {}, member: 'TableName' },
    ...{ fits: [], exceeds: ['', x(1025)], range: [1, 1024] },
  },
  ...Object.fromEntries(
    (
      [
        ['TagResource', { Tags: [{ Key: 'k', Value: 'v' }] }],
        ['UntagResource', { TagKeys: ['k'] }],
        ['ListTagsOfResource', {}],
      ] as const
    ).map(([op, input]): [string, Bounds] => [
      `resource-of-${op.replace(/(?<!^)[A-Z]/g, (letter) => `-${letter}`).toLowerCase()}`,
      {
        title: `${op} takes an ARN of one to 1283 characters`,
        ...{ op, input: input as unknown as TemplateObject, member: 'ResourceArn' },
        ...{ fits: [], exceeds: ['', x(1284)], range: [1, 1283] },
      },
    ]),
  ),
  'attribute-of-time-to-live': {
    title: 'The attribute of time to live has a name of one to 255 characters',
    ...{ op: 'UpdateTimeToLive', input: { TableName: missing }, member: 'TimeToLiveSpecification' },
    fits: ['a', x(255)].map((AttributeName) => ({ Enabled: true, AttributeName })),
    exceeds: ['', x(256)].map((AttributeName) => ({ Enabled: true, AttributeName })),
    words: [isTooShort(ttlAttribute, '', 1), isTooLong(ttlAttribute, x(256), 255)],
  },
  'index-name-of-query': {
    title: 'Query takes an index name of three to 255 characters',
    ...{ op: 'Query', input: { TableName: missing, ...found }, member: 'IndexName' },
    ...{ fits: ['abc', x(255), 'a-B_9.z'], exceeds: ['', 'ab', x(256), 'a b'], range: [3, 255] },
  },
  'index-name-of-scan': {
    title: 'Scan takes an index name of three to 255 characters',
    ...{ op: 'Scan', input: { TableName: missing }, member: 'IndexName' },
    ...{ fits: ['abc', x(255), 'a-B_9.z'], exceeds: ['', 'ab', x(256), 'a b'], range: [3, 255] },
  },
  'limit-of-query': {
    title: 'Query takes a limit from one on',
    ...{ op: 'Query', input: { TableName: missing, ...found }, member: 'Limit' },
    ...{ fits: [1, 1_000_000], exceeds: [0, -1], range: [1] },
  },
  'limit-of-scan': {
    title: 'Scan takes a limit from one on',
    ...{ op: 'Scan', input: { TableName: missing }, member: 'Limit' },
    ...{ fits: [1, 1_000_000], exceeds: [0, -1], range: [1] },
  },
  segments: {
    title: 'Scan takes one to a million segments',
    ...{ op: 'Scan', input: { TableName: missing, Segment: 0 }, member: 'TotalSegments' },
    ...{ fits: [1, 1_000_000], exceeds: [0, -1, 1_000_001], range: [1, 1_000_000] },
  },
  segment: {
    title: 'Scan takes a segment from zero on, below the number of segments',
    ...{ op: 'Scan', input: { TableName: missing, TotalSegments: 1_000_000 }, member: 'Segment' },
    ...{ fits: [0, 999_999], exceeds: [-1, 1_000_000], range: [0, 999_999] },
  },
  ...Object.fromEntries(
    (
      [
        ['GetItem', key],
        ['Query', found],
        ['Scan', {}],
      ] as const
    ).map(([op, more]) => {
      const { KeyConditionExpression: _, ExpressionAttributeValues: __, ...rest } = { ...more } as TemplateObject;
      const legacy = { KeyConditions: { pk: { ComparisonOperator: 'EQ', AttributeValueList: [s('p')] } } };
      return [
        `attributes-of-${op.replace(/(?<!^)[A-Z]/g, (letter) => `-${letter}`).toLowerCase()}`,
        {
          title: `${op} takes at least one attribute to get, each with a name of up to 65,535 characters`,
          ...{
            op,
            input: { TableName: missing, ...rest, ...(op === 'Query' ? legacy : {}) },
            member: 'AttributesToGet',
          },
          ...{ fits: [['a'], [x(65_535)]], exceeds: [[], [x(65_536)]] },
          words: [
            "Value '[]' at 'attributesToGet' failed to satisfy constraint: Member must have length greater than or equal to 1",
            isTooLong('attributesToGet.1.member', x(65_536), 65_535),
          ],
        } satisfies Bounds,
      ];
    }),
  ),
  'token-of-transaction': {
    title: 'A token of a transaction has one to 36 characters',
    op: 'TransactWriteItems',
    input: { TransactItems: [{ Delete: { TableName: missing, ...key } }] },
    ...{ member: 'ClientRequestToken', fits: ['a', x(36)], exceeds: ['', x(37)] },
    words: [isTooShort('clientRequestToken', '', 1), bare('ClientRequestToken', less(36))],
  },
  'actions-of-transaction': {
    title: 'A transaction has one to a hundred actions',
    ...{ op: 'TransactWriteItems', input: {}, member: 'TransactItems' },
    fits: [1, 100].map((count) => gets(count).map((Key) => ({ Delete: { TableName: missing, Key } }))),
    exceeds: [0, 101].map((count) => gets(count).map((Key) => ({ Delete: { TableName: missing, Key } }))),
    words: [bare('TransactItems', more(1)), bare('TransactItems', less(100))],
  },
  'reads-of-transaction': {
    title: 'A transaction reads one to a hundred items',
    ...{ op: 'TransactGetItems', input: {}, member: 'TransactItems' },
    fits: [1, 100].map((count) => gets(count).map((Key) => ({ Get: { TableName: missing, Key } }))),
    exceeds: [0, 101].map((count) => gets(count).map((Key) => ({ Get: { TableName: missing, Key } }))),
    words: [bare('TransactItems', more(1)), bare('TransactItems', less(100))],
  },
  'keys-of-batch': {
    title: 'A batch read has one to a hundred keys of a table',
    ...{ op: 'BatchGetItem', input: {}, member: 'RequestItems' },
    fits: [1, 100].map((count) => ({ '$name:not-there': { Keys: gets(count) } })),
    exceeds: [0, 101].map((count) => ({ '$name:not-there': { Keys: gets(count) } })),
    words: [more(1), less(100)].map((bound) => ({
      $text: ["Value at 'RequestItems.", missing, `.member.Keys' failed to satisfy constraint: ${bound}`],
    })),
  },
  'requests-of-batch': {
    title: 'A batch write has one to 25 requests',
    ...{ op: 'BatchWriteItem', input: {}, member: 'RequestItems' },
    fits: [1, 25].map((count) => ({ '$name:not-there': gets(count).map((Key) => ({ DeleteRequest: { Key } })) })),
    exceeds: [0, 26].map((count) => ({ '$name:not-there': gets(count).map((Key) => ({ DeleteRequest: { Key } })) })),
    words: [
      {
        $text: [
          "Value '{",
          missing,
          `=[]}' at 'requestItems' failed to satisfy constraint: Map value must satisfy constraint: [${less(25)}, ${more(1)}]`,
        ],
      },
      null,
    ],
  },
  'table-name-of-batch-read': {
    title: 'A batch read takes table names of three to 255 characters',
    ...{ op: 'BatchGetItem', input: {}, member: 'RequestItems' },
    fits: ['abc', x(255), 'a-B_9.z'].map((name) => ({ [name]: { Keys: gets(1) } })),
    exceeds: ['', 'ab', x(256), 'a b'].map((name) => ({ [name]: { Keys: gets(1) } })),
    words: ['', 'ab', x(256), 'a b'].map(
      (name) =>
        `Value '{"${name}":{"Keys":[{"pk":{"S":"0"}}]}}' at 'requestItems' failed to satisfy constraint: Map keys must satisfy constraint: [${less(255)}, ${more(3)}, Member must satisfy regular expression pattern: [a-zA-Z0-9_.-]+]`,
    ),
  },
  'table-name-of-batch-write': {
    title: 'A batch write takes table names of three to 255 characters',
    ...{ op: 'BatchWriteItem', input: {}, member: 'RequestItems' },
    fits: ['abc', x(255), 'a-B_9.z'].map((name) => ({ [name]: [{ DeleteRequest: key }] })),
    exceeds: ['', 'ab', x(256), 'a b'].map((name) => ({ [name]: [{ DeleteRequest: key }] })),
  },
  statement: {
    title: 'A statement has one to 8192 characters',
    ...{ op: 'ExecuteStatement', input: {}, member: 'Statement' },
    ...{ fits: [statement(30), statement(8192)], exceeds: ['', statement(8193)], range: [1, 8192] },
  },
  'limit-of-statement': {
    title: 'ExecuteStatement takes a limit from one on',
    ...{ op: 'ExecuteStatement', input: { Statement: statement(30) }, member: 'Limit' },
    ...{ fits: [1], exceeds: [0, -1], range: [1] },
  },
  'shards-of-stream': {
    title: 'DescribeStream takes a limit of one to a hundred',
    ...{ op: 'DescribeStream', input: { StreamArn: stream }, member: 'Limit' },
    ...{ fits: [1, 100], exceeds: [0, 101], range: [1, 100] },
  },
  'shard-to-start': {
    title: 'DescribeStream goes on after a shard whose id has 28 to 65 characters',
    ...{ op: 'DescribeStream', input: { StreamArn: stream }, member: 'ExclusiveStartShardId' },
    ...{ fits: [shard(28), shard(65)], exceeds: [shard(27), shard(66)], range: [28, 65] },
  },
  'stream-arn': {
    title: 'The ARN of a stream has up to 1024 characters',
    ...{ op: 'DescribeStream', input: {}, member: 'StreamArn' },
    ...{ fits: [streamArn(1024)], exceeds: [streamArn(1025), 'arn:aws:dynamodb'], range: [37, 1024] },
  },
  'stream-arn-of-iterator': {
    title: 'The ARN of a stream for an iterator has up to 1024 characters',
    ...{ op: 'GetShardIterator', input: iterator, member: 'StreamArn' },
    ...{ fits: [streamArn(1024)], exceeds: [streamArn(1025), 'arn:aws:dynamodb'], range: [37, 1024] },
  },
  'shard-of-iterator': {
    title: 'GetShardIterator takes a shard whose id has 28 to 65 characters',
    ...{ op: 'GetShardIterator', input: iterator, member: 'ShardId' },
    ...{ fits: [shard(28), shard(65)], exceeds: [shard(27), shard(66)], range: [28, 65] },
  },
  'sequence-number': {
    title: 'A sequence number has 21 to 40 digits',
    ...{ op: 'GetShardIterator', input: atNumber, member: 'SequenceNumber' },
    ...{ fits: ['1'.repeat(21), '1'.repeat(40)], exceeds: ['1'.repeat(20), '1'.repeat(41)], range: [21, 40] },
  },
};

/** The words for a value outside of its bounds, or for a name within them that is none. */
function wordsFor({ op, member, range }: Bounds, value: Template): string | undefined {
  if (range === undefined) return undefined;
  const [min, max = Number.POSITIVE_INFINITY] = range;
  const path = memberPath(member);
  if (typeof value === 'number') return value < min ? isTooSmall(path, value, min) : isTooLarge(path, value, max);
  const text = value as string;
  if (text === '' && /^(?:Put|Update|Delete)Item$/.test(op)) return bare(member, more(min));
  if (text.length < min) return isTooShort(path, text, min);
  return text.length > max ? isTooLong(path, text, max) : isNoName(path, text);
}

const used = (bounds: Bounds): boolean => JSON.stringify(bounds).includes('LatestStreamArn');
const described: Step = {
  ...{ op: 'DescribeTable', as: 'table', input: { TableName: { $table: 't' } }, observe: [] },
  expect: { ok: { Table: { TableName: { $table: 't' } } } },
};

export const cases = family(
  {
    name: 'bounds',
    area: 'limits',
    certainty: 'documented',
    because:
      'The API reference gives the range of the member. Outside of it the request is malformed, whether there is such a table or not.',
    sources: [sources.operations, sources.extenddbOrder],
  },
  rows,
  (bounds) => {
    const { op, input, member, fits, exceeds, notFound = 'ResourceNotFoundException' } = bounds;
    const asked = (value: Template): Call => ({ op, input: { ...input, [member]: value }, observe: [], raw: true });
    return {
      steps: [
        ...(used(bounds) ? [described] : []),
        ...fits.map((value) => refused(asked(value), notFound)),
        ...exceeds.map((value, at) => {
          const text = bounds.words?.[at] ?? wordsFor(bounds, value);
          return refused(asked(value), 'ValidationException', inWords(text));
        }),
      ],
      ...(used(bounds) && { tables: { t: table({ hash: ['pk', 'S'], stream: 'KEYS_ONLY' }) } }),
    };
  },
);
