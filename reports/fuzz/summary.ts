/** What a fuzz run contributes to the verdict of a report and to the verdict sentence. */
import { areTooFew } from '../judged.ts';
import { count, thousands } from '../text/format.ts';
import { type FuzzPart, type FuzzTargetResult, ofStatus, type Planted } from './explain.ts';

/** Whether a planted bug was looked for and not found. */
const isMissed = (planted: Planted | undefined): planted is Planted =>
  planted !== undefined && !planted.found && planted.sequences > 0;

/** The reasons for a violation. An interrupted run may just not have reached its planted bug, so missing it is no violation. */
export function fuzzViolations({ targets, planted }: FuzzPart, interrupted: boolean): string[] {
  const fresh = targets.flatMap(({ target, kinds }) => {
    const { length } = ofStatus(kinds, 'new');
    return length > 0 ? [`${count(length, 'new kind')} of difference on ${target.name}`] : [];
  });
  const missed =
    isMissed(planted) && !interrupted
      ? [`the planted bug ${planted.id} was not found in ${count(planted.sequences, 'sequence')}`]
      : [];
  return [...missed, ...fresh];
}

/** The reasons for no verdict, beside those that all commands share. */
export const fuzzDoubts = ({ targets, runs }: FuzzPart): string[] => [
  ...(runs === 0 ? ['no sequence was played'] : []),
  ...targets.flatMap(doubtsOf),
];

function doubtsOf(one: FuzzTargetResult): string[] {
  const { target, kinds, accepted } = one;
  if (target.unavailable !== undefined) return [];
  const lost = ofStatus(kinds, 'lost').length;
  const unknown = target.unknown - accepted;
  return [
    ...(unknown > 0 ? [`${count(unknown, 'sequence')} without a verdict on ${target.name}`] : []),
    ...(lost > 0 ? [`${count(lost, 'kind')} not reproduced, or without an answer, on ${target.name}`] : []),
    ...(tooFewJudged(one) ? [`too few judged on ${target.name}`] : []),
  ];
}

/** Whether too few sequences were judged for a verdict. Sequences outside of the target's scope do not count. */
function tooFewJudged({ target, accepted, beyond }: FuzzTargetResult): boolean {
  const sequences = target.matched + target.diverged;
  return target.judged === 0 || areTooFew(sequences, target.cases - accepted - beyond);
}

/** `40 of 60 sequences on 1 target`, and the kinds found: `26 kinds of difference: 26 explained`. */
export function fuzzScope({ runs, targets, cut }: FuzzPart): string[] {
  const judged = Math.max(0, ...targets.map(({ target }) => target.matched + target.diverged));
  const played = judged < runs ? `${thousands(judged)} of ` : '';
  return [
    `${played}${count(runs, 'sequence')} on ${count(targets.length, 'target')}`,
    ...(cut === 'time' ? ['until the time was up'] : []),
    foundText(targets),
  ];
}

function foundText(targets: readonly FuzzTargetResult[]): string {
  const all = targets.flatMap(({ kinds }) => kinds);
  if (all.length === 0) return 'no difference';
  const parts = statuses.flatMap(([status, words]) => {
    const { length } = ofStatus(all, status);
    return length > 0 ? [`${thousands(length)} ${words}`] : [];
  });
  return `${count(all.length, 'kind')} of difference: ${parts.join(', ')}`;
}

const statuses = [
  ['new', 'new'],
  ['known', 'explained'],
  ['advisory', 'only in wording'],
  ['lost', 'unclear'],
] as const;

/** `120 of 500 sequences judged, 380 skipped: TransactWriteItems 300, Query 80`; undefined when none was skipped. */
export function sequencesText(one: FuzzTargetResult): string | undefined {
  const { target, beyond } = one;
  if (target.skipped === 0) return undefined;
  const judged = `${thousands(target.matched + target.diverged)} of ${count(target.cases, 'sequence')} judged`;
  const accepted = beyond === 0 ? '' : `, ${thousands(beyond)} of them for operations that its ledger lists as gaps`;
  const few = tooFewJudged(one) ? '; too few for a verdict' : '';
  return `${judged}, ${thousands(target.skipped)} skipped: ${skipReasons(one)}${accepted}${few}`;
}

function skipReasons({ target }: FuzzTargetResult): string {
  const lacking = Object.entries(target.lacks).sort(([, a], [, b]) => b - a);
  const unplayed = target.skipped - lacking.reduce((sum, [, number]) => sum + number, 0);
  return [
    ...lacking.map(([operation, number]) => `${operation} ${thousands(number)}`),
    ...(unplayed > 0 ? [`${thousands(unplayed)} not played to the end`] : []),
  ].join(', ');
}
