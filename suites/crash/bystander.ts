/** A table that lives through all rounds on one server: no write that it has acknowledged may be lost. */
import type { Item } from '../../oracles/values/types.ts';
import { n, s } from '../cases/case.ts';
import type { Anomaly } from '../rounds/anomaly.ts';
import type { Lab } from '../rounds/lab.ts';
import { done, made, rowsOf } from '../rounds/place.ts';
import { audit, indexesOf, use } from '../rounds/usable.ts';
import { itemText } from '../runner/invariants/values.ts';
import { listAt, valueAt } from '../runner/play/path.ts';

/** Writes go round these rows, so that the table stays small. */
const slots = 20;

export class Bystander {
  readonly #lab: Lab;
  readonly #name: string;
  readonly #rows = new Map<number, Item>();
  #writes = 0;
  #iterator: string | undefined;

  private constructor(lab: Lab, name: string) {
    this.#lab = lab;
    this.#name = name;
  }

  /** @throws Unprepared */
  static async on(lab: Lab): Promise<Bystander> {
    return new Bystander(lab, await made(lab, 'old', 0));
  }

  /** One acknowledged write; a place in the stream is remembered just before it. @throws Unprepared */
  async write(): Promise<void> {
    this.#iterator = await this.#latest();
    const slot = this.#writes % slots;
    this.#writes += 1;
    const Item = { pk: s('old'), sk: s(String(slot)), g: s(`g${this.#writes % 3}`), n: n(this.#writes) };
    await done(this.#lab, 'PutItem', { TableName: this.#name, Item });
    this.#rows.set(slot, Item);
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
    const expected = [...this.#rows.values()].map(itemText).sort();
    if (read.join() !== expected.join())
      found.push({
        ...{ kind: 'lost', where: 'old', operation: 'Scan' },
        expected: `${expected.length} acknowledged rows`,
        actual: `${read.filter((text) => expected.includes(text)).length} of them, and ${read.filter((text) => !expected.includes(text)).length} others`,
      });
    await this.#checkIterator(found);
    const indexes = (await indexesOf(lab, this.#name, found)) ?? [];
    await use(lab, this.#name, indexes, found, (operation) => !/Batch|Transact|Update/.test(operation));
    await audit(lab, this.#name, false, broken, found);
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
