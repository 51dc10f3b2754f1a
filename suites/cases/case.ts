/**
 * A case is data, so that it can be listed, counted, shrunk, fingerprinted, exported as a script and replayed on any
 * target. A built case contains no functions; the builders at the end only shorten the notation.
 */
import type { Json, JsonObject, KeyDescriptor, Operation } from '../../oracles/values/types.ts';
import { findingAreas } from '../findings/finding.ts';

/** Subjects of cases: those of findings, and those that no finding is about. */
export const caseAreas = [
  ...findingAreas,
  'batches',
  'capacity',
  'expressions',
  'legacy',
  'limits',
  'names',
  'partiql',
  'settings',
  'values',
  'wire',
] as const;
type CaseArea = (typeof caseAreas)[number];

/**
 * The basis of an expectation. `measured`: on DynamoDB, by this project or by the source that the case names.
 * `recorded`: from DynamoDB, by another public suite. `documented`: by AWS. `inferred`: by reasoning. Only the first
 * three can fail a build.
 */
export const certainties = ['measured', 'recorded', 'documented', 'inferred'] as const;
export type Certainty = (typeof certainties)[number];

/**
 * A value in a request that is known only when the case runs. A `Template` is JSON with these at any depth:
 *
 * - `{$table: 'orders'}`: the real name of a leased table.
 * - `{$name: 'copy'}`: a new table name with the run's prefix. The case creates that table, the runner removes it.
 * - `{$from: 'page', path: 'LastEvaluatedKey'}`: part of the answer of the step named `page`. If it is absent, the member
 *   is omitted, so that a paging request is written only once. `else` gives a replacement, such as the first shard iterator.
 * - `{$token: 'first'}`: a ClientRequestToken of this run. A shared service still remembers those of earlier runs.
 * - `{$arn: …, account: '999999999999'}`: an ARN with replaced parts (partition, region, account, resource, or the `table` of
 *   a resource) and a `suffix`. An ARN in place of `account` stands for its account.
 * - `{$text: ['Table not found: ', {$table: 'orders'}]}`: texts and references joined.
 * - `{$sum: [{$from: …}, 60]}`: a sum of numbers, also of those in texts, as text and rounded down.
 * - A member named `$table:orders` or `$name:copy`, for requests that have a table name as a member (batches).
 */
export type Template = null | boolean | number | string | Template[] | TemplateObject;
export type TemplateObject = { [member: string]: Template };

/**
 * What an answer must look like. An object matches if all members of the pattern match; other members are ignored. A list
 * matches element by element. These rules and the references of `Template` are also allowed:
 *
 * - `{$absent: true}`: no such member. `{$present: true}`: any value. `{$size: n}`: a list of n elements.
 * - `{$number: '1e0'}`: the same number in any notation. `{$unordered: […]}`: the same elements in any order.
 * - `{$startsWith: 'arn:'}`. `{$matches: '[0-9]+'}`: a text that the regular expression matches completely.
 * - `{$between: [1, 9]}`: a number from the one to the other. `{$oneOf: […]}`: one of the patterns.
 * - `{$exact: {…}}`: the pattern, and no member that it does not name, at any depth.
 */
type Pattern = Template;

export interface Expect {
  /** The answer is a success, and its output matches. */
  ok?: Pattern;
  /** The answer is this exception, or one of several if the sources allow several. */
  rejected?: string | string[];
  /** Members of the exception, such as `CancellationReasons`. */
  members?: Pattern;
  /**
   * What HTTP says of the answer: its `status`, its `headers` by names in lower case, the `type` of an exception with its
   * namespace, the member (`textIn`) that has its text, and whether the `checksum` is right, wrong or absent. In process
   * there is no HTTP; then only what is known without it is judged.
   */
  wire?: Pattern;
  /** Accepted error texts. Text is the last tier; a difference in it never fails a build. */
  texts?: Template[];
  /** Overrides the certainty of the case. */
  certainty?: Certainty;
  /** Source of the right value, if other than the case's findings. */
  source?: string;
}

/** One request. */
export interface Call {
  op: Operation;
  input: Template;
  /** Name by which later steps refer to the answer. */
  as?: string;
  expect?: Expect;
  /**
   * Output paths that are compared with the reference (`Items`, `TableDescription.TableStatus`, `Items[].pk`). Default:
   * the whole output. `[]` compares only the outcome. Descriptions of tables contain much that is not guaranteed, so
   * name the paths that matter.
   */
  observe?: string[];
  /** Output paths that are not compared. */
  ignore?: string[];
  /** Rows have no guaranteed order. Default: true for Scan and batch reads, false for Query. */
  unordered?: boolean;
  /** Sends the input without an SDK, for requests that an SDK would refuse or change. */
  raw?: boolean;
  /** The raw request body, for invalid JSON. Implies `raw` and ignores `input`. */
  body?: string;
  /** HTTP headers in place of the usual ones, by names in lower case. Implies `raw`. */
  headers?: { [name: string]: string };
  /** Sent by a second account. A target without one does not support the case. */
  account?: 'other';
  /** The answer counts only if it was given in this state. */
  during?: During;
}

/**
 * A temporary state, such as a restore in progress. It is read before the request and again afterwards. The request is
 * not sent if the state is no longer `equals`. If the state is `over` afterwards, it is unknown which state the answer
 * belongs to, so the step says nothing; if nothing else fails, the case is inconclusive. `over: null` stands for a state
 * that can no longer be read. Any third state afterwards is caused by the request, and is judged. Where only the test
 * moves the clock, no state passes by itself, and every answer counts.
 */
export interface During {
  op: Operation;
  input: Template;
  path: string;
  equals: Json;
  over: Json;
}

/**
 * The end of a `repeat`: a path of the newest answer is absent or present, equals a value, or is a list with a minimum
 * size, with or without an element, or of equal elements.
 */
export interface Until {
  path: string;
  absent?: true;
  present?: true;
  equals?: Json;
  /** Minimum number of elements. */
  size?: number;
  /** The list has this element. */
  has?: Json;
  /** There is no list with this element. */
  lacks?: Json;
  /** There is no list, or all of its elements are this. */
  every?: Json;
  /** Another condition that has to hold at the same time. */
  and?: Until;
  /** The newest answer is this exception; `path` is ignored. Used to wait until a table is gone. */
  rejected?: string;
}

/**
 * Repeats a call, for paging (each turn refers to the previous answer by `as`) and polling. The transcript has one
 * entry for all turns: the concatenated lists of `collect`, and how the loop ended.
 */
export interface Repeat {
  repeat: Call & { as: string; during?: never };
  until: Until;
  /** Maximum number of turns. Reaching it is a divergence, never a pass. Default 100. */
  turns?: number;
  /** Milliseconds between turns, for polling. On the oracle it advances the virtual clock. Default 0. */
  pauseMs?: number;
  /**
   * Output lists to concatenate over the turns, such as `Items`. A number, such as `Count`, is summed. Single pages are
   * not compared. Without `collect` the newest answer is kept.
   */
  collect?: string[];
  /** An earlier loop whose lists this loop extends, so that the segments of a scan are judged together. */
  continues?: string;
  /** Exceptions that do not end the loop, such as a table that does not exist yet. */
  despite?: string[];
  /** The expectation for the collected lists: `{Items: […]}`. */
  expect?: Expect;
  unordered?: boolean;
  observe?: string[];
}

/**
 * Reads all records of a stream, whatever its number of shards. Each turn lists the shards, continues to read each one
 * (from TRIM_HORIZON at first), and adds new records by shard and sequence number. The transcript has one `GetRecords`
 * entry with the output `{Records: […], ShardIds: […]}`, one shard id per record.
 *
 * A case about the order of records must write to one partition key, since only its records are sure to share a shard.
 * A case that expects no record ends with a write to that same key, whose record must then be the next one.
 */
export interface ReadStream {
  /** The stream's ARN, `LatestStreamArn` of an earlier answer. */
  readStream: Template;
  /** Ends when at least this many records have arrived. */
  until: { records: number };
  /** As in `Call`. */
  account?: 'other';
  /** As in `Repeat`. */
  turns?: number;
  pauseMs?: number;
  as?: string;
  expect?: Expect;
  observe?: string[];
  unordered?: boolean;
}

/** Branches that run concurrently, each a list of steps. A branch cannot refer to another. */
export interface Parallel {
  parallel: Step[][];
}

/** Generates many writes: the step is repeated, with `{$i: …}` as the counter. */
export interface Times {
  times: number;
  /** `{$i: 'number'}` is the counter as a numeric string; `{$i: 'padded'}` has six digits with leading zeros. */
  step: Call & { during?: never };
  /** Requests in flight simultaneously. Default 1. */
  concurrency?: number;
}

/**
 * Lets time pass. A target on a real clock supports only cases that wait at most two seconds in all. Sends nothing and
 * adds no entry to the transcript.
 */
export interface Wait {
  /** Milliseconds. */
  wait: number;
  because: string;
}

export type Step = Call | Repeat | ReadStream | Parallel | Times | Wait;
/** A step that sends requests itself. */
export type Leaf = Exclude<Step, Parallel | Wait>;

/** CreateTable's input without the name. The table pool reuses tables by it. */
export type TableSchema = JsonObject;

export interface Case {
  /** `area/slug`. Must stay stable, since fingerprints and the ledger contain it. */
  id: string;
  title: string;
  /** `own`: generated from a user's schema. */
  area: CaseArea | 'own';
  /** Catalogue ids. */
  findings: readonly string[];
  certainty: Certainty;
  /** Why this answer is right, in one or two sentences for the reader of a report. */
  because: string;
  /** Public sources of the expectation. */
  sources?: readonly string[];
  tables?: { [name: string]: TableSchema };
  steps: Step[];
  /**
   * For a generated case on a user's tables: maps each of their names to the generator's name with the same role. The
   * kind of a difference uses the generator's names, so that one fault is one kind whatever the tables are called.
   */
  aliases?: { attributes: { [name: string]: string }; indexes: { [name: string]: string } };
  /**
   * Observes temporary states such as CREATING. A target that was configured to skip them runs at its own pace
   * meanwhile.
   */
  passingStates?: boolean;
  /** Needs so much time or memory that it runs alone, and only on private servers with a memory limit. */
  heavy?: boolean;
}

export const isRepeat = (step: Step): step is Repeat => 'repeat' in step;
export const isReadStream = (step: Step): step is ReadStream => 'readStream' in step;
export const isParallel = (step: Step): step is Parallel => 'parallel' in step;
export const isTimes = (step: Step): step is Times => 'times' in step;
export const isWait = (step: Step): step is Wait => 'wait' in step;

// Builders. They return plain data.

export const s = (value: string): { S: string } => ({ S: value });
export const n = (value: string | number): { N: string } => ({ N: String(value) });
/** A binary value from bytes. */
export const b = (...bytes: number[]): { B: string } => ({ B: Buffer.from(bytes).toString('base64') });
export const tableName = (name: string): TemplateObject => ({ $table: name });
export const from = (step: string, path: string, otherwise?: Template): TemplateObject =>
  otherwise === undefined ? { $from: step, path } : { $from: step, path, else: otherwise };

type KeySpec = { hash: [string, KeyDescriptor]; range?: [string, KeyDescriptor] };
type IndexSpec = KeySpec & { projection?: 'ALL' | 'KEYS_ONLY' | string[] };

/** A table schema from keys: on demand, with derived attribute definitions. */
export function table(
  spec: KeySpec & {
    gsi?: { [name: string]: IndexSpec };
    lsi?: { [name: string]: IndexSpec };
    stream?: 'KEYS_ONLY' | 'NEW_IMAGE' | 'OLD_IMAGE' | 'NEW_AND_OLD_IMAGES';
  },
): TableSchema {
  const definitions = new Map<string, KeyDescriptor>();
  const keySchema = (keys: KeySpec): Json => {
    const parts: Json[] = [];
    for (const [type, key] of [['HASH', keys.hash] as const, ['RANGE', keys.range] as const]) {
      if (key === undefined) continue;
      definitions.set(key[0], key[1]);
      parts.push({ AttributeName: key[0], KeyType: type });
    }
    return parts;
  };
  const indexes = (specs: { [name: string]: IndexSpec }): Json[] =>
    Object.entries(specs).map(([name, index]) => ({
      IndexName: name,
      KeySchema: keySchema(index),
      Projection: Array.isArray(index.projection)
        ? { ProjectionType: 'INCLUDE', NonKeyAttributes: index.projection }
        : { ProjectionType: index.projection ?? 'ALL' },
    }));
  const schema: JsonObject = { BillingMode: 'PAY_PER_REQUEST', KeySchema: keySchema(spec) };
  if (spec.gsi) schema.GlobalSecondaryIndexes = indexes(spec.gsi);
  if (spec.lsi) schema.LocalSecondaryIndexes = indexes(spec.lsi);
  if (spec.stream) schema.StreamSpecification = { StreamEnabled: true, StreamViewType: spec.stream };
  schema.AttributeDefinitions = [...definitions].map(([AttributeName, AttributeType]) => ({
    AttributeName,
    AttributeType,
  }));
  return schema;
}
