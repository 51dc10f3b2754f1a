/** A night for a terminal, and as Markdown for the summary of a job. */
import { count, duration, thousands } from '../text/format.ts';
import { alignedTable, cellCode, code, prose } from '../text/markdown-text.ts';
import { table } from '../text/table.ts';
import { shortLine } from '../text/visible.ts';
import { wrap } from '../text/width.ts';
import type { NightChange } from './compare.ts';
import type { Night } from './record.ts';
import { type NightSummary, summaryOf } from './summary.ts';

/** Changes that are listed; a page for a person to read says how many more there are. */
const listedMost = 50;

const heads = ['suite', 'target', 'version', 'results', 'judged', 'skipped', 'unknown', 'known', 'new'] as const;

/** @param say how a text that the store or the user chose is shown */
const rowsOf = ({ counts }: NightSummary, say: (text: string) => string): string[][] =>
  counts.map(({ suite, target, version, results, judged, skipped, unknown, known, new: fresh }) => [
    ...[suite, say(target), version === 'unknown' ? '' : say(version)],
    ...[results, judged, skipped, unknown, known, fresh].map(thousands),
  ]);

interface Section {
  readonly title: string;
  readonly changes: readonly NightChange[];
}

function sectionsOf({ since, comparedWith }: NightSummary): Section[] {
  const all: Section[] = [
    { title: comparedWith === undefined ? 'Not accepted' : 'New', changes: since.new },
    { title: 'Not accepted, and there before', changes: since.open },
    { title: 'Flaky: both answers of one version', changes: since.flaky },
    { title: 'Gone', changes: since.gone },
  ];
  return all.filter(({ changes }) => changes.length > 0);
}

/** What is no change of a result: units without an end or a verdict, stale entries, slower units. One line each. */
function remarksOf({ open, unknown, stale, since }: NightSummary): string[] {
  return [
    ...open.map((unit) => `not played: ${unit}`),
    ...unknown.map(({ unit, detail }) => `no verdict: ${unit}${detail === undefined ? '' : `: ${shortLine(detail)}`}`),
    ...[...stale].map(
      ([target, entries]) =>
        `${count(entries.length, 'ledger entry', 'ledger entries')} of ${shortLine(target)} no longer seen: ${shortLine(entries.join(', '))}`,
    ),
    ...since.slower.map(
      ({ unit, durationMs, usualMs }) => `slower: ${unit} took ${duration(durationMs)}, usually ${duration(usualMs)}`,
    ),
  ];
}

/** The last line of a night. */
function nightSentence(summary: NightSummary): string {
  const { since, verdict, open, unknown, comparedWith } = summary;
  const against = comparedWith === undefined ? 'no earlier night' : `since ${comparedWith}`;
  const changes = `${since.new.length} new, ${since.open.length} open, ${since.gone.length} gone, ${since.flaky.length} flaky, ${thousands(since.known)} known; ${against}`;
  const undecided = open.length + unknown.length;
  const rest = undecided === 0 ? '' : `; ${count(undecided, 'unit')} without a verdict`;
  return `${verdict === 'unknown' ? 'no verdict' : verdict}: ${changes}${rest}.`;
}

export function renderNight(summary: NightSummary, width: number): string {
  const columns = heads.map((title, at) => ({
    title,
    ...(at > 2 && { right: true }),
    ...(at === 1 && { shrinks: 12 }),
  }));
  const changes = sectionsOf(summary).flatMap(({ title, changes: all }) => [
    ...['', `${title} (${thousands(all.length)})`],
    ...all
      .slice(0, listedMost)
      .flatMap((one) => [
        ...wrap(`${one.severity}  ${one.suite} ${shortLine(one.target)}  ${shortLine(one.title)}`, width - 2).map(
          (line) => `  ${line}`,
        ),
        ...(one.repro === undefined ? [] : [`    ${shortLine(one.repro)}`]),
      ]),
    ...(all.length > listedMost ? [`  and ${thousands(all.length - listedMost)} more`] : []),
  ]);
  const remarks = remarksOf(summary);
  return [
    ...table(columns, rowsOf(summary, shortLine), width),
    ...changes,
    ...(remarks.length > 0 ? ['', ...remarks.flatMap((line) => wrap(line, width))] : []),
    '',
    nightSentence(summary),
  ].join('\n');
}

export function nightMarkdown(summary: NightSummary): string {
  const { head } = summary.night;
  const changes = sectionsOf(summary).flatMap(({ title, changes: all }) => [
    ...[`## ${title} (${thousands(all.length)})`, ''],
    ...all.slice(0, listedMost).map((one) => {
      const again = one.repro === undefined ? '' : `<br>${code(one.repro)}`;
      return `- **${one.severity}** ${one.suite} on ${code(one.target)}: ${prose(one.title)} (since ${one.since.slice(0, 10)})${again}`;
    }),
    ...(all.length > listedMost ? [`- and ${thousands(all.length - listedMost)} more`] : []),
    '',
  ]);
  const remarks = remarksOf(summary);
  return [
    ...[`# Night of ${head.startedAt.slice(0, 10)}`, '', `**${nightSentence(summary)}**`, ''],
    ...[`Parallax ${head.version}, seed ${code(head.seed)}.`, '', alignedTable(heads, rowsOf(summary, cellCode)), ''],
    ...changes,
    ...(remarks.length > 0 ? ['## Remarks', '', ...remarks.map((line) => `- ${prose(line)}`), ''] : []),
  ].join('\n');
}

/** One row a night, the newest last: what was judged and found, and how it compares with the one before. */
export function trendRows(nights: readonly Night[]): string[][] {
  return nights.map((night, at) => {
    const { since, counts, verdict } = summaryOf(night, nights.slice(0, at));
    const sum = (of: (one: (typeof counts)[number]) => number): number => counts.reduce((all, one) => all + of(one), 0);
    return [
      ...[night.head.startedAt.slice(0, 16).replace('T', ' '), night.head.version, verdict],
      ...[sum((one) => one.judged), sum((one) => one.known), since.new.length + since.open.length].map(thousands),
      ...[since.new.length, since.gone.length, since.flaky.length].map(thousands),
      duration([...night.ends.values()].reduce((all, { durationMs }) => all + durationMs, 0)),
    ];
  });
}

const trendHeads = ['night', 'version', 'verdict', 'judged', 'known', 'not accepted', 'new', 'gone', 'flaky', 'work'];

export const renderTrend = (nights: readonly Night[], width: number): string =>
  table(
    trendHeads.map((title, at) => ({ title, ...(at > 2 && { right: true }) })),
    trendRows(nights),
    width,
  ).join('\n');
