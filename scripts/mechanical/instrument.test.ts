import { Script } from 'node:vm';
import { transformSync } from 'esbuild';
import { expect, test } from 'vitest';
import { settledIn } from './decided.ts';
import { instrument as instrumented, treeOf } from './instrument.ts';
import { switchName } from './mutant.ts';

const instrument = (file: string, source: string) => {
  const tree = treeOf(source);
  return instrumented({ file, source, tree, dead: new Set(), settled: settledIn(tree) }, 0);
};

/** What `source`, which sets `result`, results in with each mutant switched on; first without any. */
function played(source: string): { own: unknown; others: { change: string; result: unknown }[] } {
  const { code, mutants } = instrument('file.ts', source);
  const script = new Script(
    `(${switchName}) => { let result; ${transformSync(code, { loader: 'ts' }).code}; return result; }`,
  );
  const run = script.runInThisContext() as (isActive: (number: number) => boolean) => unknown;
  const resultOf = (active: number): unknown => {
    let steps = 0;
    try {
      return run((number) => {
        if (++steps > 1_000) throw new RangeError('it does not end');
        return number === active;
      });
    } catch (error) {
      return (error as Error).name;
    }
  };
  return {
    own: resultOf(-1),
    others: mutants.map(({ rule, to }, number) => ({ change: `${rule}: ${to}`, result: resultOf(number) })),
  };
}

const changes = (source: string): { [change: string]: unknown } =>
  Object.fromEntries(played(source).others.map(({ change, result }) => [change, result]));

test('without a mutant the program is what it was', () => {
  expect(played('const a: number[] = [3, 1, 2]; result = [...a].sort().map((x) => x + 1) as number[];').own).toEqual([
    2, 3, 4,
  ]);
  expect(played('const o = { f() { return this.x; }, x: 4 } as const; result = o?.f()!;').own).toBe(4);
  expect(played('let n = 0; for (const x of [1, 2, 3]) { if (x === 2) continue; n += x; } result = n;').own).toBe(4);
});

test('bounds move by one, comparisons are loosened and negated, sides are forgotten', () => {
  expect(changes('const a = 2; result = a < 3 && a > 1;')).toMatchObject({
    'comparison: (a) >= (3)': false,
    'bound: 4': true,
    'bound: 2': false,
    'logic: (a < 3) || (a > 1)': true,
    'side: a < 3': true,
  });
});

test('what the right decisions give anyway is no change', () => {
  const named = (test: string): string[] =>
    instrument('file.ts', `const f = (decisions, a) => (${test} ? a.b : a.c);`).mutants.map(
      ({ from, to }) => `${from} → ${to}`,
    );
  const right = `decisions.stringOrder === 'utf8-bytes'`;
  const wrong = `decisions.stringOrder === 'utf16-units'`;
  expect(named(right)).not.toContain(`${right} → true`);
  expect(named(right)).toContain(`${right} → false`);
  expect(named(right)).toContain(`'utf8-bytes' → ''`);
  expect(named(wrong)).not.toContain(`${wrong} → false`);
  expect(named(wrong)).toContain(`${wrong} → true`);
  expect(named(wrong)).not.toContain(`'utf16-units' → ''`);
  expect(named(`a.d && ${right}`)).not.toContain(`a.d && ${right} → a.d`);
  expect(named(`a.d && ${right}`)).toContain(`a.d && ${right} → ${right}`);
  const cases = instrument(
    'file.ts',
    "const f = (decisions) => { switch (decisions.stringOrder) { case 'x': return 1; case 'utf8-bytes': return 2; } };",
  );
  expect(cases.mutants.filter(({ rule }) => rule === 'literal').map(({ from }) => from)).toEqual(["'utf8-bytes'"]);
  const branches = named(right).filter((change) => change.startsWith(`(${right} ?`));
  expect(branches.filter((change) => change.endsWith('→ a.b'))).toEqual([]);
  expect(branches.filter((change) => change.endsWith('→ a.c'))).toHaveLength(1);
});

test('a copy, a member, a call, a statement and all but the first are forgotten', () => {
  expect(
    changes('const a = [1, 2]; const b = [...a]; for (const x of a) { b.push(x); } result = { same: a === b, b };'),
  ).toMatchObject({
    'forgotten copy: a': 'RangeError',
    'first only: only the first': { b: [1, 2, 1] },
    'forgotten statement: ;': undefined,
    'forgotten part: {b}': { b: [1, 2, 1, 2] },
    'swapped: {same: b, b: a === b}': { b: false },
  });
  expect(changes('const f = (x: number) => x * 2; result = f(4);')['forgotten call: 4']).toBe(4);
});

test('a member is taken for its sibling, and one branch for the other', () => {
  const all = changes(
    'const key = { hash: 1, range: 2 }; const f = () => key.hash * 10 + key.range; result = f() ? "x" : "y";',
  );
  expect(all).toMatchObject({ 'sibling: key.range': 'x', 'branch: "y"': 'y', 'condition: false': 'y' });
});

test('messages stay as they are, also as members; other texts are emptied', () => {
  const texts = Object.keys(changes("result = { code: 'S', text: 'Not at all' };"));
  expect(texts.filter((change) => change.startsWith('literal'))).toEqual(["literal: ''"]);
  expect(texts).not.toContain("forgotten part: {code: 'S'}");
});

test('types, keys, calls of methods and left sides stay valid', () => {
  const source = `type T = 'a' | 'b'; interface I { a: 1 } let x: T = 'a' as T; const o: { [k: string]: number } = { a: 1, ['b']: 2 };
    o.a! += 1; o.b++; delete o.b; class C { n = 1; m<U>(u: U): U { return u; } } result = [x, o, new C().m(1), typeof x, o?.['a'] ?? 0];`;
  expect(played(source).own).toEqual(['a', { a: 2 }, 1, 'string', 2]);
});

test('an id names file, function and change, and does not depend on other lines', () => {
  const idsOf = (source: string): string[] => instrument('file.ts', source).mutants.map(({ id }) => id);
  const own = idsOf('const f = () => 1;\nconst g = () => 2;');
  expect(new Set(own).size).toBe(own.length);
  expect(idsOf('const h = () => 3;\n\nconst f = () => 1;\nconst g = () => 2;')).toEqual(expect.arrayContaining(own));
  expect(instrument('other.ts', 'const f = () => 1;').mutants.some(({ id }) => own.includes(id))).toBe(false);
});

test('a text for people stays as it is, with the values in it', () => {
  const { mutants } = instrument(
    'file.ts',
    `const f = (key) => \`no item \${key.name.trim()}\`; const g = (key) => \`\${key.a}-\${key.b}\`;`,
  );
  expect(mutants.every(({ from }) => !from.includes('name'))).toBe(true);
  expect(mutants.some(({ from }) => from === 'key.a')).toBe(true);
});
