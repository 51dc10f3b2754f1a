/**
 * Probes which operations a target supports: one well-formed request per operation, about things that do not exist.
 * Only a clear answer makes an operation unsupported. Otherwise its cases run and show more.
 */
import { type Absent, type Operation, operationNames, operations } from '../../oracles/values/operations.ts';
import type { Outcome } from '../../oracles/values/types.ts';
import type { Session, Support, Unanswered } from './target.ts';

export type { Support } from './target.ts';

/** @param table an unused table name with the run's prefix */
function absentThings(table: string): Absent {
  const tableArn = `arn:aws:dynamodb:us-east-1:000000000000:table/${table}`;
  return {
    table,
    tableArn,
    streamArn: `${tableArn}/stream/2026-01-01T00:00:00.000`,
    backupArn: `${tableArn}/backup/01700000000000-00000000`,
  };
}

/** The service itself answers UnknownOperationException; the others occur in other implementations. */
const unknownTypes: ReadonlySet<string> = new Set([
  'UnknownOperationException',
  'UnsupportedOperationException',
  'UnsupportedOperation',
  'NotImplementedException',
  'NotImplementedError',
  'NotImplemented',
]);

/** Some answer with an ordinary type and say in the message that the operation is unknown. */
function saysUnknown(operation: Operation, message: string): boolean {
  const lacking = String.raw`(?:not|never)(?: \w+)? (?:supported|implemented|available|recognized)`;
  const subject = `(?:${operation}|operation|action|api)`;
  return new RegExp(
    String.raw`^not (?:yet )?(?:implemented|supported)\b|\b(?:unknown|unsupported|unrecognized) (?:operation|action|service)\b|\b${subject}\b.{0,80}\b${lacking}\b|\b${lacking}\b.{0,40}\b${subject}\b`,
    'is',
  ).test(message);
}

/**
 * What a probe's answer says about the operation. No answer and an unreadable one say nothing. The exception is a JSON
 * refusal outside the protocol: a server of many services words an unknown one in its own way.
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

/** All strings in a JSON body; empty for any other body. */
function textsOf(body: string): string[] {
  try {
    const parsed: unknown = JSON.parse(body);
    return Object.values(parsed ?? {}).filter((value) => typeof value === 'string');
  } catch {
    return [];
  }
}

/** After this many unanswered probes the rest are not sent, since each waits for the full timeout. */
const unansweredMax = 2;

interface Probed {
  /** Support by operation, for the operations that were probed. */
  found: ReadonlyMap<Operation, Support>;
  /** The operation whose probe ended the target. */
  lostAt?: Operation;
}

/**
 * Probes sequentially, so as not to overload a small server.
 *
 * @param name an unused table name with the run's prefix
 * @param without operations to leave out
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
