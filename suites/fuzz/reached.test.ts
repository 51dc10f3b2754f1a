import { expect, test } from 'vitest';
import { targets } from '../targets/index.ts';
import { sequenceAt } from './generators/sequences.ts';
import { playSequence, rawHost } from './host.ts';
import { reachedBy } from './testing/reached.ts';

const sequences = 300;

const isOf =
  (folders: RegExp) =>
  (path: string): boolean =>
    folders.test(path) && !/\.test\.|testing/.test(path);

/** The rest is what only wrong decisions of policies run. Whoever adds a branch gives a generator the request for it. */
test.each([
  [
    'its expressions, statements and values',
    isOf(/oracles\/(?:expressions|partiql|values)\//),
    { functions: 0.97, characters: 0.92 },
  ],
  ['its store', isOf(/oracles\/store\//), { functions: 0.97, characters: 0.92 }],
])('generated sequences reach of the oracle: %s', { timeout: 240_000 }, async (_, wanted, floor) => {
  const host = rawHost(targets.oracle, { runId: 'reached' });
  await host.start();
  const reached = await reachedBy(async () => {
    for (let at = 0; at < sequences; at++) await playSequence(host, sequenceAt('reached', at));
  }, wanted);
  await host.stop();
  expect(reached.functions, reached.missed.join('\n')).toBeGreaterThan(floor.functions);
  expect(reached.characters).toBeGreaterThan(floor.characters);
});
