import { expect, test } from 'vitest';
import type { Mutant } from '../mechanical/mutant.ts';
import { select } from '../mechanical/selection.ts';
import { parallax } from '../testing/cli.ts';
import { changedIn, NothingChanged, touches } from './changed.ts';

const diff = `diff --git a/oracles/a.ts b/oracles/a.ts
--- a/oracles/a.ts
+++ b/oracles/a.ts
@@ -3 +3,2 @@ function a() {
-old
+new
+b
@@ -9,2 +10,0 @@
-gone
-gone
@@ -20 +19 @@
-x
+y
diff --git a/models/b.ts b/models/b.ts
--- a/models/b.ts
+++ /dev/null
@@ -1 +0,0 @@
-all
`;

test('changed lines are those that are there now, by file', () => {
  expect(changedIn(diff)).toEqual(new Map([['oracles/a.ts', new Set([3, 4, 19])]]));
  expect(touches(changedIn(diff), 'oracles')).toBe(true);
  expect(touches(changedIn(diff), 'models', 'oracle')).toBe(false);
});

test('only mutants of changed lines are judged, and a change without one is right', () => {
  const mutant = (id: string, file: string, line: number): Mutant =>
    ({ ...{ id, file, line }, rule: 'r', from: 'a', to: 'b' }) as Mutant;
  const all = [mutant('1', 'oracles/a.ts', 3), mutant('2', 'oracles/a.ts', 5), mutant('3', 'oracles/b.ts', 3)];
  const since = (file: string, line: number) =>
    select(all, [], { changed: new Map([[file, new Set([line])]]) }, { seed: 's' });
  expect(since('oracles/a.ts', 3).map(({ id }) => id)).toEqual(['1']);
  expect(() => since('oracles/a.ts', 4)).toThrow(NothingChanged);
});

test.each(['no-such-commit', '--output=x'])('%s is no commit', async (commit) => {
  expect(await parallax('mutants', `--changed=${commit}`)).toMatchObject({ code: 2 });
});
