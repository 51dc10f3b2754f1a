import { describe, expect, test } from 'vitest';
import type { Case } from '../suites/cases/case.ts';
import type { Found, FuzzRecord, FuzzTarget } from '../suites/fuzz/fuzz.ts';
import type { Kind } from '../suites/fuzz/kinds/kind.ts';
import type { Divergence } from '../suites/runner/record.ts';
import { divergenceJson, explain, fuzzVerdict, targetJson } from './fuzz.ts';
import type { Explanation, Explanations } from './ledger/explanations.ts';
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
  transcripts: { reference: side, target: side },
  ...change,
});

const target = (change: Partial<FuzzTarget> = {}): FuzzTarget => ({
  ...{ name: 'x', version: '1', facts: {}, cases: 10, matched: 7, diverged: 3, unknown: 0, skipped: 0, lacks: {} },
  ...{ judged: 100, requests: 200, playedMs: 1000, leftovers: [], found: [] },
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

test.each([[[]], [[found()]]])('an interrupted run says so', (own) => {
  const record: FuzzRecord = { reference: 'oracle', runs: 10, cut: 'interrupted', targets: [target({ found: own })] };
  const judged = explain(record, () => ({ target: 'x', explanations: [] }));
  const page = { title: 'T', width: 100, color: false, repro: () => 'again' };
  expect(renderFuzz(judged, fuzzVerdict(judged, true), page).trim().split('\n').at(-1)).toContain(', interrupted');
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

test('a planted bug that is not found fails, unless the run was interrupted', () => {
  const record: FuzzRecord = { reference: 'oracle', runs: 10, targets: [target({ name: 'oracle+m', found: [] })] };
  const missed = explain(record, () => ({ target: 'x', explanations: [] }), { id: 'm', target: 'oracle+m' });
  expect(missed.planted).toEqual({ id: 'm', found: false, sequences: 10 });
  expect(fuzzVerdict(missed, false)).toBe('violated');
  expect(fuzzVerdict(missed, true)).toBe('unknown');
});

test('a planted bug is found by a text, not by what was lost, and not by what is seen without it', () => {
  const { divergence: _, ...lost } = found({ kind: { ...kind, class: 'crashed' } });
  const words = found({ kind: { ...kind, class: 'error-text' }, divergence: { ...divergence, tier: 'text' } });
  const isFound = (own: Found[], anyway: Found[] = []): boolean | undefined => {
    const targets = [target({ name: 'oracle+m', found: own }), target({ name: 'oracle', found: anyway })];
    const planted = { id: 'm', target: 'oracle+m', without: 'oracle' };
    return explain({ reference: 'y', runs: 10, targets }, () => ({ target: 'x', explanations: [] }), planted).planted
      ?.found;
  };
  expect(isFound([words])).toBe(true);
  expect(isFound([lost])).toBe(false);
  expect(isFound([found()], [found()])).toBe(false);
  expect(isFound([found(), { ...found(), fingerprint: 'gen111111111' }], [found()])).toBe(true);
});

test('what could not be made smaller is kept with a remark, and an explanation speaks of it as far as can be told', () => {
  const withFeature = { ...kind, with: ['Scan Limit', 'PutItem Item {N}'] };
  const narrow: Explanation = {
    ...explanation,
    kinds: [{ class: 'accepted', with: ['Scan *'], without: ['PutItem *'] }],
  };
  expect(outcome(target({ found: [found({ kind: withFeature })] }), [narrow]).verdict).toBe('violated');
  const { judged, verdict } = outcome(target({ found: [found({ kind: withFeature, cut: true })] }), [narrow]);
  expect(verdict).toBe('holds');
  expect(divergenceJson(judged.targets[0]!.judged[0]!, 'again').remark).toBe(
    'the run ended before it could be made smaller',
  );
});

describe('the counts agree with each other', () => {
  const statuses = ['new', 'known', 'advisory', 'lost'] as const;
  const one = (at: number): Found => {
    const status = statuses[at % 4]!;
    const text = {
      kind: { ...kind, class: 'error-text' as const },
      divergence: { ...divergence, tier: 'text' as const },
    };
    const { divergence: _, ...lost } = found({ kind: { ...kind, class: 'silent' } });
    const shape = {
      new: found({ kind: { ...kind, expected: 'ValidationException: y' } }),
      known: found(),
      advisory: found({ ...text, kind: { ...text.kind, expected: 'z' } }),
      lost: { ...lost, kind: { ...lost.kind, expected: 'ValidationException: y' } },
    }[status];
    return { ...shape, fingerprint: `gen${String(at).padStart(9, '0')}`, count: 1 + at };
  };
  const { judged, verdict, json } = outcome(target({ found: Array.from({ length: 90 }, (_, at) => one(at)) }), [
    explanation,
  ]);
  const page = { title: 'T', width: 140, color: false, repro: () => 'again' };
  const lines = renderFuzz(judged, verdict, page).split('\n');
  const numberIn = (pattern: RegExp): number[] =>
    lines.flatMap((line) => [...line.matchAll(pattern)].map(([, number]) => Number(number?.replaceAll(',', ''))));
  const sum = (numbers: number[]): number => numbers.reduce((total, number) => total + number, 0);

  test('in the JSON: every kind has one status', () => {
    expect(json.kinds).toBe(90);
    expect(json.new + json.known + json.advisory + json.lost).toBe(json.kinds);
    expect(json.differences).toBe(sum(judged.targets[0]!.judged.map(({ found: { count } }) => count)));
  });

  test('in the table', () => {
    const head = lines
      .find((line) => line.startsWith('target'))!
      .trim()
      .split(/\s{2,}/);
    const row = lines
      .find((line) => line.startsWith('x 1'))!
      .trim()
      .split(/\s{2,}/);
    const cell = (name: string): number => Number(row[head.indexOf(name)]);
    const { kinds, known, advisory, lost } = json;
    expect(['kinds', 'known', 'texts', 'lost', 'new'].map(cell)).toEqual([kinds, known, advisory, lost, json.new]);
  });

  test('in the headings and in the sentence', () => {
    const heads = numberIn(/^x: ([\d,]+) kinds? of difference/g);
    expect(heads).toEqual([json.new, json.lost, json.known, json.advisory]);
    expect(sum(numberIn(/^x: .* seen ([\d,]+) times?/g))).toBe(json.differences);
    expect(numberIn(/([\d,]+) new kinds? of difference on x/g)).toEqual([json.new]);
    expect(sum(numberIn(/^≈ [\d,]+ in ([\d,]+) kinds?/g))).toBe(json.known);
  });

  test('where everything is explained or of words only, too', () => {
    const quiet = Array.from({ length: 90 }, (_, at) => one(at)).filter((_, at) => at % 4 === 1 || at % 4 === 2);
    const held = outcome(target({ found: quiet }), [explanation]);
    const text = renderFuzz(held.judged, held.verdict, page).trim().split('\n').at(-1);
    const { known, advisory, kinds } = held.json;
    expect(text).toBe(
      `holds: 10 sequences on 1 target, ${kinds} kinds of difference: ${known} explained, ${advisory} only in words.`,
    );
  });
});

test('a target of which less than half could be judged is no pass, unless its ledger says what it lacks', () => {
  const few = target({ cases: 10, matched: 4, diverged: 0, skipped: 6, lacks: { TransactWriteItems: 6 } });
  const record: FuzzRecord = { reference: 'oracle', runs: 10, targets: [few] };
  const none = (): Explanations => ({ target: 'x', explanations: [] });
  const judge = (gap: boolean) =>
    fuzzVerdict(
      explain(record, none, undefined, () => gap),
      false,
    );
  expect([judge(false), judge(true)]).toEqual(['unknown', 'holds']);
  const nothing = target({ cases: 6, matched: 0, diverged: 0, skipped: 6, lacks: { TransactWriteItems: 6 } });
  expect(
    fuzzVerdict(
      explain({ ...record, targets: [nothing] }, none, undefined, () => true),
      false,
    ),
  ).toBe('unknown');
});
