/** The records of a stream, replayed: each record continues the item that the records before it have left. */
import type { Json, JsonObject, Operation, Outcome } from '../../../oracles/values/types.ts';
import { isObject, valueAt } from '../play/path.ts';
import { StreamReader } from '../play/read-stream.ts';
import type { Exchange } from './exchange.ts';
import type { AuditedTable, Breach, Invariant } from './invariant.ts';
import { itemText, keyText, picked } from './values.ts';

export const streamReplay: Invariant = {
  statement:
    'The records of a stream, replayed in the order of each item, give the table: each has the keys, the old image is what the record before has left, and sequence numbers rise.',
  source: 'https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/Streams.html',
  needs: 'a table whose stream has been on for its whole life, all of it in the case',
  lags: true,
  audit: async (table) => {
    const { facts, wholeLife, expires } = table;
    const isThere = facts.stream !== undefined && wholeLife && !expires;
    if (!isThere || !table.supports('DescribeStream', 'GetShardIterator', 'GetRecords')) return [];
    const { outcome } = await table.ask('DescribeTable', {});
    const arn = outcome.kind === 'ok' ? valueAt(outcome.output, 'Table.LatestStreamArn') : undefined;
    return typeof arn === 'string' ? table.inTime(() => faultsOf(table, arn)) : [];
  },
};

/** Reading is given up after this many requests, and says nothing then. */
const requestsMax = 60;

async function faultsOf(table: AuditedTable, arn: string): Promise<Breach[]> {
  let sent = 0;
  let last: Exchange | undefined;
  const send = async (op: Operation, input: JsonObject): Promise<Outcome> => {
    sent += 1;
    const { exchange, outcome } = await table.ask(op, input);
    last = exchange;
    return outcome;
  };
  const reader = new StreamReader(send, arn, () => sent >= requestsMax);
  const stopped = await reader.turn();
  if (stopped !== undefined || last === undefined) return [];
  return replayed(table, reader.records.filter(isObject), last);
}

function replayed({ facts, rows }: AuditedTable, records: readonly JsonObject[], exchange: Exchange): Breach[] {
  const state = new Map<string, Json>();
  const found: Breach[] = [];
  const numbers = new Map<string, bigint>();
  const breach = (path: string, expected: Json, actual: Json, kind: Breach['class'] = 'value'): void =>
    void found.push({ exchange, class: kind, path: `Records[].${path}`, expected, actual });
  for (const record of records) {
    const change = valueAt(record, 'dynamodb');
    const keys = isObject(change) ? change.Keys : undefined;
    const key = isObject(keys) ? keyText(keys, facts.keys) : undefined;
    if (!isObject(change) || !isObject(keys) || key === undefined || Object.keys(keys).length !== facts.keys.length) {
      breach('dynamodb.Keys', [...facts.keys], keys ?? 'absent');
      continue;
    }
    const number = numberOf(change.SequenceNumber);
    const before = numbers.get(key);
    if (number === undefined || (before !== undefined && number <= before))
      breach(
        'dynamodb.SequenceNumber',
        'a number above the one before',
        change.SequenceNumber ?? 'absent',
        'rows-order',
      );
    if (number !== undefined) numbers.set(key, number);
    const old = state.get(key);
    const event = String(record.eventName);
    const wanted = old === undefined ? ['INSERT'] : ['MODIFY', 'REMOVE'];
    if (!wanted.includes(event)) breach('eventName', wanted.join(' or '), event);
    for (const [path, expected, actual] of imagesOf(facts.stream, change, keys, old, event))
      breach(path, expected, actual);
    if (event === 'REMOVE') state.delete(key);
    else state.set(key, change.NewImage ?? keys);
  }
  return [...found, ...leftOver({ facts, rows }, state, exchange)];
}

function numberOf(text: Json | undefined): bigint | undefined {
  return typeof text === 'string' && /^\d+$/.test(text) ? BigInt(text) : undefined;
}

/** What is wrong with the images of one record, by the view of the stream. */
function imagesOf(
  view: string | undefined,
  { OldImage, NewImage }: JsonObject,
  keys: JsonObject,
  old: Json | undefined,
  event: string,
): (readonly [path: string, expected: Json, actual: Json])[] {
  const hasOld = (view === 'NEW_AND_OLD_IMAGES' || view === 'OLD_IMAGE') && event !== 'INSERT';
  const hasNew = (view === 'NEW_AND_OLD_IMAGES' || view === 'NEW_IMAGE') && event !== 'REMOVE';
  const knowsOld = view === 'NEW_AND_OLD_IMAGES' && old !== undefined;
  const isMissing = (wanted: boolean, image: Json | undefined): boolean => wanted !== (image !== undefined);
  const word = (wanted: boolean): string => (wanted ? 'an image' : 'absent');
  const ofKeys = (image: JsonObject): boolean => itemText(picked(image, Object.keys(keys))) === itemText(keys);
  return [
    ...(isMissing(hasOld, OldImage) ? [['dynamodb.OldImage', word(hasOld), OldImage ?? 'absent'] as const] : []),
    ...(isMissing(hasNew, NewImage) ? [['dynamodb.NewImage', word(hasNew), NewImage ?? 'absent'] as const] : []),
    ...(hasOld && knowsOld && OldImage !== undefined && itemText(OldImage) !== itemText(old)
      ? [['dynamodb.OldImage', old, OldImage] as const]
      : []),
    ...(isObject(NewImage) && !ofKeys(NewImage) ? [['dynamodb.NewImage', keys, NewImage] as const] : []),
  ];
}

/** The rows at the end, as far as the view of the stream tells them. */
function leftOver(
  { facts, rows }: Pick<AuditedTable, 'facts' | 'rows'>,
  state: ReadonlyMap<string, Json>,
  exchange: Exchange,
): Breach[] {
  const isWhole = facts.stream === 'NEW_AND_OLD_IMAGES' || facts.stream === 'NEW_IMAGE';
  const shown = (row: JsonObject): string => itemText(isWhole ? row : picked(row, facts.keys));
  const table = rows.map(shown).sort();
  const stream = [...state.values()].map((row) => (isObject(row) ? shown(row) : '')).sort();
  if (table.join('\n') === stream.join('\n')) return [];
  const [lost, extra] = [table.filter((row) => !stream.includes(row)), stream.filter((row) => !table.includes(row))];
  return [
    { exchange, class: extra.length > 0 ? 'value' : 'rows-missing', path: 'Records[]', expected: lost, actual: extra },
  ];
}
