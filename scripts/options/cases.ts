import type { Case } from '../../suites/cases/case.ts';
import { allCases } from '../../suites/cases/index.ts';
import { findFinding } from '../../suites/findings/catalogue.ts';
import { looksLikeEndpoint } from '../../suites/targets/endpoint.ts';
import { resolveTarget, targets } from '../../suites/targets/index.ts';
import { type Target, TargetError } from '../../suites/targets/target.ts';
import { UsageError } from '../command-line/command.ts';
import { unknownName } from '../command-line/unknown-name.ts';

export interface CaseSelection {
  area?: readonly string[];
  case?: readonly string[];
  finding?: readonly string[];
  shard?: string;
}

/** The cases that every given filter lets through. @throws UsageError when a filter names nothing, or nothing is left. */
export function selectCases(selection: CaseSelection, among: readonly Case[] = allCases): Case[] {
  const { area, finding, shard } = selection;
  const areas = new Set(among.map((one) => one.area as string));
  for (const name of area ?? []) {
    if (!areas.has(name))
      throw unknownName(`no case is of area '${name}'`, name, [...areas], `areas are: ${[...areas].sort().join(', ')}`);
  }
  const findings = finding?.map(findingId);
  const named = selection.case?.map((name) => casesNamed(name, among));
  const chosen = among.filter(
    (one) =>
      (area === undefined || area.includes(one.area)) &&
      (named === undefined || named.some((ids) => ids.has(one.id))) &&
      (findings === undefined || one.findings.some((id) => findings.includes(id))),
  );
  const part = shard === undefined ? chosen : chosen.filter(inShard(shard));
  if (part.length > 0) return part;
  throw new UsageError('no case matches this selection', 'see `npx parallax run --list`, or take a filter away');
}

/** A whole id, or the start of one up to a `/` or a `-`: `binary-order` is many cases, `binary-order/sort` one or two. */
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

/** `i/n`: every n-th case, starting with the i-th. Shards share nothing and together are everything. */
export function inShard(shard: string): (element: unknown, at: number) => boolean {
  const [, i, n] = /^([1-9]\d{0,3})\/([1-9]\d{0,3})$/.exec(shard) ?? [];
  if (i === undefined || n === undefined || Number(i) > Number(n)) {
    throw new UsageError(`'${shard}' is not a shard`, 'give i/n with i from 1 to n, such as 1/4');
  }
  return (_, at) => at % Number(n) === Number(i) - 1;
}

/**
 * The targets named, or every target that this machine can start.
 *
 * @throws UsageError for a name that is neither a target nor an endpoint, and when there is nothing to choose from.
 */
export async function selectTargets(names: readonly string[] | undefined): Promise<Target[]> {
  if (names !== undefined) return [...new Map(names.map(targetNamed).map((target) => [target.name, target])).values()];
  const able = await ableTargets();
  if (able.length > 0) return able;
  throw new UsageError('this machine can start no target', 'see `npx parallax targets`, or give --target a URL');
}

/** Every server that this machine can start. */
export async function ableTargets(): Promise<Target[]> {
  const own = Object.values(targets).filter((target) => target.startedByUs && target.name !== 'oracle');
  const able = await Promise.all(
    own.map(async (target) => ((await target.availability()).kind === 'available' ? [target] : [])),
  );
  return able.flat();
}

/** @throws UsageError for a text that is neither a target nor an endpoint; what may be an endpoint is not repeated. */
export function targetNamed(name: string): Target {
  const names = Object.keys(targets);
  if (!Object.hasOwn(targets, name) && !looksLikeEndpoint(name))
    throw unknownName(
      `no target is called '${name}'`,
      name,
      names,
      `targets are: ${names.join(', ')}, or an http(s):// URL`,
    );
  try {
    return resolveTarget(name);
  } catch (thrown) {
    throw thrown instanceof TargetError ? new UsageError(thrown.message, thrown.remedy) : thrown;
  }
}
