/** Sums up a night: per target and suite, and its verdict. */
import type { Verdict } from '../../suites/runner/record.ts';
import { type Since, sinceOf } from './compare.ts';
import { openUnits } from './merge.ts';
import type { Night, NightEnd, NightResult, Suite } from './record.ts';

interface NightCount {
  readonly suite: Suite;
  readonly target: string;
  readonly version: string;
  /** Each result counts once, as judged, skipped or unknown. */
  readonly results: number;
  readonly judged: number;
  readonly skipped: number;
  readonly unknown: number;
  /** Faults that are accepted, and those that are not. */
  readonly known: number;
  readonly new: number;
}

export interface NightSummary {
  readonly night: Night;
  readonly since: Since;
  /** When the night began that it is compared with; undefined for a first night. */
  readonly comparedWith: string | undefined;
  readonly counts: readonly NightCount[];
  /** Units that have not ended. */
  readonly open: readonly string[];
  /** Units that ended without a verdict. */
  readonly unknown: readonly NightEnd[];
  /** Ledger entries of what is no longer seen, by target. */
  readonly stale: ReadonlyMap<string, readonly string[]>;
  readonly verdict: Verdict;
}

/** @param before earlier nights, oldest first */
export function summaryOf(night: Night, before: readonly Night[]): NightSummary {
  const since = sinceOf(night, before);
  const ends = [...night.ends.values()];
  const open = openUnits(night);
  const unknown = ends.filter(({ verdict }) => verdict === 'unknown');
  const stale = staleOf(ends);
  return {
    ...{ night, since, comparedWith: before.at(-1)?.head.startedAt, counts: countsOf(night.results) },
    ...{ open, unknown, stale },
    verdict: verdictOf(since, { stale: stale.size, undecided: open.length + unknown.length, ends }),
  };
}

function verdictOf(
  since: Since,
  { stale, undecided, ends }: { stale: number; undecided: number; ends: readonly NightEnd[] },
): Verdict {
  if (since.new.length + since.open.length + stale > 0) return 'violated';
  if (undecided > 0 || since.flaky.some(({ status }) => status === 'new')) return 'unknown';
  // A unit may be red for what is no fault of an item, such as a target that could not be judged.
  return ends.some(({ verdict }) => verdict === 'violated') ? 'violated' : 'holds';
}

function staleOf(ends: readonly NightEnd[]): Map<string, string[]> {
  const all = new Map<string, string[]>();
  for (const { stale = {} } of ends)
    for (const [target, entries] of Object.entries(stale)) all.set(target, [...(all.get(target) ?? []), ...entries]);
  return all;
}

function countsOf(results: readonly NightResult[]): NightCount[] {
  const groups = new Map<string, NightResult[]>();
  for (const one of results) {
    // The planted bugs of all models are one group, and so are the models.
    const target = one.suite === 'models' ? 'all' : one.target;
    const key = JSON.stringify([one.suite, target]);
    groups.set(key, [...(groups.get(key) ?? []), one]);
  }
  return [...groups].map(([key, group]) => {
    const [suite, target] = JSON.parse(key) as [Suite, string];
    const faults = group.flatMap((one) => one.faults);
    const known = faults.filter(({ status }) => status === 'known').length;
    const judged = group.filter((one) => one.judged).length;
    const skipped = group.filter((one) => one.skipped).length;
    return {
      ...{ suite, target, version: group[0]!.version, results: group.length, judged, skipped },
      ...{ unknown: group.length - judged - skipped, known, new: faults.length - known },
    };
  });
}
