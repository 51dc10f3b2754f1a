/**
 * Signals at each stage of a command: it ends within a time limit with 130, keeps what was found, and leaves no process, no folder,
 * and no table that it does not name. A few pairs here; all pairs with PARALLAX_NIGHTLY.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test, vi } from 'vitest';
import type { StoreState } from '../suites/targets/testing/faulty-store.ts';
import type { ModeName } from '../suites/targets/testing/faulty-store-modes.ts';
import {
  asked,
  type CliChild,
  processorSeconds,
  type StoreChild,
  spawnParallax,
  standInFor,
  startStore,
} from './testing/cli-child.ts';
import { readJson, traces } from './testing/faulty-checks.ts';

const directory = mkdtempSync(join(tmpdir(), 'parallax-signals-'));
afterAll(() => rmSync(directory, { recursive: true, force: true }));

const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
type Signal = (typeof signals)[number];

/** The promise is ten seconds on an idle machine. */
const secondsMax = 20;
const secondSignalSecondsMax = 5;
/** Time limit for reaching the stage. */
const momentMsMax = 600_000;
const resultFile = `${asked}result.json`;

/** Whether the stage has been reached. */
type Moment = (cli: CliChild, state: StoreState | null) => boolean;
const seen = (state: StoreState | null, operation: string): number => state?.requests[operation] ?? 0;
const all = (state: StoreState | null): number =>
  Object.values(state?.requests ?? {}).reduce((sum, one) => sum + one, 0);

const greeting: Moment = (_, state) => seen(state, 'ListTables') > 0;
/** About three dozen requests are probes. */
const working: Moment = (_, state) => all(state) > 60;
const shrinking: Moment = (_, state) => all(state) > 90;
/** One DeleteTable is a probe. These cases and sequences contain none. */
const cleaning: Moment = (_, state) => seen(state, 'DeleteTable') > 1;
const ending: Moment = ({ printed }) => printed.out !== '';
const busyFor =
  (seconds: number): Moment =>
  ({ pid }) =>
    processorSeconds(pid) >= seconds;
/** A server has started: our server in the benchmark, or another one. */
const started: Moment = ({ processes }) => processes() > 1;

interface Scene {
  moment: string;
  has: Moment;
  /** The arguments. `URL` stands for the address of the store. */
  args: string[];
  /** The store behind `URL`, or the substitute for a server that Parallax starts itself. */
  mode?: ModeName;
  standsIn?: true;
  /**
   * The command may have ended, or may not listen for signals at that moment. So its own exit code, or an end by the signal, is
   * accepted as well as 130.
   */
  own?: true;
}
const played = ['--case', 'scan/delimiters,scan/parallel-segments', '--report', `${asked}report`];
const askStore = (name: string, args: string[], middle: Scene): Scene[] => [
  { moment: 'greeting', has: greeting, args: [name, ...args], mode: 'list-hangs' },
  { moment: 'at work', has: working, args: [name, ...args], mode: 'leisurely' },
  middle,
  { moment: 'cleaning up', has: cleaning, args: [name, ...args], mode: 'deletes-slowly' },
  { moment: 'ending', has: ending, args: [name, ...args], mode: 'loses-writes', own: true },
];
const fuzzed = ['--target', 'URL', '--runs', '1', '--seed', 'f'];
const busy = (args: string[]): Scene[] => [
  { moment: 'starting', has: busyFor(0.2), args, own: true },
  { moment: 'at work', has: busyFor(3), args },
  { moment: 'well on', has: busyFor(8), args },
];

const commands: { readonly [name: string]: Scene[] } = {
  run: askStore('run', ['--target', 'URL', ...played], {
    ...{ moment: 'asking again and again', has: working, mode: 'endless-pages' },
    args: ['run', '--target', 'URL', '--area', 'scan,query-paging'],
  }),
  fuzz: askStore('fuzz', fuzzed, {
    ...{ moment: 'shrinking', has: shrinking, args: ['fuzz', ...fuzzed], mode: 'loses-writes-leisurely' },
  }),
  repro: askStore('repro', ['M7', '--target', 'URL'], {
    ...{ moment: 'waiting for a table', has: cleaningOrCreating, args: ['repro', 'M7', '--target', 'URL'] },
    mode: 'stays-creating',
  }),
  'run, a server of ours': [
    { moment: 'starting', has: started, args: ['run', '--target', 'dynoxide'], mode: 'list-hangs', standsIn: true },
    { moment: 'at work', has: busyFor(2), args: ['run', '--target', 'dynoxide'], mode: 'leisurely', standsIn: true },
  ],
  bench: [
    { moment: 'starting', has: started, args: ['bench', '--area', 'servers'] },
    { moment: 'at work', has: busyFor(5), args: ['bench', '--area', 'servers'] },
    {
      moment: 'at work on a store',
      has: busyFor(5),
      args: ['bench', '--area', 'servers'],
      mode: 'slow',
      standsIn: true,
    },
    { moment: 'exploring', has: busyFor(4), args: ['bench', '--area', 'explorer'], own: true },
    { moment: 'ending', has: ending, args: ['bench', '--area', 'oracle'], own: true },
  ],
  model: [
    ...busy(['model', '--report', `${asked}report`]),
    { moment: 'ending', has: ending, args: ['model', 'timed-restore', '--report', `${asked}report`], own: true },
  ],
  mutants: [
    ...busy(['mutants', '--report', `${asked}report`]),
    { moment: 'ending', has: ending, args: ['mutants', '--oracle', '--shard', '1/100'], own: true },
  ],
  tour: [
    ...busy(['tour', '--report', `${asked}report`]),
    { moment: 'ending', has: ending, args: ['tour', '--report', `${asked}report`], own: true },
  ],
};

function cleaningOrCreating(_: CliChild, state: StoreState | null): boolean {
  return seen(state, 'DescribeTable') > 20;
}

/** Runs a command until the stage is reached, then `work`. */
async function until<T>(scene: Scene, work: (cli: CliChild, store: StoreChild | undefined) => Promise<T>): Promise<T> {
  const { mode, standsIn } = scene;
  const store = mode === undefined || standsIn ? undefined : await startStore(mode);
  const args = scene.args.map((word) => (word === 'URL' ? (store?.url ?? word) : word));
  const env = mode !== undefined && standsIn ? standInFor('dynoxide', mode, directory) : {};
  const cli = spawnParallax([...args, '--json', resultFile], env);
  try {
    const come = async () => scene.has(cli, (await store?.state()) ?? null) || cli.child.exitCode !== null;
    await vi.waitUntil(come, { timeout: momentMsMax, interval: 20 });
    return await work(cli, store);
  } finally {
    cli.clear();
    await store?.stop();
  }
}

interface Stopped {
  /** 130, or the exit code of the command. */
  code: number | null;
  signal: string | null;
  seconds: number;
}
/** Sends signals, each after the former one was noticed, and waits for the end. */
async function stop(cli: CliChild, given: readonly Signal[]): Promise<Stopped> {
  const begin = performance.now();
  const bound = setTimeout(() => cli.child.kill('SIGKILL'), 3 * secondsMax * 1000);
  for (const [at, signal] of given.entries()) {
    if (at > 0)
      await vi.waitUntil(
        () => cli.printed.err.includes('interrupted') || cli.child.exitCode !== null,
        secondsMax * 1000,
      );
    cli.child.kill(signal);
  }
  const { code, signal } = await cli.ended;
  clearTimeout(bound);
  return { code, signal, seconds: (performance.now() - begin) / 1000 };
}

function expectEnd({ own }: Scene, signal: Signal, { code, signal: by, seconds }: Stopped, secondsMax: number): void {
  const fine = own ? [130, 0, 1, 3, signal] : [130];
  expect(fine, 'how it ended').toContain(code ?? by);
  expect(seconds, 'seconds from the signal to the end').toBeLessThan(secondsMax);
}

async function expectNothingLeft(cli: CliChild, store: StoreChild | undefined): Promise<void> {
  const json = readJson(join(cli.place, resultFile));
  const call = { ...cli.printed, code: 130, seconds: 0, json, state: (await store?.state()) ?? null };
  expect(traces(call)).toEqual([]);
  expect(await cli.left()).toEqual({ files: [], processes: [] });
}

async function oneSignal(scene: Scene, signal: Signal): Promise<void> {
  await until(scene, async (cli, store) => {
    const stopped = await stop(cli, [signal]);
    expectEnd(scene, signal, stopped, secondsMax);
    if (stopped.code === 130) {
      const json = readJson(join(cli.place, resultFile));
      expect(json).toMatchObject({ interrupted: true, verdict: expect.stringMatching(/^(?:unknown|violated)$/) });
    }
    await expectNothingLeft(cli, store);
  });
}

/** After a second signal there is no clean-up, but the command names what it leaves behind. */
async function twoSignals(scene: Scene, signal: Signal): Promise<void> {
  await until(scene, async (cli, store) => {
    expectEnd(scene, signal, await stop(cli, [signal, signal]), secondSignalSecondsMax);
    const state = await store?.state();
    const [prefix] = /\bparallax_[0-9a-f]{6}_/.exec(cli.printed.err) ?? [];
    const unnamed = (state?.tables ?? []).filter((name) => prefix === undefined || !name.startsWith(prefix));
    expect(unnamed, 'tables without a word').toEqual([]);
    expect(await cli.left()).toEqual({ files: [], processes: [] });
  });
}

const scenes = Object.entries(commands).flatMap(([name, own]) => own.map((scene) => ({ name, ...scene })));
const few: [name: string, moment: string, signal: Signal][] = [
  ['run', 'greeting', 'SIGTERM'],
  ['run', 'cleaning up', 'SIGHUP'],
  ['fuzz', 'shrinking', 'SIGINT'],
];
const sceneOf = (name: string, moment: string): Scene =>
  scenes.find((one) => one.name === name && one.moment === moment)!;
const timeout = momentMsMax + 4 * secondsMax * 1000;

// Concurrent, since these tests mostly wait.
describe.concurrent('a signal', () => {
  test.each(few)('%s, %s: %s', { timeout }, (name, moment, signal) => oneSignal(sceneOf(name, moment), signal));
  test('run, cleaning up: a second signal', { timeout }, () => twoSignals(sceneOf('run', 'cleaning up'), 'SIGINT'));
});

describe.runIf(process.env.PARALLAX_NIGHTLY)('every signal at every moment', () => {
  const every = scenes.flatMap((scene) => signals.map((signal) => [scene.name, scene.moment, signal] as const));
  test.each(every)('%s, %s: %s', { timeout }, (name, moment, signal) => oneSignal(sceneOf(name, moment), signal));
  const waiting = scenes.filter(({ own }) => !own).map(({ name, moment }) => [name, moment] as const);
  test.each(waiting)('%s, %s: a second signal', { timeout }, (name, moment) =>
    twoSignals(sceneOf(name, moment), 'SIGINT'),
  );
});
