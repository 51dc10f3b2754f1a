import { expect, test } from 'vitest';
import type { Case } from '../../cases/case.ts';
import type { CaseVerdict, Divergence } from '../record.ts';
import { type Attempt, settle } from './attempt.ts';

const subject: Case = {
  id: 'scan/test',
  title: 'a test',
  area: 'scan',
  findings: [],
  certainty: 'documented',
  because: 'it is one',
  steps: [],
};

const attempt = (verdict: CaseVerdict, ...fingerprints: string[]): Attempt => ({
  record: { case: subject.id, area: 'scan', verdict, divergences: fingerprints, durationMs: 1 },
  found: fingerprints.map((fingerprint) => ({ fingerprint }) as Divergence),
});

test('attempts with the same result are one', () => {
  const first = attempt('diverges', 'a', 'b');
  expect(settle(subject, [first, attempt('diverges', 'b', 'a')])).toBe(first);
});

test('attempts that differ are no verdict, and only divergences seen each time count', () => {
  const { record, found } = settle(subject, [
    attempt('diverges', 'a', 'b'),
    attempt('diverges', 'a'),
    attempt('diverges', 'a'),
  ]);
  expect(record).toMatchObject({
    verdict: 'unstable',
    divergences: ['a'],
    loss: expect.stringMatching(/^[0-9a-f]{12}$/),
  });
  expect(record.detail).toBe('1 of 3 times diverges a b; 2 of 3 times diverges a');
  expect(found.map(({ fingerprint }) => fingerprint)).toEqual(['a']);
  expect(settle(subject, [attempt('matches'), attempt('crashed')]).record.verdict).toBe('unstable');
});

test('without an attempt there is no pass', () => {
  expect(settle(subject, []).record.verdict).toBe('skipped');
});
