/** A compact API for talking to the oracle in its own tests. */
import type { Oracle } from '../../oracle.ts';
import type { AttributeValue, Item, Json, JsonObject, Operation } from '../../values/types.ts';

/** `'pk:S'`: a key attribute and its type. */
type Key = `${string}:${'S' | 'N' | 'B'}`;
export interface IndexSpec {
  hash: Key;
  range?: Key;
  projection?: 'ALL' | 'KEYS_ONLY' | string[];
}
export interface TableSpec {
  hash: Key;
  range?: Key;
  gsi?: { [name: string]: IndexSpec };
  lsi?: { [name: string]: IndexSpec };
  stream?: 'KEYS_ONLY' | 'NEW_IMAGE' | 'OLD_IMAGE' | 'NEW_AND_OLD_IMAGES';
}

export const s = (text: string): AttributeValue => ({ S: text });
export const n = (number: number | string): AttributeValue => ({ N: String(number) });
export const b = (...bytes: number[]): AttributeValue => ({ B: Buffer.from(bytes).toString('base64') });

const partsOf = ({ hash, range }: { hash: Key; range?: Key }): [string, string][] =>
  [hash, ...(range === undefined ? [] : [range])].map((key) => key.split(':') as [string, string]);
const keySchema = (keys: { hash: Key; range?: Key }): Json[] =>
  partsOf(keys).map(([AttributeName], i) => ({ AttributeName, KeyType: i === 0 ? 'HASH' : 'RANGE' }));

export const indexRequest = (name: string, spec: IndexSpec): JsonObject => ({
  IndexName: name,
  KeySchema: keySchema(spec),
  Projection: Array.isArray(spec.projection)
    ? { ProjectionType: 'INCLUDE', NonKeyAttributes: spec.projection }
    : { ProjectionType: spec.projection ?? 'ALL' },
});

/** CreateTable's input: on demand, attribute definitions derived. */
export function tableRequest(name: string, spec: TableSpec): JsonObject {
  const indexes = [...Object.values(spec.gsi ?? {}), ...Object.values(spec.lsi ?? {})];
  const attributes = new Map([spec, ...indexes].flatMap(partsOf));
  const list = (specs: { [name: string]: IndexSpec }): Json[] =>
    Object.entries(specs).map(([index, one]) => indexRequest(index, one));
  return {
    TableName: name,
    BillingMode: 'PAY_PER_REQUEST',
    KeySchema: keySchema(spec),
    AttributeDefinitions: [...attributes].map(([AttributeName, AttributeType]) => ({ AttributeName, AttributeType })),
    ...(spec.gsi ? { GlobalSecondaryIndexes: list(spec.gsi) } : {}),
    ...(spec.lsi ? { LocalSecondaryIndexes: list(spec.lsi) } : {}),
    ...(spec.stream ? { StreamSpecification: { StreamEnabled: true, StreamViewType: spec.stream } } : {}),
  };
}

export class OracleDriver {
  readonly oracle: Oracle;
  constructor(oracle: Oracle) {
    this.oracle = oracle;
  }

  /** The output, or `{error: TYPE}` with the members of the exception. */
  call(operation: Operation, input: JsonObject, account?: string): JsonObject {
    const outcome = this.oracle.send(operation, input, account === undefined ? {} : { account });
    if (outcome.kind === 'ok') return outcome.output;
    // A crash would differ from the right answer too, and so pass as a mutant's effect.
    if (outcome.kind === 'rejected' && outcome.message.startsWith('The oracle failed'))
      throw new Error(outcome.message);
    return outcome.kind === 'rejected' ? { error: outcome.type, ...outcome.members } : { error: outcome.detail };
  }

  /** The output. @throws Error when the request is refused. */
  ok(operation: Operation, input: JsonObject, account?: string): JsonObject {
    const outcome = this.oracle.send(operation, input, account === undefined ? {} : { account });
    if (outcome.kind === 'ok') return outcome.output;
    throw new Error(`${operation} was refused: ${JSON.stringify(outcome)}`);
  }

  /** `'ok'`, or the exception's type. */
  verdict(operation: Operation, input: JsonObject, account?: string): string {
    const { error } = this.call(operation, input, account);
    return typeof error === 'string' ? error : 'ok';
  }

  /** Sends the requests as concurrent ones. Returns the verdict of each. */
  together(...requests: readonly [Operation, JsonObject][]): string[] {
    return requests.map(([operation, input], i) => {
      const outcome = this.oracle.send(operation, input, { overlaps: i > 0 });
      return outcome.kind === 'rejected' ? outcome.type : outcome.kind;
    });
  }

  /** The text of a refusal. */
  message(operation: Operation, input: JsonObject): string {
    const outcome = this.oracle.send(operation, input);
    return outcome.kind === 'rejected' ? outcome.message : 'no refusal';
  }

  wait(ms = 5000): void {
    this.oracle.clock.advance(ms);
  }

  table(name: string, spec: TableSpec, account?: string): void {
    this.ok('CreateTable', tableRequest(name, spec), account);
    this.wait();
  }

  put(table: string, ...items: Item[]): void {
    for (const item of items) this.ok('PutItem', { TableName: table, Item: item });
  }

  update(table: string, key: Item, expression: string, values?: Item, more: JsonObject = {}): JsonObject {
    return this.call('UpdateItem', {
      TableName: table,
      Key: key,
      UpdateExpression: expression,
      ...(values === undefined ? {} : { ExpressionAttributeValues: values }),
      ...more,
    });
  }

  /** All pages of a Query or Scan, together. Ends after 200 pages, whatever the store answers. */
  pages(operation: 'Query' | 'Scan', input: JsonObject): { items: Item[]; pages: number; error?: string } {
    const items: Item[] = [];
    let start: Json | undefined;
    for (let pages = 1; ; pages += 1) {
      const page = this.call(operation, { ...input, ...(start === undefined ? {} : { ExclusiveStartKey: start }) });
      if (typeof page.error === 'string') return { items, pages, error: page.error };
      items.push(...(page.Items as Item[]));
      start = page.LastEvaluatedKey;
      if (start === undefined || pages === 200) return { items, pages };
    }
  }

  /** All rows of an index, sorted by their JSON. */
  index(table: string, index: string): string[] {
    return this.pages('Scan', { TableName: table, IndexName: index })
      .items.map((item) => JSON.stringify(item))
      .sort();
  }

  streamArn(table: string, account?: string): string {
    const description = this.ok('DescribeTable', { TableName: table }, account).Table as JsonObject;
    return description.LatestStreamArn as string;
  }

  shards(arn: string): string[] {
    const { Shards } = this.ok('DescribeStream', { StreamArn: arn }).StreamDescription as { Shards: Json[] };
    return Shards.map((shard) => (shard as { ShardId: string }).ShardId);
  }

  iterator(arn: string, more: JsonObject = {}, account?: string): string {
    const [shard] = account === undefined ? this.shards(arn) : this.shardsOf(arn, account);
    const input = { StreamArn: arn, ShardId: shard!, ShardIteratorType: 'TRIM_HORIZON', ...more };
    return this.ok('GetShardIterator', input, account).ShardIterator as string;
  }

  private shardsOf(arn: string, account: string): string[] {
    const { Shards } = this.ok('DescribeStream', { StreamArn: arn }, account).StreamDescription as { Shards: Json[] };
    return Shards.map((shard) => (shard as { ShardId: string }).ShardId);
  }

  records(arn: string, more: JsonObject = {}): StreamRecordJson[] {
    return this.ok('GetRecords', { ShardIterator: this.iterator(arn, more) }).Records as unknown as StreamRecordJson[];
  }

  /** Backs up and waits until the backup can be used. */
  backup(table: string, name = 'nightly'): string {
    const { BackupDetails } = this.ok('CreateBackup', { TableName: table, BackupName: name });
    this.wait();
    return (BackupDetails as { BackupArn: string }).BackupArn;
  }

  describe(table: string): JsonObject {
    return this.call('DescribeTable', { TableName: table }).Table as JsonObject;
  }
}

export interface StreamRecordJson {
  eventName: string;
  dynamodb: { Keys: Item; NewImage?: Item; OldImage?: Item; SequenceNumber: string };
}

/** A short sequence of requests whose answer depends on one policy. */
export interface Probe {
  readonly ask: (driver: OracleDriver) => Json;
  /** DynamoDB's answer. */
  readonly right: Json;
}
/** A typed constructor for probes. */
export const probe = (right: Json, ask: Probe['ask']): Probe => ({ right, ask });
