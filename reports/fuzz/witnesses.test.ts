import { describe, expect, test } from 'vitest';
import type { Witness } from '../../suites/fuzz/fuzz.ts';
import { renderHtml } from '../render/html.ts';
import { renderMarkdown } from '../render/markdown.ts';
import { renderTerminal } from '../render/terminal.ts';
import { toJson } from '../report.ts';
import { found, fuzzReport, partOf, target } from '../testing/fuzz.ts';
import { witnessRemarks } from './witnesses.ts';

const witness = (name: string, as: Witness['as']): Witness => ({ target: name, as });

test.each<[Witness[], string[]]>([
  [[], []],
  [[witness('a', 'reference')], ['1 of 1 other target answers as the reference (a)']],
  [
    [witness('a', 'reference'), witness('b', 'target'), witness('c', 'reference')],
    ['2 of 3 other targets answer as the reference (a, c), 1 as this target (b)'],
  ],
  [
    [witness('a', 'target'), witness('b', 'nothing'), witness('c', 'target')],
    [
      '2 of 3 other targets answer as this target (a, c), 1 not at all (b): all that answered agree against the reference, so perhaps the reference is wrong',
    ],
  ],
  [
    [witness('a', 'target'), witness('b', 'otherwise')],
    ['1 of 2 other targets answers as this target (a), 1 otherwise (b)'],
  ],
  [[witness('a', 'nothing')], ['1 of 1 other target answers not at all (a)']],
])('in words: %j', (witnesses, expected) => expect(witnessRemarks(witnesses)).toEqual(expected));

describe('every rendering has it', () => {
  const report = fuzzReport(partOf({ targets: [target({ found: [found({ witnesses: [witness('a', 'target')] })] })] }));
  test.each([
    ['terminal', renderTerminal(report, { width: 400 })],
    ['Markdown', renderMarkdown(report)],
    ['HTML', renderHtml(report)],
  ])('%s', (_, text) => expect(text).toContain('perhaps the reference is wrong'));

  test('--json', () =>
    expect(toJson(report)).toMatchObject({ divergences: [{ witnesses: [{ target: 'a', as: 'target' }] }] }));
});
