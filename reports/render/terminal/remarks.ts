import { targetsAsked, unavailableTargets } from '../../summary.ts';
import { shortLine, visibleLine } from '../../text/visible.ts';
import { wrap } from '../../text/width.ts';
import { casesWithoutVerdict, goneTexts, leftBehind, noVerdictDetail, staleText } from '../parts.ts';
import type { Page } from './page.ts';

export function stale({ report, color, width }: Page): string[] {
  if (report.run === undefined) return [];
  const lines = report.run.targets.flatMap((target) =>
    target.stale.map((one) => `${target.name}: ${one} is ${staleText(one)}`),
  );
  return [
    ...(lines.length === 0 ? [] : [color.bold('Stale ledger entries')]),
    ...lines.flatMap((line) => wrap(shortLine(line), width, '  ✗ ')),
    ...goneTexts(report.run).flatMap((line) => wrap(shortLine(line), width, '· ')),
  ];
}

export function withoutVerdict({ report, color, width }: Page): string[] {
  const cases = report.run === undefined ? [] : casesWithoutVerdict(report.run);
  if (cases.length === 0) return [];
  const lines = cases.map(
    ({ target, result }) =>
      `${target} ${result.verdict} in ${shortLine(result.case)}: ${shortLine(noVerdictDetail(result))}`,
  );
  return [color.bold('Cases without a verdict'), ...lines.flatMap((line) => wrap(line, width, '  ? '))];
}

export function unavailable({ report, color, width }: Page): string[] {
  const targets = unavailableTargets(report);
  if (targets.length === 0) return [];
  return [
    color.bold('Unavailable targets'),
    ...targets.flatMap((target) => [
      ...wrap(`${target.name}: ${shortLine(target.unavailable?.reason ?? '')}`, width, '  – '),
      ...wrap(shortLine(target.unavailable?.remedy ?? ''), width, '    remedy: '),
    ]),
  ];
}

/** All names are listed, however many: this report is the only place that has them. */
export const left = ({ report, color, width }: Page): string[] =>
  leftBehind(targetsAsked(report)).flatMap(({ title, lines, remedy }) => [
    color.bold(shortLine(title)),
    ...lines.flatMap((line) => wrap(shortLine(line), width, '  · ')),
    `  to remove it later: ${color.cyan(visibleLine(remedy))}`,
  ]);
