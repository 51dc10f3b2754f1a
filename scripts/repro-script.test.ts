import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createOracle } from '../oracles/oracle.ts';
import { mutate } from '../oracles/policies/mutants.ts';
import { type OracleServer, startOracleServer } from '../oracles/server/server.ts';
import { timingOf } from '../oracles/server/service.ts';
import { parallax } from './testing/cli.ts';

// Inside the project, where the SDK is installed.
const folder = mkdtempSync(join(import.meta.dirname, '..', 'node_modules', '.parallax-scripts-'));
afterAll(() => rmSync(folder, { recursive: true }));

const timing = timingOf(1);
const serving = (id?: string): Promise<OracleServer> =>
  startOracleServer({ oracle: createOracle({ timing, ...(id !== undefined && { decisions: mutate(id) }) }) });
const urlOf = ({ port }: OracleServer): string => `http://127.0.0.1:${port}`;

/** @returns the exit code and what was printed */
function run(file: string, ...args: string[]): Promise<[number | null, string]> {
  const child = spawn(file, args, { stdio: ['ignore', 'pipe', 'pipe'] });
  let out = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (out += String(chunk)));
  return new Promise((resolve) => {
    child.on('error', () => resolve([null, 'it is not there']));
    child.on('close', (code) => resolve([code, out]));
  });
}

const version = /curl (\d+)\.(\d+)/.exec((await run('curl', '--version'))[1]);
const hasCurl = version !== null && Number(version[1]) * 1000 + Number(version[2]) >= 7075;
if (!hasCurl) console.warn('no curl of 7.75 or newer: its script is not run');

/** Of this machine, or of a virtual environment named by the variable. */
const python = process.env.PARALLAX_PYTHON ?? 'python3';
const hasBoto3 = (await run(python, '-c', 'import boto3'))[0] === 0;
/** It takes seconds for each request, so it is for the night. */
const hasCli = process.env.PARALLAX_NIGHTLY !== undefined && (await run('aws', '--version'))[0] === 0;
if (!hasBoto3) console.warn('no boto3: its script is not run');
if (!hasCli) console.warn('no AWS command line, or no night: its script is not run');

describe.each([
  ['binary-order-length-first', 'M5', 'rows in the wrong order'],
  ['restore-taken-name-resource-in-use', 'restore-existing-name', 'a drawn value'],
  ['backup-missing-table-resource-not-found', 'create-backup-missing-table', 'another type of error'],
  ['number-comparison-as-text', 'M6a', 'a condition that fails'],
])('the script of %s', (id, finding, what) => {
  let right: OracleServer;
  let wrong: OracleServer;
  beforeAll(async () => {
    [right, wrong] = await Promise.all([serving(), serving(id)]);
  });
  afterAll(() => Promise.all([right.close(), wrong.close()]));
  const scriptAs = (kind: string) => parallax('repro', finding, '--target', urlOf(wrong), '--as', kind);

  async function shows(file: string, program: string): Promise<void> {
    const [there, out] = await run(program, file, urlOf(wrong));
    expect([there, out]).toEqual([0, expect.stringContaining('The divergence shows.')]);
    const [gone, other] = await run(program, file, urlOf(right));
    expect([gone, other]).toEqual([1, expect.stringContaining('The divergence does not show.')]);
    expect((await run(program, file, 'http://127.0.0.1:1'))[0]).toBe(2);
  }

  test.skipIf(what === 'a drawn value')(
    'for the SDK shows it, and not on a right store',
    { timeout: 30_000 },
    async () => {
      const file = join(folder, `${id}.mjs`);
      const { code, out } = await scriptAs('sdk');
      expect(code).toBe(0);
      writeFileSync(file, out);
      await shows(file, process.execPath);
    },
  );

  test.skipIf(!hasCurl || what === 'a drawn value')('for curl does the same', { timeout: 30_000 }, async () => {
    const file = join(folder, `${id}.sh`);
    writeFileSync(file, (await scriptAs('curl')).out);
    await shows(file, 'sh');
  });

  test.skipIf(!hasBoto3 || what === 'a drawn value')('for boto3 does the same', { timeout: 60_000 }, async () => {
    const file = join(folder, `${id}.py`);
    writeFileSync(file, (await scriptAs('boto3')).out);
    await shows(file, python);
  });

  const isOfBinaries = id.startsWith('binary');
  test.skipIf(!hasCli || what === 'a drawn value' || isOfBinaries)(
    'for the AWS command line does the same',
    { timeout: 120_000 },
    async () => {
      const file = join(folder, `${id}.cli.sh`);
      writeFileSync(file, (await scriptAs('cli')).out);
      await shows(file, 'sh');
    },
  );

  test.runIf(isOfBinaries)('for the AWS command line cannot be written with binaries, and that is said', async () => {
    const { code, err } = await scriptAs('cli');
    expect([code, err]).toEqual([
      2,
      expect.stringMatching(/no script can show it: .*the AWS command line reads binaries/),
    ]);
  });

  test.runIf(what === 'a drawn value')('cannot be written, and that is said', async () => {
    const { code, err } = await scriptAs('sdk');
    expect([code, err]).toEqual([
      2,
      expect.stringMatching(/no script can show it: .*\nNext: use the command without --as/),
    ]);
  });

  test.skipIf(what === 'a drawn value')('for a tracker has request, answers and the script', async () => {
    const { code, out } = await scriptAs('issue');
    expect([code, out]).toEqual([
      0,
      expect.stringMatching(/^# .*\n[\s\S]*## The request[\s\S]*DynamoDB[\s\S]*```sh\n#!\/bin\/sh/),
    ]);
  });
});

test('a store without a divergence has no script', async () => {
  const { code, err } = await parallax('repro', 'M5', '--target', 'oracle', '--as', 'sdk');
  expect([code, err]).toEqual([2, expect.stringContaining('there is no divergence to write a script for')]);
});

test.runIf(process.env.PARALLAX_NIGHTLY)('what fuzz has found has a script as well', { timeout: 60_000 }, async () => {
  const bug = 'index-entry-identity-index-keys';
  const [right, wrong] = await Promise.all([serving(), serving(bug)]);
  const record = join(folder, 'fuzz.json');
  await parallax('fuzz', '--mutant', bug, '--seed', 'orders', '--runs', '24', '--json', record);
  const { divergences } = JSON.parse(readFileSync(record, 'utf8')) as { divergences: { fingerprint: string }[] };
  const file = join(folder, 'fuzz.mjs');
  let script = '';
  for (const { fingerprint } of divergences) {
    const { code, out } = await parallax('repro', fingerprint, '--record', record, '--as', 'sdk');
    if (code === 0) script = out;
    if (script !== '') break;
  }
  writeFileSync(file, script);
  expect((await run(process.execPath, file, urlOf(wrong)))[0]).toBe(0);
  expect((await run(process.execPath, file, urlOf(right)))[0]).toBe(1);
  await Promise.all([right.close(), wrong.close()]);
});
