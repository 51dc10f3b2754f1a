/** Gives the tests a temporary folder of their own, so that a folder that one of them forgets does not stay on the machine. */
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Caches of tools, which outlive a run on purpose. */
const kept = /^(?:tsx-|org\.chromium\.|node-compile-cache)/;

/** Fails the run at its end, when something is left. */
export default function temporary(): () => void {
  const before = process.env.TMPDIR;
  const folder = mkdtempSync(join(tmpdir(), 'parallax-tests-'));
  process.env.TMPDIR = folder;
  return () => {
    const left = readdirSync(folder).filter((name) => !kept.test(name));
    rmSync(folder, { recursive: true, force: true });
    if (before === undefined) delete process.env.TMPDIR;
    else process.env.TMPDIR = before;
    if (left.length === 0) return;
    console.error(`tests have left ${left.length} in the temporary folder: ${left.join(', ')}`);
    // What a teardown throws is printed, and fails nothing.
    process.exitCode = 1;
  };
}
