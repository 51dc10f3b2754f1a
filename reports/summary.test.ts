import { describe, expect, test } from 'vitest';
import type { CaseRecord } from '../suites/runner/record.ts';
import { cellText, matrixOf } from './matrix.ts';
import type { ModelRecord } from './report.ts';
import { doubts, modelStatus, survivors, verdictSentence, violations } from './summary.ts';
import { models, mutants, report, run, targetRecord } from './testing/report.ts';

describe('matrix', () => {
  const { areas, cell } = matrixOf(run);
  const text = (target: string, area: string): string => cellText(cell(target, area));

  test('a cell shows its worst case, also without colour', () => {
    expect(text('extenddb', 'binary-order')).toBe('✗ 1 new');
    expect(text('dynalite', 'binary-order')).toBe('≈ 1 known');
    expect(text('dynoxide', 'binary-order')).toBe('✓ 3');
    expect(text('dynalite', 'transactions')).toBe('– 3 skipped');
    expect(text('extenddb', 'errors')).toBe('? 1 no verdict');
  });

  test('a target that ran nothing has no verdict, not a pass', () => {
    expect(cell('aws', 'errors')).toBeUndefined();
    expect(text('aws', 'errors')).toBe('·');
  });

  test('every case is counted in one cell', () => {
    for (const target of run.targets) {
      const counted = areas.flatMap((area) => Object.values(cell(target.name, area)?.cases ?? {}));
      expect(counted.reduce((sum, n) => sum + n, 0)).toBe(target.cases);
    }
  });

  test('a diverging case never shows as matching, even without a recorded divergence', () => {
    const lost: CaseRecord = {
      case: 'scan/x',
      area: 'scan',
      verdict: 'diverges',
      divergences: ['ffffffffffff'],
      durationMs: 1,
    };
    const target = { ...targetRecord('t', '1', []), results: [lost] };
    expect(matrixOf({ ...run, targets: [target] }).cell('t', 'scan')?.mark).toBe('new');
  });
});

test('a violated mutant is a success when mutants are judged, and a violation when it was explored alone', () => {
  const mutated = models.find((m) => m.mutant !== null) as ModelRecord;
  expect(modelStatus(report, mutated)).toBe('caught');
  expect(violations({ ...report, models: [mutated] }).some((line) => line.startsWith('model'))).toBe(false);
  const { run: _, mutants: __, ...alone } = { ...report, models: [mutated] };
  expect(modelStatus(alone, mutated)).toBe('violated');
  expect(violations(alone)).toEqual([
    'model restore/timer + timer-flips-restore violates S1: ACTIVE only when every batch is in place',
  ]);
});

test('an equivalent mutant is no survivor', () => {
  expect(survivors(mutants).map((m) => m.id)).toEqual(['missingNotEqual=fails']);
});

test('an equivalent mutant that something catches is a violation: its argument does not hold', () => {
  const [first] = mutants;
  const called = { ...first!, equivalent: true, killed: true, by: 'cases' };
  expect(violations({ ...report, mutants: [called] })).toContain(
    `mutant ${called.id} is called equivalent, and is caught by cases`,
  );
});

test('the verdict sentence gives every reason', () => {
  expect(violations(report)).toEqual([
    '2 new divergences on extenddb',
    '1 new divergence on dynoxide',
    '1 new divergence on dynalite',
    '1 ledger entry of dynalite no longer seen',
    '1 surviving mutant',
  ]);
  expect(verdictSentence({ ...report, verdict: 'unknown' })).toMatch(
    /^no verdict: aws unavailable; .*idempotency ran out of budget\.$/,
  );
  const { run: _, mutants: __, ...small } = report;
  expect(verdictSentence({ ...small, verdict: 'holds', models: models.slice(0, 3) })).toBe('holds: 3 models.');
});

test('a case without a verdict prevents a pass, and nothing else does here', () => {
  const clean = run.targets.map((target) => ({ ...target, unknown: 0, new: 0, stale: [] }));
  const { unavailable: _, ...asked } = clean[0]!;
  const doubtsOf = (unknown: number): string[] =>
    doubts({ ...report, models: [], mutants: [], run: { ...run, targets: [{ ...asked, unknown }] } });
  expect(doubtsOf(0)).toEqual([]);
  expect(doubtsOf(2)).toEqual([`2 cases without a verdict on ${asked.name}`]);
});

describe('a run that did not complete', () => {
  const clean = run.targets
    .filter(({ unavailable }) => unavailable === undefined)
    .map((target) => ({ ...target, unknown: 0, new: 0, stale: [] }));
  const small = { ...report, models: [], mutants: [], run: { ...run, targets: clean } };

  test.each([
    ['by a signal', { ...small, interrupted: true as const }, 'interrupted before the end'],
    [
      'by a signal, as the run says',
      { ...small, run: { ...small.run, cut: 'interrupted' as const } },
      'interrupted before the end',
    ],
    ['by the clock', { ...small, run: { ...small.run, cut: 'time' as const } }, 'out of time before the end'],
    [
      'by the clock, on one target',
      {
        ...small,
        run: { ...small.run, targets: clean.map((t, at) => (at === 1 ? { ...t, cut: 'time' as const } : t)) },
      },
      'out of time before the end',
    ],
  ])('%s, says so and is no pass', (_, cut, words) => {
    expect(doubts(cut)).toEqual([words]);
    expect(verdictSentence({ ...cut, verdict: 'unknown' })).toBe(`no verdict: ${words}.`);
    const [first, ...others] = cut.run.targets;
    const found = { ...cut, run: { ...cut.run, targets: [{ ...first!, new: 2 }, ...others] } };
    expect(verdictSentence({ ...found, verdict: 'violated' })).toBe(
      `violated: 2 new divergences on extenddb; ${words}.`,
    );
  });
});

describe('a target that was judged too little', () => {
  const results = (judged: number, skipped: number, more: Partial<CaseRecord> = {}): CaseRecord[] =>
    Array.from({ length: judged + skipped }, (_, at) => ({
      ...{ case: `scan/${at}`, area: 'scan', divergences: [], durationMs: 1, verdict: 'matches' as const },
      ...(at >= judged && {
        verdict: 'unsupported' as const,
        lacks: 'Query' as const,
        detail: 'Query: answers X',
        ...more,
      }),
    }));
  const doubtsOf = (judged: number, skipped: number, more: Partial<CaseRecord> = {}): string[] => {
    const target = {
      ...targetRecord('moto', '5', []),
      ...{ cases: judged + skipped, matched: judged, judged, skipped, results: results(judged, skipped, more) },
    };
    return doubts({ ...report, models: [], mutants: [], run: { ...run, targets: [target], divergences: [] } });
  };

  test('prevents a pass, and the sentence says what was left out and why', () => {
    expect(doubtsOf(2, 155)).toEqual(['too little judged on moto (2 of 157 judged, 155 skipped: Query 155)']);
    expect(doubtsOf(0, 3)).toEqual(['nothing judged on moto (0 of 3 judged, 3 skipped: Query 3)']);
    expect(doubtsOf(4, 4)).toEqual([]);
    expect(doubtsOf(4, 5)).toHaveLength(1);
  });

  test('cases that the ledger accepts as not judged do not count, but a target without any judged case is never a pass', () => {
    expect(doubtsOf(71, 86, { accepted: 'It has no indexes.' })).toEqual([]);
    expect(doubtsOf(0, 86, { accepted: 'It has no indexes.' })).toHaveLength(1);
  });

  test('a run that skipped something says how much it judged', () => {
    const target = { ...targetRecord('moto', '5', []), judged: 20, unknown: 0 };
    const { mutants: _, models: __, ...alone } = report;
    const of = (...targets: (typeof target)[]) =>
      verdictSentence({ ...alone, verdict: 'holds', run: { ...run, targets, divergences: [] } });
    expect(of(target)).toBe(`holds: ${target.cases} cases on 1 target, 20 judged.`);
    expect(of(target, { ...target, judged: 30 })).toContain('on 2 targets, 20 to 30 judged');
    expect(of({ ...target, judged: target.cases })).not.toContain('judged');
  });
});
