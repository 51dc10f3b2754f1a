/** Which cases a command plays. */
import type { Case } from '../../suites/cases/case.ts';
import { allCases } from '../../suites/cases/index.ts';
import { findFinding } from '../../suites/findings/catalogue.ts';
import { list, type Option, type OptionsOf } from '../command-line/option.ts';
import { unknownName } from '../command-line/unknown-name.ts';
import { UsageError } from '../command-line/usage-error.ts';
import { partOf, shardOption } from './shard.ts';

export const caseOptions = [
  ['--area <names>', 'only cases of these areas', list],
  ['--case <ids>', 'only these cases, by id or the start of an id', list],
  ['--finding <ids>', 'only cases that check these findings', list],
  shardOption,
] as const satisfies readonly Option[];

/** The cases that match every given filter. @throws UsageError when a filter matches nothing, or no case is left. */
export function selectCases(
  selection: Readonly<OptionsOf<typeof caseOptions>>,
  among: readonly Case[] = allCases,
): Case[] {
  const { area, finding } = selection;
  const areas = new Set(among.map((one) => one.area as string));
  for (const name of area ?? []) {
    if (!areas.has(name))
      throw unknownName(
        `no case has the area '${name}'`,
        name,
        [...areas],
        `areas are: ${[...areas].sort().join(', ')}`,
      );
  }
  const findings = finding?.map(findingId);
  const named = selection.case?.map((name) => casesNamed(name, among));
  const chosen = among.filter(
    (one) =>
      (area === undefined || area.includes(one.area)) &&
      (named === undefined || named.some((ids) => ids.has(one.id))) &&
      (findings === undefined || one.findings.some((id) => findings.includes(id))),
  );
  const part = partOf(chosen, selection);
  if (part.length > 0) return part;
  throw new UsageError('no case matches this selection', 'see `npx parallax run --list`, or remove a filter');
}

/** The cases with this id, or with ids that start with it: `binary-order` names many cases, `binary-order/sort` one or two. */
function casesNamed(name: string, among: readonly Case[]): Set<string> {
  const found = among.filter(({ id }) => id === name || id.startsWith(name));
  if (found.length === 0) {
    const ids = among.map(({ id }) => id);
    throw unknownName(`no case is called '${name}'`, name, ids, 'see `npx parallax run --list`');
  }
  return new Set(found.map(({ id }) => id));
}

/** @throws UsageError with the nearest ids for one that is not in the catalogue. */
export function findingId(text: string): string {
  const result = findFinding(text);
  if (result.kind === 'found') return result.finding.id;
  const near =
    result.suggestions.length > 0 ? `did you mean ${result.suggestions.join(', ')}?` : 'see `npx parallax findings`';
  throw new UsageError(`no finding is called '${text}'`, near);
}
