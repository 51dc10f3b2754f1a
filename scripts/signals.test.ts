/** A signal ends any command: the first one soon, a second one at once, and nothing is left behind. */
import { readdirSync } from 'node:fs';
import { describe, expect, test, vi } from 'vitest';
import type { commands } from './registry.ts';
import { asked, type CliChild, hasWorked, spawnParallax } from './testing/cli-child.ts';

/** The slowest work of each command: each kind of being busy, once. */
const slowest: { readonly [K in keyof typeof commands]: readonly string[] } = {
  tour: [`--report ${asked}report`],
  run: ['--repeat 1000', '--target oracle --repeat 10000'],
  fuzz: ['--time 900', '--mutant index-entry-identity-index-keys --time 900'],
  race: ['--target dynalite'],
  crash: ['--target dynalite-file'],
  compare: ['--base extenddb --head dynoxide --full'],
  repro: ['C8'],
  record: [`--target oracle --into ${asked}recording.json`],
  ledger: ['check'],
  sweep: ['--target http://127.0.0.1:1'],
  model: ['', 'claim-restore-cassandra --scale largest --variant claim-first-anyone-clears'],
  mutants: ['--all', '--models'],
  nightly: [`--suites models --records ${asked}nights`],
  merge: ['package.json'],
  findings: [''],
  targets: [''],
  serve: [''],
  bench: ['--area explorer', '--area servers', '--area cases', '--area oracle'],
};
const forms = Object.entries(slowest).flatMap(([name, all]) =>
  all.map((rest) => [name, ...rest.split(' ').filter((word) => word !== '')].join(' ')),
);

/** Ten seconds on an idle machine, with a margin for a busy one. */
const endsMsMax = 25_000;
const atOnceMsMax = 3_000;
const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

const hasServers = ({ place }: CliChild): Promise<boolean> =>
  vi.waitUntil(() => readdirSync(place).length > 0, { timeout: 25_000 });

async function isOver({ child, ended, left }: CliChild, msMax: number): Promise<void> {
  const late = pause(msMax).then(() => ({ signal: null, code: 'still there' }));
  const { signal, code } = await Promise.race([ended, late]);
  expect([130, 0, 1, 3, 'SIGINT', 'SIGTERM', 'SIGHUP', 'SIGKILL']).toContain(signal ?? code);
  expect(child.exitCode ?? child.signalCode).not.toBeNull();
  // A watchdog needs a moment after its owner has ended.
  expect(await left(10_000)).toEqual({ files: [], processes: [] });
}

async function withStarted(form: string, use: (started: CliChild) => Promise<void>): Promise<void> {
  const started = spawnParallax(form.split(' '));
  try {
    await use(started);
  } finally {
    started.clear();
  }
}

// Arbitrary times: whatever the command does then, it must end in the same way.
const moments = { early: { seconds: 0.2, msMax: 300 }, late: { seconds: 1, msMax: 1_500 } };
describe.each(Object.entries(moments))('a signal that is sent %s', { concurrent: true }, (_, moment) => {
  test.each(forms)('ends `%s`, which leaves nothing behind', { timeout: 60_000 }, (form) =>
    withStarted(form, async (started) => {
      await hasWorked(started.child, moment);
      started.child.kill('SIGINT');
      await isOver(started, endsMsMax);
    }),
  );
});

const withServers = ['run --target dynalite', 'bench --area servers'];

test.each(
  withServers.flatMap((form) => (['SIGTERM', 'SIGHUP', 'SIGKILL'] as const).map((signal) => [signal, form] as const)),
)('%s ends `%s` as well', { timeout: 60_000 }, (signal, form) =>
  withStarted(form, async (started) => {
    await hasServers(started);
    started.child.kill(signal);
    await isOver(started, endsMsMax);
  }),
);

test.each(withServers)('a second signal ends `%s` at once', { timeout: 60_000 }, (form) =>
  withStarted(form, async (started) => {
    await hasServers(started);
    started.child.kill('SIGINT');
    // Wait until the first signal was noticed, so that both are noticed.
    await vi.waitUntil(() => started.printed.err.includes('interrupted'), { timeout: 10_000 });
    started.child.kill('SIGINT');
    await isOver(started, atOnceMsMax);
  }),
);
