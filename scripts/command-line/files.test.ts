import { spawn, spawnSync } from 'node:child_process';
import {
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { parallax } from '../testing/cli.ts';
import { fileToWrite, folderToWrite, keep, keepAll } from './files.ts';
import { UsageError } from './usage-error.ts';

let place: string;
const mounted: string[] = [];
beforeEach(() => {
  place = mkdtempSync(join(tmpdir(), 'files-'));
});
afterEach(() => {
  for (const path of mounted.splice(0)) spawnSync('umount', [path]);
  rmSync(place, { recursive: true, force: true });
});

/** Mounts a temporary file system; undefined where mounting is not allowed. */
function mount(options: string): string | undefined {
  const path = join(place, 'mounted');
  mkdirSync(path);
  if (spawnSync('mount', ['-t', 'tmpfs', '-o', options, 'tmpfs', path]).status !== 0) return undefined;
  mounted.push(path);
  return path;
}

function listener(): { warn: (text: string) => void; told: string[] } {
  const told: string[] = [];
  return { told, warn: (text) => void told.push(text) };
}

describe('a path is tested before the work', () => {
  test('a folder is created with its parents, and stays empty', () => {
    const folder = join(place, 'a', 'b', 'c');
    expect(folderToWrite(folder, '--report')).toBe(folder);
    expect(readdirSync(folder)).toEqual([]);
  });

  test.each([
    ['in a file', () => join(place, 'file', 'below')],
    ['that is a file', () => join(place, 'file')],
    ['in /proc', () => '/proc/x/y'],
    ['that leads nowhere', () => join(place, 'dangling')],
  ])('a folder %s is refused', (_, path) => {
    writeFileSync(join(place, 'file'), 'kept');
    symlinkSync(join(place, 'nowhere'), join(place, 'dangling'));
    expect(() => folderToWrite(path(), '--save')).toThrow(UsageError);
    expect(() => fileToWrite(join(path(), 'run.json'))).toThrow(UsageError);
    expect(readFileSync(join(place, 'file'), 'utf8')).toBe('kept');
  });

  test('a file path that is a folder is refused, and one whose folder does not exist', () => {
    expect(() => fileToWrite(place)).toThrow(/it is a directory/);
    expect(() => fileToWrite(join(place, 'none', 'run.json'))).toThrow(/no such file or directory$/);
  });

  test('a read-only or full file system is refused', () => {
    for (const options of ['ro', 'size=4k']) {
      const path = mount(options);
      if (path === undefined) return;
      if (options !== 'ro') writeFileSync(join(path, 'filler'), 'x'.repeat(4096));
      expect(() => folderToWrite(path, '--report')).toThrow(/read-only file system|no space left/);
      expect(() => fileToWrite(join(path, 'run.json'))).toThrow(/read-only file system|no space left/);
      expect(readdirSync(path)).toEqual(options === 'ro' ? [] : ['filler']);
      spawnSync('umount', [path]);
      rmSync(path, { recursive: true });
    }
  });
});

describe('a file is written atomically', () => {
  test('and replaces an existing file', () => {
    const { told, ...context } = listener();
    keepAll(context, place, { 'a.json': 'old', 'b.json': 'b' });
    keepAll(context, place, { 'a.json': 'new' });
    expect([readFileSync(join(place, 'a.json'), 'utf8'), readdirSync(place), told]).toEqual([
      'new',
      ['a.json', 'b.json'],
      [],
    ]);
  });

  test('the target of a link is replaced; a device is written directly', () => {
    const { told, ...context } = listener();
    writeFileSync(join(place, 'real'), 'old');
    symlinkSync(join(place, 'real'), join(place, 'link'));
    keep(context, join(place, 'link'), 'new');
    keep(context, fileToWrite('/dev/null'), 'nothing');
    expect(lstatSync(join(place, 'link')).isSymbolicLink()).toBe(true);
    expect(readFileSync(join(place, 'real'), 'utf8')).toBe('new');
    expect(lstatSync('/dev/null').isCharacterDevice()).toBe(true);
    expect(told).toEqual([]);
  });

  test('a file that does not fit gives one sentence; the old file stays, and no partial file', () => {
    const path = mount('size=64k');
    if (path === undefined) return;
    const { told, ...context } = listener();
    keepAll(context, path, { 'a.json': 'small' });
    keepAll(context, path, { 'a.json': 'x'.repeat(100_000), 'b.json': 'x'.repeat(100_000), 'c.json': 'fits' });
    expect(told).toEqual([`could not write a.json, b.json into ${path}: ENOSPC: no space left on device`]);
    expect(readdirSync(path)).toEqual(['a.json', 'c.json']);
    expect(readFileSync(join(path, 'a.json'), 'utf8')).toBe('small');
  });
});

const bin = fileURLToPath(new URL('../bin.mjs', import.meta.url));
const asProcess = (...args: string[]) =>
  spawnSync(process.execPath, [bin, ...args], { encoding: 'utf8', timeout: 25_000, cwd: place });
const noStackTrace = /\n\s+at .*:\d+:\d+|internal error/;

describe('every command that writes', () => {
  const writing = [
    ['run', '--target', 'oracle', '--area', 'scan', '--report'],
    ['run', '--target', 'oracle', '--area', 'scan', '--json'],
    ['tour', '--report'],
    ['model', 'update-paths', '--report'],
    ['mutants', 'owner-generation-restore/timer-makes-active', '--report'],
    ['fuzz', '--target', 'oracle', '--runs', '1', '--save'],
    ['bench', '--json'],
  ];
  test.each(writing)(
    '%s %s %s %s %s: a path that cannot be written is exit code 2, before any work',
    async (...args) => {
      writeFileSync(join(place, 'file'), '');
      for (const bad of [join(place, 'file', 'below'), '/proc/x']) {
        const { code, out, err } = await parallax(...args.filter((word) => word !== undefined), bad);
        expect([code, out]).toEqual([2, '']);
        expect(err).toMatch(/^parallax: cannot write (into )?\S+: .*\nNext: .*\n$/);
      }
    },
  );

  test('a report that does not fit changes neither the verdict nor the exit code', () => {
    const path = mount('size=24k');
    if (path === undefined) return;
    const json = join(path, 'run.json');
    const { status, stdout, stderr } = asProcess(
      ...['run', '--target', 'oracle', '--area', 'conditions', '--report', path, '--json', json],
    );
    expect(status).toBe(0);
    expect(stdout.trimEnd().split('\n').at(-1)).toMatch(/^holds: /);
    expect(stderr).toMatch(/^parallax: could not write report\..* into .*: ENOSPC: no space left on device$/m);
    expect(stderr).not.toMatch(noStackTrace);
    expect(JSON.parse(readFileSync(json, 'utf8'))).toMatchObject({ command: 'run', verdict: 'holds' });
    expect(readdirSync(path).filter((name) => name.endsWith('.part'))).toEqual([]);
  });
});

describe('a reader that closes its pipe', () => {
  const headOf = (args: readonly string[]): Promise<{ code: number | null; err: string }> =>
    new Promise((resolve) => {
      const child = spawn(process.execPath, [bin, ...args], { stdio: ['ignore', 'pipe', 'pipe'] });
      let err = '';
      child.stdout.destroy();
      child.stderr.on('data', (text) => {
        err += text;
      });
      child.once('close', (code) => resolve({ code, err }));
    });

  test.each([
    'serve --help',
    '--help',
    'run --list',
    'findings',
    'targets',
    'model --list',
    'run --target oracle --area scan',
    'run --target oracle --area scan --json -',
  ])('`%s | head` keeps its exit code, without a word about us', async (line) => {
    const { code, err } = await headOf(line.split(' '));
    expect(err).not.toMatch(/EPIPE|could not print/);
    expect(err).not.toMatch(noStackTrace);
    expect(code).toBe(0);
  });

  test('a full disk behind `>` gives one sentence', () => {
    if (!existsSync('/dev/full')) return;
    const { status, stderr } = spawnSync(
      '/bin/sh',
      ['-c', `exec "$0" "$1" run --list > /dev/full`, process.execPath, bin],
      {
        encoding: 'utf8',
      },
    );
    expect(stderr).not.toMatch(noStackTrace);
    expect([status, stderr]).toEqual([0, expect.stringMatching(/^parallax: could not print: ENOSPC.*\n/)]);
  });
});
