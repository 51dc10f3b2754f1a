/** What HTTP says of an answer, beside what its body means. */
import { crc32 } from 'node:zlib';
import type { Json, JsonObject, Outcome, Wire } from '../../../oracles/values/types.ts';
import { isObject } from '../play/path.ts';
import { type Mismatch, mismatch } from './pattern.ts';

/** `x-amz-crc32` is the checksum of the body as sent. */
function checksumOf({ headers, body }: Wire): 'right' | 'wrong' | 'absent' {
  const sent = headers['x-amz-crc32'];
  if (sent === undefined) return 'absent';
  return sent === String(crc32(Buffer.from(body))) ? 'right' : 'wrong';
}

function textIn({ body }: Wire): Json {
  const answer = JSON.parse(body) as JsonObject;
  return ['message', 'Message'].find((member) => typeof answer[member] === 'string') ?? null;
}

/** The members that were seen: an answer in process has no headers, and an exception there still has type and status. */
function seenOn(outcome: Outcome): JsonObject {
  if (outcome.kind === 'unanswered') return {};
  const { wire } = outcome;
  const rejected = outcome.kind === 'rejected' ? { status: outcome.status, type: outcome.rawType } : {};
  if (wire === undefined) return rejected;
  const named = outcome.kind === 'rejected' ? { textIn: textIn(wire) } : {};
  return { status: wire.status, headers: wire.headers, checksum: checksumOf(wire), ...rejected, ...named };
}

/** The first mismatch among what was seen. */
export function wireMismatch(pattern: Json, outcome: Outcome): Mismatch | undefined {
  if (!isObject(pattern)) return undefined;
  const seen = seenOn(outcome);
  const judged = Object.entries(pattern).filter(([member]) => Object.hasOwn(seen, member));
  const found = mismatch(Object.fromEntries(judged), seen);
  return found && { ...found, path: `HTTP ${found.path}` };
}
