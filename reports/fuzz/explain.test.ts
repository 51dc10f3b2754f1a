import { expect, test } from 'vitest';
import type { Found } from '../../suites/fuzz/fuzz.ts';
import { toJson } from '../report.ts';
import {
  divergence,
  explanation,
  found,
  foundLoss,
  foundWords,
  fuzzReport,
  kind,
  partOf,
  target,
} from '../testing/fuzz.ts';
import { divergenceJson, targetJson } from './json.ts';

const jsonOf = (own: Found[], explanations = [explanation]) =>
  targetJson(partOf({ targets: [target({ found: own })], ledger: { explanations } }).targets[0]!);

test('a difference without an explanation is new, with one it is known, and a different text is advisory', () => {
  expect(jsonOf([found()], [])).toMatchObject({ new: 1, known: 0 });
  expect(jsonOf([found()])).toMatchObject({ new: 0, known: 1 });
  expect(jsonOf([found({ kind: { ...kind, expected: 'ValidationException: y' } })])).toMatchObject({ new: 1 });
  expect(jsonOf([foundWords()])).toMatchObject({ advisory: 1, new: 0 });
});

test('a sequence that was lost in an explained way counts as skipped', () => {
  const crashed = target({ unknown: 3, matched: 7, diverged: 0, found: [foundLoss()] });
  const json = (explanations: (typeof explanation)[]) =>
    targetJson(partOf({ targets: [crashed], ledger: { explanations } }).targets[0]!);
  expect(json([])).toMatchObject({ unknown: 3, skipped: 0, lost: 1 });
  const known = { ...explanation, kinds: [{ class: 'crashed', expected: 'ValidationException: x' }] };
  expect(json([known])).toMatchObject({ unknown: 0, skipped: 3, lost: 0 });
});

test('an explanation that matched nothing is named, unless it is for another version', () => {
  expect(jsonOf([], [explanation, { ...explanation, versions: ['2'], reason: 'later' }]).unusedExplanations).toEqual([
    'x is not checked',
  ]);
  expect(jsonOf([found()]).unusedExplanations).toEqual([]);
});

test('a sequence that was not made smaller is kept with a remark, and explanations are matched as far as possible', () => {
  const own = { ...kind, with: ['Scan Limit', 'PutItem Item {N}'] };
  const narrow = { ...explanation, kinds: [{ class: 'accepted', with: ['Scan *'], without: ['PutItem *'] }] };
  const kindOf = (one: Found) =>
    partOf({ targets: [target({ found: [one] })], ledger: { explanations: [narrow] } }).targets[0]!.kinds[0]!;
  expect(kindOf(found({ kind: own })).status).toBe('new');
  const cut = kindOf(found({ kind: own, cut: true }));
  expect(cut.status).toBe('known');
  expect(divergenceJson(cut).remark).toBe('the run ended before it could be made smaller');
});

test('a planted bug counts as found by a differing text, but not by a lost sequence, and not by what shows without it', () => {
  const isFound = (own: Found[], anyway: Found[] = []): boolean | undefined => {
    const targets = [target({ name: 'oracle+m', found: own }), target({ name: 'oracle', found: anyway })];
    return partOf({ targets, planted: { id: 'm', target: 'oracle+m', without: 'oracle' } }).planted?.found;
  };
  expect(isFound([foundWords()])).toBe(true);
  expect(isFound([foundLoss()])).toBe(false);
  expect(isFound([found()], [found()])).toBe(false);
  expect(isFound([found(), { ...found(), fingerprint: 'gen111111111' }], [found()])).toBe(true);
});

test('every kind of difference has one status, and its divergence has the same', () => {
  const own = [found(), foundWords({ expected: 'z' }), foundLoss({ expected: 'z' })];
  const [result] = partOf({ targets: [target({ found: own })], ledger: { explanations: [explanation] } }).targets;
  expect(result!.kinds.map(({ status }) => status)).toEqual(['known', 'advisory', 'lost']);
  const json = targetJson(result!);
  expect(json.new + json.known + json.advisory + json.lost).toBe(json.kinds);
  expect(json.differences).toBe(9);
  expect(result!.kinds.map((one) => divergenceJson(one))).toMatchObject([
    { status: 'known', reason: explanation.reason, certainty: 'recorded', repro: 'npx parallax again', count: 3 },
    { status: 'advisory', certainty: divergence.certainty, class: 'error-text' },
    { status: 'lost', certainty: 'measured', class: 'crashed', evidence: 'the target itself', expected: 'an answer' },
  ]);
});

test('a report without a run has the members of fuzz alone', () => {
  const json = toJson(fuzzReport(partOf({ targets: [target()], record: { cut: 'time' } })));
  expect(Object.keys(json).slice(6)).toEqual(['runs', 'cut', 'targets', 'divergences']);
});
