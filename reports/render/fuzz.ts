/** A fuzz run for a terminal or a pipe. */
import pc from 'picocolors';
import type { Verdict } from '../../suites/runner/record.ts';
import { type Judged, type JudgedFuzz, type JudgedTarget, targetJson } from '../fuzz.ts';
import { renderCase } from './case.ts';
import { count } from './format.ts';
import { shorten, table, wrap } from './text.ts';
import { shortLine } from './visible.ts';

export interface FuzzPage {
  title: string;
  width: number;
  color: boolean;
  /** How often a target's known differences and those in texts are listed, each. */
  listedMax?: number;
  /** The command that shows a difference again. */
  repro: (judged: Judged) => string;
}

/** New differences shown with their requests and both answers; of more than so many a line each. */
const fullMax = 12;

export function renderFuzz(fuzz: JudgedFuzz, verdict: Verdict, page: FuzzPage): string {
  const color = pc.createColors(page.color);
  const sections = [
    [color.bold(page.title)],
    summary(fuzz, page),
    ...fuzz.targets.flatMap((target) => [
      fresh(target, page),
      known(target, page),
      texts(target, page),
      unused(target, page),
    ]),
    [color.bold(sentence(fuzz, verdict))],
  ];
  return `${sections
    .filter((lines) => lines.length > 0)
    .map((lines) => lines.join('\n'))
    .join('\n\n')}\n`;
}

const columns = [
  'target',
  'sequences',
  'same',
  'differ',
  'unknown',
  'skipped',
  'answers',
  'per s',
  'known',
  'texts',
  'new',
];

function summary({ targets }: JudgedFuzz, { width }: FuzzPage): string[] {
  const rows = targets.map((one) => {
    const json = targetJson(one);
    const counts = [
      json.cases,
      json.matched,
      json.diverged,
      json.unknown,
      json.skipped,
      json.judged,
      json.requestsPerSecond,
    ];
    return [
      shortLine(`${json.name} ${json.version}`),
      ...counts.map((number) => number.toLocaleString('en-US')),
      ...[json.known, json.advisory, json.new + json.lost].map(String),
    ];
  });
  const lost = targets.flatMap(({ target }) =>
    target.unavailable
      ? [
          `${target.name} could not be asked: ${shortLine(target.unavailable.reason)}`,
          `  ${shortLine(target.unavailable.remedy)}`,
        ]
      : [],
  );
  return [
    ...table(
      columns.map((title, at) => ({ title, right: at > 0, ...(at === 0 && { shrinks: 16 }) })),
      rows,
      width,
      (text) => text,
    ),
    ...lost,
  ];
}

const kindLine = ({ found }: Judged): string => {
  const { op, class: kind, path, expected, actual, with: features } = found.kind;
  const where = path === '' ? '' : ` at ${path}`;
  const when = features.length > 0 ? `; with ${features.join(', ')}` : '';
  return shortLine(`${op} ${kind}${where}: ${expected} → ${actual}${when}`, 600);
};

/** What nobody has explained, and what was lost. */
function fresh({ target, judged }: JudgedTarget, page: FuzzPage): string[] {
  const color = pc.createColors(page.color);
  const own = judged.filter(({ status }) => status === 'new' || status === 'lost');
  if (own.length === 0) return [];
  const full = own
    .slice(0, fullMax)
    .flatMap((one) => [
      ...wrap(`${one.found.fingerprint}  ${kindLine(one)}`, page.width, '✗ ').map((line) => color.red(line)),
      ...(one.found.detail === undefined ? [] : wrap(shortLine(one.found.detail, 300), page.width, '    ')),
      ...shown(one, page).map((line) => `  ${line}`),
      `  repeat: ${page.repro(one)}`,
      '',
    ]);
  const more = own
    .slice(fullMax)
    .map((one) => shorten(`✗ ${one.found.fingerprint} (${one.found.count})  ${kindLine(one)}`, page.width));
  return [
    color.bold(`${target.name}: ${count(own.length, 'kind')} of difference that nobody has explained`),
    ...full,
    ...more,
  ];
}

const linesMax = 60;

function shown({ found, target, status }: Judged, { width, color }: FuzzPage): string[] {
  const pair = { reference: found.sides.reference, target: found.sides.target };
  const marks = found.divergence ? [{ ...found.divergence, ...(status === 'new' && { status }) }] : [];
  const lines = renderCase(found.case, target, pair, marks, { color, width: width - 2 })
    .split('\n')
    .slice(2);
  return lines.length > linesMax ? [...lines.slice(0, linesMax), '…'] : lines;
}

/** A line for each explanation, with how many kinds and differences it speaks of. */
function known({ target, judged }: JudgedTarget, page: FuzzPage): string[] {
  const color = pc.createColors(page.color);
  const groups = new Map<string, Judged[]>();
  for (const one of judged) {
    if (!one.explanation) continue;
    const { reason, how } = one.explanation;
    const key = `${reason} (${how})`;
    groups.set(key, [...(groups.get(key) ?? []), one]);
  }
  if (groups.size === 0) return [];
  const lines = [...groups].slice(0, page.listedMax ?? 60).flatMap(([reason, own]) => {
    const times = own.reduce((sum, { found }) => sum + found.count, 0);
    return wrap(
      `${times.toLocaleString('en-US')} in ${count(own.length, 'kind')}: ${shortLine(reason, 400)}`,
      page.width,
      '≈ ',
    );
  });
  return [color.bold(`${target.name}: explained`), ...lines.map((line) => color.dim(line))];
}

function texts({ target, judged }: JudgedTarget, page: FuzzPage): string[] {
  const color = pc.createColors(page.color);
  const own = judged.filter(({ status }) => status === 'advisory');
  if (own.length === 0) return [];
  const listed = own.slice(0, page.listedMax ?? 60);
  return [
    color.bold(`${target.name}: other words for the same refusal; shown, and never failing (${own.length})`),
    ...listed.map((one) =>
      color.dim(shorten(`i ${one.found.fingerprint} (${one.found.count})  ${kindLine(one)}`, page.width)),
    ),
    ...(own.length > listed.length ? [`… and ${own.length - listed.length} more, all of them in --json`] : []),
  ];
}

const unused = ({ target, unused: left }: JudgedTarget, { width }: FuzzPage): string[] =>
  left.flatMap(({ reason }) => wrap(shortLine(`${target.name}: not seen in this run: ${reason}`, 300), width, '· '));

function sentence({ record, targets }: JudgedFuzz, verdict: Verdict): string {
  const fresh = targets.map(
    ({ target, judged }) => [target.name, judged.filter(({ status }) => status === 'new').length] as const,
  );
  const asked = `${count(record.runs, 'sequence')} on ${count(targets.length, 'target')}`;
  if (verdict === 'violated') {
    const parts = fresh
      .filter(([, number]) => number > 0)
      .map(([name, number]) => `${count(number, 'new kind')} of difference on ${name}`);
    return shortLine(`violated: ${parts.join('; ')}.`, 1000);
  }
  return verdict === 'holds' ? `holds: ${asked}, every difference explained.` : `could not tell: ${asked}, see above.`;
}
