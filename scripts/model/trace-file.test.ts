import { describe, expect, test } from 'vitest';
import { explore } from '../../models/checker/explore.ts';
import { replayTrace } from '../../models/checker/replay.ts';
import type { Trace } from '../../models/checker/result.ts';
import { peterson } from '../../models/checker/testing/toys.ts';
import { readTraces } from './trace-file.ts';

const traceOf = (build: () => ReturnType<typeof peterson>): Trace => explore(build()).trace!;
const through = (value: unknown): unknown => JSON.parse(JSON.stringify(value));

test('a trace that was stored as JSON is replayed on its own model', () => {
  const late = () => peterson('late flag');
  const [kept] = readTraces(through({ models: [{ trace: null }, { ...explore(late()), variant: 'v' }] }));
  expect([kept?.variant, kept?.mutant]).toEqual(['v', 'late flag']);
  expect(replayTrace(late(), kept!.trace)).toEqual({ allowed: 6, complaint: null, offered: [] });
});

describe('a file that is not a trace is refused', () => {
  const trace = traceOf(() => peterson('late flag'));
  test.each<[unknown, string]>([
    [null, 'the file must be an object'],
    [{ models: [] }, 'the file has no trace'],
    [{ ...trace, steps: [1] }, 'steps[0] must be an object'],
    [{ ...trace, steps: [{ ...trace.steps[0], label: 7 }] }, 'steps[0].label must be a string'],
    [{ ...trace, initial: { x: {} } }, 'initial.x must be a string, a number, true or false'],
    [{ ...trace, steps: [{ ...trace.steps[0], label: undefined }] }, 'steps[0].label is missing'],
    [{ ...trace, initial: undefined }, 'initial is missing'],
    [{ models: [{ trace }, { trace: 1 }] }, 'models[1].trace must be an object'],
    [{ models: [{ trace: [] }] }, 'models[0].trace must be an object'],
    [{ models: 1 }, 'models must be a list'],
    [{ ...trace, loopFrom: 0.5 }, 'loopFrom must be a step number'],
    [{ ...trace, pendingFrom: -1 }, 'pendingFrom must be a step number'],
    [{ ...trace, loopFrom: 99 }, 'loopFrom must be a step number'],
    [{ ...trace, brokenBy: 'magic' }, 'brokenBy must be step, state or loop'],
  ])('%#', (json, problem) => {
    expect(() => readTraces(through(json))).toThrow(problem);
  });
});

test('names that every object inherits are not variables', () => {
  const trace = traceOf(() => peterson('late flag'));
  const text = JSON.stringify(trace).replace('"initial":{', '"initial":{"__proto__":true,');
  expect(replayTrace(peterson('late flag'), readTraces(JSON.parse(text))[0]!.trace).complaint).toBe(
    'the model starts in another state: there is no __proto__',
  );
});
