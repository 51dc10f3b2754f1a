import type { JsonObject } from './types.ts';

/**
 * A refusal, thrown inside the specification and turned into a rejected outcome at its edge.
 *
 * `ofRequest` marks a problem of the request alone (syntax, values), which the write operations of single items put into
 * the envelope of `envelope`; problems that depend on the table or the stored item stay bare on every operation.
 */
export class Fault extends Error {
  /** The exception's short name, such as `ValidationException`. */
  readonly type: string;
  readonly members: JsonObject;
  readonly ofRequest: boolean;
  constructor(type: string, message: string, members: JsonObject = {}, ofRequest = false) {
    super(message);
    this.name = 'Fault';
    this.type = type;
    this.members = members;
    this.ofRequest = ofRequest;
  }
}

/** A ValidationException whose text is the same on every operation. */
export const validation = (message: string): Fault => new Fault('ValidationException', message);
/** A ValidationException about the request alone; see `envelope`. */
export const requestFault = (message: string): Fault => new Fault('ValidationException', message, {}, true);
/** A JSON value of a kind that the member cannot hold, such as `{"N": 1}`. */
export const serialization = (message: string): Fault => new Fault('SerializationException', message);

const enveloping: ReadonlySet<string> = new Set(['PutItem', 'UpdateItem', 'DeleteItem']);

/** Since 2026-06 PutItem, UpdateItem and DeleteItem put problems of the request into an envelope; reads and batches do not. */
export function envelope(fault: Fault, operation: string): Fault {
  if (!fault.ofRequest || !enveloping.has(operation)) return fault;
  return new Fault(fault.type, `1 validation error detected: ${fault.message}`, fault.members);
}
