/** The writer's side of streams: opens and closes them, and adds one record per effective write. */

import { deepEqual } from '../values/compare.ts';
import { itemSize } from '../values/size.ts';
import type { Item, JsonObject } from '../values/types.ts';
import { uniqueHex } from './arn.ts';
import { present } from './descriptions.ts';
import { keyNames, pick, type WriteSource } from './indexes.ts';
import {
  type Account,
  draw,
  type Store,
  type Stream,
  type StreamRecord,
  type StreamView,
  type Table,
} from './state.ts';

export const recordsKeptMs = 24 * 60 * 60 * 1000;

/** Sequence numbers have 21 to 40 digits and increase. */
export const sequenceText = (sequence: bigint): string => String(10n ** 20n + sequence);
export const sequenceOf = (text: string): bigint | undefined =>
  /^\d{21,40}$/.test(text) ? BigInt(text) - 10n ** 20n : undefined;

function labelOf(store: Store, ms: number): string {
  const iso = new Date(ms).toISOString();
  if (store.decisions.streamLabel === 'nanoseconds-with-zone') return iso.replace('Z', '000000Z');
  if (store.decisions.streamLabel === 'seconds') return iso.slice(0, 19);
  return iso.slice(0, 23);
}

const shardIdOf = (store: Store): string =>
  `shardId-${String(store.clock.now()).padStart(20, '0')}-${uniqueHex(store)}`;

/** Stream labels of one table are unique, even for two streams opened in the same millisecond. */
function freshLabel(store: Store, account: Account, table: Table): { label: string; arn: string } {
  for (let ms = store.clock.now(); ; ms += 1) {
    const label = labelOf(store, ms);
    const arn = `${table.arn}/stream/${label}`;
    if (!account.streams.has(arn)) return { label, arn };
  }
}

export function openStream(store: Store, account: Account, table: Table, view: StreamView): Stream {
  const stream: Stream = {
    account: account.id,
    ...freshLabel(store, account, table),
    tableName: table.name,
    createdMs: store.clock.now(),
    view,
    keySchema: table.definition.schema,
    status: 'ENABLED',
    shards:
      store.decisions.recordShard === 'that-of-both-keys' ? [shardIdOf(store), shardIdOf(store)] : [shardIdOf(store)],
    firstSequence: draw(store),
    records: [],
  };
  if (store.decisions.recreatedStream === 'those-of-the-deleted-table-too') {
    const earlier = [...account.streams.values()].filter((other) => other.tableName === table.name);
    stream.records.push(...earlier.flatMap((other) => other.records));
    stream.shards.unshift(...earlier.flatMap((other) => other.shards));
    stream.firstSequence = earlier[0]?.firstSequence ?? stream.firstSequence;
  }
  account.streams.set(stream.arn, stream);
  return stream;
}

/** The records of a closed stream stay readable until they are 24 hours old. */
export function closeStream(store: Store, stream: Stream): void {
  if (stream.status === 'DISABLED') return;
  stream.status = 'DISABLED';
  stream.disabledMs = store.clock.now();
  stream.lastSequence = stream.records.at(-1)?.sequence ?? stream.firstSequence;
}

/** Enables a stream that is already enabled. Only a mutant gets here. */
export function reopenStream(store: Store, account: Account, table: Table): void {
  const stream = table.stream!;
  if (store.decisions.streamReenable === 'accepted-with-more-shards') stream.shards.push(shardIdOf(store));
  if (store.decisions.streamReenable === 'accepted-with-a-new-label') {
    const relabelled = { ...stream, ...freshLabel(store, account, table) };
    account.streams.delete(stream.arn);
    account.streams.set(relabelled.arn, relabelled);
    table.stream = relabelled;
  }
}

const sameItem = (a: Item, b: Item): boolean => deepEqual({ M: a }, { M: b });

function images(
  view: StreamView,
  before: Item | undefined,
  after: Item | undefined,
): { NewImage: Item | undefined; OldImage: Item | undefined } {
  return {
    NewImage: view === 'NEW_IMAGE' || view === 'NEW_AND_OLD_IMAGES' ? after : undefined,
    OldImage: view === 'OLD_IMAGE' || view === 'NEW_AND_OLD_IMAGES' ? before : undefined,
  };
}

/** A mutant's sharding: it hashes both keys, so items of one partition key reach several shards. */
function shardOfBoth({ shards }: Stream, keys: Item): string {
  const sum = Buffer.from(JSON.stringify(keys)).reduce((total, byte) => total + byte, 0);
  return shards[sum % shards.length]!;
}

function recordOf(
  store: Store,
  stream: Stream,
  event: StreamRecord['event'],
  before: Item | undefined,
  after: Item | undefined,
  actor?: JsonObject,
): StreamRecord {
  const repeatsLast = store.decisions.sequenceNumber === 'two' && stream.records.length % 2 === 1;
  const sequence = repeatsLast ? stream.records.at(-1)!.sequence : draw(store);
  const Keys = pick((after ?? before)!, keyNames(stream.keySchema));
  const shown = images(stream.view, before, after);
  const sizes = [Keys, shown.NewImage, shown.OldImage].map((item) => (item === undefined ? 0 : itemSize(item)));
  const dynamodb: JsonObject = present({
    ApproximateCreationDateTime: Math.floor(store.clock.now() / 1000),
    Keys,
    NewImage: shown.NewImage,
    OldImage: shown.OldImage,
    SequenceNumber: sequenceText(sequence),
    SizeBytes: sizes.reduce((sum, size) => sum + size, 0),
    StreamViewType: stream.view,
  });
  const body = present({
    eventID: sequence.toString(16).padStart(32, '0'),
    eventName: event,
    eventVersion: '1.1',
    eventSource: 'aws:dynamodb',
    awsRegion: store.region,
    dynamodb,
    userIdentity: actor,
  });
  const record = { sequence, atMs: store.clock.now(), event, body };
  return store.decisions.recordShard === 'that-of-both-keys' ? { ...record, shard: shardOfBoth(stream, Keys) } : record;
}

/** The `userIdentity` of a record: the service for an expired item, else absent. */
const actorOf = (store: Store, source: WriteSource): JsonObject | undefined =>
  source.kind === 'expiry' && store.decisions.ttlActor === 'the-service'
    ? { Type: 'Service', PrincipalId: 'dynamodb.amazonaws.com' }
    : undefined;

/** Adds a record if the write changed anything. */
export function recordWrite(
  store: Store,
  table: Table,
  before: Item | undefined,
  after: Item | undefined,
  source: WriteSource,
): void {
  const { stream } = table;
  const { decisions } = store;
  if (stream?.status !== 'ENABLED') return;
  if (source.kind === 'transaction' && decisions.transactionStream === 'none') return;
  if (before !== undefined && after !== undefined) {
    if (sameItem(before, after) && decisions.unchangedRecord === 'nothing') return;
    stream.records.push(recordOf(store, stream, 'MODIFY', before, after));
  } else if (after !== undefined) {
    const fabricated = source.kind === 'update' && decisions.upsertEvent !== 'INSERT';
    const old = fabricated ? pick(after, keyNames(stream.keySchema)) : undefined;
    stream.records.push(recordOf(store, stream, fabricated ? 'MODIFY' : 'INSERT', old, after));
  } else if (before !== undefined) {
    const shown = decisions.removeImage === 'never' ? undefined : before;
    stream.records.push(recordOf(store, stream, 'REMOVE', before, shown, actorOf(store, source)));
  }
}
