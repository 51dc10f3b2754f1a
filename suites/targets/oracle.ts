/** The oracle in this process: no network, no waiting, a virtual clock. */
import { createOracle, defaultAccount, type OracleOptions, rejected } from '../../oracles/oracle.ts';
import { rightDecisions } from '../../oracles/policies/index.ts';
import { operationOf } from '../../oracles/values/operations.ts';
import type { Json, JsonObject, Operation, Outcome } from '../../oracles/values/types.ts';
import manifest from '../../package.json' with { type: 'json' };
import type { SendOptions, Session, Target } from './target.ts';

const afterTheOthers = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
const otherAccount = '111111111111';

/** Undefined for invalid JSON, which the service refuses before any other check. */
function parsed(body: string): Json | undefined {
  try {
    return JSON.parse(body) as Json;
  } catch {
    return undefined;
  }
}

/**
 * A new, empty oracle.
 *
 * @param decisions policies to override; default: DynamoDB's own
 */
export function createOracleSession(
  decisions?: NonNullable<OracleOptions['decisions']>,
  options: Omit<OracleOptions, 'decisions'> = {},
): Session {
  const oracle = createOracle({ ...options, ...(decisions && { decisions }) });
  const firstAccount = options.accounts?.[0] ?? defaultAccount;
  // Only a mutant of the contention policy needs concurrent requests to be held back.
  const contends = decisions !== undefined && decisions.contendedWrite !== rightDecisions.contendedWrite;
  let underWay = 0;
  const answer = (operation: Operation, input: JsonObject, { body, account, headers }: SendOptions): Outcome => {
    const context = { account: account === 'other' ? otherAccount : firstAccount, overlaps: underWay > 0 };
    const value = body === undefined ? input : parsed(body);
    if (value === undefined) return rejected('SerializationException', '');
    const target = headers?.['x-amz-target'];
    const named = target === undefined ? operation : operationOf(target);
    if (named === undefined) return rejected('UnknownOperationException', '');
    // The oracle judges any JSON, as the service does. The parameter type is narrower than that.
    return oracle.send(named, value as JsonObject, context);
  };
  return {
    target: 'oracle',
    version: manifest.version,
    facts: { clock: 'virtual', region: oracle.region },
    otherAccount: { supported: true },
    clock: 'virtual',
    send: async (operation, input, sent = {}) => {
      const outcome = answer(operation, input, sent);
      if (!contends) return outcome;
      underWay += 1;
      await afterTheOthers();
      underWay -= 1;
      return outcome;
    },
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
