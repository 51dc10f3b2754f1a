import { describe, expect, test } from 'vitest';
import { hostile, hostileReport, models, report, run, targetRecord, trace } from '../fixture.ts';
import type { ModelRecord } from '../report.ts';
import { renderTerminal, terminalOptions } from './terminal.ts';
import { columns } from './text.ts';

// biome-ignore lint/suspicious/noControlCharactersInRegex: colours of a terminal are what is looked for
const colours = /\u001b\[\d+m/g;
const plain = renderTerminal(report);
const at = (text: string): number => {
  const found = plain.indexOf(text);
  expect(found, text).toBeGreaterThanOrEqual(0);
  return found;
};

test('new divergences come before known ones, these before advisory ones, and the verdict is the last line', () => {
  const order = [
    'New divergences (4)',
    'Known divergences (1)',
    'Advisory',
    'Stale',
    'Cases without a verdict',
    'could not be asked',
  ];
  const places = order.map(at);
  expect(places).toEqual([...places].sort((a, b) => a - b));
  expect(plain.trimEnd().split('\n').at(-1)).toMatch(
    /^violated: 2 new divergences on extenddb; .*1 surviving mutant\.$/,
  );
});

test('a divergence says what was expected, what came, how that is known and how to see it again', () => {
  const block = plain.slice(at('a1e05d2277c0'), at('5d0a3be96613'));
  expect(block).toContain('dynoxide 1.2.1');
  expect(block).toContain('expected  "12345678901234567890123456789012345678"');
  expect(block).toContain('came      "12345678901234567890123456789012350000"');
  expect(block).toContain('documented, by oracle');
  expect(block).toContain('npx parallax repro a1e05d2277c0 --target dynoxide');
  expect(plain.slice(at('Known divergences'))).toMatch(
    /≈ 77b2d1f0ac19 {2}binary-order\/sort-key-lengths on dynalite \(1\)\n +Documented limit of the store/,
  );
});

test('what could not be told is told', () => {
  expect(plain).toMatch(/extenddb crashed in errors\/nested-depth: the process ended with SIGSEGV/);
  expect(plain).toMatch(/aws: no credentials were found\n +remedy: set AWS_PROFILE and give --yes-real-aws/);
  expect(plain).toMatch(/Survivors: no check turned red\n +✗ missingNotEqual=fails/);
});

describe('width', () => {
  test.each([50, 80, 100, 140])('%i columns hold everything but commands and the verdict', (width) => {
    const lines = renderTerminal(report, { width }).trimEnd().split('\n').slice(0, -1);
    const wide = lines.filter((line) => columns(line) > width && !line.includes('npx parallax repro'));
    expect(wide).toEqual([]);
  });

  test('targets beyond the width go into a block of their own', () => {
    const targets = [...'abcdefgh'].map((name) => targetRecord(`target-${name}`, '1.0', []));
    const text = renderTerminal({ ...report, run: { ...run, targets, divergences: [] } });
    expect(text.match(/^area /gm)).toHaveLength(2);
    for (const name of 'abcdefgh') expect(text).toContain(`target-${name} 1.0`);
  });
});

describe('colour', () => {
  test('repeats what the words say and changes nothing else', () => {
    const coloured = renderTerminal(report, { color: true });
    expect(coloured).toMatch(colours);
    expect(coloured.replace(colours, '')).toBe(plain);
  });

  test.each([
    ['a terminal', { isTTY: true, columns: 120 }, {}, { width: 120, color: true }],
    ['a pipe', {}, {}, { width: 100, color: false }],
    ['NO_COLOR', { isTTY: true, columns: 80 }, { NO_COLOR: '1' }, { width: 80, color: false }],
    ['an empty NO_COLOR, which says nothing', { isTTY: true }, { NO_COLOR: '' }, { width: 100, color: true }],
    ['a dumb terminal', { isTTY: true, columns: 80 }, { TERM: 'dumb' }, { width: 80, color: false }],
  ])('is right for %s', (_, stream, env, expected) => {
    expect(terminalOptions(stream, env)).toEqual(expected);
  });
});

test('nothing that a server sent reaches the terminal as a command', () => {
  const text = renderTerminal(hostileReport());
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what must not be there
  expect(text).not.toMatch(/[\0-\x09\x0b-\x1f\x7f-\x9f\u2028\u202e]|\p{Surrogate}/u);
  expect(text).toContain('␛[2J');
  expect(text.length).toBeLessThan(20_000);
  expect(text).not.toContain(hostile.long);
});

test('known ones share a line by case and reason, and long lists of them are cut with a number, new ones never', () => {
  const known = run.divergences.filter((d) => d.status === 'known');
  const many = Array.from({ length: 60 }, (_, i) => ({
    ...known[0]!,
    fingerprint: String(i).padStart(12, '0'),
    case: `scan/case-${i % 50}`,
  }));
  const of = (status: 'new' | 'known') =>
    renderTerminal({ ...report, run: { ...run, divergences: many.map((d) => ({ ...d, status })) } });
  expect(of('known')).toMatch(/^≈ 000000000000 {2}scan\/case-0 on dynalite \(2\)$/m);
  expect(of('known')).toContain('… and 10 more cases');
  expect(of('new').match(/^✗ 0000/gm)).toHaveLength(60);
});

test('a model that was to hold and does not shows the steps', () => {
  const broken: ModelRecord = { ...models[0]!, verdict: 'violated', property: trace.property, traceLength: 4, trace };
  const text = renderTerminal({ ...report, models: [broken] });
  expect(text).toMatch(/^3 .*flip: transition is +table: CREATING → ACTIVE/m);
});

test('more models than a screen has rows are a row for each, and what does not hold stands for itself', () => {
  const [first] = models;
  const variants = Array.from(
    { length: 20 },
    (_, at): ModelRecord => ({
      ...first!,
      ...{ name: at < 15 ? 'many' : 'few', variant: `v${at}`, mutant: null, states: 10, verdict: 'holds' },
    }),
  );
  variants[3] = { ...variants[3]!, verdict: 'unknown' };
  const text = renderTerminal({ ...report, models: variants }, { width: 120 });
  expect(text).toMatch(/many, 14 variants +140 /);
  expect(text).toMatch(/many\/v3 +10 .*unknown/);
  expect(text).toMatch(/few, 5 variants +50 /);
});
