import type { Json, JsonObject, Operation, Outcome } from '../../../oracles/values/types.ts';
import type { Looped } from '../record.ts';
import { valueAt } from './path.ts';

type Send = (operation: Operation, input: JsonObject) => Promise<Outcome>;
type Refusal = Exclude<Outcome, { kind: 'ok' }>;

/** Pages of one listing of shards, and of one shard: some server hands out a next one for ever. */
const pagesMax = 1_000;

/** Reads on where the turn before stopped. One reader per `readStream` step. */
export class StreamReader {
  readonly #send: Send;
  readonly #arn: Json;
  /** Iterator to go on with, by shard, in the order in which shards were first listed; null when the shard has ended. */
  readonly #iterators = new Map<string, Json>();
  readonly #records = new Map<string, Json[]>();
  readonly #late: () => unknown;

  /** @param late whether the time for all of it is over */
  constructor(send: Send, arn: Json, late: () => unknown) {
    this.#send = send;
    this.#arn = arn;
    this.#late = late;
  }

  /** What is to be said of pages that do not end, once there were too many or they took too long. */
  #endless(page: number, awaited: string, lastSeen: Json): Looped | undefined {
    const ended = page >= pagesMax ? 'turns' : this.#late() ? 'time' : undefined;
    return ended && { turns: page, ended, awaited, lastSeen };
  }

  /** Everything read so far: shard by shard, each in the order of the stream. */
  get records(): Json[] {
    return [...this.#records.values()].flat();
  }

  /** The shard of each record. */
  get shardIds(): string[] {
    return [...this.#records].flatMap(([shard, records]) => records.map(() => shard));
  }

  /** One pass over all shards. Undefined when it went well, else the answer that stopped it, or that there was no end. */
  async turn(): Promise<Refusal | Looped | undefined> {
    const shards = await this.#shards();
    if (!Array.isArray(shards)) return shards;
    for (const shard of shards) {
      const stopped = await this.#read(shard);
      if (stopped) return stopped;
    }
    return undefined;
  }

  async #shards(): Promise<string[] | Refusal | Looped> {
    const ids: string[] = [];
    let after: Json | undefined;
    for (let pages = 1; ; pages++) {
      const page = await this.#send('DescribeStream', {
        StreamArn: this.#arn,
        ...(after !== undefined && { ExclusiveStartShardId: after }),
      });
      if (page.kind !== 'ok') return page;
      const listed = valueAt(page.output, 'StreamDescription.Shards[].ShardId');
      ids.push(...(Array.isArray(listed) ? listed.filter((id) => typeof id === 'string') : []));
      after = valueAt(page.output, 'StreamDescription.LastEvaluatedShardId');
      if (typeof after !== 'string') return ids;
      const endless = this.#endless(pages, 'no LastEvaluatedShardId', after);
      if (endless) return endless;
    }
  }

  async #read(shard: string): Promise<Refusal | Looped | undefined> {
    if (!this.#iterators.has(shard)) {
      const first = await this.#firstIterator(shard);
      if (typeof first !== 'string') return first;
      this.#iterators.set(shard, first);
      this.#records.set(shard, []);
    }
    const records = this.#records.get(shard) ?? [];
    let iterator: Json = this.#iterators.get(shard) ?? null;
    if (iterator === null) return undefined;
    for (let pages = 1; ; pages++) {
      const page: Outcome = await this.#send('GetRecords', { ShardIterator: iterator });
      if (page.kind !== 'ok') return page;
      const listed = valueAt(page.output, 'Records');
      if (Array.isArray(listed)) records.push(...listed);
      iterator = page.output.NextShardIterator ?? null;
      this.#iterators.set(shard, iterator);
      // An empty page says only that nothing more is there yet.
      if (iterator === null || !Array.isArray(listed) || listed.length === 0) return undefined;
      const endless = this.#endless(pages, 'a page without Records', listed.length);
      if (endless) return endless;
    }
  }

  async #firstIterator(shard: string): Promise<string | Refusal> {
    const answer = await this.#send('GetShardIterator', {
      StreamArn: this.#arn,
      ShardId: shard,
      ShardIteratorType: 'TRIM_HORIZON',
    });
    if (answer.kind !== 'ok') return answer;
    return typeof answer.output.ShardIterator === 'string'
      ? answer.output.ShardIterator
      : { kind: 'unanswered', cause: 'garbage', detail: 'GetShardIterator answered without a ShardIterator' };
  }
}
