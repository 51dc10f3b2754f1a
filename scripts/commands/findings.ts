import { models } from '../../models/index.ts';
import { propertiesFor } from '../../models/language/entry.ts';
import { oracleMutants } from '../../oracles/policies/mutants.ts';
import { count, thousands } from '../../reports/text/format.ts';
import { allCases } from '../../suites/cases/index.ts';
import { type Finding, loadCatalogue } from '../../suites/findings/catalogue.ts';
import { defineCommand } from '../command-line/command.ts';
import { list } from '../command-line/option.ts';
import { unknownName } from '../command-line/unknown-name.ts';
import { UsageError } from '../command-line/usage-error.ts';
import { type FindingStatus, readRecord, statusOf } from '../finding-status.ts';
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
    for (const { finding, checks, mutants } of rows) {
      context.print(`${finding.id}  [${finding.severity}] ${finding.title}`);
      if (ids.length > 0)
        context.print(
          `  right: ${finding.expected}${finding.faulty === undefined ? '' : `\n  faulty: ${finding.faulty}`}`,
        );
      if (checks.length > 0) context.print(`  checked by ${checks.join(', ')}`);
      if (mutants.length > 0) context.print(`  planted as ${mutants.join(', ')}`);
      const seen = Object.entries(statuses(finding.id)).filter(([, status]) => status !== 'untested');
      if (seen.length > 0) context.print(`  ${seen.map(([target, status]) => `${target} ${status}`).join(', ')}`);
    }
    const checked = rows.filter(({ checks }) => checks.length > 0).length;
    const are = rows.length === 1 ? 'is' : 'are';
    context.print(`\n${thousands(checked)} of ${count(rows.length, 'finding')} ${are} checked by a case or a model.`);
    context.writeJson({
      ...context.envelope('findings', 'holds'),
      findings: rows.map(({ finding: _, ...row }) => ({ ...row, targets: statuses(row.id) })),
    });
    return 0;
  },
});
