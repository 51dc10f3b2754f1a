import { describe, expect, test } from 'vitest';
import type { JsonObject, Operation, Outcome } from '../../oracles/values/types.ts';
import type { Case } from '../cases/case.ts';
import { allCases } from '../cases/index.ts';
import { createOracleSession, targets } from '../targets/index.ts';
import type { Health, Session, Target } from '../targets/target.ts';
import { laggingTarget } from '../targets/testing/lagging.ts';
import type { TargetTranscript } from './judge/shown.ts';
import type { RunRecord } from './record.ts';
import { runCases } from './run.ts';

const cases = allCases.filter(({ area }) => area === 'scan');

interface Fake {
  target: Target;
  sessions: { sent: [Operation, JsonObject][]; stopped: boolean }[];
}

/** The oracle under another name. `answer` may replace an answer, by session and request number. */
function fake(
  answer: (session: number, request: number, op: Operation) => Outcome | undefined,
  health: Health,
  ours = true,
): Fake {
  const sessions: Fake['sessions'] = [];
  const start = async (): Promise<Session> => {
    const oracle = createOracleSession();
    const seen = { sent: [] as [Operation, JsonObject][], stopped: false };
    const number = sessions.push(seen);
    let requests = 0;
    return {
      ...oracle,
      target: 'fake',
      send: async (op, input, options) => {
        seen.sent.push([op, input]);
        // Probes are raw and come first. They do not count.
        const own = options?.raw ? undefined : answer(number, ++requests, op);
        return own ?? oracle.send(op, input, options);
      },
      health: async () => health,
      stop: async () => {
        seen.stopped = true;
      },
    };
  };
  const target: Target = {
    ...{ name: 'fake', title: 'a fake', startedByUs: ours, start },
    availability: async () => ({ kind: 'available', version: '1', found: 'here' }),
  };
  return { target, sessions };
}

const run = (target: Target): Promise<RunRecord> =>
  runCases({ cases, targets: [target], reference: targets.oracle, runId: 'test' });

const lost: Outcome = { kind: 'unanswered', cause: 'closed', detail: 'the connection ended' };

// A run drops an expectation that its reference does not meet, so that nothing else would tell a wrong one.
test('the oracle meets every expectation that is written down, and breaks no invariant', {
  timeout: 240_000,
}, async () => {
  const { targets: ran, divergences } = await runCases({
    cases: allCases,
    targets: [targets.oracle],
    runId: 'written',
    audits: 'light',
  });
  expect(
    divergences.map(({ case: id, step, path, invariant = '' }) => `${id}, step ${step}, ${path} ${invariant}`),
  ).toEqual([]);
  expect(ran).toMatchObject([{ matched: allCases.length }]);
});

test('a crashed target is replaced, and its other cases are played', async () => {
  const { target, sessions } = fake((session, request) => (session === 1 && request === 3 ? lost : undefined), {
    kind: 'crashed',
    how: 'SIGSEGV',
  });
  const [record] = (await run(target)).targets;
  expect(record).toMatchObject({ cases: cases.length, unknown: 1, matched: cases.length - 1, diverged: 0 });
  expect(record?.results[0]).toMatchObject({ verdict: 'crashed', detail: 'SIGSEGV', loss: expect.any(String) });
  expect(sessions.map(({ stopped }) => stopped)).toEqual([true, true]);
});

test.each<[Health, string]>([
  [{ kind: 'hung' }, 'hung'],
  [{ kind: 'up' }, 'silent'],
])('%j after no answer is %s, which is never a match', async (health, verdict) => {
  const { target } = fake((session, request) => (session === 1 && request === 3 ? lost : undefined), health);
  const [record] = (await run(target)).targets;
  expect(record?.results[0]?.verdict).toBe(verdict);
  expect(record?.unknown).toBe(1);
});

test('a target that never answers is given up, and every case is unknown', async () => {
  const { target } = fake(() => lost, { kind: 'silent' });
  const [record] = (await run(target)).targets;
  expect(record).toMatchObject({ matched: 0, unknown: cases.length });
  expect(record?.results.at(-1)?.detail).toMatch(/not tried/);
});

test('an operation that is never answered is tried twice, and cases without it are still judged', async () => {
  const { target, sessions } = fake((_, __, op) => (op === 'Scan' ? lost : undefined), { kind: 'up' }, false);
  const several = allCases.filter(({ id }) => /^(scan\/(delimiters|index-|parallel)|query-paging\/between)/.test(id));
  const { targets: ran } = await runCases({ cases: several, targets: [target], runId: 'test' });
  expect(
    sessions[0]?.sent.filter(([op, { TableName }]) => op === 'Scan' && TableName !== undefined).length,
  ).toBeLessThan(2 * several.length);
  expect(ran[0]?.unknown).toBeGreaterThan(2);
  expect(ran[0]?.judged).toBeGreaterThan(0);
  expect(ran[0]?.results.find(({ detail }) => detail?.includes('not tried'))).toMatchObject({
    ...{ verdict: 'silent', detail: 'not tried: the target did not answer Scan in 2 cases' },
  });
});

test('a case with another answer diverges', async () => {
  const empty: Outcome = { kind: 'ok', output: { Items: [], Count: 0, ScannedCount: 0 } };
  const { target } = fake((_, __, op) => (op === 'Scan' ? empty : undefined), { kind: 'up' });
  const { targets: ran, divergences } = await run(target);
  expect(ran[0]?.diverged).toBeGreaterThan(0);
  expect(ran[0]?.matched).toBeLessThan(cases.length);
  expect(divergences.map((one) => one.class)).toContain('rows-missing');
});

test('on a remote endpoint every created table is removed', async () => {
  const { target, sessions } = fake(() => undefined, { kind: 'up' }, false);
  await run(target);
  const sent = sessions[0]?.sent ?? [];
  const names = (wanted: Operation): Set<unknown> =>
    new Set(
      sent
        .filter(([op, { TableName }]) => op === wanted && TableName !== undefined)
        .map(([, input]) => input.TableName),
    );
  expect(names('CreateTable').size).toBeGreaterThan(0);
  expect([...names('CreateTable')].filter((name) => !names('DeleteTable').has(name))).toEqual([]);
  expect([...names('DeleteTable')].every((name) => String(name).startsWith('parallax_test_'))).toBe(true);
});

test('an interrupted run reports what it left out', async () => {
  const abort = new AbortController();
  const { target } = fake(
    () => {
      abort.abort();
      return undefined;
    },
    { kind: 'up' },
  );
  const record = await runCases({ cases, targets: [target], runId: 'test', signal: abort.signal });
  expect(record.cut).toBe('interrupted');
  expect(record.targets[0]).toMatchObject({ matched: 0, cut: 'interrupted', skipped: cases.length });
  expect(record.targets[0]?.results.at(-1)).toMatchObject({ verdict: 'skipped', detail: 'not played: interrupted' });
});

test('a run that ran out of time reports what it left out', async () => {
  const { target } = fake(() => undefined, { kind: 'up' });
  const record = await runCases({ cases, targets: [target], runId: 'test', timeMs: 0 });
  expect(record.cut).toBe('time');
  expect(record.targets[0]).toMatchObject({ matched: 0, cut: 'time', skipped: cases.length });
  expect(record.targets[0]?.results.at(-1)?.detail).toBe('not played: the time was up');
});

test('a run that ends in time is not cut', async () => {
  const { target } = fake(() => undefined, { kind: 'up' });
  const record = await runCases({ cases, targets: [target], runId: 'test', timeMs: 600_000 });
  expect(record).not.toHaveProperty('cut');
  expect(record.targets[0]).toMatchObject({ judged: cases.length });
});

test('every target is greeted before the reference plays', async () => {
  const events: string[] = [];
  const logging = (name: string, of: Target): Target => ({
    ...of,
    name,
    start: async (options) => {
      events.push(`${name} starts`);
      return of.start(options);
    },
  });
  const { target } = fake(() => undefined, { kind: 'up' });
  const gone: Target = {
    ...target,
    name: 'gone',
    availability: async () => ({ kind: 'unavailable', reason: 'nobody is there', remedy: 'start it' }),
  };
  const record = await runCases({
    ...{ cases, targets: [logging('first', target), gone], reference: logging('reference', targets.oracle) },
    runId: 'test',
    onPlayed: (_, { target }) => void events.push(target),
  });
  expect(events.slice(0, 2).sort()).toEqual(['first starts', 'reference starts']);
  expect(record.targets[1]).toMatchObject({ unavailable: { reason: 'nobody is there' }, unknown: cases.length });
});

test('without any target the reference does not play', async () => {
  const { target } = fake(() => undefined, { kind: 'up' });
  const gone: Target = {
    ...target,
    availability: async () => ({ kind: 'unavailable', reason: 'nobody is there', remedy: 'start it' }),
  };
  const played: string[] = [];
  const onPlayed = (_: Case, { target }: TargetTranscript) => void played.push(target);
  await runCases({ cases, targets: [gone], reference: targets.oracle, runId: 'test', onPlayed });
  expect(played).toEqual([]);
});

test.each<[string, Outcome]>([
  ['stays CREATING', { kind: 'ok', output: { Table: { TableStatus: 'CREATING' } } }],
  ['says nothing', { kind: 'ok', output: {} }],
])('after two tables that never become ready a target is given up, which is no pass: it %s', async (_, described) => {
  const { target, sessions } = fake((__, ___, op) => (op === 'DescribeTable' ? described : undefined), { kind: 'up' });
  const [record] = (await run(target)).targets;
  expect(record).toMatchObject({ matched: 0, diverged: 0, judged: 0, unknown: cases.length });
  expect(record?.unavailable?.reason).toMatch(/^2 tables did not become ready: /);
  expect(sessions[0]?.sent.filter(([op]) => op === 'CreateTable')).toHaveLength(2);
});

test('a server failure is a divergence of its own, not a missing verdict', async () => {
  const failed: Outcome = {
    kind: 'rejected',
    ...{ type: 'HTTP 500', rawType: 'HTTP 500', message: 'with a page of markup', status: 500, members: {} },
  };
  const { target } = fake((_, __, op) => (op === 'Scan' ? failed : undefined), { kind: 'up' });
  const { targets: ran, divergences } = await run(target);
  expect(ran[0]).toMatchObject({ unknown: 0, skipped: 0 });
  expect(new Set(divergences.map((one) => one.class))).toEqual(new Set(['server-error']));
  expect(divergences[0]).toMatchObject({ tier: 'outcome', status: 'new', actual: 'HTTP 500: with a page of markup' });
});

test('leftovers are reported', async () => {
  const refusal: Outcome = {
    kind: 'rejected',
    ...{ type: 'AccessDeniedException', rawType: 'x#A', message: 'no', status: 400, members: {} },
  };
  const { target } = fake((_, __, op) => (op === 'DeleteTable' ? refusal : undefined), { kind: 'up' }, false);
  const [record] = (await run(target)).targets;
  expect(record?.leftovers.length).toBeGreaterThan(0);
  expect(record?.leftovers[0]).toMatchObject({ kind: 'table', why: 'DeleteTable: AccessDeniedException: no' });
});

describe('an index that lags', () => {
  const late = (lagMs: number): Promise<RunRecord> => {
    const lagging = laggingTarget({ ...targets.oracle, startedByUs: false }, lagMs);
    const read = allCases.filter(({ area, heavy }) => area === 'query-paging' && !heavy);
    return runCases({ cases: read, targets: [lagging], reference: targets.oracle, runId: 'lag' });
  };

  test.each([10, 500])('by %i ms is no fault of a store that we did not start', async (lagMs) => {
    const { divergences } = await late(lagMs);
    expect(divergences.map(({ case: id, step, path }) => `${id} ${step} ${path}`)).toEqual([]);
  });

  test('by more than the limit is a fault', async () => {
    expect((await late(5_000)).divergences.length).toBeGreaterThan(0);
  });
});
