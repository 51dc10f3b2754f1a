/** Selects the stores to ask, and the reference whose answers count as right. */

import { recordedName } from '../../suites/runner/recording.ts';
import { looksLikeEndpoint } from '../../suites/targets/endpoint.ts';
import { resolveTarget, servers, targets } from '../../suites/targets/index.ts';
import { looksLikeCommand } from '../../suites/targets/own-command.ts';
import { type Availability, type Target, TargetError } from '../../suites/targets/target.ts';
import { list, type Option, text } from '../command-line/option.ts';
import { unknownName } from '../command-line/unknown-name.ts';
import { UsageError } from '../command-line/usage-error.ts';

/** A command line may contain commas. */
const targetList = (value: string, previous: unknown): string[] =>
  looksLikeCommand(value) ? [...(Array.isArray(previous) ? previous : []), value.trim()] : list(value, previous);

export const targetOption = [
  '-t, --target <names>',
  'targets, http(s):// endpoints, or a command line with {port} and, if it keeps items, {directory} (default: all that this machine can start)',
  targetList,
] as const satisfies Option;

const referenceFrom = <const Description extends string>(description: Description) =>
  ['-r, --reference <name>', description, text, targets.oracle.name as string] as const satisfies Option;

export const referenceOption = referenceFrom('the target whose answers count as right, or recorded, or none');
/** For commands that cannot judge without a reference. */
export const neededReferenceOption = referenceFrom('the target whose answers count as right');

/** The chosen reference; `undefined` for none and for recorded answers. @throws UsageError for an unknown name. */
export const referenceOf = ({ reference }: { readonly reference: string }): Target | undefined =>
  reference === 'none' || reference === recordedName ? undefined : targetNamed(reference);

/**
 * The named targets, or every target that this machine can start.
 *
 * @throws UsageError for a name that is neither a target nor an endpoint, and when no target is left
 */
export async function selectTargets(names: readonly string[] | undefined): Promise<Target[]> {
  if (names !== undefined) return [...new Map(names.map(targetNamed).map((target) => [target.name, target])).values()];
  const { able } = await serversHere();
  if (able.length > 0) return able;
  throw new UsageError('this machine can start no target', 'see `npx parallax targets`, or give --target a URL');
}

interface ServersHere {
  able: Target[];
  /** What this machine cannot start. */
  missing: (Extract<Availability, { kind: 'unavailable' }> & { name: string })[];
}

/** The servers that Parallax can start, by whether this machine can. */
export async function serversHere(): Promise<ServersHere> {
  const asked = await Promise.all(servers.map(async (target) => ({ target, found: await target.availability() })));
  return {
    able: asked.flatMap(({ target, found }) => (found.kind === 'available' ? [target] : [])),
    missing: asked.flatMap(({ target: { name }, found }) => (found.kind === 'unavailable' ? [{ ...found, name }] : [])),
  };
}

/**
 * @throws UsageError for a text that is neither a target nor an endpoint nor a command line. A text that may be an endpoint is not repeated, since it
 * may contain a password.
 */
export function targetNamed(name: string): Target {
  const names = Object.keys(targets);
  if (!Object.hasOwn(targets, name) && !looksLikeEndpoint(name) && !looksLikeCommand(name))
    throw unknownName(
      `no target is called '${name}'`,
      name,
      names,
      `targets are: ${names.join(', ')}, an http(s):// URL, or a command line with {port}`,
    );
  try {
    return resolveTarget(name);
  } catch (thrown) {
    throw thrown instanceof TargetError ? new UsageError(thrown.message, thrown.remedy) : thrown;
  }
}
