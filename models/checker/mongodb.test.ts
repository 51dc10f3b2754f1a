/** The largest model of these tests: the ways of exploring on hundreds of thousands of states. */
import { describe, expect, test } from 'vitest';
import { type ExploreOptions, explore } from './explore.ts';
import { replayTrace } from './replay.ts';
import type { ModelResult } from './result.ts';
import { mongodb } from './testing/mongodb.ts';

describe('the protocol on MongoDB', () => {
  const build = () => mongodb({ restores: 2, batches: 2 });
  const counts = ({ states, transitions, terminal, depth }: ModelResult) => [states, transitions, terminal, depth];

  test.each<[string, ExploreOptions, number]>([
    ['compiled', { symmetry: false }, 847_191],
    ['two threads', { symmetry: false, workers: 2 }, 847_191],
    ['interpreted', { symmetry: false, compile: false }, 847_191],
    ['sorted', {}, 425_251],
    ['sorted, two threads', { workers: 2, shareAfter: 5000 }, 425_251],
  ])('%s: 847,191 states', (_, options, stored) => {
    const result = explore(build(), { ...options, count: false });
    expect(counts(result)).toEqual([847_191, 4_148_427, 1082, 46]);
    expect([result.verdict, result.reductions?.stored]).toEqual(['holds', stored]);
  });

  test('its interleavings can be counted on the reduced state space', () => {
    expect(explore(build()).interleavings).toBe('705880015015824139888994381086');
  });

  test.each<[string, ExploreOptions]>([
    ['one thread', {}],
    ['two threads', { workers: 2, shareAfter: 5000 }],
    ['interpreted, unsorted', { symmetry: false, compile: false }],
  ])('a hand-over that ignores the claim is found in 19 steps: %s', (_, options) => {
    const broken = () => mongodb({ restores: 2, batches: 2, handOverIgnoresClaim: true });
    const { property, trace } = explore(broken(), { ...options, count: false });
    expect([property, trace?.steps.length]).toEqual(['whole: an ACTIVE target has every item', 19]);
    expect(replayTrace(broken(), trace!).complaint).toBeNull();
    const switches = trace!.steps.filter(({ process }, i) => i > 0 && trace!.steps[i - 1]!.process !== process).length;
    expect(switches).toBe(4);
  });
});
