/** One entry for each cause: what a reviewer reads, however many places show it. */
import { allCases } from '../../suites/cases/index.ts';
import { severities } from '../../suites/findings/finding.ts';
import type { Divergence } from '../../suites/runner/record.ts';
import { type Group, groupsOf } from '../groups.ts';
import { ruleText } from '../rules.ts';
import type { Difference } from './difference.ts';

export interface Cause {
  readonly title: string;
  readonly severity: Difference['severity'];
  /** The one to show: with the smallest request, among those that do not follow from another. */
  readonly representative: Difference;
  readonly members: readonly Difference[];
}

type Weighed = Pick<Cause, 'severity'> & { readonly members: readonly unknown[] };

/** The most severe first, then the largest. @param own differences with the same change */
export function causesOf(own: readonly Difference[]): Cause[] {
  const byDivergence = new Map(own.flatMap((one) => (one.divergence ? [[one.divergence, one] as const] : [])));
  // The status would separate what has one cause.
  const alike = new Map(
    [...byDivergence].map(([divergence, one]) => [{ ...divergence, status: 'new' } as Divergence, one]),
  );
  const groups = groupsOf([...alike.keys()]);
  const causes = joined(groups).map((some) => causeOf(some, alike));
  const others = own.filter(({ divergence }) => divergence === undefined);
  return [...causes, ...withoutDivergence(others)].sort(byWeight);
}

const byWeight = (a: Weighed, b: Weighed): number =>
  severities.indexOf(a.severity) - severities.indexOf(b.severity) || b.members.length - a.members.length;

/**
 * Groups whose cases check one finding have one cause. A case may check several: the finding that most of what is left has in common
 * is taken first, so that a single fault gives a single entry. Without a finding, what one case shows has one cause.
 */
function joined(groups: readonly Group[]): Group[][] {
  const marks = new Map(groups.map((group) => [group, marksOf(group)]));
  const all: Group[][] = [];
  let left = [...groups];
  while (left.length > 0) {
    const mark = mostCommon(left, marks);
    const own = left.filter((group) => marks.get(group)?.has(mark));
    all.push(own);
    left = left.filter((group) => !own.includes(group));
  }
  return all;
}

const findingsOfCases = new Map(allCases.map(({ id, findings }) => [id, findings]));

/** The findings of its cases, also for what an invariant says; else the cases themselves. */
function marksOf({ members }: Group): ReadonlySet<string> {
  const findings = members.flatMap(({ findings: own, case: id }) => [...own, ...(findingsOfCases.get(id) ?? [])]);
  return new Set(findings.length > 0 ? findings : members.map(({ case: id }) => id));
}

/** Every group has a mark, so there is one. */
function mostCommon(groups: readonly Group[], marks: ReadonlyMap<Group, ReadonlySet<string>>): string {
  const weights = new Map<string, number>();
  for (const group of groups)
    for (const mark of marks.get(group) ?? []) weights.set(mark, (weights.get(mark) ?? 0) + group.members.length);
  return [...weights].sort(([a, much], [b, more]) => more - much || (a < b ? -1 : 1))[0]?.[0] ?? '';
}

function causeOf(groups: readonly Group[], differences: ReadonlyMap<Divergence, Difference>): Cause {
  const [first] = [...groups].sort(byWeight) as [Group];
  const of = (divergence: Divergence): Difference => differences.get(divergence) as Difference;
  return {
    ...{ title: ruleText(first), severity: first.severity, representative: of(first.representative) },
    members: groups.flatMap(({ members }) => members.map(of)),
  };
}

/** Losses, generated sequences and rounds: by what they say of themselves. */
function withoutDivergence(own: readonly Difference[]): Cause[] {
  const alike = new Map<string, Difference[]>();
  for (const one of own) {
    const key = JSON.stringify([one.by, one.title, one.class]);
    alike.set(key, [...(alike.get(key) ?? []), one]);
  }
  return [...alike.values()].map((members) => {
    const [representative] = members as [Difference];
    const severity = severities.find((one) => members.some((member) => member.severity === one)) ?? 'minor';
    return { title: representative.title, severity, representative, members };
  });
}
