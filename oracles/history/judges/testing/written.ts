/** Histories for judges of streams, indexes, pages and restores, from a few words. */
import type { Call, History } from '../../history.ts';
import { parseHistory } from '../../notation.ts';
import { indexedTable } from '../../testing/indexed-table.ts';

const base: History = parseHistory('A: [get none = -]');
type Output = Readonly<Record<string, unknown>>;

const reader = (operation: string, input: Output, output: Output, startUs: number): Call => ({
  ...{ client: 9, operation, input, startUs, endUs: startUs + 1, outcome: { kind: 'ok', output } },
});
const item = (key: string, value: string): Output => ({ pk: { S: key }, v: { N: value } });

const StreamArn = 'arn:aws:dynamodb:us-east-1:0:table/tab/stream/s';

/** @param records `1 MODIFY x 2 1`: sequence number, event, key, new value, old value; `--` begins a second reader */
export function stream(records: readonly string[], ...calls: string[]): History {
  const history = parseHistory('setup: put other 0', ...calls);
  const readers = records
    .join('\n')
    .split('\n--\n')
    .map((part) => part.split('\n').filter((one) => one !== ''));
  return {
    ...history,
    calls: [...history.calls, ...readers.flatMap((some, i) => readingOf(some, 1000 + 100 * i, `${i}`))],
  };
}

function readingOf(records: readonly string[], startUs: number, name: string): Call[] {
  const it = (at: number): string => `${name}-${at}`;
  const input = { StreamArn, ShardId: 'shard', ShardIteratorType: 'TRIM_HORIZON' };
  const pages = [...records.map((one) => [recordOf(one)]), []];
  return [
    reader('GetShardIterator', input, { ShardIterator: it(0) }, startUs),
    ...pages.map((Records, i) =>
      reader('GetRecords', { ShardIterator: it(i) }, { Records, NextShardIterator: it(i + 1) }, startUs + 2 + 2 * i),
    ),
  ];
}

function recordOf(text: string): Output {
  const [SequenceNumber, eventName, key, after = '-', before = '-'] = text.split(' ') as [
    string,
    string,
    string,
    string?,
    string?,
  ];
  const images = {
    ...(after !== '-' && { NewImage: item(key, after) }),
    ...(before !== '-' && { OldImage: item(key, before) }),
  };
  return { eventName, dynamodb: { SequenceNumber, Keys: { pk: { S: key } }, ...images } };
}

const row = (text: string): Output => {
  const [pk, g = '-'] = text.split(' ') as [string, string?];
  return { pk: { S: pk }, extra: { S: 'not projected' }, ...(g !== '-' && { g: { S: g } }) };
};

/** @param table rows as `key value` of the index's key, `-` for none. @param early what a scan of the index has shown before */
export function withIndex(
  table: readonly string[],
  index: readonly string[],
  early: readonly string[] = index,
): History {
  const scan = (IndexName: string | undefined, rows: readonly string[], startUs: number): Call => {
    const Items = rows.map(row).map(({ extra, ...keys }) => (IndexName === undefined ? { ...keys, extra } : keys));
    return reader('Scan', { TableName: 'tab', ...(IndexName && { IndexName }) }, { Items }, startUs);
  };
  return {
    ...base,
    setup: [indexedTable('KEYS_ONLY')],
    calls: [scan('by-g', early, 1), scan(undefined, table, 3), scan('by-g', index, 5)],
  };
}

export const pages = parseHistory;

/** @param source rows of the source as `key:value`. @param scans of the target after it was first described as ACTIVE */
export function restored(source: readonly string[], ...scans: (readonly string[])[]): History {
  const itemOf = (text: string): Output => item(...(text.split(':') as [string, string]));
  const { setup } = parseHistory(`setup: ${source.map((text) => `put ${text.replace(':', ' ')}`).join('; ')}`);
  const rows = (some: readonly string[]): Output => ({ Items: some.map(itemOf) });
  const Table = { TableStatus: 'ACTIVE' };
  const calls = [
    reader('CreateBackup', { TableName: 'tab', BackupName: 'b' }, { BackupDetails: { BackupArn: 'arn' } }, 1),
    reader('RestoreTableFromBackup', { BackupArn: 'arn', TargetTableName: 'copy' }, {}, 3),
    reader('DescribeTable', { TableName: 'copy' }, { Table: { TableStatus: 'CREATING' } }, 5),
    reader('Scan', { TableName: 'copy', ConsistentRead: true }, rows([]), 7),
    reader('DescribeTable', { TableName: 'copy' }, { Table }, 9),
    ...scans.map((some, i) => reader('Scan', { TableName: 'copy', ConsistentRead: true }, rows(some), 11 + 2 * i)),
  ];
  return { ...base, setup, calls };
}
