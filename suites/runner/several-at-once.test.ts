import { expect, test } from 'vitest';
import type { Outcome } from '../../oracles/values/types.ts';
import { type Case, table } from '../cases/case.ts';
import { createOracleSession } from '../targets/index.ts';
import type { Session, Target } from '../targets/target.ts';
import type { RunRecord } from './record.ts';
import { runCases } from './run.ts';
import { targetOf } from './testing/real-clock.ts';

const afterAll = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
const lost: Outcome = { kind: 'unanswered', cause: 'closed', detail: 'the connection ended' };

/** The oracle on a real clock, which answers later. It counts what is in flight, and ends at the write of one case. */
function server(deadlyCase?: string) {
  const seen = { inFlight: 0, most: 0, starts: 0, paces: [] as string[] };
  const start = async (): Promise<Session> => {
    seen.starts += 1;
    const oracle = createOracleSession();
    let hasEnded = false;
    return {
      ...oracle,
      clock: 'real',
      pause: (ms) => oracle.pause(ms),
      setPace: async (pace) => void seen.paces.push(pace),
      send: async (op, input, options) => {
        seen.inFlight += 1;
        seen.most = Math.max(seen.most, seen.inFlight);
        await afterAll();
        seen.inFlight -= 1;
        hasEnded ||= deadlyCase !== undefined && JSON.stringify(input).includes(`"${deadlyCase}"`);
        return hasEnded ? lost : oracle.send(op, input, options);
      },
      health: async () => (hasEnded ? { kind: 'crashed', how: 'SIGSEGV' } : { kind: 'up' }),
    };
  };
  const target: Target = { ...targetOf(async () => lost, true), start };
  return { target, seen };
}

const caseOf = (name: string, more: Partial<Case> = {}): Case => ({
  ...{ id: `scan/${name}`, title: name, area: 'scan', findings: [], certainty: 'documented', because: 'It is a test.' },
  tables: { t: table({ hash: ['pk', 'S'] }) },
  steps: [
    { op: 'PutItem', input: { TableName: { $table: 't' }, Item: { pk: { S: name } } } },
    {
      op: 'GetItem',
      input: { TableName: { $table: 't' }, Key: { pk: { S: name } } },
      expect: { ok: { Item: { pk: { S: name } } } },
    },
  ],
  ...more,
});

const listing = { op: 'ListTables', input: {} } as const;
const names = Array.from({ length: 20 }, (_, at) => `case-${at}`);
const run = async (target: Target, cases: readonly Case[]): Promise<RunRecord['targets'][number]> =>
  (await runCases({ cases, targets: [target], runId: 'test' })).targets[0]!;

test('cases are in flight together, and their results keep the order of the cases', async () => {
  const { target, seen } = server();
  const record = await run(
    target,
    names.map((name) => caseOf(name)),
  );
  expect(record.results.map(({ case: id }) => id)).toEqual(names.map((name) => `scan/${name}`));
  expect(record).toMatchObject({ matched: 20 });
  expect(seen.most).toBeGreaterThan(4);
});

test('a case that ends the server costs no other case its verdict', async () => {
  const { target } = server('case-7');
  const record = await run(
    target,
    names.map((name) => caseOf(name)),
  );
  expect(record).toMatchObject({ matched: 19, unknown: 1 });
  expect(record.results[7]).toMatchObject({ verdict: 'crashed', detail: 'SIGSEGV' });
});

test('heavy cases, and those that list what others have made, run alone', async () => {
  const { target, seen } = server();
  const alone = names.map((name, at) =>
    at % 2 === 0 ? caseOf(name, { heavy: true }) : caseOf(name, { steps: [listing], tables: {} }),
  );
  await run(target, alone);
  expect(seen.most).toBe(1);
});

test('a target keeps its own pace until the last case that watches passing states has ended', async () => {
  const { target, seen } = server();
  const record = await run(
    target,
    names.map((name) => caseOf(name, { passingStates: true })),
  );
  expect(record).toMatchObject({ matched: 20 });
  expect(seen.paces.length).toBeLessThan(20);
  expect(seen.paces).toEqual(seen.paces.map((_, at) => (at % 2 === 0 ? 'own' : 'fast')));
});

test('with many cases a second instance of a server of ours plays those that run alone, and a hung one delays nobody', async () => {
  const many = Array.from({ length: 200 }, (_, at) => caseOf(`together-${at}`));
  const cases = [caseOf('deadly', { heavy: true }), ...many, caseOf('after', { heavy: true })];
  const { target, seen } = server('deadly');
  const record = await run(target, cases);
  // One instance for the 200, one for the two alone, and one in the place of that which the first of them ends.
  expect(seen.starts).toBe(3);
  expect(record).toMatchObject({ matched: 201, unknown: 1 });
  expect(record.results.map(({ case: id }) => id)).toEqual(cases.map(({ id }) => id));
});

test('a server that others started is never started twice', async () => {
  const { target, seen } = server();
  const many = Array.from({ length: 200 }, (_, at) => caseOf(`together-${at}`));
  await run({ ...target, startedByUs: false }, [...many, caseOf('alone', { steps: [listing], tables: {} })]);
  expect(seen.starts).toBe(1);
});
