import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { runGuarded } from './guarded.ts';

let place: string;
beforeEach(() => {
  place = mkdtempSync(join(tmpdir(), 'guarded-'));
  vi.stubEnv('TMPDIR', place);
});
afterEach(() => {
  vi.unstubAllEnvs();
  rmSync(place, { recursive: true, force: true });
});

const never = new AbortController().signal;

test('returns the program’s output, and removes its directory', async () => {
  const output = await runGuarded('/bin/sh', ['-c', 'touch left-behind; echo "$TMPDIR"'], never);
  expect(output).toMatch(/parallax-/);
  expect(existsSync(output.trim())).toBe(false);
});

test('a failing program’s output is reported', async () => {
  await expect(runGuarded('/bin/sh', ['-c', 'echo no such luck >&2; exit 4'], never)).rejects.toThrow(
    /ended with 4: no such luck/,
  );
  await expect(runGuarded(join(place, 'nothing'), [], never)).rejects.toThrow(/ended with 127: .*not found/);
  expect(readdirSync(place)).toEqual([]);
});

test('an interruption ends it with all its children', async () => {
  const abort = new AbortController();
  const reason = new Error('enough');
  const running = runGuarded('/bin/sh', ['-c', 'sleep 600 & echo $! > "$0/pid"; wait', place], abort.signal);
  const refused = expect(running).rejects.toBe(reason);
  const pidOf = () => readdirSync(place).includes('pid');
  await vi.waitUntil(pidOf, { timeout: 10_000 });
  abort.abort(reason);
  await refused;
  expect(readdirSync(place)).toEqual(['pid']);
});

test('nothing starts after an interruption', async () => {
  const reason = new Error('enough');
  await expect(runGuarded('/bin/sh', ['-c', 'true'], AbortSignal.abort(reason))).rejects.toBe(reason);
  expect(readdirSync(place)).toEqual([]);
});
