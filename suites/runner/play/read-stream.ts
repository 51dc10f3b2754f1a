import type { Json, JsonObject, Operation, Outcome } from '../../../oracles/values/types.ts';
import type { Looped } from '../record.ts';
import { valueAt } from './path.ts';

type Send = (operation: Operation, input: JsonObject) => Promise<Outcome>;
type Refusal = Exclude<Outcome, { kind: 'ok' }>;

/** Maximum pages of one listing, or of one shard: some servers return a next page for ever. */
const pagesMax = 1_000;

/** Reads a stream over several turns. One reader per `readStream` step. */
export class StreamReader {
  readonly #send: Send;
  readonly #arn: Json;
  /** Next iterator by shard, in the order of first listing; null at the end of a shard. */
  readonly #iterators = new Map<string, Json>();
  readonly #records = new Map<string, Json[]>();
  readonly #late: () => unknown;

  /** @param late whether the time for the step is over */
  constructor(send: Send, arn: Json, late: () => unknown) {
    this.#send = send;
    this.#arn = arn;
    this.#late = late;
  }

  /** The result for endless pages, once there are too many or they take too long. */
  #endless(page: number, awaited: string, lastSeen: Json): Looped | undefined {
    const ended = page >= pagesMax ? 'turns' : this.#late() ? 'time' : undefined;
    return ended && { turns: page, ended, awaited, lastSeen };
  }

  /** All records so far, by shard and in stream order. */
  get records(): Json[] {
    return [...this.#records.values()].flat();
  }

  /** The shard of each record, in the order of `records`. */
  get shardIds(): string[] {
    return [...this.#records].flatMap(([shard, records]) => records.map(() => shard));
  }

  /** Reads all shards once. Undefined on success, else the answer that stopped it or the endless listing. */
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
      // An empty page means only that there are no more records yet.
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
