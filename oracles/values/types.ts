/** DynamoDB's data types in the JSON form of its wire protocol, used throughout the project. */

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

/** The raw bytes of an answer, for checking the parsed form. */
export interface Wire {
  status: number;
  headers: { [name: string]: string };
  body: string;
}

/** Why there is no answer. Each is a verdict of its own; none says that the store is right or wrong. */
export type UnansweredCause =
  /** Nothing listens at the address. */
  | 'refused'
  /** The connection closed before the answer was complete. */
  | 'closed'
  /** No answer within the time allowed for one request. */
  | 'timeout'
  /** The answer is not DynamoDB's protocol: not JSON, no error type, or not HTTP. */
  | 'garbage'
  /** The request could not be sent: no credentials, unknown host, or a body that cannot be encoded. */
  | 'unsendable';

/** The result of one request. */
export type Outcome =
  | { kind: 'ok'; output: JsonObject; wire?: Wire }
  | {
      kind: 'rejected';
      /** The exception's short name, such as `ValidationException`. */
      type: string;
      /** `__type` as received, with its namespace. */
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
