/** DynamoDB's own words, in the JSON form of its wire protocol. Everything else in the project speaks these. */

import type { JsonObject } from './json.ts';

export type { Json, JsonObject } from './json.ts';
export type { Operation } from './operations.ts';

/**
 * One attribute value in wire form: exactly one descriptor. Numbers are decimal strings, binaries are base64 strings.
 * Source: API reference, AttributeValue.
 */
export type AttributeValue =
  | { S: string }
  | { N: string }
  | { B: string }
  | { SS: string[] }
  | { NS: string[] }
  | { BS: string[] }
  | { L: AttributeValue[] }
  | { M: { [name: string]: AttributeValue } }
  | { BOOL: boolean }
  | { NULL: true };

export type Descriptor = 'S' | 'N' | 'B' | 'SS' | 'NS' | 'BS' | 'L' | 'M' | 'BOOL' | 'NULL';
export type KeyDescriptor = 'S' | 'N' | 'B';

/** An item or a key: attribute name → value. */
export type Item = { [attribute: string]: AttributeValue };

/** The bytes behind an answer, for a reader who does not believe the parsed form. */
export interface Wire {
  status: number;
  headers: { [name: string]: string };
  body: string;
}

/** Why no answer came. Each is a verdict of its own: none of them says that the store is right or wrong. */
export type UnansweredCause =
  /** Nothing listens there. */
  | 'refused'
  /** The connection ended before the answer did. */
  | 'closed'
  /** No answer within the time allowed for one request. */
  | 'timeout'
  /** An answer came that is not DynamoDB's protocol: not JSON, no error type, not HTTP. */
  | 'garbage'
  /** The request could not leave: no credentials, no such host, a body that cannot be encoded. */
  | 'unsendable';

/** What one request came to. */
export type Outcome =
  | { kind: 'ok'; output: JsonObject; wire?: Wire }
  | {
      kind: 'rejected';
      /** The exception's short name, such as `ValidationException`. */
      type: string;
      /** `__type` as it came, with its namespace. */
      rawType: string;
      message: string;
      status: number;
      /** Members beside type and message, such as `CancellationReasons` and `Item`. */
      members: JsonObject;
      wire?: Wire;
    }
  | { kind: 'unanswered'; cause: UnansweredCause; detail: string; wire?: Wire };

/** `com.amazonaws.dynamodb.v20120810#ResourceNotFoundException` → `ResourceNotFoundException`. */
export const shortType = (rawType: string): string => rawType.slice(rawType.lastIndexOf('#') + 1);
