import { expect, test } from 'vitest';
import { virtualPatience } from '../../runner/host/patience.ts';
import { TablePool } from '../../runner/host/pool.ts';
import { playCase } from '../../runner/play/run-case.ts';
import { createOracleSession } from '../../targets/oracle.ts';
import type { Session } from '../../targets/target.ts';
import { cases } from './recovery.ts';

const [window] = cases;

test('a store that reports the earliest time only when asked, not on enabling, is judged', async () => {
  const oracle = createOracleSession();
  const session: Session = {
    ...oracle,
    send: async (operation, ...request) => {
      const outcome = await oracle.send(operation, ...request);
      if (operation !== 'UpdateContinuousBackups' || outcome.kind !== 'ok') return outcome;
      const PointInTimeRecoveryDescription = { PointInTimeRecoveryStatus: 'ENABLED' };
      return { kind: 'ok', output: { ContinuousBackupsDescription: { PointInTimeRecoveryDescription } } };
    },
  };
  const pool = new TablePool(session, 'parallax_test_', virtualPatience);
  const environment = { session, pool, supported: new Map(), heavyAllowed: true, limits: { loopMs: 5_000 } };
  const { entries } = await playCase(window!, environment);
  expect(entries.map(({ unexpected, inconclusive }) => unexpected ?? inconclusive)).toEqual(
    entries.map(() => undefined),
  );
});
