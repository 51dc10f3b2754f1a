/** Runs SPIN on models that are also written in Promela: an independent reference, used only when the counts are equal. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** -o2: keep variables that are only written, as this explorer does. */
export const spinOptions = {
  generate: ['-o2', '-a'],
  compile: ['-O2', '-w', '-DSAFETY', '-DNOREDUCE'],
  search: ['-m200000'],
};

/**
 * -f: weak fairness of every process. -A: ignore assertions, which another run checks. NFAIR: memory for the fairness counters of
 * more processes.
 */
const spinRunOptions = {
  generate: ['-o2', '-a', '-DRUNS'],
  compile: ['-O1', '-w', '-DNOREDUCE', '-DNFAIR=3'],
  search: ['-a', '-f', '-A', '-m200000'],
};

export interface SpinRun {
  readonly states: number;
  /** Without the one that SPIN counts for the initial state. */
  readonly transitions: number;
  readonly errors: number;
  /** From the Promela to the verdict, compilation included. */
  readonly seconds: number;
  /** The search alone, with the start of its process. */
  readonly searchSeconds: number;
  /** Memory as SPIN reports it, without its stack. */
  readonly bytes: number;
}

const has = (command: string): boolean => spawnSync(command, ['--version'], { stdio: 'ignore' }).error === undefined;

/** Why SPIN cannot be run here, or null. */
export const spinMissing = (): string | null => {
  const missing = ['spin', 'gcc'].filter((command) => !has(command));
  return missing.length === 0 ? null : `${missing.join(' and ')} not installed`;
};

function must(folder: string, command: string, args: readonly string[]): string {
  const { status, stdout, stderr, error } = spawnSync(command, args, { cwd: folder, encoding: 'utf8' });
  if (status === 0) return stdout;
  throw new Error(`${command} ${args.join(' ')}: ${error?.message ?? (stderr || stdout)}`);
}

/** Gives `use` a temporary folder for the files that SPIN and the compiler leave behind. */
function inFolder<T>(use: (folder: string) => T): T {
  const folder = mkdtempSync(join(tmpdir(), 'parallax-spin-'));
  try {
    return use(folder);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

type SpinOptions = Pick<typeof spinOptions, 'generate' | 'compile'>;

const small = ['buffer', 'commit', 'mutex', 'peterson', 'timed-restore'];

interface Promela {
  readonly text: string;
  /** The search ends before a compiler with optimisation would pay. */
  readonly isSmall: boolean;
}

const handWritten = (name: string): Promela => ({
  text: readFileSync(fileURLToPath(new URL(`promela/${name}.pml`, import.meta.url)), 'utf8'),
  isSmall: small.includes(name),
});

/** All on which SPIN's answer depends: the Promela, its options, and what is defined. */
export function spinAsks(about: 'safety' | 'runs', name: string, defines: readonly string[]): string[] {
  const { generate, compile, search } = about === 'safety' ? spinOptions : spinRunOptions;
  return [handWritten(name).text, ...generate, ...compile, ...search, ...defines];
}

function makePan(folder: string, { text, isSmall }: Promela, options: SpinOptions, defines: readonly string[]): void {
  writeFileSync(join(folder, 'model.pml'), text);
  must(folder, 'spin', [...options.generate, ...defines.map((define) => `-D${define}`), 'model.pml']);
  must(folder, 'gcc', [...options.compile, ...(isSmall ? ['-O0'] : []), '-o', 'pan', 'pan.c']);
}

/**
 * `model`: the name of one that is written by hand, or its text. `defines`: of the preprocessor, such as `R=3`. `table`: the binary
 * logarithm of the slots of its hash table.
 */
export function runSpin(model: string | Promela, defines: readonly string[] = [], table = 24): SpinRun {
  return inFolder((folder) => {
    const started = performance.now();
    makePan(folder, typeof model === 'string' ? handWritten(model) : model, spinOptions, defines);
    const searching = performance.now();
    const text = must(folder, join(folder, 'pan'), [...spinOptions.search, `-w${table}`]);
    const ended = performance.now();
    return { ...read(text), seconds: (ended - started) / 1000, searchSeconds: (ended - searching) / 1000 };
  });
}

/** For each formula of the file, whether every weakly fair run satisfies it. */
export function judgeRunsBySpin(
  name: string,
  formulas: readonly string[],
  defines: readonly string[] = [],
): ('holds' | 'violated')[] {
  return inFolder((folder) => {
    makePan(folder, handWritten(name), spinRunOptions, defines);
    return formulas.map((formula) => {
      const text = must(folder, join(folder, 'pan'), [...spinRunOptions.search, '-w22', '-N', formula]);
      const isWhole = /errors: 0/.test(text) && !/Search not completed|max search depth too small/.test(text);
      if (isWhole) return 'holds';
      if (/acceptance cycle/.test(text) && /errors: 1/.test(text)) return 'violated';
      throw new Error(`SPIN answers otherwise than expected of ${formula}:\n${text}`);
    });
  });
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
