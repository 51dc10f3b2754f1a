import { expect, test } from 'vitest';
import type { commands } from './registry.ts';
import { spawnParallax } from './testing/cli-child.ts';

const verdict = /^(holds|violated|no verdict): .*\.$/;

/** The last line of each command, in each of its forms. */
const lastLines: { readonly [K in keyof typeof commands]: { readonly [form: string]: RegExp } } = {
  // Interrupted, since a complete run takes a minute.
  tour: { '': verdict },
  run: { '--target oracle --area scan --report out': verdict, '--area scan --list': /^\d+ cases$/ },
  fuzz: { '--target oracle --runs 2 --save out': verdict },
  race: { '--mutant condition-before-write --round winners/1': verdict, '--list': /^\d+ workloads, \d+ pairs$/ },
  crash: { '--target dynalite-file --round put/kill/answer-50': verdict, '--list': /^\d+ requests, \d+ disturbances$/ },
  compare: { '--base oracle --head dynalite --case binary-order/sort': verdict },
  repro: { 'C8 --target oracle': verdict },
  record: { '--target oracle --area scan --into out.json': verdict },
  ledger: {
    check: verdict,
    '--markdown dynoxide-file': /^- .*\)$/,
  },
  sweep: { '--target http://127.0.0.1:1': /^no verdict: 0 removed, 0 left, 1 target unavailable\.$/ },
  model: {
    'owner-generation-restore --mutant timer-makes-active --report out': verdict,
    'owner-generation-restore --scale small': verdict,
    'update-paths --states 3': verdict,
    'update-paths --draw 2': /^drawn: \d+ interleavings? of \d+ models?$/,
    'update-paths --graph': /^%% the graph of update-paths/,
    '--list': /^\d+ models, \d+ mutants$/,
  },
  nightly: { '--list --suites models --records out': /^\d+ units$/ },
  merge: {},
  mutants: { 'owner-generation-restore/timer-makes-active': verdict, '--list': /^\d+ mutants$/ },
  findings: { '': /^\d+ of \d+ findings are checked/, C8: /^1 of 1 finding is checked/ },
  targets: { '': /^\d+ of \d+ targets can run here\.$/ },
  serve: { '': /^The oracle answers at http/ },
  bench: { '--area oracle': /^holds: 1 figure measured\.$/ },
};
const forms = Object.entries(lastLines).flatMap(([name, all]) =>
  Object.entries(all).map(([rest, line]): [string, RegExp] => [`${name} ${rest}`.trim(), line]),
);
const endless = ['tour', 'serve'];

test.concurrent.each(forms)('`%s | tail -n 1` shows the result', { timeout: 60_000 }, async (form, line) => {
  const { child, ended, printed, clear } = spawnParallax(form.split(' '));
  if (endless.includes(form)) {
    const interrupt = (): boolean => child.kill('SIGINT');
    child.stdout?.once('data', interrupt);
    child.stderr?.once('data', interrupt);
  }
  await ended;
  clear();
  const { out } = printed;
  expect(out).toMatch(/[^\n]\n$/);
  expect(out.trimEnd().split('\n').at(-1)).toMatch(line);
});
