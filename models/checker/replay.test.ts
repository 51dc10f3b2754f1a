import { describe, expect, test } from 'vitest';
import { withDivergencePoint } from './difference.ts';
import { explore } from './explore.ts';
import { replayTrace } from './replay.ts';
import type { Trace } from './result.ts';
import { alternatingBit, boundedBuffer, leaderElection, twoPhaseCommit } from './testing/protocols.ts';
import { boundedCounter, peterson } from './testing/toys.ts';
import { readTraces } from './trace-file.ts';

const traceOf = (build: () => ReturnType<typeof peterson>): Trace => explore(build()).trace!;
const through = (value: unknown): unknown => JSON.parse(JSON.stringify(value));

test('a trace that went through JSON is replayed on its own model', () => {
  const late = () => peterson('late flag');
  const [kept] = readTraces(through({ models: [{ trace: null }, { ...explore(late()), variant: 'v' }] }));
  expect([kept?.variant, kept?.mutant]).toEqual(['v', 'late flag']);
  expect(replayTrace(late(), kept!.trace)).toEqual({ allowed: 6, complaint: null, offered: [] });
});

test('it says where the right model no longer allows it, and what that offers instead', () => {
  expect(
    replayTrace(
      peterson(),
      traceOf(() => peterson('late flag')),
    ),
  ).toEqual({
    allowed: 0,
    complaint: "'ask' of process 0 leads elsewhere: shared.wants[0] is true and not false",
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

test('a run that is still possible but breaks nothing any more is told apart', () => {
  const trace = traceOf(() => alternatingBit('weak'));
  expect(replayTrace(alternatingBit('weak'), trace).complaint).toBeNull();
  expect(replayTrace(alternatingBit('strong'), trace)).toEqual({
    allowed: 2,
    complaint: 'it starves strong: receiver, only receive',
    offered: [],
  });
});

describe('a file that is not a trace is refused', () => {
  const trace = traceOf(() => peterson('late flag'));
  test.each<[unknown, string]>([
    [null, 'the file is not an object'],
    [{ models: [] }, 'the file has no trace'],
    [{ ...trace, steps: [1] }, 'step 1 is not an object'],
    [{ ...trace, steps: [{ ...trace.steps[0], label: 7 }] }, 'label of step 1 is not a text'],
    [{ ...trace, initial: { x: {} } }, 'x in initial is not a value'],
    [{ ...trace, loopFrom: 99 }, 'loopFrom is not the number of a step'],
    [{ ...trace, brokenBy: 'magic' }, 'brokenBy is unknown'],
  ])('%#', (json, problem) => {
    expect(() => readTraces(json)).toThrow(problem);
  });
});

test('names that every object has are no variables', () => {
  const trace = traceOf(() => peterson('late flag'));
  const text = JSON.stringify(trace).replace('"initial":{', '"initial":{"__proto__":true,');
  expect(replayTrace(peterson('late flag'), readTraces(JSON.parse(text))[0]!.trace).complaint).toBe(
    'the model starts otherwise: there is no __proto__',
  );
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
