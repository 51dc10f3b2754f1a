import type { JsonObject } from '../../values/types.ts';
import { grouped } from '../grouped.ts';
import type { History } from '../history.ts';
import { type Anomaly, type Judge, judgementOf } from '../judge.ts';
import { byItem, byStart, type ItemWrite, itemText, type TableFacts, tablesOf, writesOf } from '../tables.ts';
import { timeline } from '../timeline.ts';

const needs = 'records, read through iterators that GetShardIterator gave';

export const streams: Judge = {
  statement:
    'A stream has each committed write of its table once, in the order of each item, nothing behind a position that was read already, and nothing of an earlier table of the name.',
  source: 'https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/Streams.html',
  needs,
  judge(history) {
    const chains = chainsOf(history);
    const tables = tablesOf(history);
    const items = byItem(writesOf(history, tables));
    const anomalies = [
      ...chains.flatMap((chain) => [
        ...orderFaults(history, chain),
        ...imageFaults(history, chain),
        ...lifeFaults(history, chain, items, tables),
      ]),
      ...streamsOf(chains).flatMap((some) => [
        ...cursorFaults(history, some),
        ...countFaults(history, some, items, tables),
      ]),
    ];
    return judgementOf(
      chains.reduce((sum, { records }) => sum + records.length, 0),
      anomalies,
      [],
      needs,
    );
  },
};

interface Record {
  readonly sequence: bigint;
  readonly event: string;
  readonly keys: JsonObject;
  readonly oldImage: JsonObject | undefined;
  readonly newImage: JsonObject | undefined;
  readonly call: number;
}
/** What one reader read of one shard, from one iterator on. */
interface Chain {
  readonly stream: string;
  readonly table: string;
  readonly shard: string;
  /** From the oldest record on. */
  readonly isWhole: boolean;
  readonly records: Record[];
  readonly startUs: number;
  endUs: number;
}

function chainsOf({ calls }: History): Chain[] {
  const open = new Map<string, Chain>();
  const found: Chain[] = [];
  for (const at of byStart(calls)) {
    const { operation, input, outcome, startUs, endUs } = calls[at]!;
    if (outcome.kind !== 'ok' || endUs === undefined) continue;
    if (operation === 'GetShardIterator') {
      const stream = String(input.StreamArn);
      const table = /:table\/([^/]+)\/stream\//.exec(stream)?.[1] ?? '';
      const isWhole = input.ShardIteratorType === 'TRIM_HORIZON';
      const chain: Chain = { stream, table, shard: String(input.ShardId), isWhole, records: [], startUs, endUs };
      found.push(chain);
      open.set(String(outcome.output.ShardIterator), chain);
    }
    const chain = operation === 'GetRecords' ? open.get(String(input.ShardIterator)) : undefined;
    if (chain === undefined) continue;
    open.delete(String(input.ShardIterator));
    chain.records.push(...((outcome.output.Records ?? []) as JsonObject[]).map((one) => recordOf(one, at)));
    chain.endUs = endUs;
    const next = outcome.output.NextShardIterator;
    if (typeof next === 'string') open.set(next, chain);
  }
  return found;
}

function recordOf({ eventName, dynamodb }: JsonObject, call: number): Record {
  const { SequenceNumber, Keys, OldImage, NewImage } = (dynamodb ?? {}) as JsonObject;
  const text = String(SequenceNumber);
  return {
    sequence: /^\d+$/.test(text) ? BigInt(text) : -1n,
    event: String(eventName),
    keys: (Keys ?? {}) as JsonObject,
    oldImage: OldImage as JsonObject | undefined,
    newImage: NewImage as JsonObject | undefined,
    call,
  };
}

const anomaly = (history: History, kind: string, text: string, calls: readonly number[]): Anomaly => ({
  ...{ kind, text, calls, shown: timeline(history, calls.slice(-16)) },
});

function orderFaults(history: History, { records }: Chain): Anomaly[] {
  const at = records.findIndex(({ sequence }, i) => i > 0 && sequence <= records[i - 1]!.sequence);
  if (at === -1) return [];
  const [before, record] = [records[at - 1]!, records[at]!];
  const kind = before.sequence === record.sequence ? 'record twice' : 'record order';
  const text = `The record ${record.sequence} comes after ${before.sequence} in its shard.`;
  return [anomaly(history, kind, text, [...new Set([before.call, record.call])])];
}

/** Each record goes on from what the one before of its item has left. */
function imageFaults(history: History, { records }: Chain): Anomaly[] {
  const left = new Map<string, { record: Record; image: string | undefined }>();
  for (const record of records) {
    const key = itemText(record.keys);
    const before = left.get(key);
    const gone = record.event === 'REMOVE';
    left.set(key, { record, image: !gone && record.newImage !== undefined ? itemText(record.newImage) : undefined });
    if (before === undefined) continue;
    const wasGone = before.record.event === 'REMOVE';
    const fits = wasGone === (record.event === 'INSERT');
    const sameImage =
      before.image === undefined || record.oldImage === undefined || before.image === itemText(record.oldImage);
    if (fits && sameImage) continue;
    const text = fits
      ? `The old image of a record of ${key} is not what the record before has left.`
      : `${record.event} of ${key} comes after ${before.record.event}.`;
    return [anomaly(history, 'record images', text, [...new Set([before.record.call, record.call])])];
  }
  return [];
}

/** Chains of one shard each. */
const streamsOf = (chains: readonly Chain[]): Chain[][] => [
  ...grouped(chains, ({ stream, shard }) => `${stream} ${shard}`).values(),
];

/** A record that another reader has passed without seeing it. */
function cursorFaults(history: History, chains: readonly Chain[]): Anomaly[] {
  for (const early of chains) {
    const last = early.records.at(-1)?.sequence;
    const first = early.isWhole ? -1n : early.records[0]?.sequence;
    if (last === undefined || first === undefined) continue;
    const seen = new Set(early.records.map(({ sequence }) => sequence));
    for (const other of chains) {
      const late = other.records.find(({ sequence }) => sequence > first && sequence < last && !seen.has(sequence));
      if (late === undefined) continue;
      const text = `The record ${late.sequence} stands before ${last}, which a reader had read without meeting it.`;
      return [anomaly(history, 'record behind a cursor', text, [early.records.at(-1)!.call, late.call])];
    }
  }
  return [];
}

type Items = ReadonlyMap<string, readonly ItemWrite[]>;
type Tables = ReadonlyMap<string, TableFacts>;

/** Puts that alone can have left this image. */
const putsOf = (items: Items, table: string, { keys, newImage }: Record): ItemWrite[] => {
  const image = itemText(newImage!);
  const writes = items.get(`${table} ${itemText(keys)}`) ?? [];
  return writes.filter(({ kind, request }) => kind === 'put' && itemText(request.Item as JsonObject) === image);
};

/** A record of a put that was answered before the table of this stream was made. */
function lifeFaults(history: History, { stream, table, records }: Chain, items: Items, tables: Tables): Anomaly[] {
  const isBirth = ({ operation, input, outcome }: History['calls'][number]): boolean =>
    operation === 'CreateTable' &&
    input.TableName === table &&
    outcome.kind === 'ok' &&
    JSON.stringify(outcome.output).includes(stream);
  const birth = history.calls.find(isBirth);
  if (birth === undefined || !tables.has(table)) return [];
  for (const record of records) {
    if (record.newImage === undefined) continue;
    const puts = putsOf(items, table, record);
    if (puts.length === 0 || puts.some(({ endUs }) => endUs >= birth.startUs)) continue;
    const text = `The stream of the new table ${table} has a record of ${itemText(record.keys)} that only the earlier table was sent.`;
    return [
      anomaly(history, 'record of an earlier life', text, [puts[0]!.call, history.calls.indexOf(birth), record.call]),
    ];
  }
  return [];
}

/**
 * Each answered put of an item that only puts of different values write, after the reader came to the beginning of the stream and before it last
 * looked, has one record; each record has such a put.
 */
function countFaults(history: History, chains: readonly Chain[], items: Items, tables: Tables): Anomaly[] {
  const chain = chains.findLast(({ isWhole, records }) => isWhole && records.length > 0);
  if (chain === undefined || !tables.has(chain.table) || !hasImages(chain) || isChanging(history, chain.table))
    return [];
  const seen = grouped(chain.records, ({ keys }) => itemText(keys));
  for (const writes of items.values()) {
    if (writes[0]!.table !== chain.table || !arePlainPuts(writes)) continue;
    const records = seen.get(writes[0]!.key) ?? [];
    const fault = putFault(history, writes, records, chain);
    if (fault !== undefined) return [fault];
  }
  return [];
}

const hasImages = ({ records }: Chain): boolean =>
  records.every(({ event, newImage }) => event === 'REMOVE' || newImage !== undefined);

/** With several shards, or a stream that was switched on or off, one chain is not the whole of it. */
const isChanging = ({ calls }: History, table: string): boolean =>
  calls.some(({ operation, input }) => /^(Create|Update|Delete)Table$/.test(operation) && input.TableName === table) ||
  new Set(calls.flatMap(({ operation, input }) => (operation === 'GetShardIterator' ? [`${input.ShardId}`] : [])))
    .size > 1;

function arePlainPuts(writes: readonly ItemWrite[]): boolean {
  const images = writes.map(({ request }) => itemText((request.Item ?? {}) as JsonObject));
  return writes.every(({ kind }) => kind === 'put') && new Set(images).size === images.length;
}

function putFault(
  history: History,
  writes: readonly ItemWrite[],
  records: readonly Record[],
  chain: Chain,
): Anomaly | undefined {
  const counts = grouped(records, ({ newImage }) => itemText(newImage ?? {}));
  for (const { request, outcome, call, endUs } of writes) {
    const image = itemText(request.Item as JsonObject);
    const met = counts.get(image) ?? [];
    counts.delete(image);
    const calls = [...(call === -1 ? [] : [call]), ...met.map((record) => record.call)];
    const isDue = outcome === 'done' && call !== -1 && endUs < lastLook(history, chain);
    if (met.length === 0 && isDue)
      return anomaly(history, 'record lost', `No record of the put of ${image}.`, [call, ...lookOf(history, chain)]);
    if (met.length > 1) return anomaly(history, 'record twice', `${met.length} records of one put of ${image}.`, calls);
    if (met.length > 0 && outcome === 'refused')
      return anomaly(
        history,
        'record of a refused write',
        `A record of the put of ${image}, which was refused.`,
        calls,
      );
  }
  const [other] = [...counts.values()].flat();
  return (
    other &&
    anomaly(history, 'record of nothing', `A record of ${itemText(other.newImage ?? {})}, which nobody put.`, [
      other.call,
    ])
  );
}

/** The last GetRecords of the chain: it was empty, or the one that ended it. */
function lookOf({ calls }: History, { endUs }: Chain): number[] {
  const at = calls.findIndex((call) => call.operation === 'GetRecords' && call.endUs === endUs);
  return at === -1 ? [] : [at];
}
/** A put counts only when an empty look began after it: the reader has come to the end. */
function lastLook(history: History, chain: Chain): number {
  const [at] = lookOf(history, chain);
  const look = at === undefined ? undefined : history.calls[at]!;
  const isEmpty = look?.outcome.kind === 'ok' && ((look.outcome.output.Records ?? []) as unknown[]).length === 0;
  return isEmpty ? look!.startUs : -1;
}
