import { describe, expect, test } from 'vitest';
import { catalogue, hostileReport, report, run } from '../testing/report.ts';
import { cellCode, code, fenced, markdownTable, prose } from '../text/markdown-text.ts';
import { renderMarkdown } from './markdown.ts';

const text = renderMarkdown(report, { catalogue });

/** Cells of a row as GitHub counts them: an escaped bar does not end a cell. */
const cells = (row: string): number => row.replace(/\\\|/g, '').split('|').length - 2;

/** Everything outside of fenced blocks. */
const unfenced = (markdown: string): string => markdown.replace(/^(`{3,})[^\n]*\n[\s\S]*?\n\1$/gm, '');

/** The text without code spans and escaped characters. */
function withoutCode(markdown: string): string {
  let out = '';
  for (let at = 0; at < markdown.length; ) {
    const ticks = /^`+/.exec(markdown.slice(at, at + 40))?.[0] ?? '';
    const end = ticks === '' ? -1 : markdown.slice(at + ticks.length).search(new RegExp(`(?<!\`)${ticks}(?!\`)`));
    if (/^\\[!-/:-@[-`{-~]/.test(markdown.slice(at, at + 2))) at += 2;
    else if (end >= 0) at += ticks.length * 2 + end;
    else out += markdown[at++];
  }
  return out;
}

function tables(markdown: string): string[][] {
  const blocks = unfenced(markdown).split('\n\n');
  return blocks.filter((block) => block.startsWith('|')).map((block) => block.trimEnd().split('\n'));
}

test('verdict first, then the matrix, new divergences, and the rest', () => {
  const order = [
    '## ✗ Parallax: violated',
    '### Targets and areas',
    '### New divergences (4)',
    '### Models',
    '### Mutants',
    'Known divergences (1)',
  ];
  const places = order.map((heading) => text.indexOf(heading));
  expect(places.every((place) => place >= 0)).toBe(true);
  expect(places).toEqual([...places].sort((a, b) => a - b));
});

test('a new divergence has its finding, both answers as a diff, and its command', () => {
  const block = text.slice(text.indexOf('#### ✗ A query of an index'), text.indexOf('#### ✗ A number key keeps'));
  expect(block).toContain('`mongo-rfc/C1` Two base items sharing one GSI key must both stay in the index (critical)');
  expect(block).toContain('-   "Count": 3,\n-   "ScannedCount": 3,\n+   "Count": 2,');
  expect(block).toContain('```sh\nnpx parallax repro 3f1c9a04be77 --target extenddb\n```');
});

test('a counterexample is a Mermaid diagram', () => {
  const block = /```mermaid\n([\s\S]*?)\n```/.exec(text)?.[1] ?? '';
  expect(block.split('\n')[0]).toBe('sequenceDiagram');
  for (const text of ['as control plane', 'copy batch 1', 'copied: 0 → 1', 'S1: ACTIVE only when'])
    expect(block).toContain(text);
});

describe('untrusted text', () => {
  const nasty = renderMarkdown(hostileReport(), { catalogue });

  test('leaves every table with the columns of its header', () => {
    const found = tables(nasty);
    expect(found.length).toBeGreaterThanOrEqual(3);
    for (const [head = '', ...rows] of found)
      for (const row of rows) expect(cells(row), row.slice(0, 200)).toBe(cells(head));
  });

  test('is no markup, no mention and no reference outside of code', () => {
    const outside = withoutCode(unfenced(nasty));
    expect(outside).not.toMatch(/<(script|img|style)/);
    expect(outside).not.toMatch(/@someone|#12\b|\]\(http/);
  });

  test('opens and closes the same number of blocks', () => {
    const bare = unfenced(nasty);
    expect(bare.match(/<details>/g)?.length).toBe(bare.match(/<\/details>/g)?.length);
    expect(bare).not.toMatch(/^```/m);
  });

  test.each([
    ['a|b', '`a|b`', '`a\\|b`'],
    ['a`b', '``a`b``', '``a`b``'],
    ['`', '`` ` ``', '`` ` ``'],
    ['', '` `', '` `'],
  ])('%j as code, and as code in a cell', (value, span, cell) => {
    expect([code(value), cellCode(value)]).toEqual([span, cell]);
  });

  test('as prose', () => {
    expect(prose('a|b <i> *x* @me #12 http://x')).toBe(
      'a\\|b \\<i\\> \\*x\\* @<!-- -->me #<!-- -->12 http:<!-- -->//x',
    );
  });

  test('cannot end a fence', () => {
    expect(fenced('a\n````\nb')).toBe('`````\na\n````\nb\n`````');
  });
});

test('stays within the size limit of a comment, and says what is left out', () => {
  const [first] = run.divergences;
  const divergences = Array.from({ length: 4000 }, (_, i) => ({
    ...first!,
    ...{ fingerprint: String(i).padStart(12, '0'), path: `message${i}` },
    status: 'new' as const,
  }));
  const long = renderMarkdown({ ...report, run: { ...run, divergences } });
  expect(long.length).toBeLessThanOrEqual(60_000);
  expect(long).toMatch(/_\d+ parts left out .*_\n$/);
  expect(long).toContain('## ✗ Parallax: violated');
  expect(unfenced(long)).not.toMatch(/^```/m);
  expect(text).not.toContain('left out');
});

test('of many new divergences the first are shown with their answers, and all are listed', () => {
  const divergences = Array.from({ length: 12 }, (_, i) => ({
    ...run.divergences[2]!,
    ...{ fingerprint: String(i).padStart(12, '0'), case: `scan/${i}`, findings: [`f/${i}`] },
  }));
  const many = renderMarkdown({ ...report, run: { ...run, divergences } });
  expect(many.match(/^#### ✗/gm)).toHaveLength(10);
  expect(many).toContain('More new divergences (2)');
  expect(many).toContain('| `000000000011` |');
});

test('divergences with one cause are one entry, with its members below it', () => {
  const divergences = Array.from({ length: 12 }, (_, i) => ({
    ...run.divergences[2]!,
    fingerprint: String(i).padStart(12, '0'),
    case: `scan/${i}`,
  }));
  const one = renderMarkdown({ ...report, run: { ...run, divergences } });
  expect(one).toContain('### New divergences (12, 1 rule)');
  expect(one.match(/^#### ✗/gm)).toHaveLength(1);
  expect(one).toContain('<summary>and 11 more in 12 cases</summary>');
  expect(one).toContain('| `000000000011` | `scan/11, step 4, Items[1]` | rows-missing |');
});

test('each target has its worst rules before the lists, and how much of it was judged', () => {
  expect(text.indexOf('### Rules that each target breaks')).toBeLessThan(text.indexOf('### Targets and areas'));
  expect(text).toMatch(
    /- dynalite 4\.0\.0 breaks 2 rules, 1 known and 1 new\n {2}- ✗ major: An empty string is accepted/,
  );
  expect(text).toMatch(
    /- dynoxide 1\.2\.1: 29 of 31 judged, 2 skipped: .*\n {2}- 2: RestoreTableFromBackup is not known/,
  );
});

test('a run that was interrupted says so in its sentence and its headline', () => {
  const cut = renderMarkdown({ ...report, interrupted: true });
  expect(cut).toContain('`interrupted before the end`');
  expect(cut).toMatch(/^violated: .*; interrupted before the end\.$/m);
});

test('acceptances of older versions have a note, or are counted', () => {
  const divergences = run.divergences.map((d) =>
    d.status === 'known' ? { ...d, note: 'accepted for 1.2.1, seen on 3.2.0 as well' } : d,
  );
  const targets = [{ ...run.targets[0]!, stale: ['CreateBackup'], gone: 2 }];
  const noted = renderMarkdown({ ...report, run: { ...run, divergences, targets } });
  expect(noted).toContain('next major version. (accepted for 1.2.1, seen on 3.2.0 as well)');
  expect(noted).toContain('- `CreateBackup` of extenddb: listed as a gap, but supported: remove it');
  expect(noted).toContain(
    '- 2 divergences accepted for older versions of extenddb, no longer seen on 0.1.10; this does not fail the run',
  );
});

test('a table keeps the alignment of its columns', () => {
  expect(markdownTable(['a', 'b'], [['1', '2']], [1])).toBe('| a | b |\n| --- | ---: |\n| 1 | 2 |');
});
