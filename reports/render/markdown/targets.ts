import type { Group } from '../../groups.ts';
import { judgedText, partlyJudged, skipsOf } from '../../judged.ts';
import { cellText, legend, matrixOf } from '../../matrix.ts';
import type { Report } from '../../report.ts';
import { brokenRules, brokenText, ruleText } from '../../rules.ts';
import { thousands } from '../../text/format.ts';
import { markdownTable, prose } from '../../text/markdown-text.ts';
import { statusSigns, targetLabel, timesText } from '../parts.ts';
import { list } from './blocks.ts';

/** A line for each target, with its worst rules below. */
export function rules({ run }: Report, groups: readonly Group[]): string[] {
  if (run === undefined) return [];
  const lines = brokenRules(run, groups).map((broken) => {
    const worst = broken.worst.map(
      (group) =>
        `\n  - ${statusSigns[group.status]} ${group.severity}: ${prose(ruleText(group), 200)}${timesText(group)}`,
    );
    return `${prose(targetLabel(run, broken.target.name))} ${brokenText(broken)}${worst.join('')}`;
  });
  return list('Rules that each target breaks, worst first', lines);
}

export function judged({ run }: Report): string[] {
  const lines = partlyJudged(run?.targets ?? []).map((target) => {
    const skips = skipsOf(target).map(({ detail, accepted, cases }) => {
      const why = accepted === undefined ? detail : `${detail}; accepted: ${accepted}`;
      return `\n  - ${thousands(cases.length)}: ${prose(why, 500)}`;
    });
    return `${prose(targetLabel(run, target.name))}: ${prose(judgedText(target), 1000)}${skips.join('')}`;
  });
  return list('What was judged', lines);
}

export function matrix({ run }: Report): string[] {
  if (run === undefined) return [];
  const { areas, targets, cell } = matrixOf(run);
  const shown = targets.filter((t) => t.unavailable === undefined);
  if (shown.length === 0) return [];
  const rows = areas.map((area) => [prose(area), ...shown.map((t) => cellText(cell(t.name, area)))]);
  const totals = ['**matched**', ...shown.map((t) => `**${thousands(t.matched)} of ${thousands(t.cases)}**`)];
  const head = ['area', ...shown.map((t) => prose(targetLabel(run, t.name)))];
  return ['### Targets and areas', markdownTable(head, [...rows, totals]), legend];
}
