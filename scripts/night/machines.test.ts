/** The workflows, the action and the manifest that other machines run: their shell lines, played here on something small. */
import { execFile } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { parse, parseAllDocuments } from 'yaml';

interface Step {
  readonly name?: string;
  readonly run?: string;
  readonly if?: string;
}
interface Workflow {
  readonly jobs: { readonly [name: string]: { readonly steps: readonly Step[] } };
}
interface Container {
  readonly args: readonly [string];
}

const workflow = parse(readFileSync('.github/workflows/nightly.yml', 'utf8')) as Workflow;
const manifest = parseAllDocuments(readFileSync('.github/kubernetes/nightly.yaml', 'utf8')).map((one) => one.toJS());
const lineOf = (job: string, name: string): string =>
  workflow.jobs[job]!.steps.find((step) => step.name === name)!.run!;

let place: string;
/** `npx parallax` is this tree, with a night of seconds. `gh` writes down what it is asked. */
beforeAll(() => {
  place = mkdtempSync(join(tmpdir(), 'parallax-machines-'));
  mkdirSync(join(place, 'bin'));
  const tool = (name: string, text: string): void => {
    writeFileSync(join(place, 'bin', name), `#!/bin/sh\n${text}\n`);
    chmodSync(join(place, 'bin', name), 0o755);
  };
  const small = '--target oracle --suites fuzz --runs 4';
  tool(
    'npx',
    `shift; case "$*" in *--resume*) ;; nightly*) set -- "$@" ${small};; esac; exec node ${resolve('scripts/bin.mjs')} "$@"`,
  );
  tool('gh', `echo "$@" >> ${place}/gh.txt`);
});
afterAll(() => rmSync(place, { recursive: true }));

/** As GitHub runs a step; a container runs it with `sh` alone. */
const bash = ['bash', '-e', '-o', 'pipefail'];
const shell = (line: string, env: NodeJS.ProcessEnv, [program = 'sh', ...words] = bash): Promise<number> =>
  new Promise((done) => {
    const child = execFile(program, [...words, '-c', line], {
      cwd: place,
      env: { ...process.env, PATH: `${join(place, 'bin')}:${process.env.PATH}`, ...env },
    });
    child.once('close', (code) => done(code ?? -1));
  });
const numbers = ['1', '2', '3', '4'];

test('the workflow plays four shards, joins them, and says nothing when the night holds', {
  timeout: 120_000,
}, async () => {
  const played = numbers.map((SHARD) => shell(lineOf('shard', 'Play the shard'), { SHARD, PARALLAX_NIGHT: '7' }));
  expect(await Promise.all(played)).toEqual([0, 0, 0, 0]);
  const files = { GITHUB_STEP_SUMMARY: join(place, 'summary.md'), GITHUB_OUTPUT: join(place, 'output') };
  expect(await shell(lineOf('night', 'Join the shards'), files)).toBe(0);
  expect(readFileSync(files.GITHUB_OUTPUT, 'utf8')).toBe('code=0\n');
  expect(readFileSync(files.GITHUB_STEP_SUMMARY, 'utf8')).toMatch(/^# Night of .*\n\n\*\*holds: 0 new/);
  expect(readdirSync(join(place, 'parallax-nights'))).toHaveLength(1);
  expect(await shell(lineOf('night', 'The verdict of the night'), { CODE: '1' })).toBe(1);
  expect(await shell(lineOf('night', 'Open or update the issue of the night'), {})).toBe(0);
  expect(readFileSync(join(place, 'gh.txt'), 'utf8')).toContain(
    'issue create --title Nightly run --body-file night.md',
  );
});

// By night: what a pod has beside a step of the workflow is its shell, and the shard of its job, which has a test of its own.
test.runIf(process.env.PARALLAX_NIGHTLY)(
  'the pods of the manifest play their shards, go on after an end, and are joined',
  {
    timeout: 120_000,
  },
  async () => {
    const [, night, merge] = manifest;
    const pod: Container = night.spec.template.spec.containers[0];
    const joined: Container = merge.spec.jobTemplate.spec.template.spec.containers[0];
    const NIGHTS = join(place, 'nights');
    const podEnv = (index: number) => ({
      NIGHTS,
      NIGHT: 'n',
      PARALLAX_SHARDS: '4',
      JOB_COMPLETION_INDEX: String(index),
    });
    expect(night.spec.completions).toBe(4);
    expect(await Promise.all([0, 1, 2, 3].map((index) => shell(pod.args[0], podEnv(index), ['sh'])))).toEqual([
      0, 0, 0, 0,
    ]);
    const first = join(NIGHTS, 'shards', '0');
    expect(await shell(pod.args[0], podEnv(0), ['sh'])).toBe(0);
    expect(readdirSync(first)).toHaveLength(1);
    expect(await shell(joined.args[0], { NIGHTS }, ['sh'])).toBe(0);
    expect(readdirSync(NIGHTS).filter((name) => name.endsWith('.jsonl'))).toHaveLength(1);
  },
);

test('the action gates a store by its ledger, or by what was there before', { timeout: 120_000 }, async () => {
  const action = parse(readFileSync('.github/actions/gate/action.yml', 'utf8')) as { runs: { steps: readonly Step[] } };
  const gate = action.runs.steps.find(({ name }) => name === 'Gate')!.run!;
  const play = (env: NodeJS.ProcessEnv): Promise<number> => {
    const files = {
      GITHUB_STEP_SUMMARY: join(place, 'gate.md'),
      GITHUB_OUTPUT: join(place, 'gate'),
      RUNNER_TEMP: place,
    };
    return shell(gate, { GITHUB_ACTION_PATH: resolve('.github/actions/gate'), BASE: '', LEDGER: '', ...files, ...env });
  };
  const CASES = 'binary-order/';
  const HEAD = `start:node ${resolve('scripts/bin.mjs')} serve --port {port} --mutant binary-order-length-first`;
  expect(await play({ HEAD: 'oracle', CASES })).toBe(0);
  expect(await play({ HEAD, CASES })).toBe(1);
  expect(await play({ HEAD, CASES, BASE: 'oracle' })).toBe(1);
  expect(readFileSync(join(place, 'gate.md'), 'utf8')).toContain('binary-order/');
});
