import { models } from '../../models/index.ts';
import { propertiesFor } from '../../models/language/entry.ts';
import { oracleMutants } from '../../oracles/policies/mutants.ts';
import { count, thousands } from '../../reports/text/format.ts';
import { allCases } from '../../suites/cases/index.ts';
import { type Finding, loadCatalogue } from '../../suites/findings/catalogue.ts';
import { whyNoCase } from '../../suites/findings/without-case.ts';
import { defineCommand } from '../command-line/command.ts';
import { list } from '../command-line/option.ts';
import { unknownName } from '../command-line/unknown-name.ts';
import { UsageError } from '../command-line/usage-error.ts';
import { type FindingStatus, type Judged, judgedBy, judges, readRecord, statusOf } from '../finding-status.ts';
import { findingId } from '../options/cases.ts';

interface Coverage {
  id: string;
  area: string;
  checks: string[];
  mutants: string[];
}

/** The cases and models that check a finding, and the planted bugs that re-create it. */
function coverageOf({ id, area }: Finding): Coverage {
  const cases = allCases.filter(({ findings }) => findings.includes(id)).map((one) => one.id);
  const checking = Object.values(models)
    .filter((entry) => entry.findings.includes(id))
    .map((entry) => `model ${entry.name} (${propertiesFor(entry, id).join(', ')})`);
  const mutants = Object.entries(oracleMutants).filter(([, { finding }]) => finding === id);
  return {
    ...{ id, area },
    checks: [...cases, ...checking],
    mutants: mutants.map(([name]) => name),
  };
}

function assertFindingArea(name: string): void {
  const areas = [...new Set([...loadCatalogue().values()].map((finding) => finding.area as string))].sort();
  if (!areas.includes(name))
    throw unknownName(`no finding has the area '${name}'`, name, areas, `areas are: ${areas.join(', ')}`);
}

const judgedAs = ({ by, targets }: Judged, id: string): string => {
  if (targets.length > 0) return `judged on ${targets.join(', ')}`;
  const why = by === 'target' || by === 'oracle' ? undefined : whyNoCase(id)?.because;
  return `${words[by]}${why === undefined ? '' : `: ${why}`}`;
};

const words = {
  target: 'judged on a target',
  oracle: 'judged on the oracle only',
  model: 'judged in a model only',
  inferred: 'only inferred, so no build fails',
  inconclusive: 'inconclusive on all targets',
  nothing: 'judged by nothing',
} as const satisfies { [by in Judged['by']]: string };

export const findings = defineCommand({
  name: 'findings',
  arguments: '[ids...]',
  summary: 'lists the catalogue of behaviours, with the cases, models and mutants of each',
  options: [
    ['--area <names>', 'only findings of these areas', list],
    ['--untested', 'only findings that nothing checks yet'],
    ['--record <file>', 'add the results on each target from a JSON file written by run or tour'],
  ],
  example: 'npx parallax findings --area binary-order',
  async run(context, [names], { area, untested, record }) {
    const ids = names.map(findingId);
    for (const name of area ?? []) assertFindingArea(name);
    const rows = [...loadCatalogue().values()]
      .filter((finding) => ids.length === 0 || ids.includes(finding.id))
      .filter((finding) => area === undefined || area.includes(finding.area))
      .map((finding) => ({ finding, ...coverageOf(finding) }))
      .filter(({ checks }) => !untested || checks.length === 0);
    if (rows.length === 0) throw new UsageError('no finding matches', 'see `npx parallax findings`');
    const recorded = record === undefined ? [] : readRecord(record);
    const statuses = (id: string): { [target: string]: FindingStatus } =>
      Object.fromEntries(recorded.map((target) => [target.name, statusOf(id, target)]));
    const judged = new Map(
      rows.map(({ id, checks }) => [
        id,
        judgedBy(
          allCases.filter((one) => one.findings.includes(id)),
          checks.some((check) => check.startsWith('model ')),
          recorded,
        ),
      ]),
    );
    for (const { finding, checks, mutants } of rows) {
      context.print(`${finding.id}  [${finding.severity}] ${finding.title}`);
      if (ids.length > 0)
        context.print(
          `  right: ${finding.expected}${finding.faulty === undefined ? '' : `\n  faulty: ${finding.faulty}`}`,
        );
      if (checks.length > 0) context.print(`  checked by ${checks.join(', ')}`);
      if (mutants.length > 0) context.print(`  planted as ${mutants.join(', ')}`);
      const seen = Object.entries(statuses(finding.id)).filter(([, status]) => status !== 'untested');
      context.print(`  ${judgedAs(judged.get(finding.id)!, finding.id)}`);
      if (seen.length > 0) context.print(`  ${seen.map(([target, status]) => `${target} ${status}`).join(', ')}`);
    }
    const checked = rows.filter(({ checks }) => checks.length > 0).length;
    const are = rows.length === 1 ? 'is' : 'are';
    const counts = judges.map((by) => [by, [...judged.values()].filter((one) => one.by === by).length] as const);
    context.print('');
    for (const [by, number] of counts) if (number > 0) context.print(`  ${thousands(number)} ${words[by]}`);
    context.print(`${thousands(checked)} of ${count(rows.length, 'finding')} ${are} checked by a case or a model.`);
    context.writeJson({
      ...context.envelope('findings', 'holds'),
      findings: rows.map(({ finding: _, ...row }) => ({
        ...row,
        targets: statuses(row.id),
        judged: judged.get(row.id)!,
      })),
    });
    return 0;
  },
});
