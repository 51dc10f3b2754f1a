import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { startFaultyStore } from '../../suites/targets/testing/faulty-store.ts';
import { parallax } from '../testing/cli.ts';

const folder = mkdtempSync(join(tmpdir(), 'record-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

// The service throttles, and its tables become ACTIVE late: the stand-in does both.
test('answers of a service that throttles are kept, and are then a reference; nothing stays there', {
  timeout: 120_000,
}, async () => {
  const store = await startFaultyStore('throttles-once');
  const into = join(folder, 'scan.json');
  try {
    const cases = 'scan/delimiters,scan/index-cursor';
    const recorded = await parallax('record', '--target', store.url, '--case', cases, '--into', into);
    expect(recorded.out).toMatch(/^\d+ cases, about \d+ requests to http/m);
    expect(store.state()).toMatchObject({ tables: [], backups: [], touched: [] });
    expect(readFileSync(into, 'utf8')).not.toMatch(/AKIA|Signature|[Aa]uthorization/);
    const compared = await parallax(
      'run',
      '--target',
      'oracle',
      '--case',
      cases,
      '--reference',
      'recorded',
      '--recording',
      into,
    );
    expect([compared.code, compared.err]).toEqual([0, expect.anything()]);
    expect(compared.out).toMatch(/holds: \d+ cases on 1 target/);
  } finally {
    await store.close();
  }
});

test.each([
  ['no target', ['--into', join(folder, 'a.json')], /record needs a target/],
  ['aws without permission', ['--target', 'aws', '--area', 'scan', '--into', join(folder, 'a.json')], /--yes-real-aws/],
  ['no place to write to', ['--target', 'oracle', '--area', 'scan'], /give --into/],
  ['a place that cannot be written', ['--target', 'oracle', '--into', join(folder, 'no', 'b.json')], /cannot write/],
])('%s is an error with the next step, and nothing is written', async (_, args, message) => {
  const { code, out, err } = await parallax('record', ...args);
  expect(code).toBeGreaterThan(1);
  expect(out + err).toMatch(message);
});

test.each([
  [
    'a file that is not there',
    ['--reference', 'recorded', '--recording', join(folder, 'none.json')],
    /there is no recording/,
  ],
  ['its reference without a recording', ['--reference', 'recorded'], /--recording FILE/],
  ['a recording without its reference', ['--recording', join(folder, 'none.json')], /needs --reference recorded/],
])('run refuses %s', async (_, args, message) => {
  const { code, err } = await parallax('run', '--target', 'oracle', '--area', 'scan', ...args);
  expect([code, err]).toEqual([2, expect.stringMatching(message)]);
});

test('a cap on requests ends the recording, and what was answered by then is kept', async () => {
  const into = join(folder, 'capped.json');
  const { code, err } = await parallax(
    'record',
    '--target',
    'oracle',
    '--area',
    'scan',
    '--requests',
    '30',
    '--into',
    into,
  );
  expect([code, err]).toEqual([3, expect.stringContaining('so no more are')]);
  expect(JSON.parse(readFileSync(into, 'utf8')).cases.length).toBeGreaterThan(0);
});
