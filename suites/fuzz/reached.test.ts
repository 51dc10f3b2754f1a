import { expect, test } from 'vitest';
import { targets } from '../targets/index.ts';
import { sequenceAt } from './generators/sequences.ts';
import { playSequence, rawHost } from './host.ts';
import { reachedBy } from './testing/reached.ts';

const sequences = 300;

/** Tables, streams and backups have generators of their own, or none. */
const controlPlane =
  /store\/(?:arn|backup|clock|constraints|continuous|definitions|descriptions|encryption|expiry|handlers|jobs|lifecycles|records|restores|schema|service|setting|streams|table|tag|time-to-live|update-concerns)/;
const isDataPlane = (path: string): boolean =>
  /oracles\/(?:expressions|partiql|store|values)\//.test(path) &&
  !/\.test\.|testing/.test(path) &&
  !controlPlane.test(path);

/** The rest is what only wrong decisions of policies run. Whoever adds a branch gives a generator the request for it. */
const floor = { functions: 0.97, characters: 0.92 };

test('generated sequences reach the oracle’s data plane', { timeout: 240_000 }, async () => {
  const host = rawHost(targets.oracle, { runId: 'reached' });
  await host.start();
  const reached = await reachedBy(async () => {
    for (let at = 0; at < sequences; at++) await playSequence(host, sequenceAt('reached', at));
  }, isDataPlane);
  await host.stop();
  expect(reached.functions, reached.missed.join('\n')).toBeGreaterThan(floor.functions);
  expect(reached.characters).toBeGreaterThan(floor.characters);
});
