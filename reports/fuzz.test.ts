import { expect, test } from 'vitest';
import type { Case } from '../suites/cases/case.ts';
import type { Found, FuzzRecord, FuzzTarget } from '../suites/fuzz/fuzz.ts';
import type { Kind } from '../suites/fuzz/kind.ts';
import type { Divergence } from '../suites/runner/record.ts';
import type { Explanation } from './explanations.ts';
import { explain, fuzzVerdict, targetJson } from './fuzz.ts';
import { renderFuzz } from './render/fuzz.ts';

const kind: Kind = {
  op: 'Scan',
  class: 'accepted',
  path: '',
  expected: 'ValidationException: x',
  actual: 'accepted',
  with: [],
};
const sequence = {
  id: 'generated/x',
  title: 't',
  because: 'b',
  certainty: 'inferred',
  findings: [],
  steps: [{ op: 'Scan', input: {} }],
} as unknown as Case;
const side = { target: 'x', entries: [], names: { tables: new Map() } };
const divergence = { tier: 'outcome', certainty: 'inferred' } as Divergence;

const found = (change: Partial<Found> = {}): Found => ({
  ...{ kind, fingerprint: 'gen000000000', count: 3, at: 0, case: sequence, divergence },
  sides: { reference: side, target: side },
  ...change,
});

const target = (change: Partial<FuzzTarget> = {}): FuzzTarget => ({
  ...{ name: 'x', version: '1', facts: {}, cases: 10, matched: 7, diverged: 3, unknown: 0, skipped: 0 },
  ...{ judged: 100, requests: 200, playedMs: 1000, found: [] },
  ...change,
});

const explanation: Explanation = {
  ...{ kinds: [{ class: 'accepted', expected: 'ValidationException: x' }], versions: ['1'] },
  ...{ reason: 'x is not checked', how: 'recorded', since: '2026-11-29' },
};

function outcome(one: FuzzTarget, explanations: Explanation[] = [], interrupted = false) {
  const record: FuzzRecord = { reference: 'oracle', runs: 10, targets: [one] };
  const judged = explain(record, () => ({ target: 'x', explanations }));
  return { judged, verdict: fuzzVerdict(judged, interrupted), json: targetJson(judged.targets[0]!) };
}

test('what nobody has explained fails; what is explained is known', () => {
  expect(outcome(target({ found: [found()] }))).toMatchObject({ verdict: 'violated', json: { new: 1, known: 0 } });
  expect(outcome(target({ found: [found()] }), [explanation])).toMatchObject({
    verdict: 'holds',
    json: { new: 0, known: 1 },
  });
  const another = found({ kind: { ...kind, expected: 'ValidationException: y' } });
  expect(outcome(target({ found: [another] }), [explanation]).verdict).toBe('violated');
});

test('other words for one refusal are shown and do not fail', () => {
  const words = found({ kind: { ...kind, class: 'error-text' }, divergence: { ...divergence, tier: 'text' } });
  expect(outcome(target({ found: [words] }))).toMatchObject({ verdict: 'holds', json: { advisory: 1, new: 0 } });
});

test('what could not be told is no pass', () => {
  const { divergence: _, ...lost } = found({ kind: { ...kind, class: 'crashed' } });
  const crashed = target({ unknown: 3, matched: 7, diverged: 0, found: [lost] });
  expect(outcome(crashed)).toMatchObject({ verdict: 'unknown', json: { unknown: 3, lost: 1 } });
  const known = { ...explanation, kinds: [{ class: 'crashed', expected: 'ValidationException: x' }] };
  expect(outcome(crashed, [known])).toMatchObject({ verdict: 'holds', json: { unknown: 0, skipped: 3, lost: 0 } });
  expect(outcome(target({ unavailable: { reason: 'r', remedy: 'm' } })).verdict).toBe('unknown');
  expect(outcome(target({ judged: 0 })).verdict).toBe('unknown');
  expect(outcome(target(), [], true).verdict).toBe('unknown');
  expect(outcome(target()).verdict).toBe('holds');
});

test('an interrupted run that found something new is violated all the same', () => {
  expect(outcome(target({ found: [found()] }), [], true).verdict).toBe('violated');
});

test('an explanation of which nothing was seen is named, unless it is of another version', () => {
  const { judged, verdict, json } = outcome(target(), [
    explanation,
    { ...explanation, versions: ['2'], reason: 'later' },
  ]);
  expect(json.unusedExplanations).toEqual(['x is not checked']);
  expect(verdict).toBe('holds');
  const text = renderFuzz(judged, verdict, { title: 'T', width: 100, color: false, repro: () => 'again' });
  expect(text).toContain('x: not seen in this run: x is not checked');
});

test('the text has the title first, the verdict last, and control characters of a target nowhere', () => {
  const nasty = found({ kind: { ...kind, actual: 'ValidationException: \u001b[31m\n\u0007' } });
  const { judged, verdict } = outcome(target({ found: [nasty] }));
  const lines = renderFuzz(judged, verdict, {
    title: 'Parallax · seed s',
    width: 100,
    color: false,
    repro: () => 'again',
  })
    .trim()
    .split('\n');
  expect(lines[0]).toBe('Parallax · seed s');
  expect(lines.at(-1)).toBe('violated: 1 new kind of difference on x.');
  expect([...lines.join('')].filter((sign) => sign < ' ' || sign === '\u007f')).toEqual([]);
});
