/** A fuzz run for a terminal or a pipe. */
import pc from 'picocolors';
import type { Verdict } from '../../suites/runner/record.ts';
import {
  differencesIn,
  isMissed,
  type Judged,
  type JudgedFuzz,
  type JudgedTarget,
  notMadeSmaller,
  ofStatus,
  targetJson,
  tooFewJudged,
} from '../fuzz.ts';
import { count, thousands } from '../text/format.ts';
import { shorten, table, wrap } from '../text/text.ts';
import { shortLine } from '../text/visible.ts';
import { renderCase } from './case.ts';
import { named } from './parts.ts';
import { leftBehindLines } from './terminal.ts';

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
      open(target, 'new', 'that nobody has explained', page),
      open(target, 'lost', 'of which nothing can be told', page),
      known(target, page),
      texts(target, page),
      unused(target, page),
    ]),
    leftBehindLines(
      fuzz.targets.map(({ target }) => target),
      { color, width: page.width },
    ),
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
  'kinds',
  'known',
  'texts',
  'lost',
  'new',
];

function summary({ targets }: JudgedFuzz, { width }: FuzzPage): string[] {
  const rows = targets.map((one) => {
    const json = targetJson(one);
    const counts = [json.cases, json.matched, json.diverged, json.unknown, json.skipped, json.judged];
    return [
      shortLine(named(json.name, json.version)),
      ...counts.map((number) => number.toLocaleString('en-US')),
      ...[json.kinds, json.known, json.advisory, json.lost, json.new].map(String),
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
    ...targets.flatMap((one) => judgedText(one).flatMap((line) => wrap(shortLine(line, 600), width))),
  ];
}

/** `dynalite: 120 of 500 sequences judged, 380 skipped: TransactWriteItems 300, Query 80`; nothing where all were. */
function judgedText({ target, beyond, ...rest }: JudgedTarget): string[] {
  if (target.skipped === 0) return [];
  const lacking = Object.entries(target.lacks)
    .sort(([, a], [, b]) => b - a)
    .map(([operation, number]) => `${operation} ${thousands(number)}`);
  const told = `${thousands(target.matched + target.diverged)} of ${count(target.cases, 'sequence')} judged`;
  const unplayed = target.skipped - Object.values(target.lacks).reduce((sum, number) => sum + number, 0);
  const reasons = [...lacking, ...(unplayed > 0 ? [`${thousands(unplayed)} not played to the end`] : [])].join(', ');
  const accepted = beyond === 0 ? '' : `, ${thousands(beyond)} of them for what its ledger says it lacks`;
  const few = tooFewJudged({ target, beyond, ...rest }) ? '; too few to tell' : '';
  return [`${target.name}: ${told}, ${thousands(target.skipped)} skipped: ${reasons}${accepted}${few}`];
}

const kindLine = ({ found }: Judged): string => {
  const { op, class: kind, path, expected, actual, with: features } = found.kind;
  const where = path === '' ? '' : ` at ${path}`;
  const when = features.length > 0 ? `; with ${features.join(', ')}` : '';
  return shortLine(`${op} ${kind}${where}: ${expected} → ${actual}${when}`, 600);
};

/** `3 kinds of difference, seen 12 times`. */
const amount = (judged: readonly Judged[]): string =>
  `${count(judged.length, 'kind')} of difference, seen ${count(differencesIn(judged), 'time')}`;

/** What stands open: each kind with its requests and both answers. */
function open({ target, judged }: JudgedTarget, status: 'new' | 'lost', what: string, page: FuzzPage): string[] {
  const color = pc.createColors(page.color);
  const own = ofStatus(judged, status);
  if (own.length === 0) return [];
  const full = own
    .slice(0, fullMax)
    .flatMap((one) => [
      ...wrap(`${one.found.fingerprint}  ${kindLine(one)}`, page.width, '✗ ').map((line) => color.red(line)),
      ...remarks(one).flatMap((remark) => wrap(shortLine(remark, 300), page.width, '    ')),
      ...shown(one, page).map((line) => `  ${line}`),
      `  repeat: ${page.repro(one)}`,
      '',
    ]);
  const more = own
    .slice(fullMax)
    .map((one) => shorten(`✗ ${one.found.fingerprint} (${one.found.count})  ${kindLine(one)}`, page.width));
  return [color.bold(`${target.name}: ${amount(own)}, ${what}`), ...full, ...more];
}

const remarks = ({ found }: Judged): string[] => [
  ...(found.detail === undefined ? [] : [found.detail]),
  ...(found.cut ? [notMadeSmaller] : []),
];

const linesMax = 60;

function shown({ found, target, status }: Judged, { width, color }: FuzzPage): string[] {
  const pair = { reference: found.transcripts.reference, target: found.transcripts.target };
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
  const listed = [...groups].slice(0, page.listedMax ?? 60);
  const lines = listed.flatMap(([reason, own]) =>
    wrap(
      `${thousands(differencesIn(own))} in ${count(own.length, 'kind')}: ${shortLine(reason, 400)}`,
      page.width,
      '≈ ',
    ),
  );
  return [
    color.bold(`${target.name}: ${amount(ofStatus(judged, 'known'))}, explained`),
    ...lines.map((line) => color.dim(line)),
    ...rest(groups.size - listed.length, 'explanation'),
  ];
}

function texts({ target, judged }: JudgedTarget, page: FuzzPage): string[] {
  const color = pc.createColors(page.color);
  const own = judged.filter(({ status }) => status === 'advisory');
  if (own.length === 0) return [];
  const listed = own.slice(0, page.listedMax ?? 60);
  return [
    color.bold(`${target.name}: ${amount(own)}, only in the words of a refusal; shown, and never failing`),
    ...listed.map((one) =>
      color.dim(shorten(`i ${one.found.fingerprint} (${one.found.count})  ${kindLine(one)}`, page.width)),
    ),
    ...rest(own.length - listed.length, 'kind'),
  ];
}

const rest = (left: number, of: string): string[] =>
  left > 0 ? [`… and ${count(left, `more ${of}`)}, all of them in --json`] : [];

const unused = ({ target, unused: left }: JudgedTarget, { width }: FuzzPage): string[] =>
  left.flatMap(({ reason }) => wrap(shortLine(`${target.name}: not seen in this run: ${reason}`, 300), width, '· '));

function sentence({ record, targets, planted }: JudgedFuzz, verdict: Verdict): string {
  const ended = record.cut === undefined ? '' : record.cut === 'time' ? ', until its time was over' : ', interrupted';
  const judged = Math.max(0, ...targets.map(({ target }) => target.matched + target.diverged));
  const played = judged < record.runs ? `${thousands(judged)} of ` : '';
  const asked = `${played}${count(record.runs, 'sequence')} on ${count(targets.length, 'target')}${ended}`;
  if (verdict === 'violated') {
    const missed = isMissed(planted)
      ? [`the planted bug ${planted.id} was not found in ${count(planted.sequences, 'sequence')}`]
      : [];
    const fresh = targets.flatMap(({ target, judged }) => {
      const { length } = ofStatus(judged, 'new');
      return length > 0 ? [`${count(length, 'new kind')} of difference on ${target.name}`] : [];
    });
    return shortLine(`violated: ${[...missed, ...fresh].join('; ')}${ended}.`, 1000);
  }
  if (verdict === 'holds') return `holds: ${asked}, ${heldText(targets)}.`;
  return shortLine(`could not tell: ${[asked, ...targets.flatMap(doubtsOf)].join('; ')}.`, 1000);
}

/** Why nothing can be told of a target. */
function doubtsOf(one: JudgedTarget): string[] {
  const { target, judged, accepted } = one;
  if (target.unavailable !== undefined) return [`${target.name} could not be asked`];
  const lost = ofStatus(judged, 'lost').length;
  const unknown = target.unknown - accepted;
  return [
    ...(unknown > 0 ? [`${count(unknown, 'sequence')} without a verdict on ${target.name}`] : []),
    ...(lost > 0 ? [`${count(lost, 'kind')} not seen again or without an answer on ${target.name}`] : []),
    ...(tooFewJudged(one) ? [`too few judged on ${target.name}`] : []),
    ...(target.leftovers.length > 0
      ? [`${count(target.leftovers.length, 'thing')} left behind on ${target.name}`]
      : []),
  ];
}

function heldText(targets: readonly JudgedTarget[]): string {
  const all = targets.flatMap(({ judged }) => judged);
  const [known, texts] = [ofStatus(all, 'known').length, ofStatus(all, 'advisory').length];
  if (known + texts === 0) return 'no difference';
  const parts = [
    ...(known > 0 ? [`${thousands(known)} explained`] : []),
    ...(texts > 0 ? [`${thousands(texts)} only in words`] : []),
  ];
  return `${count(known + texts, 'kind')} of difference: ${parts.join(', ')}`;
}
