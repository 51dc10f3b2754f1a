/** Sequences whose right answers are known from reports that were measured on DynamoDB, played on the oracle. */
import { describe, expect, test } from 'vitest';
import { createOracle } from '../oracle.ts';
import { OracleDriver } from '../testing/probes/driver.ts';
import { sameErrorText } from '../values/texts.ts';
import type { Json, JsonObject, Operation, Outcome } from '../values/types.ts';
import recorded from './public-reports.json' with { type: 'json' };

interface Expectation {
  error?: string;
  /** The message is one of these, in either wording. */
  texts?: string[];
  contains?: string;
  matches?: string;
  /** Members that the answer has among others. */
  body?: JsonObject;
  /** All members of the answer; `exactSets`: with sets in any order. */
  exact?: JsonObject;
  exactSets?: JsonObject;
  absent?: string[];
  /** The attributes of a member. */
  keys?: { [member: string]: string[] };
  noStream?: boolean;
}
interface Step {
  id?: string;
  /** An operation, or one of `$unionSize`, `$streamRecords` and `$parallel`. */
  operation: string;
  input: JsonObject;
  expect?: Expectation;
}

const isObject = (value: Json): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Answers by the ids of their steps. */
type Seen = Map<string, JsonObject>;

/** `bk.body.BackupDetails.BackupArn`: a value of an earlier answer. */
const earlier = (seen: Seen, path: string): Json => {
  const [id, , ...members] = path.split('.');
  return members.reduce<Json>((value, member) => (value as JsonObject)[member]!, seen.get(id!)!);
};

/** A name of its own for each table, long names written out, and references to earlier answers followed. */
function filled(value: Json, seen: Seen): Json {
  if (typeof value === 'string') return value.replace(/^\$T/, 'table-').replace(/^\$TOKEN$/, 'token');
  if (Array.isArray(value)) return value.map((element) => filled(element, seen));
  if (!isObject(value)) return value;
  if (typeof value.$from === 'string') return earlier(seen, value.$from);
  if (Array.isArray(value.$repeat)) return (value.$repeat[0] as string).repeat(value.$repeat[1] as number);
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => {
      if (name !== '$key') return [filled(name, seen) as string, filled(inner, seen)];
      const [long, content] = inner as [Json, Json];
      return [filled(long, seen) as string, filled(content, seen)];
    }),
  );
}

/** Values and sets in an order of their own, where the order means nothing. */
function sorted(value: Json): Json {
  if (Array.isArray(value)) return value.map(sorted).sort((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1));
  return isObject(value)
    ? Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, sorted(inner)]))
    : value;
}

function streamRecords(driver: OracleDriver, { TableName }: JsonObject): JsonObject {
  const records = driver.records(driver.streamArn(TableName as string));
  return { events: records.map(({ eventName }) => eventName), records: records as unknown as Json };
}

function unionSize(seen: Seen, { of, key }: JsonObject): JsonObject {
  const items = (of as string[]).flatMap((id) => seen.get(id)!.Items as JsonObject[]);
  return { size: new Set(items.map((item) => JSON.stringify((key as string[]).map((name) => item[name]!)))).size };
}

/** The oracle answers one request after another: at once is in turn. */
function parallel(driver: OracleDriver, { count, op, input }: JsonObject): JsonObject {
  const verdicts = Array.from({ length: count as number }, (_, i) =>
    driver.verdict(op as Operation, JSON.parse(JSON.stringify(input).replaceAll('"$i"', `"${i}"`)) as JsonObject),
  );
  const counted = (type: string) => verdicts.filter((verdict) => verdict === type).length;
  const types = [...new Set(verdicts)].filter((type) => type !== 'ok');
  return { ok: counted('ok'), errors: Object.fromEntries(types.map((type) => [type, counted(type)])) };
}

function play(driver: OracleDriver, seen: Seen, { operation, input: given }: Step): Outcome {
  const input = filled(given, seen) as JsonObject;
  const own: { [operation: string]: () => JsonObject } = {
    $unionSize: () => unionSize(seen, input),
    $streamRecords: () => streamRecords(driver, input),
    $parallel: () => parallel(driver, input),
  };
  const outcome = Object.hasOwn(own, operation)
    ? ({ kind: 'ok', output: own[operation]!() } as const)
    : driver.oracle.send(operation, input);
  driver.wait();
  return outcome;
}

function checkRefusal(outcome: Outcome, expected: Expectation): void {
  expect(outcome).toMatchObject({ kind: 'rejected', type: expected.error });
  const { message } = outcome as Outcome & { kind: 'rejected' };
  if (expected.texts !== undefined)
    expect(
      expected.texts.some((text) => sameErrorText(text, message)),
      `${message} is none of ${expected.texts}`,
    ).toBe(true);
  if (expected.contains !== undefined) expect(message).toContain(expected.contains);
  if (expected.matches !== undefined) expect(message).toMatch(new RegExp(expected.matches));
}

function check(outcome: Outcome, expected: Expectation): void {
  if (expected.error !== undefined) {
    checkRefusal(outcome, expected);
    return;
  }
  expect(outcome.kind, JSON.stringify(outcome)).toBe('ok');
  const { output } = outcome as Outcome & { kind: 'ok' };
  if (expected.body !== undefined) expect(output).toMatchObject(filled(expected.body, new Map()) as JsonObject);
  if (expected.exact !== undefined) expect(output).toEqual(expected.exact);
  if (expected.exactSets !== undefined) expect(sorted(output)).toEqual(sorted(expected.exactSets));
  for (const member of expected.absent ?? []) expect(output).not.toHaveProperty([member]);
  for (const [member, names] of Object.entries(expected.keys ?? {}))
    expect(Object.keys(output[member] as JsonObject).sort()).toEqual([...names].sort());
  if (expected.noStream) expect(output.Table).not.toHaveProperty('StreamSpecification');
}

const reports = recorded.reports as unknown as { id: string; title: string; steps: Step[] }[];

describe('as DynamoDB answered', () => {
  test.each(reports.map(({ id, title, steps }) => [id, title, steps] as const))('%s: %s', (_id, _title, steps) => {
    const driver = new OracleDriver(createOracle());
    const seen: Seen = new Map();
    for (const step of steps) {
      const outcome = play(driver, seen, step);
      check(outcome, step.expect ?? {});
      if (step.id !== undefined && outcome.kind === 'ok') seen.set(step.id, outcome.output);
    }
  });

  test('there are twenty-five', () => expect(reports).toHaveLength(25));
});
