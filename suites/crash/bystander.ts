/** A table that lives through all rounds on one server: nothing that it has acknowledged may be lost, or happen again. */
import { randomUUID } from 'node:crypto';
import type { Item, JsonObject } from '../../oracles/values/types.ts';
import { n, s } from '../cases/case.ts';
import type { Anomaly } from '../rounds/anomaly.ts';
import type { Lab } from '../rounds/lab.ts';
import { done, made, rowsOf, settledOrThrow } from '../rounds/place.ts';
import { audit, indexesOf, use } from '../rounds/usable.ts';
import { itemText } from '../runner/invariants/values.ts';
import { summary } from '../runner/summary.ts';
import { isObject, listAt, valueAt } from '../runner/play/path.ts';
import { Settings } from './settings.ts';

/** Writes go round these rows, so that the table stays small. */
const slots = 20;
/** A row is deleted so many writes before its slot is written again. */
const aheadOf = 7;

/** Values that a file may keep in another form: long, exact, empty, binary, beyond the first plane, nested. */
const exacting: Item = {
  long: s('0123456789'.repeat(600)),
  exact: n('12345678901234567890123456789012345678'),
  small: n('1E-130'),
  ...{ empty: s(''), binary: { B: 'AP+A' }, text: s('\u0000\u20ac\ud83d\ude00') },
  nested: { M: { list: { L: [{ NULL: true }, { BOOL: false }, { M: {} }] }, sets: { NS: ['1', '2.5'] } } },
};

const keyOf = (sk: string): Item => ({ pk: s('old'), sk: s(sk) });
const sumKey = keyOf('sum');
const one = { ExpressionAttributeValues: { ':one': n(1) } };

export class Bystander {
  readonly #lab: Lab;
  readonly #name: string;
  readonly #settings: Settings;
  /** As they were shown once they were written. */
  readonly #rows = new Map<number, JsonObject>();
  #transaction: JsonObject | undefined;
  #backup: string | undefined;
  #sum: JsonObject | undefined;
  #writes = 0;
  #iterator: string | undefined;

  private constructor(lab: Lab, name: string, settings: Settings) {
    this.#lab = lab;
    this.#name = name;
    this.#settings = settings;
  }

  /** @throws Unprepared */
  static async on(lab: Lab): Promise<Bystander> {
    const name = await made(lab, 'old', 0);
    const own = new Bystander(lab, name, await Settings.of(lab, name));
    await own.#backUp();
    return own;
  }

  async #backUp(): Promise<void> {
    const lab = this.#lab;
    if (!lab.supports('CreateBackup', 'DescribeBackup')) return;
    const answer = await done(lab, 'CreateBackup', { TableName: this.#name, BackupName: 'old' });
    await settledOrThrow(lab, { tables: [this.#name] });
    this.#backup = String(valueAt(answer, 'BackupDetails.BackupArn'));
  }

  /**
   * Some acknowledged writes: a put, a delete, one that is refused, and a transaction with a token; a place in the stream is remembered
   * just before them. @throws Unprepared
   */
  async write(): Promise<void> {
    this.#iterator = await this.#latest();
    const slot = this.#writes % slots;
    this.#writes += 1;
    const TableName = this.#name;
    const key = keyOf(String(slot));
    const Item = { ...exacting, ...key, g: s(`g${this.#writes % 3}`), n: n(this.#writes) };
    await done(this.#lab, 'PutItem', { TableName, Item });
    this.#rows.set(slot, (await this.#read(key)) ?? {});
    const gone = (slot + aheadOf) % slots;
    await done(this.#lab, 'DeleteItem', { TableName, Key: keyOf(String(gone)) });
    this.#rows.delete(gone);
    await this.#lab.send('PutItem', { TableName, Item: keyOf('never'), ConditionExpression: 'attribute_exists(pk)' });
    if (!this.#lab.supports('TransactWriteItems')) return;
    const Update = { TableName, Key: sumKey, UpdateExpression: 'ADD summed :one', ...one };
    this.#transaction = { ClientRequestToken: randomUUID(), TransactItems: [{ Update }] };
    const outcome = await this.#lab.send('TransactWriteItems', this.#transaction);
    if (outcome.kind !== 'ok') this.#transaction = undefined;
    this.#sum = await this.#read(sumKey);
  }

  async #read(Key: Item): Promise<JsonObject | undefined> {
    const { Item } = await done(this.#lab, 'GetItem', { TableName: this.#name, Key, ConsistentRead: true });
    return isObject(Item ?? null) ? (Item as JsonObject) : undefined;
  }

  async #latest(): Promise<string | undefined> {
    if (!this.#lab.supports('DescribeStream', 'GetRecords')) return undefined;
    const described = await done(this.#lab, 'DescribeTable', { TableName: this.#name });
    const StreamArn = valueAt(described, 'Table.LatestStreamArn') ?? null;
    const stream = await done(this.#lab, 'DescribeStream', { StreamArn });
    const [ShardId = null, ...more] = listAt(stream, 'StreamDescription.Shards[].ShardId');
    // With several shards, one iterator does not see every record.
    if (more.length > 0) return undefined;
    const answer = await done(this.#lab, 'GetShardIterator', { StreamArn, ShardId, ShardIteratorType: 'LATEST' });
    return String(answer.ShardIterator);
  }

  /** After a disturbance: usable, nothing lost, indexes as the table, and the remembered place in the stream goes on. */
  async check(broken: ReadonlySet<string>, found: Anomaly[]): Promise<void> {
    const lab = this.#lab;
    const read = (await rowsOf(lab, this.#name, found)).map(itemText).sort();
    const expected = [...this.#rows.values(), ...(this.#sum ? [this.#sum] : [])].map(itemText).sort();
    if (read.join() !== expected.join())
      found.push({
        ...{ kind: 'lost', where: 'old', operation: 'Scan' },
        expected: `${expected.length} acknowledged rows`,
        actual: `${read.filter((text) => expected.includes(text)).length} of them, and ${read.filter((text) => !expected.includes(text)).length} others`,
      });
    await this.#checkIterator(found);
    await this.#checkTransaction(found);
    await this.#checkBackup(found);
    await this.#settings.check(found);
    const indexes = (await indexesOf(lab, this.#name, found)) ?? [];
    await use(lab, this.#name, indexes, found, (operation) => !/Batch|Transact|Update/.test(operation));
    await audit(lab, this.#name, false, broken, found);
  }

  /** Sent again, it changes nothing: its token is younger than ten minutes. */
  async #checkTransaction(found: Anomaly[]): Promise<void> {
    if (this.#transaction === undefined) return;
    const input = { TableName: this.#name, Key: sumKey, ConsistentRead: true };
    const before = await this.#lab.ask('GetItem', input, found);
    const outcome = await this.#lab.ask('TransactWriteItems', this.#transaction, found);
    const after = await this.#lab.ask('GetItem', input, found);
    if (before.kind !== 'ok' || after.kind !== 'ok') return;
    const [sum, now] = [before, after].map(({ output }) => String(valueAt(output, 'Item.summed.N')));
    if (outcome.kind !== 'rejected' && sum === now) return;
    found.push({
      ...{ kind: 'twice', where: 'token of old', operation: 'TransactWriteItems' },
      ...{ expected: `accepted, and the sum stays ${sum}`, actual: `${String(summary(outcome))}, the sum is ${now}` },
    });
  }

  async #checkBackup(found: Anomaly[]): Promise<void> {
    if (this.#backup === undefined) return;
    const outcome = await this.#lab.ask('DescribeBackup', { BackupArn: this.#backup }, found);
    const path = 'BackupDescription.BackupDetails.BackupStatus';
    const actual = outcome.kind === 'ok' ? valueAt(outcome.output, path) : summary(outcome);
    if (outcome.kind === 'unanswered' || actual === 'AVAILABLE') return;
    const said = { expected: 'AVAILABLE', actual: this.#lab.inRoles(String(actual)) };
    found.push({ kind: 'lost', where: 'backup of old', operation: 'DescribeBackup', ...said });
  }

  async #checkIterator(found: Anomaly[]): Promise<void> {
    if (this.#iterator === undefined) return;
    const answer = await this.#lab.ask('GetRecords', { ShardIterator: this.#iterator }, found);
    if (answer.kind !== 'ok') return;
    const records = listAt(answer.output, 'Records[].dynamodb.NewImage.n.N');
    if (records[0] === String(this.#writes)) return;
    found.push({
      ...{ kind: 'lost', where: 'stream of old', operation: 'GetRecords' },
      expected: `the record of write ${this.#writes}, which was acknowledged after the iterator was given`,
      actual: `the records ${JSON.stringify(records)}`,
    });
  }
}
