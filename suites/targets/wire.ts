/** Converts the bytes of an HTTP answer to an outcome. */
import { operationOf, operations } from '../../oracles/values/operations.ts';
import type { Json, JsonObject, Outcome, Wire } from '../../oracles/values/types.ts';
import { shortType } from '../../oracles/values/types.ts';

/** DynamoDB answers have at most 16 MB (BatchGetItem). Anything above four times that is not this protocol. */
export const bodyBytesMax = 64 * 2 ** 20;
/** Characters of an invalid body that are kept for a report. */
const garbageCharsMax = 4096;

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

const isObject = (value: Json | undefined): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The outcome for an answer outside DynamoDB's protocol, with the start of its body. */
export function garbage(detail: string, status: number, headers: Wire['headers'], bytes: Uint8Array): Outcome {
  const body = Buffer.from(bytes.subarray(0, garbageCharsMax)).toString('utf8');
  return { kind: 'unanswered', cause: 'garbage', detail, wire: { status, headers, body } };
}

function isSilent(target: string): boolean {
  const operation = operationOf(target);
  return operation !== undefined && operations[operation].isSilent;
}

const kindOfBody = (text: string): string => {
  if (text === '') return 'an empty body';
  return /^\s*</.test(text) ? 'a page of markup' : 'a body that is not JSON';
};

function rejection(parsed: JsonObject, rawType: string, wire: Wire): Outcome {
  // The service writes `message` or `Message`, depending on the exception. https://smithy.io awsJson1.0 allows both.
  const key = typeof parsed.message === 'string' ? 'message' : 'Message';
  const text = parsed[key];
  const members = Object.fromEntries(
    Object.entries(parsed).filter(([name]) => name !== '__type' && !(name === key && typeof text === 'string')),
  );
  return {
    kind: 'rejected',
    type: shortType(rawType),
    rawType,
    message: typeof text === 'string' ? text : '',
    status: wire.status,
    members,
    wire,
  };
}

/**
 * The store's own report that it failed (500) or lacks the operation (501), whatever the body: a framework turns an
 * exception in the store's code into a page. Without a type, 502 to 504 come from a gateway and say nothing about the
 * store.
 */
function failure(status: number, headers: Wire['headers'], bytes: Uint8Array, how: string): Outcome {
  const body = Buffer.from(bytes.subarray(0, garbageCharsMax)).toString('utf8');
  const type = `HTTP ${status}`;
  const wire = { status, headers, body };
  return { kind: 'rejected', type, rawType: type, message: `with ${how}`, status, members: {}, wire };
}

/**
 * `ok` for a 2xx JSON object; `rejected` for any other status with a `__type`, and for 500 and 501 with any body; else
 * `garbage`.
 *
 * @param target the request's `x-amz-target`, since a few operations succeed without a body
 */
export function outcomeOf(status: number, headers: Wire['headers'], bytes: Uint8Array, target = ''): Outcome {
  const bad = (how: string) =>
    status === 500 || status === 501
      ? failure(status, headers, bytes, how)
      : garbage(`HTTP ${status} with ${how}`, status, headers, bytes);
  let text: string;
  try {
    text = utf8.decode(bytes);
  } catch {
    return bad('a body that is not UTF-8');
  }
  if (status === 200 && text === '' && isSilent(target))
    return { kind: 'ok', output: {}, wire: { status, headers, body: text } };
  let parsed: Json;
  try {
    parsed = JSON.parse(text);
  } catch {
    return bad(kindOfBody(text));
  }
  if (!isObject(parsed)) return bad('JSON that is not an object');
  const wire: Wire = { status, headers, body: text };
  if (status >= 200 && status < 300) return { kind: 'ok', output: parsed, wire };
  const rawType = Object.hasOwn(parsed, '__type') ? parsed.__type : undefined;
  if (typeof rawType !== 'string' || rawType === '') return bad('no error type');
  return rejection(parsed, rawType, wire);
}
