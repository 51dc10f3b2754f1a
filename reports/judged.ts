/** How much of a target was judged, and why the rest was not. A skipped case is not a passed case. */
import type { CaseRecord, TargetRecord } from '../suites/runner/record.ts';
import { count, thousands } from './text/format.ts';

/** The cases that were skipped for one reason. */
export interface Skip {
  /** The missing operation; or else the reason. */
  label: string;
  /** The whole reason. Where reasons differ only in their first words, such as a waiting time, these words are left out. */
  detail: string;
  /** Why the ledger accepts it. */
  accepted?: string;
  cases: string[];
}

const isSkipped = ({ verdict }: CaseRecord): boolean => verdict === 'skipped' || verdict === 'unsupported';

/** In order of the number of cases, largest first. */
export function skipsOf({ results }: TargetRecord): Skip[] {
  const groups = new Map<string, CaseRecord[]>();
  for (const result of results.filter(isSkipped)) {
    const key = JSON.stringify([result.lacks ?? tail(detailOf(result)), result.accepted]);
    groups.set(key, [...(groups.get(key) ?? []), result]);
  }
  return [...groups.values()].map(skipOf).sort((a, b) => b.cases.length - a.cases.length);
}

const detailOf = ({ detail, verdict }: CaseRecord): string => detail ?? verdict;
const tail = (detail: string): string => detail.slice(detail.indexOf(': ') + 1).trim();

function skipOf(results: readonly CaseRecord[]): Skip {
  const details = [...new Set(results.map(detailOf))];
  const [first = ''] = details;
  const detail = details.length === 1 ? first : tail(first);
  const { lacks, accepted } = results[0] ?? {};
  const cases = results.map((result) => result.case);
  return { label: lacks ?? detail, detail, ...(accepted !== undefined && { accepted }), cases };
}

/** The cases that count: all except those that the ledger accepts as unanswered. */
const expected = ({ cases, results }: TargetRecord): number =>
  cases - results.filter(({ accepted }) => accepted !== undefined).length;

/** Whether so many, of all that count, are too few for a verdict: none, or less than half. */
export const areTooFew = (judged: number, all: number): boolean => judged === 0 || judged * 2 < all;

/** Whether too little was judged for a verdict. */
export const tooLittleJudged = (target: TargetRecord): boolean => areTooFew(target.judged, expected(target));

/** The most operations named in the sentence. The list below it has all. */
const namedMax = 4;

/** `102 of 157 judged, 55 skipped: Query 30, Scan 20, 5 for other reasons`. */
export function judgedText(target: TargetRecord): string {
  const skips = skipsOf(target);
  const lacking = skips.filter(({ label, detail }) => label !== detail);
  const named = lacking.slice(0, namedMax).map(({ label, cases }) => `${label} ${cases.length}`);
  const all = skips.reduce((sum, { cases }) => sum + cases.length, 0);
  const rest = all - lacking.slice(0, namedMax).reduce((sum, { cases }) => sum + cases.length, 0);
  const others = rest === 0 ? [] : [named.length === 0 ? (skips[0]?.detail ?? '') : `${rest} for other reasons`];
  const reasons = [...named, ...others].join(', ');
  const lost = target.results.filter((result) => result.accepted !== undefined && !isSkipped(result)).length;
  return [
    `${thousands(target.judged)} of ${thousands(target.cases)} judged`,
    ...(all > 0 ? [`${all} skipped: ${reasons}`] : []),
    ...(lost > 0 ? [`${lost} accepted without a verdict`] : []),
    ...(target.unknown > 0 ? [`${count(target.unknown, 'case')} without a verdict`] : []),
  ].join(', ');
}

/** Targets with skipped cases. */
export const partlyJudged = (targets: readonly TargetRecord[]): TargetRecord[] =>
  targets.filter((target) => target.unavailable === undefined && target.results.some(isSkipped));
