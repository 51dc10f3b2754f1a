/** The reader's side of streams: ListStreams, DescribeStream, GetShardIterator, GetRecords. */
import { Refusal, validation } from '../values/refusal.ts';
import type { Json, JsonObject } from '../values/types.ts';
import { keySchemaJson, present, seconds } from './descriptions.ts';
import { recordsKeptMs, sequenceOf, sequenceText } from './records.ts';
import { type Account, draw, type RequestContext, type Store, type Stream, type StreamRecord } from './state.ts';
import { resourceNotFound } from './tables.ts';

const iteratorLivesMs = 15 * 60 * 1000;
const recordsMax = 1000;
const answerBytesMax = 1_048_576;

const hasExpired = (store: Store, stream: Stream): boolean =>
  stream.disabledMs !== undefined && store.clock.now() >= stream.disabledMs + recordsKeptMs;

const liveStreams = (store: Store, account: Account): Stream[] =>
  [...account.streams.values()].filter((stream) => !hasExpired(store, stream));

const arnForm = /^arn:[^:]+:dynamodb:[^:]+:[0-9]+:table\/[^/]+\/stream\/[^/]+$/;

/** The type is measured by the Alternator suite; the text is not known. @throws Refusal ValidationException */
function checkArn(arn: string): void {
  if (!arnForm.test(arn)) throw validation(`Invalid StreamArn: ${arn}`);
}

function streamNamed({ store, account }: RequestContext, arn: string): Stream {
  checkArn(arn);
  const stream = account.streams.get(arn);
  if (stream === undefined || hasExpired(store, stream))
    throw resourceNotFound(`Requested resource not found: Stream: ${arn} not found`);
  return stream;
}

export function listStreams({ store, account }: RequestContext, input: JsonObject): JsonObject {
  const request = input as { TableName?: string; Limit?: number; ExclusiveStartStreamArn?: string };
  const { TableName: table, Limit: limit = 100, ExclusiveStartStreamArn: start } = request;
  if (start !== undefined) checkArn(start);
  const streams = liveStreams(store, account)
    .filter((stream) => table === undefined || stream.tableName === table)
    .filter((stream) => start === undefined || stream.arn > start)
    .sort((a, b) => (a.arn < b.arn ? -1 : 1));
  const page = streams.slice(0, limit);
  return present({
    Streams: page.map(({ arn, tableName, label }) => ({ StreamArn: arn, TableName: tableName, StreamLabel: label })),
    LastEvaluatedStreamArn: streams.length > page.length ? page.at(-1)?.arn : undefined,
  });
}

interface DescribeRequest {
  StreamArn: string;
  Limit?: number;
  ExclusiveStartShardId?: string;
  ShardFilter?: { Type: 'CHILD_SHARDS'; ShardId: string };
}

export function describeStream(context: RequestContext, input: JsonObject): JsonObject {
  const request = input as unknown as DescribeRequest;
  const stream = streamNamed(context, request.StreamArn);
  const { Limit: limit = 100, ExclusiveStartShardId: start, ShardFilter: filter } = request;
  // No shard of ours is ever split, so none has children.
  const listed = filter === undefined ? stream.shards : [];
  const shards = listed.filter((shard) => start === undefined || shard > start);
  const page = shards.slice(0, limit);
  const range = present({
    StartingSequenceNumber: sequenceText(stream.firstSequence),
    EndingSequenceNumber: stream.lastSequence === undefined ? undefined : sequenceText(stream.lastSequence),
  });
  return {
    StreamDescription: present({
      StreamArn: stream.arn,
      StreamLabel: stream.label,
      StreamStatus: stream.status,
      StreamViewType: stream.view,
      CreationRequestDateTime: seconds(stream.createdMs),
      TableName: stream.tableName,
      KeySchema: keySchemaJson(stream.keySchema),
      Shards: page.map((ShardId): Json => ({ ShardId, SequenceNumberRange: range })),
      LastEvaluatedShardId: shards.length > page.length ? page.at(-1) : undefined,
    }),
  };
}

/** The decoded iterator: the next record has at least this sequence number. */
interface Position {
  readonly arn: string;
  readonly shard: string;
  readonly from: bigint;
  readonly issuedMs: number;
}

const iteratorText = ({ arn, shard, from, issuedMs }: Position): string =>
  `${arn}|1|${Buffer.from(JSON.stringify([shard, String(from), issuedMs])).toString('base64')}`;

function positionOf(text: string): Position {
  const match = /^(?<arn>[^|]+)\|1\|(?<rest>[A-Za-z0-9+/=]+)$/.exec(text);
  const invalid = validation('Invalid ShardIterator');
  if (match?.groups === undefined) throw invalid;
  try {
    const [shard, from, issuedMs] = JSON.parse(Buffer.from(match.groups.rest!, 'base64').toString()) as Json[];
    if (typeof shard !== 'string' || typeof from !== 'string' || typeof issuedMs !== 'number') throw invalid;
    return { arn: match.groups.arn!, shard, from: BigInt(from), issuedMs };
  } catch {
    throw invalid;
  }
}

/** The records that have not been trimmed, in order. */
function keptRecords(store: Store, stream: Stream): StreamRecord[] {
  if (store.decisions.streamRetention === 'for-ever') return stream.records;
  const oldestMs = store.clock.now() - recordsKeptMs;
  return stream.records.filter((record) => record.atMs > oldestMs);
}

function checkNotTrimmed(store: Store, stream: Stream, sequence: bigint): void {
  const kept = new Set(keptRecords(store, stream));
  const trimmed = stream.records.some((record) => record.sequence >= sequence && !kept.has(record));
  if (trimmed)
    throw new Refusal(
      'TrimmedDataAccessException',
      'The operation attempted to read past the oldest stream record in a shard.',
    );
}

interface IteratorRequest {
  StreamArn: string;
  ShardId: string;
  ShardIteratorType: 'TRIM_HORIZON' | 'LATEST' | 'AT_SEQUENCE_NUMBER' | 'AFTER_SEQUENCE_NUMBER';
  SequenceNumber?: string;
}

function startOf(store: Store, stream: Stream, request: IteratorRequest): bigint {
  const { ShardIteratorType: type, SequenceNumber: given } = request;
  if (type === 'TRIM_HORIZON') return stream.firstSequence;
  if (type === 'LATEST') return draw(store);
  const sequence = sequenceOf(given!);
  const end = stream.lastSequence ?? store.drawn;
  if (sequence === undefined || sequence < stream.firstSequence || sequence > end)
    throw validation(
      `Invalid SequenceNumber: The sequence number ${given} is out of the range of the shard ${request.ShardId}`,
    );
  checkNotTrimmed(store, stream, sequence);
  const after = type === 'AFTER_SEQUENCE_NUMBER' || store.decisions.iteratorAt === 'the-one-after';
  return after ? sequence + 1n : sequence;
}

export function getShardIterator(context: RequestContext, input: JsonObject): JsonObject {
  const { store } = context;
  const request = input as unknown as IteratorRequest;
  const bySequence = request.ShardIteratorType.endsWith('SEQUENCE_NUMBER');
  if (bySequence && request.SequenceNumber === undefined)
    throw validation(
      'One or more parameter values were invalid: SequenceNumber must be specified for ShardIteratorType AT_SEQUENCE_NUMBER or AFTER_SEQUENCE_NUMBER',
    );
  if (!bySequence && request.SequenceNumber !== undefined)
    throw validation(
      `One or more parameter values were invalid: SequenceNumber must not be specified for ShardIteratorType ${request.ShardIteratorType}`,
    );
  const stream = streamNamed(context, request.StreamArn);
  if (!stream.shards.includes(request.ShardId))
    throw resourceNotFound(
      `Requested resource not found: Shard: ${request.ShardId} in Stream: ${request.StreamArn} not found`,
    );
  const position = {
    arn: stream.arn,
    shard: request.ShardId,
    from: startOf(store, stream, request),
    issuedMs: store.clock.now(),
  };
  return { ShardIterator: iteratorText(position) };
}

/** The iterator's stream, always looked up in the caller's own account. */
function streamOfIterator(context: RequestContext, position: Position): Stream {
  const { store, account } = context;
  const accounts = store.decisions.streamOwner === 'anybody' ? [...store.accounts.values()] : [account];
  const stream = accounts.map((owner) => owner.streams.get(position.arn)).find((found) => found !== undefined);
  if (stream === undefined || hasExpired(store, stream))
    throw resourceNotFound('Requested resource not found: Stream or shard of the iterator not found');
  return stream;
}

/** At least one record: the images of an item, before and after, are less than a megabyte together. */
function firstMegabyte(records: readonly StreamRecord[]): StreamRecord[] {
  let bytes = 0;
  return records.filter((record) => {
    bytes += (record.body.dynamodb as { SizeBytes: number }).SizeBytes;
    return bytes <= answerBytesMax;
  });
}

export function getRecords(context: RequestContext, input: JsonObject): JsonObject {
  const { store } = context;
  const { ShardIterator: text, Limit: limit = recordsMax } = input as { ShardIterator: string; Limit?: number };
  const position = positionOf(text);
  const stream = streamOfIterator(context, position);
  if (store.clock.now() >= position.issuedMs + iteratorLivesMs)
    throw new Refusal('ExpiredIteratorException', 'Iterator expired. The iterator was created at an earlier time.');
  const ahead = keptRecords(store, stream).filter(
    ({ sequence, shard = position.shard }) => sequence >= position.from && shard === position.shard,
  );
  const page = firstMegabyte(ahead.slice(0, limit));
  const from = (page.at(-1)?.sequence ?? position.from - 1n) + 1n;
  const ended = stream.status === 'DISABLED' && page.length === ahead.length;
  return present({
    Records: page.map((record) => record.body),
    NextShardIterator: ended ? undefined : iteratorText({ ...position, from, issuedMs: store.clock.now() }),
  });
}
