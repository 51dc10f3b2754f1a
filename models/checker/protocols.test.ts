/** Small protocols, right and wrong: their sizes and their verdicts. */
import { expect, test } from 'vitest';
import type { Model } from '../language/model.ts';
import { explore } from './explore.ts';
import * as p from './testing/protocols.ts';

/** States, transitions, terminal states, depth. */
type Size = [number, number, number, number];

test.each<[string, () => Model, Size, string[]]>([
  ['mutual exclusion', () => p.mutualExclusion('strong'), [8, 14, 0, 3], []],
  ['mutual exclusion under weak fairness', () => p.mutualExclusion('weak'), [8, 14, 0, 3], ['L0', 'L1']],
  ['mutual exclusion without a lock', () => p.mutualExclusion('strong', 'no lock'), [14, 28, 0, 6], ['S']],
  ['bounded buffer', () => p.boundedBuffer(), [12, 14, 1, 8], []],
  ['bounded buffer that overwrites', () => p.boundedBuffer('overwrites'), [15, 20, 1, 6], ['S']],
  ['bounded buffer, consumer not fair', () => p.boundedBuffer('consumer sleeps'), [12, 14, 1, 8], ['L']],
  ['two-phase commit of 2', () => p.twoPhaseCommit(), [49, 86, 8, 7], []],
  ['two-phase commit of 3', () => p.twoPhaseCommit('none', 3), [171, 406, 16, 9], []],
  ['two-phase commit after the first vote', () => p.twoPhaseCommit('hasty'), [65, 118, 12, 7], ['S']],
  ['two-phase commit, no restart', () => p.twoPhaseCommit('no recovery'), [49, 86, 8, 7], ['L']],
  ['alternating bit', () => p.alternatingBit('strong'), [11, 16, 1, 7], []],
  ['alternating bit under weak fairness', () => p.alternatingBit('weak'), [11, 16, 1, 7], ['L']],
  ['alternating bit unread', () => p.alternatingBit('strong', 'ignores the bit'), [25, 37, 2, 10], ['S']],
  ['leader election of 3', () => p.leaderElection([2, 0, 1]), [17, 25, 1, 8], []],
  ['leader election of 4', () => p.leaderElection([1, 3, 0, 2]), [40, 74, 1, 12], []],
  [
    'leader election in a full ring',
    () => p.leaderElection([2, 0, 1], 'passes all on'),
    [8, 12, 1, 3],
    ['L', 'no deadlock'],
  ],
  ['3 philosophers', () => p.hungryPhilosophers(3, 'strong'), [42, 103, 0, 6], []],
  ['3 philosophers under weak fairness', () => p.hungryPhilosophers(3, 'weak'), [42, 103, 0, 6], ['L0', 'L1', 'L2']],
  [
    '3 philosophers, none polite',
    () => p.hungryPhilosophers(3, 'strong', false),
    [45, 111, 1, 6],
    ['L0', 'L1', 'L2', 'no deadlock'],
  ],
  ['5 philosophers', () => p.hungryPhilosophers(5, 'strong'), [534, 2195, 0, 10], []],
])('%s', (_, build, size, broken) => {
  const { states, transitions, terminal, depth, properties } = explore(build(), { keepGoing: true });
  expect([states, transitions, terminal, depth]).toEqual(size);
  const violated = properties.filter(({ verdict }) => verdict === 'violated');
  expect(violated.map(({ name }) => name.split(':', 1)[0])).toEqual(broken);
});

test('starvation of one worker is shown as a cycle of the other worker', () => {
  const { trace, fairness } = explore(p.mutualExclusion('weak'));
  expect(trace?.steps.map(({ process, label }) => `${process}: ${label}`)).toEqual([
    'worker 0: ask',
    'worker 1: ask',
    'worker 1: enter',
    'worker 1: leave',
  ]);
  expect([trace?.pendingFrom, trace?.loopFrom]).toEqual([1, 1]);
  expect(fairness).toEqual([
    'weak: worker 0, only leave',
    'weak: worker 0, only enter',
    'weak: worker 1, only leave',
    'weak: worker 1, only enter',
  ]);
});

test('a message that is lost again and again is shown as a cycle of the loss', () => {
  const { trace } = explore(p.alternatingBit('weak'));
  expect(trace?.steps.slice(trace.loopFrom).map(({ label }) => label)).toEqual(['send', 'lose data']);
});

test('a coordinator that never restarts: the run stops, since no fair step is enabled', () => {
  const { trace } = explore(p.twoPhaseCommit('no recovery'));
  expect(trace?.loopFrom).toBe(trace?.steps.length);
  expect(trace?.steps.map(({ label }) => label)).toContain('crash');
});
