import { describe, expect, test } from 'vitest';
import type { CaseRecord } from '../suites/runner/record.ts';
import { models, mutants, report, run, targetRecord } from './fixture.ts';
import { divergences } from './fixture-divergences.ts';
import { cellText, matrixOf } from './matrix.ts';
import type { ModelRecord } from './report.ts';
import { doubts, modelStatus, sortedDivergences, survivors, verdictSentence, violations } from './summary.ts';

describe('matrix', () => {
  const { areas, cell } = matrixOf(run);
  const text = (target: string, area: string): string => cellText(cell(target, area));

  test('a cell shows the worst of its cases, without colour', () => {
    expect(text('extenddb', 'binary-order')).toBe('✗ 1 new');
    expect(text('dynalite', 'binary-order')).toBe('≈ 1 known');
    expect(text('dynoxide', 'binary-order')).toBe('✓ 3');
    expect(text('dynalite', 'transactions')).toBe('– 3 skipped');
    expect(text('extenddb', 'errors')).toBe('? 1 untold');
  });

  test('a target that ran nothing has no verdict, rather than a good one', () => {
    expect(cell('aws', 'errors')).toBeUndefined();
    expect(text('aws', 'errors')).toBe('·');
  });

  test('every case is counted in one cell', () => {
    for (const target of run.targets) {
      const counted = areas.flatMap((area) => Object.values(cell(target.name, area)?.cases ?? {}));
      expect(counted.reduce((sum, n) => sum + n, 0)).toBe(target.cases);
    }
  });

  test('a case that diverges never shows as matching, even without its divergence at hand', () => {
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

test('new ones come first, then known, then advisory; the severe first', () => {
  expect(sortedDivergences(divergences).map((d) => `${d.status} ${d.severity}`)).toEqual([
    ...['new critical', 'new critical', 'new major', 'new major', 'known major', 'advisory minor'],
  ]);
});

test('a violated mutant is what was wanted where mutants are judged, and a violation where it was explored alone', () => {
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

test('the verdict sentence gives every reason', () => {
  expect(violations(report)).toEqual([
    '2 new divergences on extenddb',
    '1 new divergence on dynoxide',
    '1 new divergence on dynalite',
    '1 ledger entry of dynalite no longer seen',
    '1 surviving mutant',
  ]);
  expect(verdictSentence({ ...report, verdict: 'unknown' })).toMatch(
    /^could not tell: aws unavailable; .*idempotency ran out of budget\.$/,
  );
  const { run: _, mutants: __, ...small } = report;
  expect(verdictSentence({ ...small, verdict: 'holds', models: models.slice(0, 3) })).toBe('holds: 3 models.');
});

test('a case without a verdict keeps a run from being green, and nothing else does in this one', () => {
  const clean = run.targets.map((target) => ({ ...target, unknown: 0, new: 0, stale: [] }));
  const { unavailable: _, ...asked } = clean[0]!;
  const doubtsOf = (unknown: number): string[] =>
    doubts({ ...report, models: [], mutants: [], run: { ...run, targets: [{ ...asked, unknown }] } });
  expect(doubtsOf(0)).toEqual([]);
  expect(doubtsOf(2)).toEqual([`2 cases without a verdict on ${asked.name}`]);
});
