import type { Report } from '../../report.ts';
import { targetsAsked, unavailableTargets } from '../../summary.ts';
import { code, fenced, prose } from '../../text/markdown-text.ts';
import { casesWithoutVerdict, goneTexts, leftBehind, noVerdictDetail, staleText } from '../parts.ts';
import { list } from './blocks.ts';

export const stale = ({ run }: Report): string[] =>
  list('Stale ledger entries', [
    ...(run?.targets ?? []).flatMap((t) => t.stale.map((one) => `${code(one)} of ${prose(t.name)}: ${staleText(one)}`)),
    ...(run === undefined ? [] : goneTexts(run).map((text) => `${prose(text)}; this does not fail the run`)),
  ]);

export const withoutVerdict = ({ run }: Report): string[] =>
  list(
    'Cases without a verdict',
    (run === undefined ? [] : casesWithoutVerdict(run)).map(
      ({ target, result }) =>
        `${prose(target)} **${result.verdict}** in ${code(result.case)}: ${prose(noVerdictDetail(result))}`,
    ),
  );

export const unavailable = (report: Report): string[] =>
  list(
    'Unavailable targets',
    unavailableTargets(report).map(
      ({ name, unavailable }) =>
        `${prose(name)}: ${prose(unavailable?.reason ?? '')}; remedy: ${prose(unavailable?.remedy ?? '')}`,
    ),
  );

export const leftBlocks = (report: Report): string[] =>
  leftBehind(targetsAsked(report)).flatMap(({ title, lines, remedy }) => [
    ...list(
      prose(title),
      lines.map((line) => code(line)),
    ),
    fenced(remedy, 'sh'),
  ]);
