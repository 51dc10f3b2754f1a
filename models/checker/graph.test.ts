import { expect, test } from 'vitest';
import { Graph } from './graph.ts';

test('a state whose steps were not added leads nowhere yet', () => {
  const graph = new Graph();
  graph.addStep(1);
  graph.addStep(2);
  graph.endState(2);
  expect([graph.target(0, 0), graph.target(0, 1), graph.target(1, 0), graph.target(2, 0)]).toEqual([1, 2, -1, -1]);
});

test('its size in bytes is that of its two lists, which double when they are full', () => {
  const graph = new Graph();
  expect(graph.bytes).toBe(4 * (4096 + 1024));
  for (let step = 0; step <= 4096; step++) graph.addStep(0);
  expect(graph.bytes).toBe(4 * (8192 + 1024));
});
