/** A signal ends any command: the first one soon, a second one at once, and nothing is left behind. */
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test, vi } from 'vitest';
import type { commands } from './registry.ts';
import { hasWorked } from './testing/cli-child.ts';

const bin = fileURLToPath(new URL('./bin.mjs', import.meta.url));

/** The slowest work of each command: each kind of being busy, once. */
const slowest: { readonly [K in keyof typeof commands]: readonly string[] } = {
  tour: [''],
  run: ['--repeat 1000', '--target oracle --repeat 10000'],
  fuzz: ['--time 900', '--mutant index-entry-identity-index-keys --time 900'],
  repro: ['C8'],
  sweep: ['--target http://127.0.0.1:1'],
  model: ['', 'claim-restore-cassandra --scale largest --variant claim-first-anyone-clears'],
  mutants: ['--all', '--models'],
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

interface Started {
  readonly place: string;
  readonly child: ChildProcess;
  readonly ended: Promise<number | string>;
  /** What it has printed on stderr so far. */
  readonly said: () => string;
}

/** Starts a command with its own directory, which identifies everything that it starts. */
function start(form: string): Started {
  const place = mkdtempSync(join(tmpdir(), 'signalled-'));
  const child = spawn(process.execPath, [bin, ...form.split(' ')], {
    cwd: place,
    env: { ...process.env, TMPDIR: place },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let said = '';
  child.stderr.on('data', (text) => {
    said += text;
  });
  const ended = new Promise<number | string>((resolve) =>
    child.once('exit', (code, signal) => resolve(signal ?? code ?? -1)),
  );
  return { place, child, ended, said: () => said };
}

/** The processes that have this directory in their environment, from /proc on Linux. */
function processesOf(place: string): string[] {
  const read = (pid: string, what: string): string => {
    try {
      return readFileSync(`/proc/${pid}/${what}`, 'latin1');
    } catch {
      return '';
    }
  };
  if (process.platform !== 'linux') return [];
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map((pid) => read(pid, 'cmdline').replaceAll('\0', ' ') + read(pid, 'environ'))
    .filter((text) => text.includes(place))
    .map((text) => text.replaceAll('\0', ' ').slice(0, 200));
}

const foldersIn = (place: string): string[] => readdirSync(place).filter((name) => name !== 'parallax-report');

const hasServers = ({ place }: Started): Promise<boolean> =>
  vi.waitUntil(() => foldersIn(place).length > 0, { timeout: 25_000 });

async function isOver({ child, ended, place }: Started, msMax: number): Promise<void> {
  const late = pause(msMax).then(() => 'still there');
  expect([130, 0, 1, 3, 'SIGINT', 'SIGTERM', 'SIGHUP', 'SIGKILL']).toContain(await Promise.race([ended, late]));
  expect(child.exitCode ?? child.signalCode).not.toBeNull();
  // A watchdog needs a moment after its owner has ended.
  await vi.waitFor(() => expect([...processesOf(place), ...foldersIn(place)]).toEqual([]), { timeout: 10_000 });
}

async function withStarted(form: string, use: (started: Started) => Promise<void>): Promise<void> {
  const started = start(form);
  try {
    await use(started);
  } finally {
    started.child.kill('SIGKILL');
    rmSync(started.place, { recursive: true, force: true });
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
    await vi.waitUntil(() => started.said().includes('interrupted'), { timeout: 10_000 });
    started.child.kill('SIGINT');
    await isOver(started, atOnceMsMax);
  }),
);
