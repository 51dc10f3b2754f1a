/** The judge against porcupine, which shares no code with it, on histories of right and of faulty stores. */
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { linearizability } from './linearizability.ts';
import { buildPorcupine } from './testing/porcupine.ts';
import { seeded } from './testing/random.ts';
import { faults, generate, historyOf, type Registers } from './testing/registers.ts';

const seed = inject('seed');
const porcupine = buildPorcupine();
const missing = typeof porcupine === 'string' ? porcupine : null;
afterAll(() => typeof porcupine !== 'string' && porcupine.remove());

/** Every fault, with and without transactions and unanswered calls. */
function drawn(i: number): Registers {
  const random = seeded(seed * 1009 + i);
  return generate(random, {
    ...{ clients: 2 + random.below(7), keys: 1 + random.below(4), operations: 8 + random.below(28), rarity: 6 },
    ...{ fault: faults[i % faults.length]!, transactions: [0, 20, 0][i % 3]!, unanswered: [0, 5, 20, 0, 0][i % 5]! },
  });
}

const histories = Array.from({ length: 1000 }, (_, i) => drawn(i));
let verdicts: readonly string[];
beforeAll(() => {
  verdicts = histories.map((one) => linearizability.judge(historyOf(one)).verdict);
}, 120_000);

test(`1,000 histories: a right store holds, each fault is caught in some (seed ${seed})`, () => {
  const violated = (fault: number): number =>
    verdicts.filter((v, i) => i % faults.length === fault && v === 'violated').length;
  expect(violated(0)).toBe(0);
  for (const [i, fault] of faults.slice(1).entries()) expect(violated(i + 1), fault).toBeGreaterThan(15);
  expect(verdicts).not.toContain('unknown');
});

test.skipIf(missing !== null)(
  `porcupine says the same of 1,000 histories (seed ${seed})${missing === null ? '' : ` (skipped: ${missing})`}`,
  () => {
    const theirs = (porcupine as Exclude<typeof porcupine, string>).judge(histories);
    expect(theirs).toHaveLength(histories.length);
    // Porcupine's own limit is a time, which a busy machine may reach.
    const decided = [...histories.keys()].filter((i) => theirs[i] !== 'unknown');
    expect(decided.length).toBeGreaterThan(950);
    const differ = decided.filter((i) => verdicts[i] !== theirs[i]);
    expect(differ.map((i) => ({ i, mine: verdicts[i], theirs: theirs[i] }))).toEqual([]);
  },
  120_000,
);
