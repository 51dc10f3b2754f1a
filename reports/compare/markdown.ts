/** A comparison as a review, to be posted under a pull request: what blocks first, one entry a cause. */
import type { Json } from '../../oracles/values/types.ts';
import type { Envelope } from '../../suites/runner/record.ts';
import { jsonLines } from '../render/json-diff.ts';
import { commentMax, folded, within } from '../render/markdown/blocks.ts';
import { named } from '../render/parts.ts';
import type { Catalogue } from '../report.ts';
import { count, duration, thousands } from '../text/format.ts';
import { cellCode, code, fenced, markdownTable, prose } from '../text/markdown-text.ts';
import { clipped, jsonLine, visible } from '../text/visible.ts';
import { type Cause, causesOf } from './causes.ts';
import { type Comparison, countsText, doubtsOf, having, triedText, verdictOfComparison } from './comparison.ts';
import type { Change, Difference, Three } from './difference.ts';

interface Options {
  readonly catalogue: Catalogue;
  /** Default: those of a comment. */
  readonly charactersMax?: number;
}

/** The most causes with request and answers. The others have a line each. */
const wholeMax = 12;

export function comparisonMarkdown(envelope: Envelope, comparison: Comparison, options: Options): string {
  const of = (change: Change): Cause[] => causesOf(having(comparison, change));
  const regressed = of('regressed');
  const blocks = [
    title(comparison, regressed),
    summary(envelope, comparison),
    ...missing(comparison),
    ...(regressed.length === 0 ? [] : ['### Blocking: what head newly breaks']),
    ...regressed.slice(0, wholeMax).map((cause, at) => entry(at + 1, cause, options.catalogue)),
    ...listed('More that head newly breaks', regressed.slice(wholeMax)),
    ...listed('Without a verdict: look at these before you trust the rest', of('unknown')),
    ...listed('On head alone, and nothing written says what is right: not blocking', of('new')),
    ...listed('Fixed by head', of('fixed')),
    ...listed('Still diverging: wrong on base and on head', of('still')),
  ];
  return within(blocks, options.charactersMax ?? commentMax, 'the JSON of --json');
}

const signs = { holds: '✓', violated: '✗', unknown: '?' } as const;

function title(comparison: Comparison, regressed: readonly Cause[]): string {
  const verdict = verdictOfComparison(comparison);
  const words = {
    holds: 'head breaks nothing that base does right',
    violated: `head breaks ${count(regressed.length, 'thing')} that base does right, or less wrong`,
    unknown: `no verdict: ${doubtsOf(comparison).join('; ')}`,
  }[verdict];
  return `## ${signs[verdict]} Parallax: ${prose(words, 600)}`;
}

function summary(envelope: Envelope, comparison: Comparison): string {
  const { sides, reference } = comparison;
  const side = (name: 'base' | 'head'): string => `${code(named(sides[name].name, sides[name].version))}`;
  return [
    `| | |`,
    `| --- | --- |`,
    `| base | ${side('base').replaceAll('|', '\\|')} |`,
    `| head | ${side('head').replaceAll('|', '\\|')} |`,
    `| right is | what ${prose(reference)} answers |`,
    `| places | ${prose(countsText(comparison), 600)} |`,
    `| tried | ${prose(triedText(comparison), 600)} |`,
    `| run | parallax ${prose(envelope.version)}, seed ${code(envelope.seed)}, ${duration(envelope.durationMs)} |`,
  ].join('\n');
}

const missing = ({ sides }: Comparison): string[] =>
  (['base', 'head'] as const).flatMap((side) => {
    const { unavailable } = sides[side];
    return unavailable === undefined
      ? []
      : [
          `**${side} could not be reached**: ${prose(unavailable.reason, 1000)} Next: ${prose(unavailable.remedy, 600)}.`,
        ];
  });

function entry(number: number, cause: Cause, catalogue: Catalogue): string {
  const { representative: one, severity, members } = cause;
  const place = [one.case, one.step === '' ? '' : `step ${one.step}`, one.path]
    .filter((part) => part !== '')
    .join(', ');
  return [
    `#### ${number}. ${prose(cause.title, 400)}`,
    `**${severity}** · ${prose(one.class)} · ${prose(one.certainty)} · ${shownIn(cause)}`,
    ...(one.because === '' ? [] : [prose(one.because, 1000)]),
    ...findings(cause, catalogue),
    ...request(one),
    markdownTable(
      [cellCode(place, 200), 'answer'],
      [
        ['right', valueCell(one.values.reference)],
        ['base', valueCell(one.values.base, 'as it should be')],
        ['**head**', valueCell(one.values.head)],
      ],
    ),
    ...answers(one.answers),
    fenced(one.repro, 'sh'),
    ...(members.length > 1 ? [others(cause)] : []),
  ].join('\n\n');
}

const shownIn = ({ members }: Cause): string => {
  const cases = new Set(members.map((member) => member.case)).size;
  return members.length === 1 ? 'in 1 place' : `in ${thousands(members.length)} places of ${count(cases, 'case')}`;
};

const valueCell = (value: Json | undefined, otherwise = 'nothing there'): string =>
  value === undefined || value === null
    ? `_${otherwise}_`
    : cellCode(typeof value === 'string' ? value : jsonLine(value), 500);

function findings({ members }: Cause, catalogue: Catalogue): string[] {
  const all = members.flatMap((member) => member.findings);
  const often = (id: string): number => all.filter((one) => one === id).length;
  const ids = [...new Set(all)].sort((a, b) => often(b) - often(a));
  const known = ids.slice(0, 3).map((id) => {
    const finding = catalogue.get(id);
    return finding === undefined ? code(id) : `${code(id)} ${prose(finding.title)} (${finding.severity})`;
  });
  return ids.length === 0
    ? []
    : [`Finding: ${known.join('; ')}${ids.length > 3 ? `; and ${ids.length - 3} more` : ''}`];
}

function request({ request: sent }: Difference): string[] {
  if (sent === undefined) return [];
  const by = sent.account === undefined ? '' : ', by the second account';
  const headers = sent.headers === undefined ? '' : ` with the headers ${code(JSON.stringify(sent.headers))}`;
  const body =
    sent.body === undefined ? fenced(jsonLines(sent.input).join('\n'), 'json', 2000) : fenced(sent.body, '', 2000);
  return [`Request: ${code(sent.op)}${by}${headers}`, body];
}

const answerMax = 1200;

/** Side by side; what is equal stands once. */
function answers({ reference, base, head }: Three): string[] {
  const sides: [string, Json | undefined][] = [
    ['right', reference],
    ['base', base],
    ['head', head],
  ];
  const columns = new Map<string, string[]>();
  for (const [name, answer] of sides)
    if (answer !== undefined && answer !== null)
      columns.set(plain(answer), [...(columns.get(plain(answer)) ?? []), name]);
  if (columns.size < 2)
    return [...columns].map(([answer, [name]]) => folded(`What ${name} shows`, fenced(answer, '', 3000)));
  const heads = [...columns.values()].map((names) => `<th>${names.join(' and ')}</th>`).join('');
  const cells = [...columns.keys()]
    .map((answer) => `<td valign="top"><pre>${preformatted(answer)}</pre></td>`)
    .join('');
  return [folded('The whole answers side by side', `<table><tr>${heads}</tr><tr>${cells}</tr></table>`)];
}

/** A blank line would end the HTML around it, and a mention works inside of it. */
const preformatted = (text: string): string =>
  clipped(visible(text), answerMax)
    .replace(/[&<>@]/g, (sign) => `&#${sign.charCodeAt(0)};`)
    .replace(/\n{2,}/g, '\n');

/** A timeline is a list of lines. */
const plain = (answer: Json): string =>
  Array.isArray(answer) && answer.every((line) => typeof line === 'string')
    ? answer.join('\n')
    : jsonLines(answer).join('\n');

const othersMax = 12;

function others({ members, representative }: Cause): string {
  const rest = members.filter((member) => member !== representative);
  const rows = rest
    .slice(0, othersMax)
    .map((one) => [
      cellCode(one.fingerprint),
      cellCode(one.case),
      prose(one.step),
      prose(one.class),
      prose(one.path, 80),
    ]);
  const left = rest.length > othersMax ? [[`… and ${thousands(rest.length - othersMax)} more`, '', '', '', '']] : [];
  return folded(
    `Also in ${count(rest.length, 'other place')}`,
    markdownTable(['fingerprint', 'case', 'step', 'class', 'path'], [...rows, ...left]),
  );
}

const perPage = 40;

/** A folded table, a line a cause, in pieces, so that the size limit drops a piece and not the whole table. */
function listed(name: string, causes: readonly Cause[]): string[] {
  const places = causes.reduce((sum, { members }) => sum + members.length, 0);
  const pages = Array.from({ length: Math.ceil(causes.length / perPage) }, (_, at) =>
    causes.slice(at * perPage, (at + 1) * perPage),
  );
  const numbers = `${count(causes.length, 'cause')}, ${count(places, 'place')}`;
  return pages.map((page, at) => {
    const part = pages.length > 1 ? `, part ${at + 1} of ${pages.length}` : '';
    return folded(
      `${name} (${numbers}${part})`,
      markdownTable(['severity', 'what', 'places', 'right', 'base', 'head', 'repeat'], page.map(row), [2]),
    );
  });
}

function row({ title: what, severity, members, representative: one }: Cause): string[] {
  const { reference, base, head } = one.values;
  const short = (value: Json | undefined): string =>
    value === undefined || value === null ? '' : cellCode(typeof value === 'string' ? value : jsonLine(value), 60);
  const otherwise = one.otherwise ? ' (in another way)' : '';
  const detail = one.detail === undefined ? '' : ` (${prose(one.detail, 120)})`;
  return [
    ...[severity, `${prose(what, 160)}${otherwise}${detail}`, thousands(members.length)],
    ...[short(reference), short(base), short(head), cellCode(one.fingerprint)],
  ];
}
