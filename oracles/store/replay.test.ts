/**
 * Replays the stream and restores the backup after all kinds of writes: single, batch, transaction, statement, refused
 * and expired. Each result must equal a scan of the table.
 */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createOracle } from '../oracle.ts';
import { n, OracleDriver, type StreamRecordJson, s, type TableSpec } from '../testing/probes/driver.ts';
import type { Item, Json, JsonObject, Operation } from '../values/types.ts';

const TableName = 'rows';
const spec: TableSpec = {
  hash: 'pk:S',
  range: 'sk:N',
  gsi: { 'by-g': { hash: 'g:S', projection: ['v'] }, 'by-far': { hash: 'g:S', range: 'v:N' } },
  lsi: { 'by-l': { hash: 'pk:S', range: 'v:N', projection: 'KEYS_ONLY' } },
};
const startSeconds = Date.UTC(2026, 0, 1) / 1000;

const key = fc.record({ pk: fc.constantFrom('a', 'b').map(s), sk: fc.nat(2).map((i) => n(i)) });
const v = fc.nat(2).map((i) => n(i));
/** Some items expire within an hour. */
const until = fc.integer({ min: 0, max: 60 }).map((minutes) => n(startSeconds + minutes * 60));
const item = fc
  .tuple(key, fc.record({ g: fc.constantFrom('x', 'y').map(s), v, until }, { requiredKeys: [] }))
  .map(([one, more]): Item => ({ ...one, ...(more as Item) }));
const idOf = ({ pk, sk }: Item): string => JSON.stringify([pk, sk]);
const distinct = <T extends Item>(one: fc.Arbitrary<T>) =>
  fc.uniqueArray(one, { minLength: 1, maxLength: 3, selector: idOf });

type Call = readonly [Operation, JsonObject] | number;
const condition = fc.constantFrom<JsonObject>(
  {},
  {},
  { ConditionExpression: 'attribute_not_exists(pk)' },
  { ConditionExpression: 'attribute_exists(v)' },
);
const statement = (Statement: string, ...Parameters: Item[string][]): Call => [
  'ExecuteStatement',
  { Statement, Parameters },
];
const call: fc.Arbitrary<Call> = fc.oneof(
  fc.tuple(item, condition).map(([Item, more]): Call => ['PutItem', { TableName, Item, ...more }]),
  fc.tuple(key, condition).map(([Key, more]): Call => ['DeleteItem', { TableName, Key, ...more }]),
  fc.tuple(key, v, condition).map(
    ([Key, value, more]): Call => [
      'UpdateItem',
      {
        TableName,
        Key,
        UpdateExpression: 'SET v = :v REMOVE g',
        ExpressionAttributeValues: { ':v': value },
        ...more,
      },
    ],
  ),
  fc.tuple(distinct(item), fc.boolean()).map(
    ([items, put]): Call => [
      'BatchWriteItem',
      {
        RequestItems: {
          rows: items.map((Item) =>
            put ? { PutRequest: { Item } } : { DeleteRequest: { Key: { pk: Item.pk!, sk: Item.sk! } } },
          ),
        },
      },
    ],
  ),
  fc
    .tuple(distinct(item), condition)
    .map(
      ([items, more]): Call => [
        'TransactWriteItems',
        { TransactItems: items.map((Item) => ({ Put: { TableName, Item, ...more } })) },
      ],
    ),
  key.map(({ pk, sk }) => statement("INSERT INTO rows VALUE {'pk': ?, 'sk': ?, 'g': 'x', 'v': 1}", pk!, sk!)),
  key.map(({ pk, sk }) => statement('UPDATE rows SET v = 2 REMOVE g WHERE pk = ? AND sk = ?', pk!, sk!)),
  key.map(({ pk, sk }) => statement('DELETE FROM rows WHERE pk = ? AND sk = ?', pk!, sk!)),
  fc.integer({ min: 1, max: 20 }).map((minutes): Call => minutes * 60_000),
);
const calls = fc.array(call, { maxLength: 25 });

function run(driver: OracleDriver, all: readonly Call[]): void {
  for (const one of all)
    if (typeof one === 'number') driver.wait(one);
    else driver.call(...one);
}
function filled(all: readonly Call[], stream: TableSpec['stream'] = 'NEW_AND_OLD_IMAGES'): OracleDriver {
  const driver = new OracleDriver(createOracle());
  driver.table(TableName, { ...spec, stream: stream! });
  const TimeToLiveSpecification = { Enabled: true, AttributeName: 'until' };
  driver.ok('UpdateTimeToLive', { TableName, TimeToLiveSpecification });
  driver.wait();
  run(driver, all);
  return driver;
}
const texts = (items: readonly Item[]): string[] =>
  items.map((one) => JSON.stringify(Object.entries(one).sort(([a], [c]) => (a < c ? -1 : 1)))).sort();
const rowsOf = (driver: OracleDriver, table = TableName, IndexName?: string): string[] =>
  texts(driver.pages('Scan', { TableName: table, ...(IndexName === undefined ? {} : { IndexName }) }).items);

/** All records, with any page size. */
function recordsOf(driver: OracleDriver, Limit: number, more: JsonObject = {}): StreamRecordJson[] {
  const records: StreamRecordJson[] = [];
  let ShardIterator: string | undefined = driver.iterator(driver.streamArn(TableName), more);
  while (ShardIterator !== undefined) {
    const page = driver.ok('GetRecords', { ShardIterator, Limit });
    if ((page.Records as unknown[]).length === 0) return records;
    records.push(...(page.Records as unknown as StreamRecordJson[]));
    ShardIterator = page.NextShardIterator as string;
  }
  return records;
}

describe('the stream', () => {
  test('replayed in pages of any size is the table, and each record follows the previous one', () => {
    let expired = 0;
    fc.assert(
      fc.property(calls, fc.integer({ min: 1, max: 9 }), (all, limit) => {
        const driver = filled(all);
        const rows = new Map<string, Item>();
        let last = '';
        for (const record of recordsOf(driver, limit)) {
          const { Keys, OldImage, NewImage, SequenceNumber } = record.dynamodb;
          expect(SequenceNumber > last).toBe(true);
          expect(OldImage).toEqual(rows.get(idOf(Keys)));
          expect(record.eventName).toBe(
            NewImage === undefined ? 'REMOVE' : OldImage === undefined ? 'INSERT' : 'MODIFY',
          );
          expect(OldImage).not.toEqual(NewImage);
          if ('userIdentity' in record) expired += 1;
          if (NewImage === undefined) rows.delete(idOf(Keys));
          else rows.set(idOf(Keys), NewImage);
          last = SequenceNumber;
        }
        expect(texts([...rows.values()])).toEqual(rowsOf(driver));
      }),
    );
    expect(expired).toBeGreaterThan(0);
  });

  test('read from any record on gives the rest', () => {
    fc.assert(
      fc.property(calls, fc.nat(), fc.integer({ min: 1, max: 9 }), (all, turn, limit) => {
        const driver = filled(all);
        const whole = recordsOf(driver, 1000);
        if (whole.length === 0) return;
        const at = turn % whole.length;
        const from = (ShardIteratorType: string) =>
          recordsOf(driver, limit, { ShardIteratorType, SequenceNumber: whole[at]!.dynamodb.SequenceNumber });
        expect(from('AT_SEQUENCE_NUMBER')).toEqual(whole.slice(at));
        expect(from('AFTER_SEQUENCE_NUMBER')).toEqual(whole.slice(at + 1));
      }),
    );
  });

  test.each(['KEYS_ONLY', 'NEW_IMAGE', 'OLD_IMAGE'] as const)(
    'of view %s has the same events, with less to see',
    (view) => {
      fc.assert(
        fc.property(calls, (all) => {
          const [wide, narrow] = [filled(all), filled(all, view)].map((driver) => recordsOf(driver, 1000));
          const shown = wide!.map(({ eventName, dynamodb: { Keys, NewImage, OldImage } }) => ({
            ...{ eventName, Keys },
            ...(view === 'NEW_IMAGE' && NewImage !== undefined ? { NewImage } : {}),
            ...(view === 'OLD_IMAGE' && OldImage !== undefined ? { OldImage } : {}),
          }));
          const pick = ({ eventName, dynamodb: { Keys, NewImage, OldImage } }: StreamRecordJson) => ({
            ...{ eventName, Keys },
            ...(NewImage === undefined ? {} : { NewImage }),
            ...(OldImage === undefined ? {} : { OldImage }),
          });
          expect(narrow!.map(pick)).toEqual(shown);
        }),
        { numRuns: 40 },
      );
    },
  );
});

test('a restored table equals the backed-up one: items, indexes, definition, and nothing later', () => {
  fc.assert(
    fc.property(calls, calls, calls, (before, later, after) => {
      const driver = filled(before);
      const indexes = [undefined, 'by-g', 'by-far', 'by-l'];
      const wanted = indexes.map((index) => rowsOf(driver, TableName, index));
      const { BackupDetails } = driver.ok('CreateBackup', { TableName, BackupName: 'nightly' });
      run(driver, later);
      driver.wait(60_000);
      const { BackupArn } = BackupDetails as { BackupArn: string };
      driver.ok('RestoreTableFromBackup', { BackupArn, TargetTableName: 'copy' });
      driver.wait(60_000);
      expect(indexes.map((index) => rowsOf(driver, 'copy', index))).toEqual(wanted);
      const definition = (table: string) => {
        const { KeySchema, AttributeDefinitions, GlobalSecondaryIndexes, LocalSecondaryIndexes } =
          driver.describe(table);
        const plain = (list: Json) =>
          (list as JsonObject[]).map(({ IndexName, KeySchema: keys, Projection }) => ({ IndexName, keys, Projection }));
        return [KeySchema, AttributeDefinitions, plain(GlobalSecondaryIndexes!), plain(LocalSecondaryIndexes!)];
      };
      expect(definition('copy')).toEqual(definition(TableName));
      const source = rowsOf(driver);
      run(
        driver,
        after.map((one) => (typeof one === 'number' ? one : renamed(one, 'copy'))),
      );
      if (!after.some((one) => typeof one === 'number')) expect(rowsOf(driver)).toEqual(source);
    }),
    { numRuns: 50 },
  );
});

/** The same call to another table. */
function renamed([operation, input]: readonly [Operation, JsonObject], table: string): Call {
  const text = JSON.stringify(input).replaceAll('"TableName":"rows"', `"TableName":"${table}"`);
  const other = text.replaceAll('"rows":', `"${table}":`).replace(/(INTO|UPDATE|FROM) rows/, `$1 ${table}`);
  return [operation, JSON.parse(other) as JsonObject];
}
