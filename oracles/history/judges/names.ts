import type { History } from '../history.ts';
import { type Anomaly, type Judge, judgementOf } from '../judge.ts';
import { isServerError } from '../tables.ts';
import { timeline } from '../timeline.ts';

const needs = 'refused calls';

export const names: Judge = {
  statement: 'A refusal has a name of the operation, is no server error, and shows nothing of the store below.',
  source: 'https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/Programming.Errors.html',
  needs,
  judge(history) {
    const refused = [...history.calls.keys()].filter((at) => history.calls[at]!.outcome.kind === 'rejected');
    return judgementOf(refused.length, distinct(refused.flatMap((at) => faultOf(history, at))), [], needs);
  },
};

/** Any operation may be refused so. */
const general = [
  ...['ValidationException', 'SerializationException', 'UnknownOperationException', 'AccessDeniedException'],
  ...['ThrottlingException', 'RequestLimitExceeded', 'UnrecognizedClientException', 'IncompleteSignatureException'],
  ...['MissingAuthenticationTokenException', 'ExpiredTokenException'],
];
const item = [
  'ResourceNotFoundException',
  'ProvisionedThroughputExceededException',
  'ItemCollectionSizeLimitExceededException',
];
const write = [
  ...item,
  'ConditionalCheckFailedException',
  'TransactionConflictException',
  'ReplicatedWriteConflictException',
];
const transaction = [...item, 'TransactionCanceledException'];
const table = ['ResourceNotFoundException', 'ResourceInUseException', 'LimitExceededException'];
const stream = [
  'ResourceNotFoundException',
  'TrimmedDataAccessException',
  'ExpiredIteratorException',
  'LimitExceededException',
];

/** By the API reference, one page an operation. */
const own: { readonly [operation: string]: readonly string[] } = {
  PutItem: write,
  UpdateItem: write,
  DeleteItem: write,
  GetItem: item,
  Query: item,
  Scan: item,
  BatchGetItem: item,
  BatchWriteItem: [...item, 'ReplicatedWriteConflictException'],
  TransactWriteItems: [...transaction, 'IdempotentParameterMismatchException', 'TransactionInProgressException'],
  TransactGetItems: transaction,
  CreateTable: table,
  UpdateTable: table,
  DeleteTable: table,
  DescribeTable: ['ResourceNotFoundException'],
  UpdateTimeToLive: table,
  CreateBackup: [
    ...['TableNotFoundException', 'TableInUseException', 'BackupInUseException', 'LimitExceededException'],
    'ContinuousBackupsUnavailableException',
  ],
  DeleteBackup: ['BackupNotFoundException', 'BackupInUseException', 'LimitExceededException'],
  DescribeBackup: ['BackupNotFoundException'],
  RestoreTableFromBackup: [
    ...['BackupNotFoundException', 'BackupInUseException', 'TableAlreadyExistsException', 'TableInUseException'],
    'LimitExceededException',
  ],
  GetRecords: stream,
  GetShardIterator: stream,
  DescribeStream: stream,
};

/** Words of databases, drivers and languages that no text of DynamoDB has. */
const below =
  /\b(sqlite|sqlstate|postgres\w*|mongo\w*|leveldb|rocksdb|cassandra|deadlock detected|database is (locked|busy)|duplicate key value|unique constraint|foreign key|panicked|stack ?trace|econn\w+|tokio|rusqlite|undefined is not|cannot read propert\w+|null pointer)\b|\bat .+:\d+:\d+\b/i;

function faultOf(history: History, at: number): Anomaly[] {
  const { operation, outcome } = history.calls[at]!;
  if (outcome.kind !== 'rejected') return [];
  const { name, message } = outcome;
  const anomaly = (kind: string, text: string): Anomaly[] => [
    { kind, text, calls: [at], shown: timeline(history, [at]) },
  ];
  if (below.test(message)) return anomaly('driver text', `${operation} shows what is below: ${message}`);
  if (isServerError(name)) return anomaly('server error', `${operation} was answered with ${name}: ${message}`);
  const known = own[operation];
  if (known === undefined || known.includes(name) || general.includes(name)) return [];
  return anomaly('name', `${operation} was refused as ${name}, which it does not have: ${message}`);
}

/** One of each kind and text. */
function distinct(anomalies: readonly Anomaly[]): Anomaly[] {
  const seen = new Set<string>();
  return anomalies.filter(({ kind, text }) => {
    const isNew = !seen.has(`${kind} ${text}`);
    seen.add(`${kind} ${text}`);
    return isNew;
  });
}
