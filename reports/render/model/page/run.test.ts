import { expect, test } from 'vitest';
import type { Trace } from '../../../../models/checker/result.ts';
import { runSection } from './run.ts';

const run = (...steps: string[]): Trace => ({
  model: 'doors',
  property: 'all are through',
  brokenBy: 'state',
  initial: {},
  steps: steps.map((step) => {
    const [process = '', label = ''] = step.split(': ');
    return { process, label, before: {}, after: {}, changed: [], read: [] };
  }),
});

test('a short run is a diagram', () => {
  const [heading, diagram] = runSection(run('cat: push', 'dog: open', 'dog: push', 'cat: enter'));
  expect(heading).toBe('## Shortest run to: all are through');
  expect(diagram).toMatch(/^```mermaid\nsequenceDiagram\n.*\n```$/s);
});

test('a longer run is a line for each turn of a process', () => {
  expect(runSection(run('cat: push', 'dog: open', 'dog: push', 'dog: enter', 'cat: enter'))[1]).toBe(
    '1. cat: push\n2. dog: open → push → enter\n3. cat: enter',
  );
});

test('without a run the section is empty', () => {
  expect(runSection(null)).toEqual([]);
});
