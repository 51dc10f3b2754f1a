import { expect, test } from 'vitest';
import { upTo } from '../language/domains.ts';
import { Model } from '../language/model.ts';
import { explore } from './explore.ts';
import { drawInterleavings } from './interleavings.ts';
import { narrate } from './narrate.ts';
import { Random } from './random.ts';
import { diamond, peterson } from './testing/toys.ts';

/** One run on the left; 1 + 2 + 3 choices on the right. Choosing uniformly at each fork would favour the left. */
function lopsided(): Model {
  const m = new Model('lopsided');
  // Fills the first word of a state, so that steps change the second.
  m.record('pad', { low: upTo(65_535), high: upTo(65_535) }, { high: 1 });
  const it = m.record('it', { left: upTo(1), right: upTo(2), choices: upTo(9) });
  m.process('walker', ['left', 'right', 'choose'], (step) => {
    if (it.left === 0 && it.right === 0) {
      step('left', () => (it.left = 1));
      step('right', () => (it.right = 1));
    } else if (it.right === 1) {
      step.either('choose', [1, 2, 3, 4, 5], (choice) => {
        it.choices = choice;
        it.right = 2;
      });
    }
  });
  m.ending('anywhere', () => true);
  return m;
}

test('each interleaving is equally likely, however few choices it has', () => {
  const { total, runs } = drawInterleavings(lopsided(), 6000, 'seed');
  expect(total).toBe(6n);
  const times = new Map<string, number>();
  for (const run of runs) times.set(run.join(), (times.get(run.join()) ?? 0) + 1);
  expect([...times.keys()].sort()).toEqual(['0', '1,0', '1,1', '1,2', '1,3', '1,4']);
  // 1000 expected of each; five deviations of a binomial are 144.
  for (const count of times.values()) expect(Math.abs(count - 1000)).toBeLessThan(144);
});

test('the total is that of the exploration, beyond 2⁶⁴, and each draw is a complete run', () => {
  const { total, runs } = drawInterleavings(diamond(4, 10), 3, 'seed');
  expect(total.toString()).toBe(explore(diamond(4, 10)).interleavings);
  for (const run of runs) {
    const { steps } = narrate(diamond(4, 10), run, { property: '', brokenBy: 'state' });
    expect(Object.values(steps.at(-1)!.after)).toEqual([10, 10, 10, 10]);
  }
});

test('a seed draws the same again, another seed others', () => {
  const draw = (seed: string) => JSON.stringify(drawInterleavings(diamond(3, 3), 5, seed).runs);
  expect(draw('a')).toBe(draw('a'));
  expect(draw('a')).not.toBe(draw('b'));
});

test('a model with cycles has no number of interleavings to draw from', () => {
  expect(() => drawInterleavings(peterson(), 1, 'seed')).toThrow('peterson: has cycles');
});

test('numbers below a bound are uniform, also where the bound does not divide 2³²', () => {
  const random = new Random('7');
  const times = [0, 0, 0];
  for (let i = 0; i < 30_000; i++) times[random.below(3)]!++;
  for (const count of times) expect(Math.abs(count - 10_000)).toBeLessThan(410);
  expect(random.belowBig(1n)).toBe(0n);
});
