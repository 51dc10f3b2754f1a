/**
 * A case is data: it can be listed, counted, shrunk, fingerprinted, exported as a script and replayed on any target.
 * Nothing here is a function once the case is built; the builders at the end only spare braces.
 */
import type { Json, JsonObject, KeyDescriptor, Operation } from '../../oracles/values/types.ts';
import type { FindingArea } from '../findings/finding.ts';

/**
 * How an expectation is known: `measured` on DynamoDB by us or by the source named in the case, `recorded` from DynamoDB
 * by another public suite, `documented` by AWS, `inferred` by reasoning. Only the first three can fail a build.
 */
export const certainties = ['measured', 'recorded', 'documented', 'inferred'] as const;
export type Certainty = (typeof certainties)[number];

/**
 * A value in a request that is not known until the case runs. `Template` is JSON in which these may stand anywhere:
 *
 * - `{$table: 'orders'}` the real name of a leased table; `{$name: 'copy'}` a fresh name with the run's prefix that the case
 *   itself creates (and that the runner removes afterwards).
 * - `{$from: 'page', path: 'LastEvaluatedKey'}` part of the answer of the step named `page`. A member whose value is a
 *   reference to something absent is left out, so that a paging request can be written once; `else` gives another value
 *   instead (the first shard iterator, before there is a next one).
 * - `{$token: 'first'}` a ClientRequestToken of this run: on a shared service one of an earlier run is still remembered.
 * - `{$arn: …, account: '999999999999'}` an ARN with parts replaced (partition, region, account, resource), and a `suffix`.
 * - `{$text: ['Table not found: ', {$table: 'orders'}]}` texts and references in one text.
 * - A member named `$table:orders` or `$name:copy`: the same where the name of a table is itself a member (batches).
 */
export type Template = null | boolean | number | string | Template[] | TemplateObject;
export type TemplateObject = { [member: string]: Template };

/**
 * What an answer must look like. In a pattern an object matches when every member named matches (others are free), a list
 * matches element by element, and these match by rule:
 * `{$absent: true}` no such member · `{$present: true}` any value · `{$size: n}` a list of n · `{$number: '1e0'}` the same
 * number in any spelling · `{$unordered: […]}` the same elements in any order · `{$startsWith: 'arn:'}` ·
 * `{$matches: '[0-9]+'}` a text that this regular expression matches as a whole · `{$oneOf: […]}` one of the patterns ·
 * and the references of `Template`.
 */
type Pattern = Template;

export interface Expect {
  /** The answer is a success, and its output matches. */
  ok?: Pattern;
  /** The answer is this exception; several when the sources allow several. */
  rejected?: string | string[];
  /** Members of the exception, such as `CancellationReasons`. */
  members?: Pattern;
  /** Accepted texts. Compared in the last tier, which does not fail a build by itself. */
  texts?: Template[];
  /** When this expectation is known differently from its case. */
  certainty?: Certainty;
  /** Where the right value comes from, when not the case's findings. */
  source?: string;
}

/** One request. */
export interface Call {
  op: Operation;
  input: Template;
  /** A name by which later steps refer to the answer. */
  as?: string;
  expect?: Expect;
  /**
   * Paths of the output compared with the reference (`Items`, `TableDescription.TableStatus`, `Items[].pk`). Default: the
   * whole output. `[]`: only the outcome. Answers that describe tables hold much that no one promises: name what matters.
   */
  observe?: string[];
  /** Rows come in an order that nobody promises. Scan and batch reads are so by default, and Query is not. */
  unordered?: boolean;
  /** Sends the input as it stands, through no SDK: for requests that an SDK would refuse or alter. */
  raw?: boolean;
  /** The request body when even JSON is too well-formed. Implies `raw`; `input` is then ignored. */
  body?: string;
  /** Sent by a second account. A target that has none does not support the case. */
  account?: 'other';
  /** The answer counts only when it was given during this state. */
  during?: During;
}

/**
 * A state that passes by itself, such as a table's being restored: it is looked at before the request, which is not sent
 * when it is no longer `equals`, and again afterwards: when it is `over` by then, nobody knows in which state the answer
 * was given. Such a step says nothing, and a case that finds no other fault has no verdict. Any third state afterwards is
 * the request's own doing, and judged.
 */
export interface During {
  op: Operation;
  input: Template;
  path: string;
  equals: Json;
  over: Json;
}

/** When a `repeat` ends: a path of the newest answer is absent or present, equals a value, or has at least a size. */
export interface Until {
  path: string;
  absent?: true;
  present?: true;
  equals?: Json;
  /** At least so many elements. */
  size?: number;
  /** The newest answer is this exception (`path` is then ignored): waiting for a table to be gone. */
  rejected?: string;
}

/**
 * The same call again and again: paging (each turn refers to the answer before it by `as`) and polling. The transcript
 * holds one entry for all turns: the concatenation of each list in `collect`, and how it ended.
 */
export interface Repeat {
  repeat: Call & { as: string; during?: never };
  until: Until;
  /** Turns after which the loop is given up: a divergence, never a pass. Default 100. */
  turns?: number;
  /** Milliseconds between turns, for polling. The oracle's virtual clock moves instead. Default 0. */
  pauseMs?: number;
  /**
   * Output lists to concatenate over the turns, such as `Items`; a number, such as `Count`, is added up. The pages
   * themselves are not compared. Without it the newest answer is the one that is kept.
   */
  collect?: string[];
  /** An earlier loop whose collected lists this one adds to: the segments of a scan are judged together. */
  continues?: string;
  /** Exceptions after which the loop goes on, such as a table that is not there yet. Any other ends it. */
  despite?: string[];
  /** `Pattern` over the collected lists: `{Items: […]}`. */
  expect?: Expect;
  unordered?: boolean;
  observe?: string[];
}

/**
 * Every record of a stream, whatever the number of its shards: each turn lists the shards anew, reads each on from where
 * the turn before left it (at first from TRIM_HORIZON), and adds what came, by shard and then by sequence number. The
 * transcript holds one `GetRecords` entry whose output is `{Records: […], ShardIds: […]}`, a shard for each record. A case
 * that looks at the order of records writes to one partition key, since only those are promised to share a shard; a case that says "no record" ends with a
 * write to that same partition key, whose record is then the next.
 */
export interface ReadStream {
  /** The stream's ARN, `LatestStreamArn` of an earlier answer. */
  readStream: Template;
  /** Ends as soon as at least so many records have come. */
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

/** Branches that run at the same time; each is a list of steps. References across branches are not allowed. */
export interface Parallel {
  parallel: Step[][];
}

/** Many generated writes without many lines: the body is repeated with `{$i: true}` standing for the counter. */
export interface Times {
  times: number;
  /** `{$i: 'number'}` becomes a number's digits, `{$i: 'padded'}` six digits with leading zeros. */
  step: Call & { during?: never };
  /** Requests in flight at once. Default 1. */
  concurrency?: number;
}

/**
 * Lets time pass, where it can be moved. A target on a real clock does not support a case that waits for longer than a
 * person would. Nothing is sent, and the transcript holds no entry.
 */
export interface Wait {
  /** Milliseconds. */
  wait: number;
  because: string;
}

export type Step = Call | Repeat | ReadStream | Parallel | Times | Wait;
/** A step that sends something by itself. */
export type Leaf = Exclude<Step, Parallel | Wait>;

/** CreateTable's input without its name: what the table pool goes by. */
export type TableSchema = JsonObject;

export interface Case {
  /** `area/slug`: stable, since fingerprints and the ledger go by it. */
  id: string;
  title: string;
  /** `own`: made from a schema of the user's. */
  area: FindingArea | 'own';
  /** Ids of the catalogue. */
  findings: string[];
  certainty: Certainty;
  /** Why this is the right answer, in one or two sentences, for the reader of a report. */
  because: string;
  /** Public places that back the expectation. */
  sources?: string[];
  tables?: { [name: string]: TableSchema };
  steps: Step[];
  /**
   * Of a generated case on somebody's own tables: each of their names with the one of the generator that has the same part.
   * The kind of a difference is told in the generator's names, so that one fault is one kind whatever the names are.
   */
  aliases?: { attributes: { [name: string]: string }; indexes: { [name: string]: string } };
  /** Looks at states that pass, such as CREATING: a target that was set to pass over them goes at its own pace meanwhile. */
  passingStates?: boolean;
  /** Needs so much time or memory that it runs only on private, capped servers, and in its own slot. */
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
/** A binary value from its bytes. */
export const b = (...bytes: number[]): { B: string } => ({ B: Buffer.from(bytes).toString('base64') });
export const tableName = (name: string): TemplateObject => ({ $table: name });
export const from = (step: string, path: string, otherwise?: Template): TemplateObject =>
  otherwise === undefined ? { $from: step, path } : { $from: step, path, else: otherwise };

type KeySpec = { hash: [string, KeyDescriptor]; range?: [string, KeyDescriptor] };
type IndexSpec = KeySpec & { projection?: 'ALL' | 'KEYS_ONLY' | string[] };

/** A table schema from its keys: on demand, with the attribute definitions derived. */
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
