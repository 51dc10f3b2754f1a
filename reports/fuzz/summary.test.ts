import { describe, expect, test } from 'vitest';
import type { FuzzTarget } from '../../suites/fuzz/fuzz.ts';
import type { Explanation, Gap } from '../ledger/schema.ts';
import { verdictSentence } from '../summary.ts';
import { explanation, found, foundLoss, foundWords, fuzzReport, kind, partOf, target } from '../testing/fuzz.ts';

function verdictOn(one: FuzzTarget, explanations: Explanation[] = [], interrupted = false) {
  return fuzzReport(partOf({ targets: [one], ledger: { explanations } }), interrupted).verdict;
}

test('an unexplained difference fails the run; an explained one does not', () => {
  expect(verdictOn(target({ found: [found()] }))).toBe('violated');
  expect(verdictOn(target({ found: [found()] }), [explanation])).toBe('holds');
  const another = found({ kind: { ...kind, expected: 'ValidationException: y' } });
  expect(verdictOn(target({ found: [another] }), [explanation])).toBe('violated');
});

test('a different text of the same refusal does not fail the run', () => {
  expect(verdictOn(target({ found: [foundWords()] }))).toBe('holds');
});

test('a run without a verdict is not a pass', () => {
  const crashed = target({ unknown: 3, matched: 7, diverged: 0, found: [foundLoss()] });
  const known = { ...explanation, kinds: [{ class: 'crashed', expected: 'ValidationException: x' }] };
  expect([verdictOn(crashed), verdictOn(crashed, [known])]).toEqual(['unknown', 'holds']);
  expect(verdictOn(target({ unknown: 1 }))).toBe('unknown');
  expect(verdictOn(target({ unavailable: { reason: 'r', remedy: 'm' } }))).toBe('unknown');
  expect(verdictOn(target({ leftovers: [{ kind: 'table', name: 't', why: 'w' }] }))).toBe('unknown');
  expect(verdictOn(target({ judged: 0 }))).toBe('unknown');
  expect(verdictOn(target(), [], true)).toBe('unknown');
  expect(fuzzReport(partOf({ targets: [target()], record: { runs: 0 } })).verdict).toBe('unknown');
  expect(verdictOn(target())).toBe('holds');
});

test('an interrupted run with a new difference is violated', () => {
  expect(verdictOn(target({ found: [found()] }), [], true)).toBe('violated');
});

test.each([[[]], [[found()]]])('an interrupted run says so', (own) => {
  const part = partOf({ targets: [target({ found: own })], record: { cut: 'interrupted' } });
  expect(verdictSentence(fuzzReport(part, true))).toContain('; interrupted before the end');
});

test('a run that ends at its time limit holds, and says so', () => {
  const part = partOf({ targets: [target()], record: { cut: 'time' } });
  expect(verdictSentence(fuzzReport(part))).toBe(
    'holds: 10 sequences on 1 target, until the time was up, no difference.',
  );
});

describe('the sentence', () => {
  const sentence = (one: FuzzTarget, explanations: Explanation[] = []): string =>
    verdictSentence(fuzzReport(partOf({ targets: [one], ledger: { explanations } })));

  test('names the number of failures and the target', () => {
    expect(sentence(target({ found: [found()] }))).toBe('violated: 1 new kind of difference on x.');
  });

  test('says so when all differences are explained or only texts', () => {
    const own = [found(), foundWords({ expected: 'z' }), foundWords({ expected: 'y' })];
    expect(sentence(target({ found: own }), [explanation])).toBe(
      'holds: 10 sequences on 1 target, 3 kinds of difference: 1 explained, 2 only in wording.',
    );
  });

  test('gives every reason for no verdict', () => {
    const one = target({ matched: 1, diverged: 1, unknown: 8, found: [foundLoss()] });
    expect(sentence(one)).toBe(
      'no verdict: 2 of 10 sequences on 1 target, 1 kind of difference: 1 unclear; 8 sequences without a verdict on x; 1 kind not reproduced, or without an answer, on x; too few judged on x.',
    );
    expect(sentence(target({ unavailable: { reason: 'r', remedy: 'm' } }))).toMatch(/; x unavailable\.$/);
  });
});

test('a planted bug that is not found fails, unless the run was interrupted', () => {
  const targets = [target({ name: 'oracle+m' })];
  const missed = partOf({ targets, planted: { id: 'm', target: 'oracle+m' } });
  expect(missed.planted).toEqual({ id: 'm', found: false, sequences: 10 });
  expect(verdictSentence(fuzzReport(missed))).toBe('violated: the planted bug m was not found in 10 sequences.');
  expect(fuzzReport(missed, true).verdict).toBe('unknown');
});

test('a target of which less than half was judged is not a pass, unless its ledger accepts what is missing', () => {
  const gap: Gap = {
    ...{ operations: ['TransactWriteItems'], versions: ['1'], reason: 'It has none.' },
    ...{ since: '2026-11-29', how: 'documented' },
  };
  const verdict = (one: FuzzTarget, gaps: Gap[]) => fuzzReport(partOf({ targets: [one], ledger: { gaps } })).verdict;
  const few = target({ cases: 10, matched: 4, diverged: 0, skipped: 6, lacks: { TransactWriteItems: 6 } });
  expect([verdict(few, []), verdict(few, [gap])]).toEqual(['unknown', 'holds']);
  const nothing = target({ cases: 6, matched: 0, diverged: 0, skipped: 6, lacks: { TransactWriteItems: 6 } });
  expect(verdict(nothing, [gap])).toBe('unknown');
});
