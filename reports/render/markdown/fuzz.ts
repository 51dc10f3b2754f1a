/** A fuzz run as Markdown blocks: counts, then open kinds with their requests, then known kinds. */
import { differencesIn, type FuzzKind, type FuzzPart, type FuzzTargetResult, ofStatus } from '../../fuzz/explain.ts';
import { sequencesText } from '../../fuzz/summary.ts';
import { escapeHtml } from '../../text/escape.ts';
import { count, thousands } from '../../text/format.ts';
import { cellCode, code, fenced, markdownTable, prose } from '../../text/markdown-text.ts';
import { shortText } from '../../text/visible.ts';
import {
  byExplanation,
  countColumns,
  countsOf,
  kindText,
  remarksOf,
  sequenceText,
  signs,
  statusHead,
  unusedReasons,
} from '../fuzz-parts.ts';
import { named } from '../parts.ts';

export const fuzzBlocks = (fuzz: FuzzPart | undefined): string[] =>
  fuzz === undefined
    ? []
    : [
        ...counts(fuzz),
        ...fuzz.targets.flatMap((target) => [
          ...open(target, 'new'),
          ...open(target, 'lost'),
          ...known(target),
          ...texts(target),
          ...unused(fuzz, target),
        ]),
      ];

function counts({ targets }: FuzzPart): string[] {
  const rows = targets.map((one) => [
    prose(named(one.target.name, one.target.version)),
    ...countsOf(one).map(thousands),
  ]);
  const notes = targets.flatMap((one) => {
    const text = sequencesText(one);
    return text === undefined ? [] : [`- ${prose(one.target.name)}: ${prose(text, 1000)}`];
  });
  const right = countColumns.flatMap((_, at) => (at > 0 ? [at] : []));
  return [
    '### Generated sequences',
    markdownTable(countColumns, rows, right),
    ...(notes.length > 0 ? [notes.join('\n')] : []),
  ];
}

/** The most kinds shown with requests and answers, so that the comment stays readable. */
const wholeMax = 10;

function open(result: FuzzTargetResult, status: 'new' | 'lost'): string[] {
  const own = ofStatus(result.kinds, status);
  if (own.length === 0) return [];
  return [
    `### ${prose(statusHead(result, status))}`,
    ...own.slice(0, wholeMax).map(whole),
    ...listed('More of them', own.slice(wholeMax)),
  ];
}

function whole(kind: FuzzKind): string {
  const { found } = kind;
  return [
    `#### ${signs[kind.status]} ${prose(kindText(kind), 600)}`,
    `${code(found.fingerprint)}, ${count(found.count, 'time')}`,
    ...remarksOf(kind).map((remark) => prose(remark)),
    fenced(kind.repro, 'sh'),
    folded('Requests and both answers', fenced(sequenceText(kind))),
  ].join('\n\n');
}

function listed(title: string, kinds: readonly FuzzKind[]): string[] {
  if (kinds.length === 0) return [];
  const rows = kinds.map((kind) => [
    ...[cellCode(kind.found.fingerprint), thousands(kind.found.count)],
    ...[prose(kindText(kind), 600), cellCode(kind.repro)],
  ]);
  return [folded(title, markdownTable(['fingerprint', 'times', 'kind', 'repeat'], rows, [1]))];
}

function known(result: FuzzTargetResult): string[] {
  const own = ofStatus(result.kinds, 'known');
  if (own.length === 0) return [];
  const rows = byExplanation(own).map(({ reason, kinds }) => [
    ...[thousands(differencesIn(kinds)), thousands(kinds.length), prose(reason, 600)],
  ]);
  return [folded(statusHead(result, 'known'), markdownTable(['times', 'kinds', 'reason'], rows, [0, 1]))];
}

const texts = (result: FuzzTargetResult): string[] =>
  listed(statusHead(result, 'advisory'), ofStatus(result.kinds, 'advisory'));

function unused(fuzz: FuzzPart, result: FuzzTargetResult): string[] {
  const left = unusedReasons(fuzz, result);
  if (left.length === 0) return [];
  const lines = left.map((reason) => `- ${prose(reason)}`);
  return [folded(`${result.target.name}: ${count(left.length, 'explanation')} not seen in this run`, lines.join('\n'))];
}

/** Up to the next blank line the summary is HTML, so it needs HTML escaping, not Markdown escaping. */
const folded = (summary: string, body: string): string =>
  `<details><summary>${escapeHtml(shortText(summary)).replace(/@/g, '@<!-- -->')}</summary>\n\n${body}\n\n</details>`;
