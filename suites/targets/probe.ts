/**
 * What a target can do is asked, not assumed: one well-formed request per operation, about things that do not exist. Only a
 * clear word of the target makes an operation unsupported; after anything else its cases are sent, and say more.
 */
import { type Absent, type Operation, operationNames, operations } from '../../oracles/values/operations.ts';
import type { Outcome } from '../../oracles/values/types.ts';
import type { Session, Support, Unanswered } from './target.ts';

export type { Support } from './target.ts';

/** @param table a name that no table has, with the prefix of the run */
function absentThings(table: string): Absent {
  const tableArn = `arn:aws:dynamodb:us-east-1:000000000000:table/${table}`;
  return {
    table,
    tableArn,
    streamArn: `${tableArn}/stream/2026-01-01T00:00:00.000`,
    backupArn: `${tableArn}/backup/01700000000000-00000000`,
  };
}

/** `UnknownOperationException` is the service's own word for it; the others are seen in products that imitate it. */
const unknownTypes: ReadonlySet<string> = new Set([
  'UnknownOperationException',
  'UnsupportedOperationException',
  'UnsupportedOperation',
  'NotImplementedException',
  'NotImplementedError',
  'NotImplemented',
]);

/** Some refuse with an ordinary type and say in words that they do not have this operation, by its name or as "operation". */
function saysUnknown(operation: Operation, message: string): boolean {
  const lacking = String.raw`(?:not|never)(?: \w+)? (?:supported|implemented|available|recognized)`;
  const subject = `(?:${operation}|operation|action|api)`;
  return new RegExp(
    String.raw`^not (?:yet )?(?:implemented|supported)\b|\b(?:unknown|unsupported|unrecognized) (?:operation|action|service)\b|\b${subject}\b.{0,80}\b${lacking}\b|\b${lacking}\b.{0,40}\b${subject}\b`,
    'is',
  ).test(message);
}

/**
 * What the answer to a probe says about the operation. Silence and garbage say nothing, but for a refusal in JSON that is
 * no exception of the protocol: a server of many services has other words for one that it lacks.
 */
export function supportOf(operation: Operation, outcome: Outcome): Support {
  if (outcome.kind === 'unanswered') return supportInWords(operation, outcome);
  if (outcome.kind === 'ok') return { supported: true };
  const { type, message, status } = outcome;
  const unknown = unknownTypes.has(type) || status === 501 || saysUnknown(operation, message);
  const says = `${type}${message === '' ? '' : `: ${message}`}`;
  return unknown ? { supported: false, reason: `answers ${says}` } : { supported: true };
}

function supportInWords(operation: Operation, { detail, wire }: Unanswered): Support {
  const words = textsOf(wire?.body ?? '').find((text) => saysUnknown(operation, text));
  return words === undefined ? { supported: true } : { supported: false, reason: `answers ${detail}: ${words}` };
}

/** The texts that stand as members in the JSON of a body; none in anything else. */
function textsOf(body: string): string[] {
  try {
    const parsed: unknown = JSON.parse(body);
    return Object.values(parsed ?? {}).filter((value) => typeof value === 'string');
  } catch {
    return [];
  }
}

/** Probes without any answer after which no more are sent: each costs the longest wait for one answer. */
const unansweredMax = 2;

interface Probed {
  /** Of the operations that were asked for. */
  found: ReadonlyMap<Operation, Support>;
  /** The operation after whose probe the target was gone. */
  lostAt?: Operation;
}

/**
 * Asks one after the other: a probe must not be what brings a small server down.
 *
 * @param name of a table that is not there, with the prefix of the run
 * @param without operations that are not asked for
 */
export async function probe(
  session: Session,
  name: string,
  without: ReadonlySet<Operation> = new Set(),
): Promise<Probed> {
  const found = new Map<Operation, Support>();
  const absent = absentThings(name);
  let unanswered = 0;
  for (const operation of operationNames) {
    const input = operations[operation].probe?.(absent);
    if (input === undefined || without.has(operation) || unanswered >= unansweredMax) continue;
    const outcome = await session.send(operation, input, { raw: true });
    if (outcome.kind === 'unanswered' && outcome.wire === undefined) {
      unanswered += 1;
      const health = await session.health();
      if (health.kind !== 'up') return { found, lostAt: operation };
    }
    found.set(operation, supportOf(operation, outcome));
  }
  return { found };
}
