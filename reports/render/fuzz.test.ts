import { describe, expect, test } from 'vitest';
import type { Found } from '../../suites/fuzz/fuzz.ts';
import type { Report } from '../report.ts';
import { explanation, found, foundLoss, foundWords, fuzzReport, kind, partOf, target } from '../testing/fuzz.ts';
import { hostile } from '../testing/report.ts';
import { renderHtml } from './html.ts';
import { renderMarkdown } from './markdown.ts';
import { renderTerminal } from './terminal.ts';

const terminal = (one: Report): string => renderTerminal(one, { width: 140, listedMax: 1000 });
const renderings: [string, (one: Report) => string][] = [
  ['the terminal', terminal],
  ['Markdown', (one) => renderMarkdown(one)],
  ['HTML', (one) => renderHtml(one)],
];
const reportOf = (...own: Found[]): Report =>
  fuzzReport(partOf({ targets: [target({ found: own })], ledger: { explanations: [explanation] } }));

describe.each(renderings)('%s', (_, render) => {
  const text = render(
    reportOf(
      found(),
      { ...found({ kind: { ...kind, expected: 'ValidationException: y' } }), fingerprint: 'gen000000001', cut: true },
      { ...foundWords({ expected: 'z' }), fingerprint: 'gen000000002' },
      { ...foundLoss({ expected: 'z' }), fingerprint: 'gen000000003', detail: 'ended by SIGSEGV' },
    ),
  );

  test('shows every open kind, with the command that repeats it', () => {
    for (const mark of ['gen000000001', 'gen000000002', 'gen000000003']) expect(text).toContain(mark);
    expect(text).toContain('npx parallax again');
    expect(text).toContain('the run ended before it could be made smaller');
    expect(text).toContain('ended by SIGSEGV');
  });

  test('shows known kinds by their reason', () => {
    expect(text).toContain('x: 1 kind of difference, seen 3 times, explained');
    expect(text).toContain('x is not checked');
  });

  test('names the explanations that matched nothing', () => {
    expect(text).not.toContain('not seen in this run');
    expect(render(reportOf())).toMatch(/not seen in this run[\s\S]*x is not checked/);
    const alone = partOf({ targets: [target()], record: { runs: 1 }, ledger: { explanations: [explanation] } });
    expect(render(fuzzReport(alone))).not.toContain('not seen in this run');
  });

  test('says how much of a target was skipped, or that it could not be reached', () => {
    const some = target({ skipped: 6, matched: 4, diverged: 0, lacks: { TransactWriteItems: 5 } });
    const part = partOf({ targets: [some, target({ name: 'y', unavailable: { reason: 'it is off', remedy: 'on' } })] });
    const shown = render(fuzzReport(part)).replaceAll('\n', ' ');
    expect(shown).toContain('x: 4 of 10 sequences judged, 6 skipped: TransactWriteItems 5, 1 not played to the end');
    expect(shown).toContain('it is off');
  });

  test('names leftovers', () => {
    const part = partOf({ targets: [target({ leftovers: [{ kind: 'table', name: 'parallax_t', why: 'w' }] })] });
    expect(render(fuzzReport(part))).toMatch(/Left behind on x[\s\S]*parallax\\?_t/);
  });

  test.each(Object.entries(hostile))('is not broken by %s', (_, foreign) => {
    const nasty = found({ kind: { ...kind, actual: foreign, op: 'Query' }, detail: foreign });
    const signs = [...render(reportOf(nasty))].filter((sign) => sign !== '\n' && (sign < ' ' || sign === '\u007f'));
    expect(signs).toEqual([]);
    expect(render(reportOf(nasty))).not.toContain('<script>alert');
  });
});

test('the terminal has the title first, the verdict last', () => {
  const lines = terminal(reportOf(found({ kind: { ...kind, expected: 'y' } })))
    .trim()
    .split('\n');
  expect(lines[0]).toContain('parallax 0.1.0 fuzz · seed s · reference oracle');
  expect(lines.at(-1)).toBe('violated: 1 new kind of difference on x.');
});

test('--brief shows one line for each request without a difference', () => {
  const side = (target: string) => ({
    target,
    entries: [{ step: '0', op: 'Scan', input: {}, outcome: { kind: 'ok', output: { Count: 0 } } }],
    names: { tables: new Map() },
  });
  const one = { ...foundLoss(), transcripts: { reference: side('oracle'), target: side('x') } } as unknown as Found;
  const shown = (brief: boolean) => renderTerminal(reportOf(one), { brief });
  expect(shown(true)).toContain('step 0: Scan  ');
  expect(shown(true).length).toBeLessThan(shown(false).length);
});

describe('the counts are consistent', () => {
  const statuses = ['new', 'known', 'advisory', 'lost'] as const;
  const one = (at: number): Found => {
    const shape = {
      new: found({ kind: { ...kind, expected: 'ValidationException: y' } }),
      known: found(),
      advisory: foundWords({ expected: 'z' }),
      lost: foundLoss({ class: 'silent', expected: 'ValidationException: y' }),
    }[statuses[at % 4]!];
    return { ...shape, fingerprint: `gen${String(at).padStart(9, '0')}`, count: 1 + at };
  };
  const part = partOf({
    targets: [target({ found: Array.from({ length: 90 }, (_, at) => one(at)) })],
    ledger: { explanations: [explanation] },
  });
  const [{ kinds }] = part.targets as [(typeof part.targets)[number]];
  const having = (status: string): number => kinds.filter((kind) => kind.status === status).length;
  const lines = terminal(fuzzReport(part)).split('\n');
  const numbersIn = (pattern: RegExp): number[] =>
    lines.flatMap((line) => [...line.matchAll(pattern)].map(([, number]) => Number(number?.replaceAll(',', ''))));
  const sum = (numbers: number[]): number => numbers.reduce((total, number) => total + number, 0);

  test('in the table', () => {
    const cells = (start: string): string[] =>
      lines
        .find((line) => line.startsWith(start))!
        .trim()
        .split(/\s{2,}/);
    const [head, row] = [cells('target'), cells('x 1')];
    const cell = (name: string): number => Number(row[head.indexOf(name)]);
    expect(cell('kinds')).toBe(90);
    expect(['known', 'texts', 'unclear', 'new'].map(cell)).toEqual(['known', 'advisory', 'lost', 'new'].map(having));
  });

  test('in the headings and in the sentence', () => {
    expect(numbersIn(/^x: ([\d,]+) kinds? of difference/g)).toEqual(['new', 'lost', 'known', 'advisory'].map(having));
    expect(sum(numbersIn(/^x: .* seen ([\d,]+) times?/g))).toBe(sum(kinds.map(({ found: { count } }) => count)));
    expect(numbersIn(/([\d,]+) new kinds? of difference on x/g)).toEqual([having('new')]);
    expect(sum(numbersIn(/^≈ [\d,]+ in ([\d,]+) kinds?/g))).toBe(having('known'));
  });
});
