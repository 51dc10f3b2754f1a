/** The number of rules that each target breaks, and the worst of them: the first thing to read. */
import type { Divergence, RunRecord, TargetRecord } from '../suites/runner/record.ts';
import { type Group, groupsOf } from './groups.ts';
import { count } from './text/format.ts';
import { jsonLine } from './text/visible.ts';

export interface BrokenRules {
  target: TargetRecord;
  known: number;
  new: number;
  /** New before known; within these the most severe first. */
  worst: Group[];
}

const worstMax = 3;

/** By target that was reached. Advisory divergences break no documented rule, so they are left out. */
export function brokenRules(run: RunRecord, groups: readonly Group[] = groupsOf(run.divergences)): BrokenRules[] {
  return run.targets.flatMap((target) => {
    if (target.unavailable !== undefined) return [];
    const own = groups.filter((group) => group.target === target.name && group.status !== 'advisory');
    const having = (status: Divergence['status']): number => own.filter((group) => group.status === status).length;
    return [{ target, known: having('known'), new: having('new'), worst: own.slice(0, worstMax) }];
  });
}

/** `breaks 12 rules, 11 known and 1 new`; `breaks 1 rule, known`. */
export function brokenText({ known, new: fresh }: BrokenRules): string {
  const all = known + fresh;
  if (all === 0) return 'breaks no rule';
  const kinds = known > 0 && fresh > 0 ? `${known} known and ${fresh} new` : known > 0 ? 'known' : 'new';
  return `breaks ${count(all, 'rule')}, ${all > 1 && !kinds.includes('and') ? 'all ' : ''}${kinds}`;
}

/**
 * The broken rule in one sentence: for a known one the reason of its acceptance; for an invariant its statement; else the title of its case, or the answers if the
 * rule shows in several cases and the answers name it.
 */
export function ruleText({ representative, members, status, namesItself }: Group): string {
  const { reason, title, invariant } = representative;
  if (status === 'known' && reason !== undefined) return reason;
  if (invariant !== undefined) return title;
  const cases = new Set(members.map((member) => member.case));
  return cases.size === 1 || !namesItself ? title : (answersText(representative) ?? title);
}

/** The rule as the two answers show it; undefined where they do not. */
function answersText({ class: kind, request: { op }, expected, actual }: Divergence): string | undefined {
  const text = (value: typeof expected): string => (typeof value === 'string' ? value : jsonLine(value));
  switch (kind) {
    case 'refused':
    case 'server-error':
      return `${op} answers ${text(actual)}`;
    case 'accepted':
      return `${op} is accepted; expected: ${text(expected)}`;
    case 'error-type':
      return `${op} answers ${text(actual)}; expected: ${text(expected)}`;
    default:
      return undefined;
  }
}

/** `and 43 more in 2 cases`; empty for a single member. */
export function moreText({ members }: Group): string {
  if (members.length === 1) return '';
  const cases = new Set(members.map((member) => member.case));
  return `and ${members.length - 1} more in ${count(cases.size, 'case')}`;
}
