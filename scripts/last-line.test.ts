import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import type { commands } from './registry.ts';

const bin = fileURLToPath(new URL('./bin.mjs', import.meta.url));
const verdict = /^(holds|violated|no verdict): .*\.$/;

/** The last line of each command, in each of its forms. */
const lastLines: { readonly [K in keyof typeof commands]: { readonly [form: string]: RegExp } } = {
  // Interrupted, since a complete run takes a minute.
  tour: { '': verdict },
  run: { '--target oracle --area scan --report out': verdict, '--area scan --list': /^\d+ cases$/ },
  fuzz: { '--target oracle --runs 2 --save out': verdict },
  repro: { 'C8 --target oracle': verdict },
  sweep: { '--target http://127.0.0.1:1': /^no verdict: 0 removed, 0 left, 1 target unavailable\.$/ },
  model: {
    'owner-generation-restore --mutant timer-makes-active --report out': verdict,
    'owner-generation-restore --scale small': verdict,
    'update-paths --states 3': verdict,
    'update-paths --draw 2': /^drawn: \d+ interleavings? of \d+ models?$/,
    'update-paths --graph': /^%% the graph of update-paths/,
    '--list': /^\d+ models, \d+ mutants$/,
  },
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
  const place = mkdtempSync(join(tmpdir(), 'last-line-'));
  const child = spawn(process.execPath, [bin, ...form.split(' ')], {
    cwd: place,
    // Without CI, where no progress is printed: the test interrupts when it sees progress.
    env: { ...process.env, NO_COLOR: '1', CI: '' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let out = '';
  let isEndless = endless.includes(form);
  const interrupt = (): void => {
    if (isEndless) child.kill('SIGINT');
    isEndless = false;
  };
  child.stdout.on('data', (text) => {
    out += text;
    interrupt();
  });
  child.stderr.on('data', interrupt);
  await new Promise((resolve) => child.once('close', resolve));
  rmSync(place, { recursive: true, force: true });
  expect(out).toMatch(/[^\n]\n$/);
  expect(out.trimEnd().split('\n').at(-1)).toMatch(line);
});
