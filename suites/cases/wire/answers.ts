/** What HTTP says of an answer: status, namespaces of exceptions, headers. */
import type { Call, Case, TemplateObject } from '../case.ts';
import { n, s, table } from '../case.ts';
import { family, type ReasonedRow } from '../family.ts';
import { sources } from '../sources.ts';
import { exactly, get, put } from '../steps.ts';

const tables = { t: table({ hash: ['pk', 'S'] }) };
const t = { TableName: { $table: 't' } };
const key = { pk: s('a') };
const modern = 'application/x-amz-json-1.0';
const call = (op: Call['op'], input: TemplateObject, more: Partial<Call>): Call => ({
  op,
  input,
  observe: [],
  ...more,
});

const ofService = 'com.amazonaws.dynamodb.v20120810#';
const ofFramework = 'com.amazon.coral.service#';

interface Refused {
  title: string;
  ask: Call;
  type: string;
  namespace: string;
  textIn?: 'message' | 'Message';
}
const anothers = 'arn:aws:dynamodb:us-east-1:999999999999:table/some/backup/01489173575360-b308cd7d';
const condition = { ConditionExpression: 'attribute_exists(nope)' };
const rows = {
  validation: {
    title: 'A ValidationException is of the validation of requests',
    ask: call('GetItem', { ...t, Key: { pk: n(1) } }, {}),
    type: 'ValidationException',
    namespace: 'com.amazon.coral.validate#',
    textIn: 'message',
  },
  'not-found': {
    title: 'A ResourceNotFoundException is of the service',
    ask: call('GetItem', { TableName: { $name: 'not-there' }, Key: key }, {}),
    type: 'ResourceNotFoundException',
    namespace: ofService,
    textIn: 'message',
  },
  condition: {
    title: 'A ConditionalCheckFailedException is of the service',
    ask: call('PutItem', { ...t, Item: key, ...condition }, {}),
    type: 'ConditionalCheckFailedException',
    namespace: ofService,
    textIn: 'message',
  },
  cancelled: {
    title: 'A TransactionCanceledException is of the service',
    ask: call('TransactWriteItems', { TransactItems: [{ Put: { ...t, Item: key, ...condition } }] }, {}),
    type: 'TransactionCanceledException',
    namespace: ofService,
  },
  denied: {
    title: 'An AccessDeniedException is of the framework',
    ask: call('DescribeBackup', { BackupArn: anothers }, {}),
    type: 'AccessDeniedException',
    namespace: ofFramework,
  },
  serialization: {
    title: 'A SerializationException is of the framework, and writes its text with a capital letter',
    ask: call('GetItem', { ...t, Key: { pk: { S: 5 } } }, { raw: true }),
    type: 'SerializationException',
    namespace: ofFramework,
    textIn: 'Message',
  },
  'no-json': {
    title: 'What is no JSON is a SerializationException of the framework',
    ask: call('GetItem', {}, { body: '{' }),
    type: 'SerializationException',
    namespace: ofFramework,
  },
  'unknown-operation': {
    title: 'An operation that does not exist is an UnknownOperationException of the framework',
    ask: call('GetItem', { ...t, Key: key }, { headers: { 'x-amz-target': 'DynamoDB_20120810.MakeTea' } }),
    type: 'UnknownOperationException',
    namespace: ofFramework,
  },
  'target-without-operation': {
    title: 'A target that names no operation is unknown',
    ask: call('GetItem', { ...t, Key: key }, { headers: { 'x-amz-target': 'DynamoDB_20120810.' } }),
    type: 'UnknownOperationException',
    namespace: ofFramework,
  },
  'unknown-version': {
    title: 'An operation of a version that does not exist is unknown',
    ask: call('GetItem', { ...t, Key: key }, { headers: { 'x-amz-target': 'DynamoDB_20000101.GetItem' } }),
    type: 'UnknownOperationException',
    namespace: ofFramework,
  },
} satisfies { [slug: string]: Refused };

const namespaces = family(
  {
    name: 'refusal',
    area: 'wire',
    findings: ['restore-parity/error-type-namespace'],
    certainty: 'recorded',
    because: 'Each exception has its namespace before the #, HTTP status 400, and its text in one member.',
    sources: [sources.dynaliteBetween, sources.errorFormat],
  },
  rows,
  ({ ask, type, namespace, ...row }) => {
    const step: Call = {
      ...ask,
      expect: {
        rejected: type,
        wire: { status: 400, type: `${namespace}${type}`, ...('textIn' in row && { textIn: row.textIn }) },
      },
    };
    const used = JSON.stringify(ask.input).includes('"$table"') && ask.body === undefined;
    return { steps: [...(used ? [put('t', { pk: s('b') })] : []), step], ...(used && { tables }) };
  },
);

const ok = (wire: TemplateObject): Call =>
  call('GetItem', { ...t, Key: key, ConsistentRead: true }, { expect: { ok: { Item: key }, wire } });
const refusal = (wire: TemplateObject): Call =>
  call('GetItem', { ...t, Key: { pk: n(1) } }, { expect: { rejected: 'ValidationException', wire } });

const target = (op: Call['op']) => ({ 'x-amz-target': `DynamoDB_20120810.${op}` });

const headers = family(
  {
    name: 'headers',
    area: 'wire',
    certainty: 'recorded',
    because: '',
    sources: [sources.dynaliteBetween, sources.lowLevelApi],
    tables,
  },
  {
    status: {
      title: 'A success has HTTP status 200, and a refusal 400',
      because: 'The status tells whether a request can be sent again as it is.',
      certainty: 'documented' as const,
      sources: [sources.errorFormat],
      steps: [ok({ status: 200 }), refusal({ status: 400 })],
    },
    checksum: {
      title: 'Every answer has the checksum of its body',
      because: 'x-amz-crc32 is the CRC32 of the bytes of the body, and clients compare it.',
      steps: [ok({ checksum: 'right' }), refusal({ checksum: 'right' })],
    },
    'content-type': {
      title: 'An answer has the content type of DynamoDB’s JSON',
      because: 'Requests and answers are of application/x-amz-json-1.0.',
      certainty: 'documented' as const,
      sources: [sources.lowLevelApi],
      steps: [ok({ headers: { 'content-type': modern } }), refusal({ headers: { 'content-type': modern } })],
    },
    'plain-content-type': {
      title: 'A request of application/json is answered in kind',
      because: 'The service speaks both.',
      steps: [
        { ...ok({ headers: { 'content-type': 'application/json' } }), headers: { 'content-type': 'application/json' } },
      ],
    },
    target: {
      title: 'A request names its operation in the header x-amz-target',
      because: 'The header has the version of the interface and the name of the operation.',
      certainty: 'documented' as const,
      sources: [sources.lowLevelApi],
      steps: [
        call('GetItem', { ...t, Key: key }, { headers: target('GetItem'), expect: { ok: exactly({ Item: key }) } }),
        call('DeleteItem', { ...t, Key: key }, { headers: target('DeleteItem'), expect: { ok: exactly({}) } }),
        get('t', key, 'absent'),
      ],
    },
    'request-id': {
      title: 'Every answer has a request id of its own',
      because: 'x-amzn-requestid names the request for whoever asks the service about it.',
      certainty: 'documented' as const,
      sources: [sources.lowLevelApi, sources.dynaliteBetween],
      steps: [
        ok({ headers: { 'x-amzn-requestid': { $matches: '.+' } } }),
        refusal({ headers: { 'x-amzn-requestid': { $matches: '.+' } } }),
      ],
    },
  } satisfies { [slug: string]: ReasonedRow },
  ({ steps }) => ({ steps: [put('t', key), ...steps] }),
);

export const cases: readonly Case[] = [...namespaces, ...headers];
