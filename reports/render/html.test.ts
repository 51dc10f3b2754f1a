import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { toJson } from '../report.ts';
import { catalogue, hostile, hostileReport, report, run } from '../testing/report.ts';
import { renderHtml } from './html.ts';

const page = renderHtml(report, catalogue);
const nasty = renderHtml(hostileReport(), catalogue);

const island = (html: string): string =>
  /<script type="application\/json" id="record">(.*?)<\/script>/s.exec(html)?.[1] ?? '';
/** The page without scripts, styles and the embedded record: markup and text only. */
const markup = (html: string): string => html.replace(/<(script|style)\b[^>]*>[\s\S]*?<\/\1>/g, '');
const all = (html: string, pattern: RegExp): string[] => [...html.matchAll(pattern)].map((match) => match[1] as string);

const empty = new Set(['br', 'meta', 'input', 'rect']);

/** Tags that are not properly nested, found by a strict parser. */
function unbalanced(html: string): string[] {
  const open: string[] = [];
  const problems: string[] = [];
  for (const [, slash, name = '', rest = ''] of markup(html).matchAll(/<(\/?)([a-z][a-z0-9]*)((?:\s[^<>]*)?)>/g)) {
    if (empty.has(name) || rest.endsWith('/')) continue;
    if (slash === '') open.push(name);
    else if (open.pop() !== name) problems.push(name);
  }
  return [...problems, ...open];
}

test('nothing is fetched, and only the script of this page may run', () => {
  expect(page).not.toMatch(/\b(src|srcset|action|poster|data)=/);
  expect(page).not.toMatch(/<(link|img|iframe|object|embed|base)\b/);
  expect(page).not.toMatch(/url\(|@import/);
  expect(all(page, /href="([^"]*)"/g).filter((href) => !href.startsWith('#'))).toEqual([]);
  const policy = /Content-Security-Policy" content="([^"]*)"/.exec(page)?.[1] ?? '';
  const [script = ''] = all(page, /<script>([\s\S]*?)<\/script>/g);
  const [style = ''] = all(page, /<style>([\s\S]*?)<\/style>/g);
  const hash = (text: string): string => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
  expect(policy).toContain("default-src 'none'");
  expect(policy).toContain(`script-src ${hash(script)};`);
  expect(policy).toContain(`style-src ${hash(style)};`);
  expect(markup(page)).not.toMatch(/\s(style|on\w+)=/);
});

test('tags are balanced, ids are unique, and every link has a target', () => {
  expect(unbalanced(page)).toEqual([]);
  const ids = all(markup(page), /\sid="([^"]*)"/g);
  expect(new Set(ids).size).toBe(ids.length);
  for (const href of all(page, /href="#([^"]*)"/g)) expect(ids).toContain(href);
});

test('a cell of the matrix leads to its worst divergence', () => {
  expect(page).toMatch(
    /<td class="new"[^>]*><a href="#d-3f1c9a04be77-extenddb" data-target="extenddb" data-area="secondary-index">✗ 1 new<\/a>/,
  );
  expect(page).toMatch(/<td class="known"[^>]*><a href="#d-77b2d1f0ac19-dynalite"/);
  expect(page).toMatch(/<td class="no-verdict"[^>]*><a href="#no-verdict">\? 1 no verdict/);
});

test('an entry has everything that a reviewer needs next', () => {
  const entry = page.slice(page.indexOf('id="d-a1e05d2277c0-dynoxide"'), page.indexOf('id="d-5d0a3be96613-dynalite"'));
  for (const part of [
    'A number key keeps 34 of its 38 digits',
    'Numbers have up to 38 digits of precision',
    'Number keys are exact to 38 significant digits',
    '<h4>Request: GetItem</h4>',
    // Both answers, with the digits that differ marked.
    '1234567890123456789012345678901234<mark>5678</mark>',
    '1234567890123456789012345678901235<mark>0000</mark>',
    'documented, by oracle',
    'npx parallax repro a1e05d2277c0 --target dynoxide',
  ]) {
    if (!part.includes('<mark>')) expect(entry).toContain(part);
  }
  expect(entry.match(/<mark>/g)).toHaveLength(2);
  expect(page).toContain('also on</dt><dd><a href="#d-77b2d1f0ac19-dynalite">dynalite</a> (known)');
  expect(page).toContain('<strong>Accepted:</strong> Documented limit of the store');
});

test('divergences with one cause are one entry, and links to any of them work', () => {
  const alike = Array.from({ length: 3 }, (_, at) => ({
    ...run.divergences[2]!,
    ...{ fingerprint: String(at).padStart(12, '0'), case: at === 2 ? 'query-paging/x' : `secondary-index/${at}` },
  }));
  const one = renderHtml({ ...report, run: { ...run, divergences: alike } });
  expect(all(one, /<details class="entry new" id="([^"]*)"/g)).toEqual(['d-000000000000-extenddb']);
  expect(one).toContain('data-area="query-paging secondary-index"');
  expect(one).toContain('<summary>and 2 more in 3 cases</summary>');
  expect(one).toContain('<tr id="d-000000000002-extenddb"><td><code>000000000002</code>');
  expect(one).toContain('3 divergences of 1 rule');
  expect(unbalanced(one)).toEqual([]);
});

test('a card says how much was judged and how many rules are broken, and links to the worst', () => {
  const cards = page.slice(page.indexOf('class="cards"'), page.indexOf('By area'));
  expect(cards).toContain('breaks 2 rules, 1 known and 1 new');
  expect(cards).toMatch(/critical<\/span> <a href="#d-3f1c9a04be77-extenddb">A query of an index loses/);
  expect(cards).toContain('29 of 31 judged, 2 skipped');
});

test('what was interrupted says so in its title, its verdict and its facts', () => {
  const cut = renderHtml({ ...report, interrupted: true });
  expect(cut).toContain('<title>Parallax: violated, interrupted before the end · tour</title>');
  expect(cut).toContain('<li>interrupted before the end</li>');
  expect(cut).toContain('<dt>ended</dt><dd>interrupted before the end</dd>');
});

test('acceptances of older versions have a note or are counted', () => {
  const divergences = run.divergences.map((d) =>
    d.status === 'known' ? { ...d, note: 'accepted for 1.2.1, seen on 3.2.0 as well' } : d,
  );
  const targets = run.targets.map((target) => ({ ...target, stale: ['CreateBackup'], gone: 2 }));
  const noted = renderHtml({ ...report, run: { ...run, divergences, targets } });
  expect(noted).toContain('next major version. (accepted for 1.2.1, seen on 3.2.0 as well)</div>');
  expect(noted).toContain('<code>CreateBackup</code> of extenddb: listed as a gap, but supported: remove it.');
  expect(noted).toContain('2 divergences accepted for older versions of extenddb, no longer seen on 0.1.10');
});

test('models have numbers that fit a column, and a counterexample has a lane for each process', () => {
  expect(page).toContain('7.06 × 10^29');
  const lanes = /<table class="lanes">[\s\S]*?<\/table>/.exec(page)?.[0] ?? '';
  expect(all(lanes, /<th scope="col">([^<]*)<\/th>/g)).toEqual(['#', 'restore', 'control plane', 'client', 'changed']);
  expect(lanes).toContain('<code>copied</code> 0 → <mark>1</mark>');
  expect(lanes).toContain('this state violates: S1: ACTIVE only when every batch is in place');
});

test('survivors come first in the mutant matrix', () => {
  const rows = all(page.slice(page.indexOf('id="mutants"')), /<th scope="row"><code>([^<]*)</g);
  expect(rows[0]).toBe('missingNotEqual=fails');
  expect(page).toContain('survived: the same &lt;b&gt;graph');
  expect(rows).toHaveLength(6);
});

test('a target that could not be reached has a reason and a next step', () => {
  expect(page).toMatch(/unavailable: no credentials were found.*remedy: set AWS_PROFILE and give --yes-real-aws/);
});

test('skipped cases are listed by reason', () => {
  const rows = all(page, /<td>(RestoreTableFromBackup is not known<\/td><td>.*?)<\/td>/g);
  expect(rows).toHaveLength(1);
  expect(rows[0]).toContain(
    'restore-lifecycle/active-when-complete</code><br><code>restore-lifecycle/delete-while-restoring',
  );
});

test('the record inside is the JSON of the command', () => {
  expect(JSON.parse(island(page))).toEqual(toJson(report));
});

test('missing parts leave no trace in the page', () => {
  const { run: _, mutants: __, ...small } = report;
  const html = renderHtml(small);
  expect(unbalanced(html)).toEqual([]);
  expect(all(html, /<section id="([^"]*)"/g)).toEqual(['models']);
  expect(renderHtml({ ...report, run: { ...run, divergences: [] } })).toContain('<p>None.</p>');
});

describe('untrusted text', () => {
  test('adds no element and no attribute', () => {
    expect(unbalanced(nasty)).toEqual([]);
    expect(nasty).not.toMatch(/<(script>alert|img)/);
    expect(nasty.match(/<script/g)).toHaveLength(2);
    expect(markup(nasty)).not.toMatch(/<[^>]*\son\w+=[^>]*>/);
    expect(markup(nasty)).toContain('&lt;script&gt;alert(1)&lt;/script&gt;');
  });

  test('contains no control character', () => {
    // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what must not be there
    expect(nasty).not.toMatch(/[\0-\x08\x0b-\x1f\x7f-\x9f\u2028\u2029\u202e\u2066]|\p{Surrogate}/u);
  });

  test('cannot break out of the embedded record, which still contains it unchanged', () => {
    const record = JSON.parse(island(nasty)) as { divergences: { because: string }[] };
    expect(record.divergences[0]?.because).toBe(Object.values(hostile).join(' '));
  });

  test('of any length is complete behind a summary', () => {
    expect(markup(nasty)).toContain('more characters</summary>');
    expect(markup(nasty)).toContain('x-end</div></details>');
    const longest = Math.max(
      ...all(markup(nasty).replace(/<div class="whole">[\s\S]*?<\/div>/g, ''), />([^<]+)</g).map((t) => t.length),
    );
    expect(longest).toBeLessThan(6_000);
  });
});
