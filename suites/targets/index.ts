/** Everything that can stand on either side of a comparison, by name. */
import { aws } from './aws.ts';
import { dynalite } from './dynalite.ts';
import { dynoxide, dynoxideFile } from './dynoxide.ts';
import { endpointTarget, looksLikeEndpoint } from './endpoint.ts';
import { extenddb, extenddbFile } from './extenddb.ts';
import { oracleTarget } from './oracle.ts';
import { type Target, TargetError } from './target.ts';

export { createOracleSession } from './oracle.ts';

export const targets = {
  oracle: oracleTarget,
  extenddb,
  'extenddb-file': extenddbFile,
  dynoxide,
  'dynoxide-file': dynoxideFile,
  dynalite,
  aws,
} satisfies Record<string, Target>;
type TargetName = keyof typeof targets;

/** The servers that Parallax can start. The oracle is none: it answers in this process. */
export const servers: readonly Target[] = Object.values<Target>(targets).filter(
  ({ keepsItemsIn }) => keepsItemsIn !== undefined,
);
/** Those that keep their items where the oracle does, so that their speed can be compared with its own. */
export const serversInMemory = servers.filter(({ keepsItemsIn }) => keepsItemsIn === 'memory');

const isTargetName = (text: string): text is TargetName => Object.hasOwn(targets, text);

/** @throws TargetError for a name that is not in `targets` and is no URL of an endpoint. */
export function resolveTarget(nameOrUrl: string): Target {
  if (isTargetName(nameOrUrl)) return targets[nameOrUrl];
  if (looksLikeEndpoint(nameOrUrl)) return endpointTarget(nameOrUrl);
  throw new TargetError(
    `there is no target ${JSON.stringify(nameOrUrl)}`,
    `use one of ${Object.keys(targets).join(', ')}, or the URL of an endpoint`,
  );
}
