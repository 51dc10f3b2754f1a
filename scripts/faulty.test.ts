/**
 * Commands against faulty stores: a verdict within a time limit, never a pass without a judged answer, and no leftovers that are
 * not named. A few modes here; with PARALLAX_NIGHTLY all modes, as separate processes, so that leftovers can be detected.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pLimit from 'p-limit';
import { afterAll, afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { startFaultyStore } from '../suites/targets/testing/faulty-store.ts';
import type { ModeName } from '../suites/targets/testing/faulty-store-modes.ts';
import { parallax } from './testing/cli.ts';
import { asked, spawnParallax, standInFor, startStore } from './testing/cli-child.ts';
import { type Call, complaints, readJson } from './testing/faulty-checks.ts';
import { type Codes, expected, type Judging, modeNames } from './testing/faulty-rows.ts';

const directory = mkdtempSync(join(tmpdir(), 'parallax-faulty-'));
afterAll(() => rmSync(directory, { recursive: true, force: true }));

describe('a verdict, within a time limit, on a store that', () => {
  beforeEach(() => {
    vi.stubEnv('AWS_ACCESS_KEY_ID', 'parallax');
    vi.stubEnv('AWS_SECRET_ACCESS_KEY', 'parallax');
  });
  afterEach(() => void vi.unstubAllEnvs());

  /** Finding a fault may take longer than noticing that nothing can be judged (exit code 3). */
  const secondsFor = (codes: Codes): number => (codes.includes(3) ? 4 : 40);
  const secondsOver = 16;
  const cases = 'scan/parallel-segments,scan/index-pages,scan/delimiters,scan/index-cursor';
  /**
   * Few cases and sequences, and short waits where an answer may be missing: each takes a second or two on an idle machine. A store that
   * answers gets the time that it needs on a loaded one.
   */
  const short = (url: string, codes: Codes): { readonly [command in Judging]: string[] } => {
    const limits = ['--timeout', codes.includes(3) ? '400' : '10000', '--time', String(secondsFor(codes))];
    return {
      run: ['run', '--target', url, '--case', cases, ...limits],
      fuzz: ['fuzz', '--target', url, '--runs', '4', '--seed', 'f', ...limits],
      repro: ['repro', 'M7', '--target', url],
    };
  };

  async function call(mode: ModeName, command: Judging, codes: Codes): Promise<Call> {
    const store = await startFaultyStore(mode);
    const file = join(directory, `${command}-${mode}.json`);
    try {
      const begin = performance.now();
      const ran = await parallax(...short(store.url, codes)[command], '--json', file);
      return { ...ran, json: readJson(file), seconds: (performance.now() - begin) / 1000, state: store.state() };
    } finally {
      await store.close();
    }
  }

  const quick = (['run', 'fuzz', 'repro'] as const).flatMap((command) =>
    expected(command)
      .filter(([, , { quick }]) => quick?.includes(command))
      .map(([mode, codes, { words }]) => [mode, command, codes, words] as const),
  );
  test.each(quick)('%s: %s', { timeout: 60_000 }, async (mode, command, codes, words) => {
    const ran = await call(mode, command, codes);
    const secondsMax = secondsFor(codes) + secondsOver;
    expect(complaints(ran, codes, command === 'run' ? words : undefined, secondsMax)).toEqual([]);
  });
});

describe.runIf(process.env.PARALLAX_NIGHTLY)('every mode, as separate processes', () => {
  const areas = 'conditions,query-paging,scan,secondary-index,transactions';
  /** As above, in seconds, for separate processes. */
  const secondsFor = (codes: Codes): number => (codes.includes(3) ? 20 : 120);
  /** The promise is ten seconds on an idle machine. */
  const secondsOver = 20;
  const long = (url: string, time: string): { readonly [command in Judging]: string[] } => ({
    run: ['run', '--target', url, '--area', areas, '--timeout', '2000', '--time', time],
    fuzz: ['fuzz', '--target', url, '--runs', '24', '--seed', 'f', '--timeout', '2000', '--time', time],
    repro: ['repro', 'M7', '--target', url],
  });
  /** `repro` has no time limit: it sends dozens of probes, each of which may take as long as one request may. */
  const reproSecondsMax = 240;
  /** The number of processors of a small machine. More would only slow each other down. */
  const limit = pLimit(2);

  async function call(mode: ModeName, command: Judging, time: number, max: number): Promise<Call & { left: object }> {
    const store = await startStore(mode);
    const cli = spawnParallax([...long(store.url, String(time))[command], '--json', `${asked}result.json`]);
    // A limit for the test itself, well above the limit that it checks.
    const late = setTimeout(() => cli.child.kill('SIGKILL'), 1.5 * max * 1000);
    try {
      const { code, seconds } = await cli.ended;
      const json = readJson(join(cli.place, `${asked}result.json`));
      return { ...cli.printed, ...{ code, seconds, json }, state: await store.state(), left: await cli.left() };
    } finally {
      clearTimeout(late);
      cli.clear();
      await store.stop();
    }
  }

  describe.each<Judging>(['run', 'fuzz', 'repro'])('%s', (command) => {
    test.concurrent.each(expected(command))('%s', { timeout: 3_600_000 }, async (mode, codes, { words }) => {
      const time = secondsFor(codes);
      const max = command === 'repro' ? reproSecondsMax : time + secondsOver;
      const ran = await limit(() => call(mode, command, time, max));
      expect(complaints(ran, codes, command === 'run' ? words : undefined, max)).toEqual([]);
      expect(ran.left).toEqual({ files: [], processes: [] });
    });
  });

  /** The faulty store replaces the program of a server that Parallax starts, replaces and ends itself. */
  describe('as a server that Parallax starts', () => {
    const notHolds: Codes = [1, 3];
    const commands: { readonly [name: string]: [args: string[], codes: Codes, secondsMax: number] } = {
      run: [['run', '--target', 'dynoxide', '--area', areas, '--timeout', '2000', '--time', '30'], notHolds, 60],
      fuzz: [['fuzz', '--target', 'dynoxide', '--runs', '24', '--timeout', '2000', '--time', '20'], notHolds, 60],
      bench: [['bench', '--area', 'servers'], [3], 300],
      tour: [['tour', '--report', `${asked}report`], notHolds, 600],
    };
    const telling: ModeName[] = ['stays-creating', 'fails-late-html', 'one-hangs', 'hangs-late', 'resets', 'dies-late'];
    const pairs = Object.keys(commands).flatMap((command) => telling.map((mode) => [command, mode] as const));
    test.each(pairs)('%s: %s', { timeout: 900_000 }, async (command, mode) => {
      const [args, codes, secondsMax] = commands[command]!;
      const cli = spawnParallax([...args, '--json', `${asked}result.json`], standInFor('dynoxide', mode, directory));
      const late = setTimeout(() => cli.child.kill('SIGKILL'), 1.5 * secondsMax * 1000);
      try {
        const { code, seconds } = await cli.ended;
        const json = readJson(join(cli.place, `${asked}result.json`));
        const call = { ...cli.printed, ...{ code, seconds, json, state: null } };
        expect(complaints(call, codes, undefined, secondsMax)).toEqual([]);
        expect(await cli.left()).toEqual({ files: [], processes: [] });
      } finally {
        clearTimeout(late);
        cli.clear();
      }
    });
  });
});

test('there are at least 25 faulty modes', () => {
  expect(modeNames.length).toBeGreaterThan(25);
});
