/** The published package: it contains what the program needs and nothing else, and runs with only its dependencies installed. */
import { execFileSync, spawnSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

const root = fileURLToPath(new URL('..', import.meta.url));
const { dependencies, optionalDependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
  [list in 'dependencies' | 'optionalDependencies']: { [name: string]: string };
};

/** A folder where only the package is installed; its dependencies are linked from this clone. */
let place: string;
/** Paths in the package. */
let files: string[];

beforeAll(() => {
  place = mkdtempSync(join(tmpdir(), 'parallax-package-'));
  const packed = execFileSync('npm', ['pack', '--json', '--pack-destination', place], {
    cwd: root,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  // The output of the build comes first.
  const [{ filename, files: listed }] = JSON.parse(packed.slice(packed.search(/^\[/m))) as [
    { filename: string; files: { path: string }[] },
  ];
  files = listed.map(({ path }) => path);
  const own = join(place, 'node_modules', 'parallax');
  mkdirSync(own, { recursive: true });
  execFileSync('tar', ['-xzf', join(place, filename), '-C', own, '--strip-components=1']);
  for (const name of [...Object.keys(dependencies), ...Object.keys(optionalDependencies)]) link(name);
}, 120_000);

afterAll(() => rmSync(place, { recursive: true, force: true }));

function link(name: string): void {
  const installed = join(root, 'node_modules', name);
  const path = join(place, 'node_modules', name);
  mkdirSync(dirname(path), { recursive: true });
  if (existsSync(installed)) symlinkSync(installed, path);
}

function parallax(args: readonly string[], nodeOptions: readonly string[] = []) {
  const bin = join(place, 'node_modules', 'parallax', 'scripts', 'bin.mjs');
  const env = { ...process.env, CI: '1' };
  // A command waits for its threads, so a thread that cannot start would block it.
  return spawnSync(process.execPath, [...nodeOptions, bin, ...args], {
    cwd: place,
    env,
    encoding: 'utf8',
    timeout: 60_000,
  });
}

/** Product sources, by path from the root. */
const sources = ['models', 'oracles', 'reports', 'scripts', 'suites']
  .flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map((path) => join(folder, path)),
  )
  .filter((path) => /\.(?:ts|mjs)$/.test(path) && !/\.test\.ts$|(?:^|\/)(?:testing|dev)\//.test(path));

describe('the package', () => {
  test('holds neither sources nor tests nor pages, but types and examples of models', () => {
    const isMeant = (path: string) => /^(?:dist\/types\/models\/.*\.d\.ts|models\/examples\/[\w-]+\.ts)$/.test(path);
    const odd = files.filter((path) => /\.ts$|\.test\.|(?:^|\/)(?:testing|dev|pages)\//.test(path) && !isMeant(path));
    expect(odd).toEqual([]);
    expect(files).toEqual(expect.arrayContaining(['dist/parallax.mjs', 'dist/jobs.mjs', 'README.md', 'LICENSE']));
    expect(files).toEqual(expect.arrayContaining(['dist/public.mjs', 'dist/types/models/public.d.ts']));
    expect(files).toEqual(expect.arrayContaining(['models/TUTORIAL.md', 'models/examples/lease.ts']));
  });

  test('contains every file that the program reads beside a source', () => {
    const wanted = sources.flatMap((source) =>
      [...readFileSync(join(root, source), 'utf8').matchAll(/new URL\('([^']+\.\w+)', import\.meta\.url\)/g)]
        .map(([, path]) => relative(root, join(root, dirname(source), path!)))
        .filter((path) => !/(?:^|\/)dev\//.test(path)),
    );
    expect(wanted).toEqual(expect.arrayContaining(['models/sizes.json', 'scripts/worker.mjs', 'package.json']));
    expect(wanted.filter((path) => !files.includes(path))).toEqual([]);
  });

  test('contains every document that a message names', () => {
    const named = sources.flatMap((source) =>
      readFileSync(join(root, source), 'utf8')
        .split('\n')
        .filter((line) => !/^\s*(?:\/\*\*|\*|\/\/)/.test(line))
        .flatMap((line) => [...line.matchAll(/see ([\w/-]+\.md)\b/g)].map(([, path]) => path!)),
    );
    expect(named).toContain('suites/cases/README.md');
    expect(named.filter((path) => !files.includes(path))).toEqual([]);
  });

  test('holds every ledger', () => {
    const ledgers = readdirSync(join(root, 'reports', 'ledger'), { recursive: true, encoding: 'utf8' })
      .filter((path) => path.endsWith('.json'))
      .map((path) => join('reports', 'ledger', path));
    expect(ledgers.length).toBeGreaterThan(4);
    expect(ledgers.filter((path) => !files.includes(path))).toEqual([]);
  });
});

const script = `
  import { explore, judgeMutant, Model, Postgres, type ModelResult } from 'parallax/models';
  const result: ModelResult = explore(lease.build({ variant: 'steady' }));
  const database = new Postgres(new Model('other'), { rows: [] });
  // @ts-expect-error: no such verdict
  if (result.verdict === 'maybe') database.select([], () => undefined);
  console.log(result.states, judgeMutant(lease, 'never-runs-out').complaint);`;

describe('with only the package installed', { timeout: 120_000 }, () => {
  test('cases are judged', () => {
    const { status, stdout, stderr } = parallax(['run', '--target', 'oracle', '--area', 'scan']);
    expect([status, stdout.trim().split('\n').at(-1), stderr]).toEqual([0, expect.stringMatching(/^holds: /), '']);
  });

  test('a model is explored by one thread and by two, and mutants are explored side by side', () => {
    for (const args of [
      ['model', 'timed-restore'],
      ['model', 'in-catalog-create-sqlite', '--scale', 'large', '--workers', '2'],
      ['mutants', 'owner-generation-restore/timer-makes-active'],
    ]) {
      const { status, stdout } = parallax(args);
      expect([status, stdout.trim().split('\n').at(-1)]).toEqual([0, expect.stringMatching(/^holds: /)]);
    }
  });

  test('a model in a file of the user is written and explored', () => {
    expect(parallax(['model', '--init']).stdout).toContain('npx parallax model ./lease.ts');
    const { status, stdout } = parallax(['model', './lease.ts']);
    expect([status, stdout.trim().split('\n').at(-1)]).toEqual([0, 'holds: 1 model in 2 variants.']);
    const planted = parallax([
      'model',
      './lease.ts',
      '--mutant',
      'never-runs-out',
      '--workers',
      '2',
      '--json',
      'kept.json',
    ]);
    expect([planted.status, planted.stdout]).toEqual([1, expect.stringContaining('violates L: who waits gets in')]);
    expect(parallax(['model', './lease.ts', '--trace', 'kept.json']).status).toBe(1);
    writeFileSync(
      join(place, 'wrong.ts'),
      "import { Model } from 'parallax/models';\nexport default () => new Modell('x');\n",
    );
    expect(parallax(['model', 'wrong.ts']).stderr).toContain('ReferenceError: Modell is not defined (wrong.ts:2:22)');
  });

  test.each([
    ['the package', 'nodenext'],
    ['the package', 'bundler'],
    ['a clone', 'nodenext'],
  ])('the types of a model are found in %s with the resolution %s', (from, moduleResolution) => {
    const folder = from === 'a clone' ? join(place, 'with-clone') : place;
    if (from === 'a clone') {
      mkdirSync(join(folder, 'node_modules'), { recursive: true });
      symlinkSync(root, join(folder, 'node_modules', 'parallax'));
    }
    writeFileSync(
      join(folder, 'typed.mts'),
      `${readFileSync(join(root, 'models', 'examples', 'lease.ts'), 'utf8')}${script}`,
    );
    const compilerOptions = {
      ...{ moduleResolution, module: moduleResolution === 'bundler' ? 'esnext' : 'nodenext', target: 'es2022' },
      ...{ strict: true, skipLibCheck: false, outDir: 'typed', rootDir: '.' },
      // As someone has it who does not have Node's types.
      ...{ types: [], lib: ['es2023', 'dom'] },
    };
    writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, files: ['typed.mts'] }));
    const compiler = join(root, 'node_modules', 'typescript', 'bin', 'tsc');
    const compiled = spawnSync(process.execPath, [compiler], { cwd: folder, encoding: 'utf8' });
    expect([compiled.stdout, compiled.status]).toEqual(['', 0]);
    // What it was compiled to runs by itself.
    const ran = spawnSync(process.execPath, [join('typed', 'typed.mjs')], { cwd: folder, encoding: 'utf8' });
    expect([ran.stdout, ran.stderr]).toEqual(['8 null\n', '']);
  });

  test('findings and targets are listed', () => {
    expect(parallax(['findings', 'C8']).stdout).toContain('C8');
    expect(parallax(['targets']).stdout).toMatch(/^oracle /m);
  });

  test('an internal error is printed with function names', () => {
    const planted = 'Date.prototype.toISOString = () => { throw new Error("planted"); };';
    const { stderr } = parallax(
      ['run', '--target', 'oracle', '--case', 'scan/delimiters', '--json', '-'],
      ['--import', `data:text/javascript,${encodeURIComponent(planted)}`],
    );
    expect(stderr).toContain('Error: planted');
    expect(stderr).toMatch(/at (?:Object\.)?envelope \(.*\/dist\/[\w-]+\.mjs:\d+:\d+\)/);
  });
});
