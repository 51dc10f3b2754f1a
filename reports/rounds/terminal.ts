/** Rounds for a terminal or a pipe. */
import pc from 'picocolors';
import { anomalyKinds } from '../../suites/rounds/anomaly.ts';
import type { RoundRecord, RoundsTarget } from '../../suites/rounds/record.ts';
import type { Envelope } from '../../suites/runner/record.ts';
import { count, duration, thousands } from '../text/format.ts';
import { type Column, table } from '../text/table.ts';
import { shortLine, visibleLine } from '../text/visible.ts';
import { shorten, wrap } from '../text/width.ts';
import { type Fault, faultsOf, type RoundsRecord } from './summary.ts';

interface Page {
  readonly envelope: Envelope;
  readonly record: RoundsRecord;
  readonly width: number;
  readonly color: boolean;
  /** The command that plays a round again. */
  readonly repro: (target: string, round: string) => string;
}

const head: Column[] = [
  { title: 'target', shrinks: 12 },
  { title: 'version', spare: 2 },
  { title: 'rounds', right: true },
  { title: 'calls', right: true },
  { title: 'disturbed', right: true },
  { title: 'whole again', spare: 1 },
  { title: 'violated', right: true },
  { title: 'known', right: true },
  { title: 'unknown', right: true },
];

export function renderRounds(page: Page): string {
  const { envelope, record, width } = page;
  const color = pc.createColors(page.color);
  const { command, version, seed, durationMs, verdict } = envelope;
  const { targets } = record;
  const sections = [
    [color.dim([`parallax ${version}`, command, `seed ${seed}`, duration(durationMs)].join(' · '))],
    table(head, targets.map(rowOf), width),
    ...faultsOf(targets, 'new').map((fault) => faultLines(fault, color.red('violated'), page)),
    ...faultsOf(targets, 'once').map((fault) => faultLines(fault, color.yellow('shown once'), page)),
    knownLines(targets, page),
    openLines(targets, page),
  ];
  const paint = { holds: color.green, violated: color.red, unknown: color.yellow }[verdict];
  const last = [
    color.dim('─'.repeat(Math.min(width, 80))),
    color.bold(paint(`${verdict === 'unknown' ? 'no verdict' : verdict}: ${sentence(record)}.`)),
  ];
  return [...sections, last]
    .filter((lines) => lines.length > 0)
    .map((lines) => lines.join('\n'))
    .join('\n\n');
}

function rowOf({ name, version, rounds }: RoundsTarget): string[] {
  const sum = (of: (round: RoundRecord) => number): string => thousands(rounds.reduce((all, one) => all + of(one), 0));
  const times = rounds.flatMap(({ wholeMs }) => wholeMs ?? []).sort((a, b) => a - b);
  const middle = times[Math.floor(times.length / 2)];
  const whole = middle === undefined ? '' : `${duration(middle)}, at most ${duration(times.at(-1) ?? 0)}`;
  return [
    ...[name, version, thousands(rounds.length), sum(({ operations }) => operations)],
    ...[sum(({ disturbances }) => disturbances), whole],
    ...[sum(({ verdict }) => Number(verdict === 'violated'))],
    ...[sum(({ anomalies }) => Number(anomalies.some(({ status }) => status === 'known')))],
    ...[sum(({ verdict }) => Number(verdict === 'unknown'))],
  ];
}

/** Lines of a timeline; the file of the history has all. */
const shownMost = 24;

function faultLines({ target, what, anomaly, rounds }: Fault, word: string, { width, repro }: Page): string[] {
  const { kind, where, operation, expected, actual, seen, of, shown } = anomaly;
  const [first] = rounds;
  const lines = (label: string, text: string): string[] =>
    wrap(`${label}${shortLine(text, 600)}`, width - 2, '            ').map((line) => `  ${line}`);
  return [
    `${word}  ${target}  ${what}: ${anomalyKinds[kind]}`,
    ...lines('where     ', [where, ...(operation ? [operation] : [])].join(', ')),
    ...lines('expected  ', expected),
    ...lines('seen      ', actual),
    ...(shown ?? '')
      .split('\n')
      .slice(0, shownMost)
      .filter((line) => line !== '')
      .map((line) => `    ${shorten(visibleLine(line), width - 4)}`),
    ...lines('rate      ', `${seen} of ${count(of, 'play')}; ${count(rounds.length, 'round')}`),
    `  ${repro(target, first?.name ?? '')}`,
  ];
}

function knownLines(targets: readonly RoundsTarget[], { width }: Page): string[] {
  const faults = faultsOf(targets, 'known');
  const byReason = new Map<string, number>();
  for (const { target, anomaly, rounds } of faults) {
    const text = `${target}: ${anomaly.reason}`;
    byReason.set(text, (byReason.get(text) ?? 0) + rounds.length);
  }
  if (byReason.size === 0) return [];
  const lines = [...byReason].flatMap(([text, number]) =>
    wrap(`${shortLine(text, 400)} (${count(number, 'round')})`, width - 2, '  ').map((line) => `  ${line}`),
  );
  return ['known, accepted by the ledger:', ...lines];
}

const whyCut = { interrupted: 'interrupted', time: 'the time was up' } as const;

function openLines(targets: readonly RoundsTarget[], { width }: Page): string[] {
  const lines = targets.flatMap(({ name, unavailable, cut, rounds, planned, leftOut, leftovers }) => {
    const why = new Map<string, number>();
    for (const { detail } of rounds) if (detail !== undefined) why.set(detail, (why.get(detail) ?? 0) + 1);
    return [
      ...(unavailable ? [`${name} is unavailable: ${unavailable.reason}; ${unavailable.remedy}`] : []),
      ...(cut && rounds.length < planned ? [`${name}: ${whyCut[cut]} after ${count(rounds.length, 'round')}`] : []),
      ...leftovers.map((one) => `${name}: ${one.kind} ${one.name} is still there: ${one.why}`),
      ...leftOut.map((one) => `${name}: ${one.name} is left out, since it does not work undisturbed: ${one.why}`),
      ...[...why].map(([detail, number]) => `${name}: no verdict on ${count(number, 'round')}: ${detail}`),
    ];
  });
  return lines.flatMap((line) => wrap(shortLine(line, 500), width, '  '));
}

function sentence({ targets }: RoundsRecord): string {
  const rounds = targets.flatMap((target) => target.rounds);
  const number = (verdict: RoundRecord['verdict']): number => rounds.filter((one) => one.verdict === verdict).length;
  const faults = faultsOf(targets, 'new').length;
  const parts = [
    `${count(rounds.length, 'round')} on ${count(targets.length, 'target')}`,
    ...(faults > 0 ? [`${count(faults, 'new fault')} in ${count(number('violated'), 'round')}`] : []),
    ...(number('unknown') > 0 ? [`no verdict on ${count(number('unknown'), 'round')}`] : []),
  ];
  return parts.join(', ');
}
