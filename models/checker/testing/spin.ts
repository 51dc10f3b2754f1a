/** Runs SPIN on the models that are also written in Promela: the judge from outside, on equal counts or not at all. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** -o2: variables that are only written stay, as they do here. */
export const spinOptions = {
  generate: ['-o2', '-a'],
  compile: ['-O2', '-w', '-DSAFETY', '-DNOREDUCE'],
  search: ['-m200000'],
};

export interface SpinRun {
  readonly states: number;
  /** Without the one that SPIN counts for the initial state. */
  readonly transitions: number;
  readonly errors: number;
  /** From the Promela to the verdict. */
  readonly seconds: number;
  /** Of the search alone, with the start of its process. */
  readonly searchSeconds: number;
  /** What SPIN says it used, without its stack. */
  readonly bytes: number;
}

const has = (command: string): boolean => spawnSync(command, ['--version'], { stdio: 'ignore' }).error === undefined;

/** Why SPIN cannot be asked here, or null. */
export const spinMissing = (): string | null => {
  const missing = ['spin', 'gcc'].filter((command) => !has(command));
  return missing.length === 0 ? null : `${missing.join(' and ')} not installed`;
};

function must(folder: string, command: string, args: readonly string[]): string {
  const { status, stdout, stderr, error } = spawnSync(command, args, { cwd: folder, encoding: 'utf8' });
  if (status === 0) return stdout;
  throw new Error(`${command} ${args.join(' ')}: ${error?.message ?? (stderr || stdout)}`);
}

/** `defines`: of the preprocessor, such as `R=3`. `table`: the binary logarithm of the slots of its hash table. */
export function runSpin(name: string, defines: readonly string[] = [], table = 24): SpinRun {
  const source = fileURLToPath(new URL(`promela/${name}.pml`, import.meta.url));
  const folder = mkdtempSync(join(tmpdir(), 'parallax-spin-'));
  try {
    const started = performance.now();
    must(folder, 'spin', [...spinOptions.generate, ...defines.map((define) => `-D${define}`), source]);
    must(folder, 'gcc', [...spinOptions.compile, '-o', 'pan', 'pan.c']);
    const searching = performance.now();
    const text = must(folder, join(folder, 'pan'), [...spinOptions.search, `-w${table}`]);
    const ended = performance.now();
    return { ...read(text), seconds: (ended - started) / 1000, searchSeconds: (ended - searching) / 1000 };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function read(text: string): Pick<SpinRun, 'states' | 'transitions' | 'errors' | 'bytes'> {
  const number = (pattern: RegExp): number => {
    const found = pattern.exec(text)?.[1];
    if (found === undefined) throw new Error(`SPIN answers otherwise than expected:\n${text}`);
    return Number(found);
  };
  const megabytes = number(/([\d.]+)\s+total actual memory usage/) - number(/([\d.]+)\s+memory used for DFS stack/);
  return {
    states: number(/(\d+) states, stored/),
    transitions: number(/(\d+) transitions/) - 1,
    errors: number(/errors: (\d+)/),
    bytes: megabytes * 2 ** 20,
  };
}
