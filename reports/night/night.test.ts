import { expect, test } from 'vitest';
import { sinceOf } from './compare.ts';
import { mergeNights, openUnits } from './merge.ts';
import { lineText, type Night, type NightEnd, type NightFault, type NightResult, readNight } from './record.ts';
import { nightMarkdown, renderNight, trendRows } from './render.ts';
import { summaryOf } from './summary.ts';

const units = ['cases x 1/2', 'cases x 2/2'];
const plan = { targets: ['x'], suites: ['cases' as const], runs: 1, rounds: 1 };
const fault = (fingerprint: string, more: Partial<NightFault> = {}): NightFault => ({
  ...{ fingerprint, status: 'new', severity: 'major', title: `fault ${fingerprint}` },
  ...more,
});
const result = (id: string, faults: NightFault[] = [], more: Partial<NightResult> = {}): NightResult => ({
  ...{ kind: 'result', unit: units[0]!, suite: 'cases', target: 'x', version: '1', id, judged: true, faults },
  ...more,
});

let day = 0;
function night(results: NightResult[], { shard, ms = 1000 }: { shard?: string; ms?: number } = {}): Night {
  day += 1;
  const startedAt = new Date(Date.UTC(2026, 0, day)).toISOString();
  return {
    head: { kind: 'night', format: 1, version: '0.1.0', seed: 's', startedAt, plan, units, ...(shard && { shard }) },
    ends: new Map(units.map((unit) => [unit, { kind: 'end', unit, verdict: 'holds', durationMs: ms }])),
    results,
  };
}
const ids = (changes: readonly { id: string }[]): string[] => changes.map(({ id }) => id);

test('without a night before, each fault that is not accepted is new', () => {
  const since = sinceOf(night([result('a', [fault('f')]), result('b', [fault('g', { status: 'known' })])]), []);
  expect(since).toMatchObject({ new: [{ id: 'a' }], open: [], gone: [], flaky: [], known: 1 });
});

test('a fault of the night before is open until it is accepted, and keeps the day of its first night', () => {
  const nights = [1, 2, 3].map(() => night([result('a', [fault('f')])]));
  const since = sinceOf(nights[2]!, nights.slice(0, 2));
  expect(since.new).toEqual([]);
  expect(since.open).toMatchObject([{ id: 'a', since: nights[0]!.head.startedAt }]);
  expect(summaryOf(nights[2]!, nights.slice(0, 2)).verdict).toBe('violated');
});

test('a fault that a newer version lacks is gone, unless nobody looked', () => {
  const before = [night([result('a', [fault('f')]), result('b', [fault('g')]), result('c', [fault('h')])])];
  const now = night([
    result('a', [], { version: '2' }),
    result('b', [], { version: '2', judged: false }),
    result('c', [fault('h')], { version: '2' }),
  ]);
  const since = sinceOf(now, before);
  expect(ids(since.gone)).toEqual(['a']);
  expect(ids(since.open)).toEqual(['c']);
  expect(since.flaky).toEqual([]);
});

test('a fault that goes away while nothing has changed is flaky, and no verdict', () => {
  const shown = night([result('a', [fault('f')])]);
  const without = night([result('a')]);
  expect(sinceOf(without, [shown])).toMatchObject({ new: [], gone: [], flaky: [{ id: 'a' }] });
  expect(summaryOf(without, [shown]).verdict).toBe('unknown');
  // Back again: still flaky, and not new.
  expect(sinceOf(night([result('a', [fault('f')])]), [shown, without])).toMatchObject({
    new: [],
    flaky: [{ id: 'a' }],
  });
});

test('a fault that shows for the first time is new, not flaky', () => {
  const before = [1, 2].map(() => night([result('a')]));
  expect(sinceOf(night([result('a', [fault('f')])]), before)).toMatchObject({ new: [{ id: 'a' }], flaky: [] });
});

test('a generated difference that does not show is neither gone nor flaky', () => {
  const before = [night([result('k', [fault('k')], { suite: 'fuzz' })])];
  expect(sinceOf(night([]), before)).toMatchObject({ new: [], gone: [], flaky: [] });
});

test('a unit is slower than three nights before only by a lot', () => {
  const usual = [1, 2, 3].map(() => night([], { ms: 20_000 }));
  expect(sinceOf(night([], { ms: 29_000 }), usual).slower).toEqual([]);
  expect(sinceOf(night([], { ms: 31_000 }), usual).slower).toMatchObject([{ unit: units[0], usualMs: 20_000 }, {}]);
  expect(sinceOf(night([], { ms: 31_000 }), usual.slice(1)).slower).toEqual([]);
  const short = [1, 2, 3].map(() => night([], { ms: 100 }));
  expect(sinceOf(night([], { ms: 4_000 }), short).slower).toEqual([]);
});

test('a night with an open unit, or one without a verdict, does not hold', () => {
  const whole = night([result('a')]);
  expect(summaryOf(whole, []).verdict).toBe('holds');
  const cut = { ...whole, ends: new Map([...whole.ends].slice(1)) };
  expect(summaryOf(cut, [])).toMatchObject({ verdict: 'unknown', open: [units[0]] });
  const withEnd = (more: Pick<NightEnd, 'verdict' | 'stale'>): Night => ({
    ...whole,
    ends: new Map([...whole.ends, [units[0]!, { kind: 'end', unit: units[0]!, durationMs: 1, ...more }]]),
  });
  expect(summaryOf(withEnd({ verdict: 'unknown' }), []).verdict).toBe('unknown');
  expect(summaryOf(withEnd({ verdict: 'violated' }), []).verdict).toBe('violated');
  expect(summaryOf(withEnd({ verdict: 'holds', stale: { x: ['f'] } }), []).verdict).toBe('violated');
});

const textOf = ({ head, results, ends }: Night): string => [head, ...results, ...ends.values()].map(lineText).join('');

test('a record is read as it was written, without the line that a kill has cut', () => {
  const whole = night([result('a', [fault('f')])]);
  expect(readNight(textOf(whole))).toEqual(whole);
  const cut = textOf(whole).slice(0, -10);
  expect(readNight(cut).ends.size).toBe(1);
});

test('results of a unit without its end do not count, and those of its second play do', () => {
  const { head, ends } = night([]);
  const end = ends.get(units[0]!)!;
  const lines = [
    head,
    result('a', [fault('old')]),
    result('a', [fault('f')]),
    end,
    result('b', [], { unit: units[1]! }),
  ];
  const read = readNight(lines.map(lineText).join(''));
  expect(read.results).toEqual([result('a', [fault('f')])]);
  expect(openUnits(read)).toEqual([units[1]]);
});

test('lines of two units may alternate, and a unit that ends twice counts once', () => {
  const { head, ends } = night([]);
  const [first, second] = units.map((unit) => ends.get(unit)!) as [NightEnd, NightEnd];
  const [a, b] = [result('a'), result('b', [], { unit: units[1]! })];
  const read = readNight([head, a, b, first, second, a, first].map(lineText).join(''));
  expect(read.results).toEqual([a, b]);
});

test.each([
  ['', 'line 1 is not the head of a night'],
  ['{}\n', 'line 1'],
  ['no\n', 'line 1 is not JSON'],
  [textOf(night([])).replace('"format":1', '"format":2'), 'line 1'],
  [textOf(night([])) + textOf(night([])), 'a record has one head'],
])('a file that is no record is refused: %#', (text, why) => {
  expect(() => readNight(text)).toThrow(why);
});

test('shards of one night merge to the whole, in any order', () => {
  const [a, b] = [result('a', [fault('f')]), result('b', [], { unit: units[1]! })];
  const whole = night([a, b]);
  const part = (index: 1 | 2): Night => ({
    head: { ...whole.head, shard: `${index}/2` },
    ends: new Map([...whole.ends].slice(index - 1, index)),
    results: [[a, b][index - 1]!],
  });
  const ends = (one: Night) => [...one.ends.keys()].sort();
  const merged = mergeNights([part(2), part(1)]);
  expect(merged.head).toEqual(whole.head);
  const late = part(2);
  const later = { ...late, head: { ...late.head, startedAt: '2027-01-01T00:00:00.000Z' } };
  expect(mergeNights([later, part(1)]).head.startedAt).toBe(whole.head.startedAt);
  expect(ends(merged)).toEqual(ends(whole));
  expect(summaryOf(merged, []).since).toEqual(summaryOf(whole, []).since);
  expect(openUnits(part(1))).toEqual([]);
  expect(openUnits(mergeNights([part(1)]))).toEqual([units[1]]);
  expect(() => mergeNights([part(1), part(1)])).toThrow('shard 1/2 is there twice');
  expect(() => mergeNights([part(1), { ...part(2), head: { ...part(2).head, seed: 't' } }])).toThrow(
    'their seeds differ',
  );
  expect(() => mergeNights([])).toThrow('nothing to merge');
});

test('what a store says is shown as text', () => {
  const hostile = 'a\u001b[31m</td><script>|x|`\n# b';
  const summary = summaryOf(
    night([result(hostile, [fault('f', { title: hostile, repro: hostile })], { target: hostile })]),
    [],
  );
  expect(renderNight(summary, 80)).not.toContain('\u001b');
  // Within backticks nothing acts.
  const markdown = nightMarkdown(summary)
    .replace(/\\./g, '')
    .replace(/(`+).*?\1(?!`)/g, '');
  expect(markdown).not.toContain('<script>');
  expect(markdown).not.toMatch(/^# b/m);
  expect(markdown.split('\n')[0]).toMatch(/^# Night of 2026-/);
});

test('a trend has a row for each night', () => {
  const nights = [night([result('a')]), night([result('a', [fault('f')])])];
  expect(trendRows(nights).map((row) => row.slice(2, 7))).toEqual([
    ['holds', '1', '0', '0', '0'],
    ['violated', '1', '0', '1', '1'],
  ]);
});
