/** Runs porcupine (https://github.com/anishathalye/porcupine), where Go is there and its module can be had. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Registers } from './registers.ts';

const source = fileURLToPath(new URL('porcupine', import.meta.url));

interface Porcupine {
  /** One verdict a history: `holds`, `violated` or `unknown`. */
  judge(histories: readonly Registers[]): string[];
  remove(): void;
}

/** The built program, or why there is none. */
export function buildPorcupine(): Porcupine | string {
  const folder = mkdtempSync(join(tmpdir(), 'parallax-porcupine-'));
  const remove = (): void => rmSync(folder, { recursive: true, force: true });
  const binary = join(folder, 'judge');
  const built = spawnSync('go', ['build', '-o', binary, '.'], { cwd: source, encoding: 'utf8', timeout: 120_000 });
  if (built.status === 0) return { judge: (histories) => judged(binary, histories), remove };
  remove();
  if (built.error !== undefined) return `go cannot be run: ${built.error.message}`;
  // Only a module that cannot be had is a reason: a program that does not compile must fail.
  if (/dial tcp|no such host|proxy|cannot find module|missing go\.sum/i.test(built.stderr))
    return 'porcupine cannot be had';
  throw new Error(built.stderr);
}

function judged(binary: string, histories: readonly Registers[]): string[] {
  const input = histories.map((one) => JSON.stringify(one)).join('\n');
  const { status, stdout, stderr } = spawnSync(binary, { input, encoding: 'utf8', maxBuffer: 2 ** 26 });
  if (status !== 0) throw new Error(`porcupine: ${stderr}`);
  return stdout.trim().split('\n');
}
