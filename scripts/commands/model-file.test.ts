/** Models in files of a user's own. */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ModelResult } from '../../models/checker/result.ts';
import { parallax } from '../testing/cli.ts';

const folder = mkdtempSync(join(tmpdir(), 'own-models-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const path = (name: string): string => join(folder, name);
const write = (name: string, text: string): string => {
  mkdirSync(dirname(path(name)), { recursive: true });
  writeFileSync(path(name), text);
  return path(name);
};

async function model(...args: string[]) {
  const { code, out, err } = await parallax('model', '--seed', 'a', ...args);
  return { code, out: (err + out).replaceAll(`${folder}/`, '') };
}

async function resultsOf(...args: string[]): Promise<ModelResult[]> {
  await model(...args, '--json', path('result.json'));
  return (JSON.parse(readFileSync(path('result.json'), 'utf8')) as { models: ModelResult[] }).models;
}

const counterTo = (max: number, name = 'counter'): string => `
  import { Model, upTo } from 'parallax/models';
  export default function build() {
    const m = new Model('${name}');
    const it = m.record('it', { n: upTo(${max}) });
    m.process('counting', ['count'], (step) => {
      if (it.n < ${max}) step('count', () => it.n++);
    });
    m.ending('the end', () => it.n === ${max});
    return m;
  }`;

describe('--init', () => {
  test('writes an example that holds, and whose bug shows a trace', async () => {
    const { code, out } = await model('--init', path('lease.ts'));
    expect([code, out]).toEqual([0, expect.stringContaining('npx parallax model ')]);
    const sizes = (await resultsOf(path('lease.ts'))).map(({ name, variant, states, verdict }) => [
      name,
      variant,
      states,
      verdict,
    ]);
    expect(sizes).toEqual([
      ['lease', 'crashing', 18, 'holds'],
      ['lease', 'steady', 8, 'holds'],
    ]);
    const planted = await model(path('lease.ts'), '--mutant', 'never-runs-out');
    expect([planted.code, planted.out]).toEqual([1, expect.stringContaining('violates L: who waits gets in')]);
  });

  test.each<[string, string[], RegExp]>([
    ['a file that is there', ['--init', path('there.ts')], /there\.ts is there already\nNext: name another file/],
    ['a folder that is not there', ['--init', path('no/where.ts')], /cannot write no\/where\.ts: ENOENT/],
    ['a name that is no module', ['--init', path('lease')], /lease is no name for the example/],
    ['a model to explore', [path('there.ts'), '--init'], /--init explores nothing/],
  ])('refuses %s', async (_, args, sentence) => {
    write('there.ts', 'mine');
    const { code, out } = await model(...args);
    expect([code, out]).toEqual([2, expect.stringMatching(sentence)]);
    expect(readFileSync(path('there.ts'), 'utf8')).toBe('mine');
  });
});

describe('the options of model', () => {
  let file: string;
  beforeAll(async () => {
    file = path('options.ts');
    await model('--init', file);
  });

  test('variant, scale, property and the limits of a search', async () => {
    const [first, ...others] = await resultsOf(file, '--variant', 'steady', '--scale', 'large', '--property', 'S');
    expect([first?.variant, first?.states, first?.properties.map(({ name }) => name), others]).toEqual([
      'steady',
      48,
      ['S: two work'],
      [],
    ]);
    expect((await model(file, '--states', '3')).code).toBe(3);
    expect((await model(file, '--simulate', '5')).code).toBe(3);
  });

  test('--list, --draw and --graph', async () => {
    expect((await model(file, '--list')).out).toContain(
      'lease  a lock with a lease\n  variants crashing, steady; scales default, large',
    );
    write('counter.ts', counterTo(3));
    expect((await model(path('counter.ts'), '--draw', '1')).out).toContain('drawn: 1 interleaving of 1 model');
    expect((await model(path('counter.ts'), '--graph')).out.match(/^ {2}s\d+:/gm)).toHaveLength(4);
  });

  test('--report writes a page for a trace, and --trace replays one', async () => {
    const kept = path('kept.json');
    await model(file, '--mutant', 'never-runs-out', '--json', kept, '--report', path('report'));
    expect(readdirSync(path('report'))).toContain('trace-lease-crashing-never-runs-out.html');
    expect((await model(file, '--trace', kept)).code).toBe(1);
    const right = await model(file, '--trace', kept, '--mutant', 'none');
    expect([right.code, right.out]).toEqual([0, expect.stringContaining('it starves weak: clock')]);
  });
});

describe('what a file may be', () => {
  test('a function that returns a Model, with helpers and packages beside it', async () => {
    write('node_modules/ours/package.json', '{ "name": "ours", "type": "module", "exports": { "import": "./it.js" } }');
    write('node_modules/ours/it.js', "import { readFileSync } from 'fs';\nexport const most = readFileSync.length;");
    write(
      'deep/limit.ts',
      "import { most } from 'ours';\nexport const limit: number = most;\nexport const place = import.meta.dirname;",
    );
    write(
      'helped.mts',
      `import { limit, place } from './deep/limit.js';\nif (!place.endsWith('deep')) throw new Error(place);\n${counterTo(7).replaceAll('7', 'limit')}`,
    );
    expect((await resultsOf(path('helped.mts'))).map(({ name, variant, states }) => [name, variant, states])).toEqual([
      ['counter', 'default', 3],
    ]);
  });

  test('JavaScript, and the only function that is exported', async () => {
    write('plain.mjs', counterTo(2).replace('export default', 'export'));
    expect((await resultsOf(path('plain.mjs'))).map(({ states }) => states)).toEqual([3]);
  });

  test('the example of the reference', async () => {
    const [, code] = /^```ts\n([\s\S]*?)^```/m.exec(
      readFileSync(new URL('../../models/README.md', import.meta.url), 'utf8'),
    )!;
    write('readme.ts', `import { memberOf, Model, oneOf, optional } from 'parallax/models';\n${code}`);
    expect((await resultsOf(path('readme.ts'))).map(({ name, states, verdict }) => [name, states, verdict])).toEqual([
      ['lease', 18, 'holds'],
    ]);
  });

  test('several models; those are chosen that have what is asked for', async () => {
    await model('--init', path('two.ts'));
    const text = readFileSync(path('two.ts'), 'utf8');
    const second = text
      .slice(text.indexOf('export const'))
      .replace('const lease', 'const other')
      .replace("'lease'", "'other'")
      .replace('never-runs-out', 'stays');
    write('two.ts', `${text}\n${second}\nexport default lease;`);
    const names = async (...args: string[]) =>
      (await resultsOf(path('two.ts'), ...args)).map(({ name, mutant }) => [name, mutant]);
    expect(await names('--variant', 'steady')).toEqual([
      ['lease', null],
      ['other', null],
    ]);
    expect(await names('--mutant', 'stays')).toEqual([['other', 'stays']]);
    expect((await model(path('two.ts'), '--mutant', 'stay')).out).toContain('did you mean stays?');
  });

  test('files beside names, each once', async () => {
    write('mixed.ts', counterTo(1));
    const found = await resultsOf(path('mixed.ts'), 'timed-restore', `${folder}/./mixed.ts`);
    expect(found.map(({ name }) => name)).toEqual(['counter', 'timed-restore']);
  });

  test('nothing is left of it', async () => {
    const before = readdirSync(tmpdir());
    await model(write('tidy.ts', counterTo(1)));
    await model(write('untidy.ts', 'throw new Error("oops");'));
    expect(readdirSync(tmpdir())).toEqual(before);
  });
});

describe('a file that is no model is a wrong call', () => {
  test.each<[string, string, string]>([
    ['a syntax error', 'const a: number = 1;\nconst b = ;', 'bad.ts:2:11: Unexpected ";"\nNext: correct the file'],
    [
      'a package that is missing',
      "import { a } from '@no/package/deep';\na();",
      "bad.ts:1:19: there is no '@no/package/deep' to import\nNext: npm install @no/package",
    ],
    [
      'a file that is missing',
      "import { a } from './none.ts';\na();",
      "bad.ts:1:19: there is no './none.ts' to import\nNext: correct the path",
    ],
    [
      'a language that is required',
      "const { Model } = require('parallax/models');\nmodule.exports = Model;",
      "bad.ts:1:27: 'parallax/models' cannot be required, only imported",
    ],
    ['an error while it is loaded', 'throw new TypeError("oops");', 'bad.ts cannot be loaded: TypeError: oops'],
    ['no error while it is loaded', 'throw 3;', 'bad.ts cannot be loaded: it throws 3'],
    ['nothing', 'const a = 1;', 'bad.ts exports no model; it exports nothing\nNext: export one made by defineModel'],
    [
      'other things',
      'export const a = 1, b = [1], c = {};\nexport const [f, g] = [() => 1, () => 2];',
      'it exports a (a number), b (a list), c (an object), f (a function), g (a function)',
    ],
    [
      'a model itself',
      "import { Model } from 'parallax/models';\nexport const m = new Model('m');",
      'it exports m (a Model itself)',
    ],
    [
      'a function that needs arguments',
      'export default function lease(count: number) {}',
      'the function lease needs an argument\nNext: give its parameters default values',
    ],
    [
      'a function that returns another thing',
      'export default () => 5;',
      'bad.ts is built, and is no Model but a number',
    ],
    [
      'a model that cannot be built',
      counterTo(1).replace('return m', "m.record('it', {}); return m"),
      "bad.ts cannot be built: counter: two records are called 'it'",
    ],
  ])('%s', async (_, text, sentence) => {
    const { code, out } = await model(write('bad.ts', text));
    expect([code, out]).toEqual([2, expect.stringContaining(sentence)]);
  });

  test.each<[string, string, string]>([
    ['no file', './gone/lease.ts', 'there is no file gone/lease.ts\nNext: check the path'],
    ['a file without its extension', path('near'), 'there is no file near\nNext: did you mean near.ts?'],
    ['a folder', `${folder}/`, 'is not a file'],
    ['another kind of file', path('data.json'), 'data.json is no module\nNext: a file of models ends in .ts'],
  ])('%s', async (_, argument, sentence) => {
    write('near.ts', counterTo(1));
    write('data.json', '{}');
    const { code, out } = await model(argument);
    expect([code, out]).toEqual([2, expect.stringContaining(sentence)]);
  });

  test('nothing at all', async () => {
    const { code, out } = await model(write('empty.ts', ''));
    expect([code, out]).toEqual([2, expect.stringContaining('exports no model; it exports nothing\nNext: ')]);
  });

  test('two models of one name', async () => {
    const { code, out } = await model(write('a.ts', counterTo(1)), write('b.ts', counterTo(2)));
    expect([code, out]).toEqual([2, expect.stringContaining("two models are called 'counter'")]);
  });

  test('a property that the model does not have', async () => {
    const { code, out } = await model(write('a.ts', counterTo(1)), '--property', 'S1');
    expect([code, out]).toEqual([2, expect.stringContaining("counter has no property 'S1'")]);
  });
});

describe('an error of a body is a sentence with process, step and variable', () => {
  const bin = fileURLToPath(new URL('../bin.mjs', import.meta.url));
  /** In a process of its own: this one reads the places of sources in its own way. */
  const complaint = (name: string, ...args: string[]): string =>
    spawnSync(process.execPath, [bin, 'model', name, ...args], { cwd: folder, encoding: 'utf8' }).stderr;

  test('of the model, and of the language below it', () => {
    write('over.ts', counterTo(1).replace('it.n < 1', 'it.n < 9'));
    expect(complaint('over.ts')).toBe(
      "parallax: counter, counting, step 'count', variable it.n: 2 is not 0 to 1 (over.ts:7:44)\nNext: offer the step only where the value stays in the domain, or enlarge the domain\n",
    );
    write('typo.ts', counterTo(1).replace('it.n++', '(it as any).m.n++'));
    for (const args of [[], ['--draw', '1'], ['--graph'], ['--simulate', '1']]) {
      expect(complaint('typo.ts', ...args)).toContain(
        "counter, counting, step 'count': reads 'n' of what is not there: an unknown member or index, or null (typo.ts:7:",
      );
    }
  });

  test('with the place of an error while the file is loaded', () => {
    write(
      'places.ts',
      'interface A {\n  a: number;\n}\n\nconst a: A | undefined = undefined as never;\nexport const b = a.a;',
    );
    expect(complaint('places.ts')).toContain('(places.ts:6:20)');
    expect(existsSync(path('places.ts.mjs'))).toBe(false);
    write('word.ts', "import { Modell } from 'parallax/models';\nnew Modell();");
    expect(complaint('word.ts')).toContain("it imports 'Modell', which that module does not export");
  });
});

describe('--export', () => {
  const example = fileURLToPath(new URL('../../models/examples/peterson.ts', import.meta.url));

  test('prints Promela, and writes it into a file', async () => {
    const printed = await model(example, '--export', 'promela');
    expect([printed.code, printed.out]).toEqual([0, expect.stringContaining('active proctype process_0() {')]);
    const { code, out } = await model(example, '--export', 'promela', path('peterson.pml'));
    expect([code, out]).toEqual([0, expect.stringContaining('peterson.pml: 20 states, 34 transitions')]);
    expect(printed.out).toContain(readFileSync(path('peterson.pml'), 'utf8').trimEnd());
  });

  test('writes a module of TLA+ and its configuration', async () => {
    const { code, out } = await model(example, '--export', 'tla', path('Peterson.tla'));
    expect([code, out]).toEqual([0, expect.stringContaining('Peterson.tla and Peterson.cfg: 20 states')]);
    expect(readFileSync(path('Peterson.tla'), 'utf8')).toContain('- MODULE Peterson -');
    expect(readFileSync(path('Peterson.cfg'), 'utf8')).toContain('PROPERTIES L0 L1');
  });

  test.each<[string, string[], RegExp]>([
    ['an unknown language', ['--export', 'c'], /'c' is no language of an export\nNext: give --export promela or tla/],
    ['a second file', ['--export', 'tla', 'a.tla', 'b.tla'], /--export takes one file/],
    ['a file of another kind', ['--export', 'tla', 'a.pml'], /give a file that ends in \.tla/],
    ['a name that no module may have', ['--export', 'tla', '1-2.tla'], /is no name for a module/],
    ['a folder that is not there', ['--export', 'promela', path('no/a.pml')], /cannot write no\/a\.pml: ENOENT/],
  ])('refuses %s', async (_, args, sentence) => {
    const { code, out } = await model(example, ...args);
    expect([code, out]).toEqual([2, expect.stringMatching(sentence)]);
  });

  test('refuses several variants, and says how to name one', async () => {
    const lease = fileURLToPath(new URL('../../models/examples/lease.ts', import.meta.url));
    const { code, out } = await model(lease, '--export', 'promela');
    expect([code, out]).toEqual([2, expect.stringContaining('such as: lease --variant crashing')]);
  });
});
