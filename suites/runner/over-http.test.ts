import { beforeAll, expect, test, vi } from 'vitest';
import { createOracle } from '../../oracles/oracle.ts';
import { rightDecisions } from '../../oracles/policies/index.ts';
import { mutate } from '../../oracles/policies/mutants.ts';
import { startOracleServer } from '../../oracles/server/server.ts';
import type { Case } from '../cases/case.ts';
import { allCases } from '../cases/index.ts';
import { resolveTarget, targets } from '../targets/index.ts';
import type { RunRecord } from './record.ts';
import { runCases } from './run.ts';

const keys = {
  AWS_ACCESS_KEY_ID: '000000000000',
  AWS_SECRET_ACCESS_KEY: 'none',
  PARALLAX_OTHER_AWS_ACCESS_KEY_ID: '111111111111',
  PARALLAX_OTHER_AWS_SECRET_ACCESS_KEY: 'none',
};
beforeAll(() => {
  for (const [name, value] of Object.entries(keys)) vi.stubEnv(name, value);
});

/** Most of the time is spent waiting for tables and backups, so several servers share the cases. */
const serversMax = 12;

/** Plays every case that a remote endpoint may get, on oracles behind HTTP. */
async function overHttp(
  cases: readonly Case[],
  decisions = rightDecisions,
): Promise<Pick<RunRecord, 'targets' | 'divergences'>> {
  const shares = Array.from({ length: serversMax }, (_, share) => cases.filter((_, at) => at % serversMax === share));
  const records = await Promise.all(
    shares.filter(({ length }) => length > 0).map((share) => onOneServer(share, decisions)),
  );
  return {
    targets: records.flatMap((record) => record.targets),
    divergences: records.flatMap(({ divergences }) => divergences),
  };
}

/** Each request takes 31 ms by the clock of the server, so that eight in flight take a quarter of a second. */
async function onOneServer(cases: readonly Case[], decisions: typeof rightDecisions): Promise<RunRecord> {
  let elapsedMs = 0;
  // A backup that is made during one request is CREATING before it, and can be deleted after it.
  const oracle = createOracle({ decisions, timing: { backupMs: 1_000 } });
  const server = await startOracleServer({ oracle, elapsedMs: () => (elapsedMs += 31.37) });
  try {
    const target = resolveTarget(`http://127.0.0.1:${server.port}`);
    return await runCases({ cases, targets: [target], reference: targets.oracle, runId: 'http' });
  } finally {
    await server.close();
  }
}

const patience = { timeout: 120_000 };

/** All cases take minutes over HTTP, so each run plays another part of them; the night plays all. */
const parts = process.env.PARALLAX_NIGHTLY ? 1 : 12;
const part = Number(process.env.PARALLAX_SEED) % parts || 0;

// How long a state lasts depends on how long the requests of eight cases take.
const own = allCases.filter(({ passingStates }) => passingStates !== true);

test(`the oracle behind HTTP equals the oracle: part ${part} of ${parts}`, patience, async () => {
  const { targets: ran, divergences } = await overHttp(own.filter((_, at) => at % parts === part));
  expect(divergences.map(({ case: id, step, path, class: kind }) => `${id} ${step} ${path} ${kind}`)).toEqual([]);
  for (const { unknown, diverged } of ran) expect({ unknown, diverged }).toEqual({ unknown: 0, diverged: 0 });
  expect(ran.reduce((sum, { matched }) => sum + matched, 0)).toBeGreaterThan(80);
});

test('canary: a planted bug behind HTTP is found', patience, async () => {
  const { divergences } = await overHttp(
    allCases.filter(({ findings }) => findings.includes('mongo-rfc/M5')),
    mutate('binary-order-length-first'),
  );
  const caught = divergences.filter(({ status }) => status === 'new').map(({ findings }) => findings);
  expect(caught.flat()).toContain('mongo-rfc/M5');
});
