import { chmodSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { binaryAvailability, findBinary } from './binary.ts';

const platform = `${process.platform}-${process.arch}`;
const spec = { name: 'parallax-no-such-server', scope: '@parallax-no-such', variable: 'PARALLAX_TEST_BIN' };
let directory: string;

beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'parallax-test-'));
  vi.stubEnv('PATH', `${directory}:${process.env.PATH}`);
});
afterEach(() => {
  vi.unstubAllEnvs();
  rmSync(directory, { recursive: true });
});

function program(path: string, text: string): string {
  writeFileSync(path, text);
  chmodSync(path, 0o755);
  return path;
}

test('a missing program is reported with the places searched and what to do', async () => {
  expect(await binaryAvailability(spec)).toEqual({
    kind: 'unavailable',
    reason: `no program for ${platform}: not in PARALLAX_TEST_BIN, the installed packages or the PATH`,
    remedy: `npm install --no-save @parallax-no-such/${platform}, or set PARALLAX_TEST_BIN to its program`,
  });
});

test('the variable wins, and is never ignored silently', async () => {
  const named = program(join(directory, 'mine'), '#!/bin/sh\necho "server 1.2.3-rc.1 (abc)"\n');
  program(join(directory, spec.name), 'not a script');
  vi.stubEnv('PARALLAX_TEST_BIN', named);
  expect(await binaryAvailability(spec)).toEqual({ kind: 'available', version: '1.2.3-rc.1', found: named });
  vi.stubEnv('PARALLAX_TEST_BIN', join(directory, 'gone'));
  expect(findBinary(spec)).toEqual({ reason: `PARALLAX_TEST_BIN names no program: ${join(directory, 'gone')}` });
});

test('a launcher on the PATH leads to the program for this platform', () => {
  const modules = join(directory, 'node_modules');
  mkdirSync(join(modules, spec.name), { recursive: true });
  const launcher = program(join(modules, spec.name, 'cli.js'), '#!/usr/bin/env node\n');
  symlinkSync(launcher, join(directory, spec.name));
  expect(findBinary(spec)).toHaveProperty('reason');
  mkdirSync(join(modules, spec.scope, platform), { recursive: true });
  const native = program(join(modules, spec.scope, platform, spec.name), '\x7fELF');
  expect(findBinary(spec)).toEqual({ path: native });
});

test('a program on the PATH that cannot run here is not available', async () => {
  const broken = program(join(directory, spec.name), '\x7fELF nothing');
  expect(findBinary(spec)).toEqual({ path: broken });
  expect(await binaryAvailability(spec)).toMatchObject({
    kind: 'unavailable',
    reason: expect.stringMatching(/cannot run here/),
  });
});
