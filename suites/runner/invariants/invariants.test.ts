import { expect, test, vi } from 'vitest';
import type { Json, JsonObject, Operation, Outcome } from '../../../oracles/values/types.ts';
import { sequenceAt } from '../../fuzz/generators/sequences.ts';
import { createOracleSession, targets } from '../../targets/index.ts';
import type { Session } from '../../targets/target.ts';
import { TargetHost } from '../host/host.ts';
import { violationsOn } from './alone.ts';
import { type AuditDepth, auditDepths } from './audit.ts';
import { type InvariantId, invariants } from './index.ts';
import { life } from './testing/life.ts';
import { flagOf, withoutNulls } from './values.ts';

vi.setConfig({ testTimeout: 300_000 });

type Send = Session['send'];
/** A store that is right, but for what this does to its answers or to the requests. */
type Lie = (honest: Send, op: Operation, input: JsonObject) => Promise<Outcome>;

async function hosted(depth: AuditDepth, lie: Lie = (honest, op, input) => honest(op, input)): Promise<TargetHost> {
  const start = async (): Promise<Session> => {
    const session = createOracleSession();
    const send: Send = (op, input, options) => lie((a, b) => session.send(a, b, options), op, input);
    return { ...session, send };
  };
  const host = new TargetHost({ ...targets.oracle, start }, { runId: 'inv', audits: depth, hasEverything: true });
  await host.start();
  return host;
}

const changed = (outcome: Outcome, change: (output: JsonObject) => JsonObject): Outcome =>
  outcome.kind === 'ok' ? { ...outcome, output: change(outcome.output) } : outcome;

/** Answers changed where the request is one of those meant. */
const told =
  (
    op: Operation,
    change: (output: JsonObject) => JsonObject,
    isMeant: (input: JsonObject) => boolean = () => true,
  ): Lie =>
  async (honest, asked, input) => {
    const outcome = await honest(asked, input);
    return asked === op && isMeant(input) ? changed(outcome, change) : outcome;
  };

const rows = ({ Items }: JsonObject): Json[] => (Array.isArray(Items) ? Items : []);
const withRows = (output: JsonObject, items: Json[]): JsonObject => ({
  ...{ ...output, Items: items, Count: items.length, ScannedCount: items.length },
});
const lessOne = (output: JsonObject): JsonObject => withRows(output, rows(output).slice(1));
const nameOf = ({ TableName }: JsonObject): string => String(TableName);
const text = (output: JsonObject, from: string, to: string): JsonObject =>
  JSON.parse(JSON.stringify(output).replaceAll(from, to)) as JsonObject;

const notFound: Outcome = {
  ...{ kind: 'rejected', type: 'ResourceNotFoundException', rawType: 'ResourceNotFoundException' },
  ...{ status: 400, message: 'Requested resource not found', members: {} },
};

let counter = 0;
const lies: { readonly [id in InvariantId]: Lie } = {
  // The second write to an item is lost.
  'read-back': async (honest, op, input) =>
    op === 'PutItem' && JSON.stringify(input).includes('second') ? { kind: 'ok', output: {} } : honest(op, input),
  // The condition is checked after the write.
  'refused-unchanged': async (honest, op, input) => {
    const outcome = await honest(op, input);
    const { ConditionExpression: _, ...rest } = input;
    if (op === 'PutItem' && outcome.kind === 'rejected') await honest(op, rest);
    return outcome;
  },
  'token-once': (honest, op, input) =>
    honest(op, op === 'TransactWriteItems' ? { ...input, ClientRequestToken: `new-${counter++}` } : input),
  'restored-rows': told('Scan', lessOne, (input) => nameOf(input).includes('copied') && !input.IndexName),
  'index-rows': told('Scan', lessOne, ({ IndexName }) => IndexName === 'by-g'),
  'page-sizes': told('Query', lessOne, ({ ExclusiveStartKey }) => ExclusiveStartKey !== undefined),
  segments: told('Scan', lessOne, ({ Segment }) => Segment === 1),
  'query-order': told('Query', (output) => withRows(output, rows(output).reverse())),
  'page-counts': told('Scan', (output) => ({ ...output, Count: Number(output.Count) + 1 })),
  capacity: told('Scan', (output) => text(output, '"CapacityUnits":1', '"CapacityUnits":2')),
  'stream-replay': told('GetRecords', (output) => text(output, '"S":"second"', '"S":"third"')),
  description: told('DescribeTable', (output) => text(output, 'PAY_PER_REQUEST', 'PROVISIONED')),
  'active-usable': async (honest, op, input) =>
    op === 'PutItem' && nameOf(input).includes('made') ? notFound : honest(op, input),
  'item-form': told('Scan', (output) => text(output, '"N":"1"', '"N":"1.0"')),
  'answer-form': told('Scan', (output) => ({ ...output, Rows: 1 })),
  'refusal-form': async (honest, op, input) => {
    const outcome = await honest(op, input);
    return outcome.kind === 'rejected' ? { ...outcome, message: '' } : outcome;
  },
};

const idsOf = (found: Awaited<ReturnType<typeof violationsOn>>): string[] => [
  ...new Set(found.flatMap(({ invariant }) => invariant ?? [])),
];

test.each(auditDepths)('a right store breaks no invariant in a whole life, with %s audits', async (depth) => {
  expect(await violationsOn(await hosted(depth), life)).toEqual([]);
});

test.each(Object.keys(invariants) as InvariantId[])('%s is broken by a store that lies in that', async (id) => {
  expect(idsOf(await violationsOn(await hosted('light', lies[id]), life))).toContain(id);
});

test('what the service leaves out of a request is not expected of a description', () => {
  expect(withoutNulls({ a: [1, null, { b: null, c: 2 }], d: null })).toEqual({ a: [1, { c: 2 }] });
  expect(['yes', 'No', '1', 'perhaps', 1].map(flagOf)).toEqual([true, false, true, undefined, undefined]);
});

test('a fingerprint depends on case, invariant, path and class alone', async () => {
  const once = await violationsOn(await hosted('light', lies['index-rows']), life);
  const again = await violationsOn(await hosted('deep', lies['index-rows']), life);
  const marks = (found: typeof once) => found.filter((one) => one.invariant === 'index-rows').map((d) => d.fingerprint);
  expect(marks(once)).toEqual(marks(again));
});

const isNightly = process.env.PARALLAX_NIGHTLY !== undefined;
const [seed, count] = ['invariants', isNightly ? 500 : 30];

test(`the oracle breaks no invariant in ${count} sequences of the seed ${seed}, with deep audits`, async () => {
  const host = await hosted('deep');
  const found: string[] = [];
  for (let at = 0; at < count; at++)
    for (const one of await violationsOn(host, sequenceAt(seed, at))) found.push(`${at}: ${one.invariant} ${one.path}`);
  expect(found).toEqual([]);
});
