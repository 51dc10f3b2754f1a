/** All targets and references, by name. */
import { aws } from './aws.ts';
import { dynalite, dynaliteFile } from './dynalite.ts';
import { dynoxide, dynoxideFile } from './dynoxide.ts';
import { endpointTarget, looksLikeEndpoint } from './endpoint.ts';
import { extenddb, extenddbFile } from './extenddb.ts';
import { extenddbMongodb, extenddbPostgresql } from './extenddb-remote.ts';
import { oracleTarget } from './oracle.ts';
import { oracleFile } from './oracle-served.ts';
import { commandTarget, looksLikeCommand } from './own-command.ts';
import { type Target, TargetError } from './target.ts';

export { createOracleSession } from './oracle.ts';

export const targets = {
  oracle: oracleTarget,
  'oracle-file': oracleFile,
  extenddb,
  'extenddb-file': extenddbFile,
  dynoxide,
  'dynoxide-file': dynoxideFile,
  dynalite,
  'dynalite-file': dynaliteFile,
  'extenddb-postgresql': extenddbPostgresql,
  'extenddb-mongodb': extenddbMongodb,
  aws,
} satisfies Record<string, Target>;
type TargetName = keyof typeof targets;

/**
 * The servers that Parallax can start, and what a command asks when no target is named. Not the oracle, which is no server under
 * test. Not a named endpoint either, also when its variable is set: its tables are somebody else's, and a variable that was
 * exported once must not make every later run write there.
 */
export const servers: readonly Target[] = Object.values<Target>(targets).filter(
  (target) => target.keepsItemsIn !== undefined && target !== oracleFile,
);
/** Servers that keep items in memory like the oracle, so that their speed is comparable. */
export const serversInMemory = servers.filter(({ keepsItemsIn }) => keepsItemsIn === 'memory');

const isTargetName = (text: string): text is TargetName => Object.hasOwn(targets, text);

/** @throws TargetError when the text is neither a target name nor a command line nor an endpoint URL */
export function resolveTarget(nameOrUrl: string): Target {
  if (isTargetName(nameOrUrl)) return targets[nameOrUrl];
  if (looksLikeCommand(nameOrUrl)) return commandTarget(nameOrUrl);
  if (looksLikeEndpoint(nameOrUrl)) return endpointTarget(nameOrUrl);
  throw new TargetError(
    `there is no target ${JSON.stringify(nameOrUrl)}`,
    `use one of ${Object.keys(targets).join(', ')}, the URL of an endpoint, or a command line with {port}`,
  );
}
