/** A fuzz run for a terminal or a pipe: counts, then open kinds with their requests, then known kinds. */
import { differencesIn, type FuzzKind, type FuzzPart, type FuzzTargetResult, ofStatus } from '../../fuzz/explain.ts';
import { sequencesText } from '../../fuzz/summary.ts';
import { count, thousands } from '../../text/format.ts';
import { table } from '../../text/table.ts';
import { shortLine, visibleLine } from '../../text/visible.ts';
import { shorten, wrap } from '../../text/width.ts';
import { renderCase } from '../case.ts';
import {
  byExplanation,
  countColumns,
  countsOf,
  kindText,
  remarksOf,
  signs,
  statusHead,
  unusedReasons,
} from '../fuzz-parts.ts';
import { named } from '../parts.ts';
import type { Page } from './page.ts';

/** The most open kinds shown with requests and both answers; the others get one line each. */
const fullMax = 12;

export const fuzzSections = (fuzz: FuzzPart | undefined, page: Page): string[][] =>
  fuzz === undefined
    ? []
    : [
        counts(fuzz, page),
        ...fuzz.targets.flatMap((target) => [
          open(target, 'new', page),
          open(target, 'lost', page),
          known(target, page),
          texts(target, page),
          unused(fuzz, target, page),
        ]),
      ];

/** Sums of other columns, which go first where there is no room. */
const sums: readonly string[] = ['same', 'kinds'];
const spareOf = (title: string) => (sums.includes(title) ? { spare: sums.indexOf(title) } : {});

function counts({ targets }: FuzzPart, { width }: Page): string[] {
  const rows = targets.map((one) => [
    shortLine(named(one.target.name, one.target.version)),
    ...countsOf(one).map(thousands),
  ]);
  return [
    ...table(
      countColumns.map((title, at) => ({ title, right: at > 0, ...(at === 0 && { shrinks: 16 }), ...spareOf(title) })),
      rows,
      width,
    ),
    ...targets.flatMap((one) => {
      const text = sequencesText(one);
      return text === undefined ? [] : wrap(shortLine(`${one.target.name}: ${text}`, 600), width);
    }),
  ];
}

/** Each kind with its requests and both answers. */
function open(result: FuzzTargetResult, status: 'new' | 'lost', page: Page): string[] {
  const own = ofStatus(result.kinds, status);
  if (own.length === 0) return [];
  return [
    page.color.bold(statusHead(result, status)),
    ...own.slice(0, fullMax).flatMap((kind) => whole(kind, page)),
    ...own.slice(fullMax).map((kind) => listedLine(kind, page)),
  ];
}

function whole(kind: FuzzKind, page: Page): string[] {
  const { color, width } = page;
  const title = `${kind.found.fingerprint}  ${shortLine(kindText(kind), 600)}`;
  return [
    ...wrap(title, width, `${signs[kind.status]} `).map((line) => color.red(line)),
    ...remarksOf(kind).flatMap((remark) => wrap(shortLine(remark, 300), width, '    ')),
    ...shown(kind, page).map((line) => `  ${line}`),
    // Neither wrapped nor shortened: users copy it.
    `  repeat: ${color.cyan(visibleLine(kind.repro))}`,
    '',
  ];
}

function listedLine(kind: FuzzKind, { width }: Page): string {
  const { fingerprint, count: times } = kind.found;
  return shorten(`${signs[kind.status]} ${fingerprint} (${times})  ${shortLine(kindText(kind), 600)}`, width);
}

const linesMax = 60;

/** Without the two header lines of the case. */
function shown({ found, target, status }: FuzzKind, { width, color, brief }: Page): string[] {
  const marks = found.divergence ? [{ ...found.divergence, ...(status === 'new' && { status }) }] : [];
  const page = { color: color.isColorSupported, width: width - 2, brief };
  const lines = renderCase(found.case, target, found.transcripts, marks, page).split('\n').slice(2);
  return lines.length > linesMax ? [...lines.slice(0, linesMax), '…'] : lines;
}

/** One line for each explanation, with the number of kinds and differences that it covers. */
function known(result: FuzzTargetResult, { color, width, listedMax }: Page): string[] {
  const groups = byExplanation(ofStatus(result.kinds, 'known'));
  if (groups.length === 0) return [];
  const listed = groups.slice(0, listedMax);
  const lines = listed.flatMap(({ reason, kinds }) => {
    const numbers = `${thousands(differencesIn(kinds))} in ${count(kinds.length, 'kind')}`;
    return wrap(`${numbers}: ${shortLine(reason, 400)}`, width, `${signs.known} `);
  });
  return [
    color.bold(statusHead(result, 'known')),
    ...lines.map((line) => color.dim(line)),
    ...rest(groups.length - listed.length, 'explanation'),
  ];
}

function texts(result: FuzzTargetResult, page: Page): string[] {
  const own = ofStatus(result.kinds, 'advisory');
  if (own.length === 0) return [];
  const listed = own.slice(0, page.listedMax);
  return [
    page.color.bold(statusHead(result, 'advisory')),
    ...listed.map((kind) => page.color.dim(listedLine(kind, page))),
    ...rest(own.length - listed.length, 'kind'),
  ];
}

const rest = (left: number, of: string): string[] =>
  left > 0 ? [`… and ${count(left, `more ${of}`)}; --json has them all`] : [];

const unused = (fuzz: FuzzPart, result: FuzzTargetResult, { width }: Page): string[] =>
  unusedReasons(fuzz, result).flatMap((reason) =>
    wrap(shortLine(`${result.target.name}: not seen in this run: ${reason}`, 300), width, '· '),
  );
