import { describe, expect, test } from 'vitest';
import type { ModelRecord } from '../report.ts';
import { hostile, hostileReport, models, report, run, targetRecord, trace } from '../testing/report.ts';
import { columns } from '../text/width.ts';
import { renderTerminal, terminalOptions } from './terminal.ts';

// biome-ignore lint/suspicious/noControlCharactersInRegex: colours of a terminal are what is looked for
const colours = /\u001b\[\d+m/g;
const plain = renderTerminal(report);
const at = (text: string): number => {
  const found = plain.indexOf(text);
  expect(found, text).toBeGreaterThanOrEqual(0);
  return found;
};

test('new divergences come first, then known, then advisory ones, and the verdict is the last line', () => {
  const order = [
    'New divergences (4)',
    'Known divergences (1)',
    'Advisory',
    'Stale',
    'Cases without a verdict',
    'Unavailable targets',
  ];
  const places = order.map(at);
  expect(places).toEqual([...places].sort((a, b) => a - b));
  expect(plain.trimEnd().split('\n').at(-1)).toMatch(
    /^violated: 2 new divergences on extenddb; .*1 surviving mutant\.$/,
  );
});

test('a survivor says what is known of it', () => {
  expect(plain).toContain('missingNotEqual=fails (oracle, mongo-rfc/m13): the same <b>graph</b>');
});

test('a divergence shows the expected and the actual answer, the source, and the command that repeats it', () => {
  const block = plain.slice(at('a1e05d2277c0'), at('5d0a3be96613'));
  expect(block).toContain('dynoxide 1.2.1');
  expect(block).toContain('expected  "12345678901234567890123456789012345678"');
  expect(block).toContain('actual    "12345678901234567890123456789012350000"');
  expect(block).toContain('documented, by oracle');
  expect(block).toContain('npx parallax repro a1e05d2277c0 --target dynoxide');
  expect(plain.slice(at('Known divergences'))).toMatch(
    /≈ 77b2d1f0ac19 {2}major {2}binary-order\/sort-key-lengths on dynalite \(1\)\n +Documented limit of the store/,
  );
});

test('cases without a verdict are listed', () => {
  expect(plain).toMatch(/extenddb crashed in errors\/nested-depth: the process ended with SIGSEGV/);
  expect(plain).toMatch(/aws: no credentials were found\n +remedy: set AWS_PROFILE and give --yes-real-aws/);
  expect(plain).toMatch(/Survivors: no check turned red\n +✗ missingNotEqual=fails/);
});

test('what caught a mutant is told where there are few', () => {
  const caught = '✓ binaryOrder=length-first, killed by binary-order/sort-key-lengths';
  expect(plain).toContain(caught);
  expect(plain).not.toContain('✓ missingNotEqual');
  expect(plain).not.toContain('✓ retry-jitter');
  const many = [...Array(3)].flatMap(() => report.mutants ?? []);
  expect(renderTerminal({ ...report, mutants: many })).not.toContain('killed by');
});

describe('width', () => {
  test.each([50, 80, 100, 140])('%i columns hold everything but commands and the verdict', (width) => {
    const lines = renderTerminal(report, { width }).trimEnd().split('\n').slice(0, -1);
    const wide = lines.filter((line) => columns(line) > width && !line.includes('npx parallax repro'));
    expect(wide).toEqual([]);
  });

  test('targets that do not fit into the width go into a second block', () => {
    const targets = [...'abcdefgh'].map((name) => targetRecord(`target-${name}`, '1.0', []));
    const text = renderTerminal({ ...report, run: { ...run, targets, divergences: [] } });
    expect(text.match(/^area /gm)).toHaveLength(2);
    for (const name of 'abcdefgh') expect(text).toContain(`target-${name} 1.0`);
  });
});

describe('colour', () => {
  test('repeats what the words say, and changes nothing else', () => {
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

test('nothing from a server reaches the terminal as a control sequence', () => {
  const text = renderTerminal(hostileReport());
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what must not be there
  expect(text).not.toMatch(/[\0-\x09\x0b-\x1f\x7f-\x9f\u2028\u202e]|\p{Surrogate}/u);
  expect(text).toContain('␛[2J');
  expect(text.length).toBeLessThan(20_000);
  expect(text).not.toContain(hostile.long);
});

test('divergences with one cause are one entry; long lists of known ones are shortened with a number, new ones never', () => {
  const known = run.divergences.filter((d) => d.status === 'known');
  const many = Array.from({ length: 120 }, (_, i) => ({
    ...known[0]!,
    ...{ fingerprint: String(i).padStart(12, '0'), case: `scan/case-${i % 60}`, findings: [`f/${i % 60}`] },
    reason: `reason ${i % 60}`,
  }));
  const of = (status: 'new' | 'known') =>
    renderTerminal({ ...report, run: { ...run, divergences: many.map((d) => ({ ...d, status })) } });
  expect(of('known')).toContain('Known divergences (120, 60 rules)');
  expect(of('known')).toMatch(/^≈ 000000000000 {2}major {2}scan\/case-0 on dynalite \(2\)$/m);
  expect(of('known')).toContain('… and 20 more rules');
  expect(of('new').match(/^✗ 0000/gm)).toHaveLength(60);
  expect(of('new')).toMatch(/besides {3}and 1 more in 1 case: scan\/case-0\n/);
});

test('a known one of an older version has a note, on every target that it is known of', () => {
  const known = run.divergences.filter((d) => d.status === 'known')[0]!;
  const noted = { ...known, note: 'accepted for 1.2.1, seen on 3.2.0 as well' };
  const divergences = [noted, { ...noted, target: 'extenddb' }];
  const text = renderTerminal({ ...report, run: { ...run, divergences } }, { width: 200 });
  expect(text).toMatch(
    /on dynalite, extenddb \(2\)\n.*major version\. \(accepted for 1\.2\.1, seen on 3\.2\.0 as well\)/,
  );
});

describe('the first screen', () => {
  test('shows the number of broken rules of each target and the worst ones, before all lists', () => {
    const [rules, area] = ['Rules that each target breaks', 'area  '].map(at);
    expect(rules).toBeLessThan(area!);
    expect(plain.slice(rules, area)).toContain('  dynalite 4.0.0 breaks 2 rules, 1 known and 1 new\n');
    expect(plain.slice(rules, area)).toMatch(/✗ critical {2}A query of an index loses one of two items/);
  });

  test('is omitted for a single target, whose list comes next', () => {
    const one = { ...report, run: { ...run, targets: run.targets.slice(0, 1) } };
    expect(renderTerminal(one)).not.toContain('Rules that each target breaks');
  });
});

test('shows how much was judged, and the reasons for the rest', () => {
  expect(plain).toMatch(/dynoxide 1\.2\.1: 29 of 31 judged, 2 skipped/);
  expect(plain).toMatch(/ – 2 {2}RestoreTableFromBackup is not known\n/);
});

test('an interrupted run says so at the top and at the end', () => {
  const lines = renderTerminal({ ...report, interrupted: true }, { width: 200 })
    .trimEnd()
    .split('\n');
  expect(lines[0]).toMatch(/· interrupted before the end$/);
  expect(lines.at(-1)).toMatch(/; interrupted before the end\.$/);
});

test('acceptances that no longer apply are listed separately', () => {
  const targets = [{ ...run.targets[0]!, stale: ['e4f5a6b7c8d9', 'CreateBackup'], gone: 3 }];
  const text = renderTerminal({ ...report, run: { ...run, targets } });
  expect(text).toContain('✗ extenddb: e4f5a6b7c8d9 is accepted, but no longer seen: remove it');
  expect(text).toContain('✗ extenddb: CreateBackup is listed as a gap, but supported: remove it');
  expect(text).toMatch(/· 3 divergences accepted for older versions of extenddb, no longer seen on\s+0\.1\.10/);
});

test('a model that is violated shows the steps', () => {
  const broken: ModelRecord = { ...models[0]!, verdict: 'violated', property: trace.property, traceLength: 4, trace };
  const text = renderTerminal({ ...report, models: [broken] });
  expect(text).toMatch(/^3 .*flip: transition is +table: CREATING → ACTIVE/m);
});

test('many models are shown as one row each, and violated variants separately', () => {
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
  expect(text).toMatch(/many\/v3 +10 .*no verdict/);
  expect(text).toMatch(/few, 5 variants +50 /);
});
