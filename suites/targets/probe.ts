/** What a target can do is asked, not assumed: one harmless request per operation. */
import type { JsonObject, Operation, Outcome } from '../../oracles/values/types.ts';
import { operations } from '../../oracles/values/types.ts';
import type { Session, Support } from './target.ts';

export type { Support } from './target.ts';

/** Invalid, so that whoever knows the operation refuses it, or a listing of one row. */
const probes: { readonly [operation in Operation]?: JsonObject } = {
  ListTables: { Limit: 1 },
  ListStreams: { Limit: 1 },
  ListBackups: { Limit: 1 },
  DescribeLimits: {},
  DescribeEndpoints: {},
  TransactWriteItems: { TransactItems: [] },
  TransactGetItems: { TransactItems: [] },
};

/** `UnknownOperationException` is the service's own word for it; the others are seen in products that imitate it. */
const unknownTypes: ReadonlySet<string> = new Set([
  'UnknownOperationException',
  'UnsupportedOperationException',
  'UnsupportedOperation',
  'NotImplementedException',
  'NotImplemented',
]);
/** Some refuse with an ordinary type and say it in words only. */
const unknownWords =
  /\b(?:is|are) (?:not|currently not|not yet|not currently) (?:supported|implemented)\b|^not implemented/i;

/** What the answer to a probe says about the operation. No answer means that no case can use it either. */
export function supportOf(outcome: Outcome): Support {
  switch (outcome.kind) {
    case 'ok':
      return { supported: true };
    case 'unanswered':
      return { supported: false, reason: `no answer to the probe (${outcome.cause}): ${outcome.detail}` };
    case 'rejected': {
      const says = `${outcome.type}${outcome.message === '' ? '' : `: ${outcome.message}`}`;
      const unknown = unknownTypes.has(outcome.type) || outcome.status === 501 || unknownWords.test(outcome.message);
      return unknown ? { supported: false, reason: `answers ${says}` } : { supported: true };
    }
  }
}

/** Asks one after the other: a probe must not be what brings a small server down. */
export async function probe(session: Session): Promise<ReadonlyMap<Operation, Support>> {
  const found = new Map<Operation, Support>();
  for (const operation of operations) {
    found.set(operation, supportOf(await session.send(operation, probes[operation] ?? {}, { raw: true })));
  }
  return found;
}
