import { describe, expect, test } from 'vitest';
import { upTo } from '../language/domains.ts';
import { Model } from '../language/model.ts';
import { withDivergencePoint } from './difference.ts';
import { explore } from './explore.ts';
import { replayTrace } from './replay.ts';
import type { Trace } from './result.ts';
import { alternatingBit, boundedBuffer, leaderElection, twoPhaseCommit } from './testing/protocols.ts';
import { boundedCounter, peterson } from './testing/toys.ts';

test('a stop where the model may stop is no deadlock', () => {
  const build = (mayStop: boolean) => {
    const m = new Model('stops');
    const it = m.record('it', { at: upTo(1) });
    m.process('p', ['go'], (step) => {
      if (it.at === 0) step('go', () => (it.at = 1));
    });
    if (mayStop) m.ending('at one', () => it.at === 1);
    return m;
  };
  const { trace } = explore(build(false));
  expect(replayTrace(build(false), trace!).complaint).toBeNull();
  expect(replayTrace(build(true), trace!).complaint).toBe('the model may stop at the end: at one');
});

const traceOf = (build: () => ReturnType<typeof peterson>): Trace => explore(build()).trace!;

test('it names the step that the right model no longer allows, and what the model offers instead', () => {
  expect(
    replayTrace(
      peterson(),
      traceOf(() => peterson('late flag')),
    ),
  ).toEqual({
    allowed: 0,
    complaint: "'ask' of process 0 leads to another state: shared.wants[0] is true and not false",
    offered: ['process 0: ask', 'process 1: ask'],
  });
  expect(
    replayTrace(
      boundedBuffer(),
      traceOf(() => boundedBuffer('overwrites')),
    ),
  ).toEqual({
    allowed: 2,
    complaint: "'produce' of producer is not offered",
    offered: ['consumer: consume'],
  });
});

test('a run that is still possible but no longer violates anything is distinguished', () => {
  const trace = traceOf(() => alternatingBit('weak'));
  expect(replayTrace(alternatingBit('weak'), trace).complaint).toBeNull();
  expect(replayTrace(alternatingBit('strong'), trace)).toEqual({
    allowed: 2,
    complaint: 'it starves strong: receiver, only receive',
    offered: [],
  });
});

describe('where a changed rule first matters', () => {
  test('a step that the model does not allow', () => {
    const { trace } = withDivergencePoint(explore(twoPhaseCommit('hasty')), twoPhaseCommit(), twoPhaseCommit('hasty'));
    expect(trace?.divergencePoint?.taken).toBe(true);
    expect(trace?.steps[trace.divergencePoint!.step]?.label).toBe('commit');
    expect(trace?.divergencePoint?.instead).toEqual([]);
  });

  test('a step that the mutant lacks', () => {
    const { trace } = withDivergencePoint(
      explore(leaderElection([2, 0, 1], 'passes all on')),
      leaderElection([2, 0, 1]),
      leaderElection([2, 0, 1], 'passes all on'),
    );
    expect(trace?.divergencePoint).toMatchObject({
      taken: false,
      instead: expect.arrayContaining(['node 0: swallow']),
    });
  });

  test('nowhere, when only what is fair differs', () => {
    const sleeps = () => boundedBuffer('consumer sleeps');
    expect(withDivergencePoint(explore(sleeps()), boundedBuffer(), sleeps()).trace?.divergencePoint).toBeUndefined();
  });

  test('nowhere, when the variables differ', () => {
    const m = boundedCounter(2);
    m.never('two', () => false);
    m.always('not one', () => false);
    expect(withDivergencePoint(explore(m), boundedCounter(3), m).trace?.divergencePoint).toBeUndefined();
  });
});
