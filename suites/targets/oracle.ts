/** The oracle, in process: no wire, no wait, a virtual clock. */
import { createOracle, defaultAccount, type OracleOptions, rejected } from '../../oracles/oracle.ts';
import type { Json, JsonObject, Operation, Outcome } from '../../oracles/values/types.ts';
import manifest from '../../package.json' with { type: 'json' };
import type { SendOptions, Session, Target } from './target.ts';

const otherAccount = '111111111111';

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
  const firstAccount = options.accounts?.[0] ?? defaultAccount;
  const answer = (operation: Operation, input: JsonObject, { body, account }: SendOptions): Outcome => {
    const context = { account: account === 'other' ? otherAccount : firstAccount };
    if (body === undefined) return oracle.send(operation, input, context);
    const value = parsed(body);
    if (value === undefined) return rejected('SerializationException', '');
    // Any JSON is the oracle's to judge, as it is the service's; only its type says object.
    return oracle.send(operation, value as JsonObject, context);
  };
  return {
    target: 'oracle',
    version: manifest.version,
    facts: { clock: 'virtual', region: oracle.region },
    otherAccount: { supported: true },
    clock: 'virtual',
    send: async (operation, input, sent = {}) => answer(operation, input, sent),
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
