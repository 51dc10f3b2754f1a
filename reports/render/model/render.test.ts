import { expect, test } from 'vitest';
import type { Trace } from '../../../models/checker/result.ts';
import { traceDiagram } from './mermaid.ts';
import { traceTable } from './terminal.ts';

const state = { 'door.open': false };
const trace: Trace = {
  model: 'doors',
  property: 'S1: shut; always',
  brokenBy: 'state',
  initial: state,
  steps: [
    { process: 'cat', label: 'push', before: state, after: state, changed: [], read: [] },
    {
      process: 'end',
      label: 'open <door> #1',
      before: state,
      after: { 'door.open': true },
      changed: [{ variable: 'door.open', before: false, after: true }],
      read: [],
    },
  ],
};

test('with enough width each process has a lane', () => {
  expect(traceTable(trace, 80)).toBe(
    [
      "doors: 'S1: shut; always' is violated after 2 steps; the state after them breaks it",
      '#  cat                    end                    changes',
      '1  push                                          nothing changes',
      '2                         open <door> #1         door.open: false → true',
    ].join('\n'),
  );
});

test('with less width the process stands before its step, and no line is too wide', () => {
  const narrow = traceTable(trace, 44).split('\n').slice(1);
  expect(narrow[1]).toBe('1  cat: push           nothing changes');
  expect(Math.max(...narrow.map((line) => line.length))).toBeLessThanOrEqual(44);
});

test('a diagram escapes what Mermaid would interpret', () => {
  expect(traceDiagram(trace)).toBe(
    [
      'sequenceDiagram',
      '  participant p0 as cat',
      '  participant p1 as #101;nd',
      '  participant shared as shared state',
      '  p0->>shared: 1. push',
      '  p1->>shared: 2. open #60;door#62; #35;1',
      '  Note over shared: door.open: false → true',
      '  Note over p1,shared: violates S1: shut#59; always',
      '',
    ].join('\n'),
  );
});

const lasso: Trace = { ...trace, brokenBy: 'loop', pendingFrom: 0, loopFrom: 1 };

test('a loop is announced before its first step and closed after its last', () => {
  expect(traceTable(lasso, 80).split('\n')).toEqual([
    "doors: 'S1: shut; always' is violated by a fair run that repeats 1 step for ever after 1 step",
    '#  cat                    end                    changes',
    '· the premise holds here, but the conclusion never follows',
    '1  push                                          nothing changes',
    '· these steps repeat for ever:',
    '2                         open <door> #1         door.open: false → true',
    '· then again from step 2, for ever',
  ]);
  expect(traceDiagram(lasso).split('\n').slice(4, 12)).toEqual([
    '  Note over shared: the premise holds here, but the conclusion never follows',
    '  p0->>shared: 1. push',
    '  loop for ever',
    '  p1->>shared: 2. open #60;door#62; #35;1',
    '  Note over shared: door.open: false → true',
    '  end',
    '  Note over shared: then again from step 2, for ever',
    '  Note over p1,shared: violates S1: shut#59; always',
  ]);
});

test('a run that stops says that no fair step is enabled', () => {
  const ends: Trace = { ...trace, brokenBy: 'loop', loopFrom: 2 };
  expect(traceTable(ends, 80).split('\n').at(0)).toContain('by a fair run that ends after 2 steps');
  expect(traceTable(ends, 80).split('\n').at(-1)).toBe('· the run ends here: fairness requires no further step');
  expect(
    traceTable({ ...ends, steps: [], loopFrom: 0 }, 80)
      .split('\n')
      .at(0),
  ).toContain('ends at once');
});

test('a changed rule is marked where it first matters', () => {
  const divergencePoint = { step: 1, taken: true, instead: ['cat: wait'] };
  expect(traceTable({ ...trace, divergencePoint }, 80).split('\n')[3]).toBe(
    '· the mutant matters here: the model without it offers cat: wait',
  );
});

test('a model that shows its states itself is drawn with these, from the start on', () => {
  const [first, ...rest] = trace.steps;
  const shown: Trace = { ...trace, initialShown: ['_'], steps: [{ ...first!, shown: ['x', 'y'] }, ...rest] };
  const table = traceTable(shown, 80).split('\n');
  expect(table[1]).toMatch(/state$/);
  expect(table[2]).toMatch(/^0 +_$/);
  expect(table.slice(3, 5).map((line) => line.trimEnd().at(-1))).toEqual(['x', 'y']);
  expect(traceDiagram(shown)).toContain('Note over shared: _\n');
  expect(traceDiagram(shown)).toContain('Note over shared: x<br/>y\n');
});
