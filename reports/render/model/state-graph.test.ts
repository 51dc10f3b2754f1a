import { expect, test } from 'vitest';
import { diamond, peterson } from '../../../models/checker/testing/toys.ts';
import { stateGraph } from './state-graph.ts';

test('states are named by what changed, and parallel steps share an arrow', () => {
  expect(stateGraph(diamond(2, 1))).toBe(
    [
      'stateDiagram-v2',
      '  [*] --> s0',
      '  s0: as at the start',
      '  s1: side[0].at = 1',
      '  s2: side[1].at = 1',
      '  s3: side[0].at = 1, side[1].at = 1',
      '  s0 --> s1: side 0: go on',
      '  s0 --> s2: side 1: go on',
      '  s1 --> s3: side 1: go on',
      '  s2 --> s3: side 0: go on',
      '  s3 --> [*]',
      '',
    ].join('\n'),
  );
});

test('every state and arrow of Peterson is there, and a large model is refused', () => {
  const lines = stateGraph(peterson()).split('\n');
  expect(lines.filter((line) => /^ {2}s\d+:/.test(line))).toHaveLength(20);
  expect(lines.filter((line) => /s\d+ --> s\d+/.test(line))).toHaveLength(34);
  expect(() => stateGraph(diamond(3, 9))).toThrow('has more than 300 states');
});
