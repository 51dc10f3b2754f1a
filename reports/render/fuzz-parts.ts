/** The texts that every rendering of a fuzz run shows. */
import {
  differencesIn,
  type FuzzKind,
  type FuzzPart,
  type FuzzStatus,
  type FuzzTargetResult,
  ofStatus,
} from '../fuzz/explain.ts';
import { notMadeSmaller, targetJson } from '../fuzz/json.ts';
import { witnessRemarks } from '../fuzz/witnesses.ts';
import { count } from '../text/format.ts';
import { renderCase } from './case.ts';

export const countColumns = [
  ...['target', 'sequences', 'same', 'differ', 'no verdict', 'skipped'],
  ...['answers', 'kinds', 'known', 'texts', 'unclear', 'new'],
] as const;

/** The counts, in the order of the table's columns, without the target. */
export function countsOf(result: FuzzTargetResult): number[] {
  const json = targetJson(result);
  return [
    ...[json.cases, json.matched, json.diverged, json.unknown, json.skipped, json.judged],
    ...[json.kinds, json.known, json.advisory, json.lost, json.new],
  ];
}

const titles = {
  new: 'unexplained',
  lost: 'unclear',
  known: 'explained',
  advisory: 'only in the wording of an error; these never fail a run',
} as const satisfies Record<FuzzStatus, string>;

/** `dynalite: 3 kinds of difference, seen 12 times, explained`. */
export function statusHead({ target, kinds }: FuzzTargetResult, status: FuzzStatus): string {
  const own = ofStatus(kinds, status);
  const amount = `${count(own.length, 'kind')} of difference, seen ${count(differencesIn(own), 'time')}`;
  return `${target.name}: ${amount}, ${titles[status]}`;
}

export const signs = { new: '✗', lost: '?', known: '≈', advisory: 'i' } as const satisfies Record<FuzzStatus, string>;

/** Reasons of explanations that matched nothing. Empty when only one sequence was played, since that says nothing. */
export const unusedReasons = ({ runs }: FuzzPart, { unused }: FuzzTargetResult): string[] =>
  runs > 1 ? unused.map(({ reason }) => reason) : [];

/** `Scan rows-extra at Items: absent → list; with PutItem Item {gk}`. */
export function kindText({ found }: FuzzKind): string {
  const { op, class: kind, path, expected, actual, with: features } = found.kind;
  const where = path === '' ? '' : ` at ${path}`;
  const when = features.length > 0 ? `; with ${features.join(', ')}` : '';
  return `${op} ${kind}${where}: ${expected} → ${actual}${when}`;
}

/** Its requests and both answers, without the header lines of the case. */
export function sequenceText({ found, target }: FuzzKind): string {
  const lines = renderCase(found.case, target, found.transcripts, [], { color: false, width: 120 })
    .split('\n')
    .slice(2);
  return lines.join('\n').trim();
}

/** Notes on the sequence for readers. */
export const remarksOf = ({ found: { detail, cut, divergence, witnesses = [] } }: FuzzKind): string[] => [
  ...(divergence?.invariant === undefined ? [] : [`It breaks an invariant: ${divergence.title}`]),
  ...(detail === undefined ? [] : [detail]),
  ...(cut ? [notMadeSmaller] : []),
  ...witnessRemarks(witnesses),
];

interface Explained {
  /** Why it is accepted, and the source of the right answer. */
  reason: string;
  kinds: FuzzKind[];
}

/** Known kinds, grouped by reason. */
export function byExplanation(known: readonly FuzzKind[]): Explained[] {
  const groups = new Map<string, FuzzKind[]>();
  for (const kind of known) {
    const { reason, how } = kind.explanation ?? { reason: '', how: '' };
    const text = `${reason} (${how})`;
    groups.set(text, [...(groups.get(text) ?? []), kind]);
  }
  return [...groups].map(([reason, kinds]) => ({ reason, kinds }));
}
