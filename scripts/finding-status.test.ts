import { describe, expect, test } from 'vitest';
import { judgedBy } from './finding-status.ts';

const quick = { id: 'a/quick', certainty: 'documented' as const, steps: [{ wait: 2000, because: 'it is the limit' }] };
const slow = { id: 'a/slow', certainty: 'measured' as const, steps: [{ wait: 2001, because: 'it is over the limit' }] };
const guessed = { id: 'a/guessed', certainty: 'inferred' as const, steps: [] };
const target = (name: string, verdicts: { [id: string]: string }) => ({
  name,
  results: Object.entries(verdicts).map(([id, verdict]) => ({ case: id, verdict })),
});

describe('by what a finding is judged, without a record', () => {
  test.each([
    ['target', [quick, slow, guessed], true],
    ['oracle', [slow, guessed], true],
    ['model', [guessed], true],
    ['inferred', [guessed], false],
    ['nothing', [], false],
  ] as const)('%s', (by, cases, model) => {
    expect(judgedBy(cases, model)).toEqual({ by, targets: [] });
  });
});

describe('by what a finding is judged, with a record', () => {
  const judged = (...recorded: ReturnType<typeof target>[]) => judgedBy([quick, guessed], false, recorded);

  test('names the targets that gave a verdict, and not the oracle', () => {
    expect(
      judged(
        target('oracle', { 'a/quick': 'matches' }),
        target('one', { 'a/quick': 'diverges' }),
        target('two', { 'a/quick': 'matches' }),
        target('three', { 'a/quick': 'unsupported' }),
      ),
    ).toEqual({ by: 'target', targets: ['one', 'two'] });
  });

  test('is inconclusive where no target gave one', () => {
    expect(judged(target('one', { 'a/quick': 'inconclusive' }), target('two', { 'a/quick': 'skipped' }))).toEqual({
      by: 'inconclusive',
      targets: [],
    });
  });

  test('is of the oracle only where no target could play the case', () => {
    expect(judged(target('one', { 'a/quick': 'unsupported' })).by).toBe('oracle');
  });

  test('takes no verdict from an inferred case, and goes by the cases where none was played', () => {
    expect(judged(target('one', { 'a/guessed': 'diverges' }))).toEqual({ by: 'target', targets: [] });
  });
});
