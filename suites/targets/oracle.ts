/** The oracle, in process: no wire, no wait, a virtual clock. */
import { createOracle, type OracleOptions, rejected } from '../../oracles/oracle.ts';
import type { Json, JsonObject, Operation, Outcome } from '../../oracles/values/types.ts';
import manifest from '../../package.json' with { type: 'json' };
import type { Session, Target } from './target.ts';

/** `undefined` for what is not JSON, which the service refuses before it looks at anything. */
function parsed(body: string): Json | undefined {
  try {
    return JSON.parse(body) as Json;
  } catch {
    return undefined;
  }
}

/**
 * A fresh, empty oracle.
 *
 * @param decisions policies to decide otherwise than DynamoDB does; default: as DynamoDB.
 */
export function createOracleSession(
  decisions?: NonNullable<OracleOptions['decisions']>,
  options: Omit<OracleOptions, 'decisions'> = {},
): Session {
  const oracle = createOracle({ ...options, ...(decisions && { decisions }) });
  const answer = (operation: Operation, input: JsonObject, body: string | undefined): Outcome => {
    if (body === undefined) return oracle.send(operation, input);
    const value = parsed(body);
    // Any JSON is the oracle's to judge, as it is the service's; only its type says object.
    return value === undefined ? rejected('SerializationException', '') : oracle.send(operation, value as JsonObject);
  };
  return {
    target: 'oracle',
    version: manifest.version,
    facts: { clock: 'virtual', region: oracle.region },
    send: async (operation, input, { body } = {}) => answer(operation, input, body),
    pause: async (ms) => oracle.clock.advance(ms),
    health: async () => ({ kind: 'up' }),
    stop: async () => {},
    log: async () => '',
  };
}

export const oracleTarget: Target = {
  name: 'oracle',
  title: 'the oracle, in process',
  startedByUs: true,
  availability: async () => ({ kind: 'available', version: manifest.version, found: 'in process' }),
  start: async ({ region } = {}) => createOracleSession(undefined, region === undefined ? {} : { region }),
};
