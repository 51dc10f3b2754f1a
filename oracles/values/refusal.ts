import type { JsonObject } from './types.ts';

/**
 * A refusal, thrown inside the specification and turned into a rejected outcome at its edge.
 *
 * `ofRequest` marks a problem of the request alone (syntax, values), which the write operations of single items put into
 * the envelope of `envelope`; problems that depend on the table or the stored item stay bare on every operation.
 */
export class Refusal extends Error {
  /** The exception's short name, such as `ValidationException`. */
  readonly type: string;
  readonly members: JsonObject;
  readonly ofRequest: boolean;
  /** The text of the older layer, where that differs. */
  readonly older: string;
  constructor(type: string, message: string, members: JsonObject = {}, ofRequest = false, older = message) {
    super(message);
    this.name = 'Refusal';
    this.type = type;
    this.members = members;
    this.ofRequest = ofRequest;
    this.older = older;
  }
}

/** A ValidationException whose text is the same on every operation. */
export const validation = (message: string): Refusal => new Refusal('ValidationException', message);
/** A ValidationException about the request alone; see `envelope`. */
export const requestRefusal = (message: string, older = message): Refusal =>
  new Refusal('ValidationException', message, {}, true, older);
/** A JSON value of a kind that the member cannot hold, such as `{"N": 1}`. */
export const serialization = (message: string): Refusal => new Refusal('SerializationException', message);

/**
 * Since 2026-06 the service is rewording its refusals, region by region and operation by operation: `new` is what most regions
 * answered in 2026-10, `old` what all of them did before.
 */
export type Texts = 'old' | 'new';

/** These put problems of the request into an envelope, in the newer layer. */
const enveloping: ReadonlySet<string> = new Set(['PutItem', 'UpdateItem', 'DeleteItem']);
/** These read values in the older layer still (captured in four regions, 2026-10-09). */
const older: ReadonlySet<string> = new Set(['BatchWriteItem', 'Scan', 'ExecuteStatement', 'ExecuteTransaction']);

/** What the older layer adds to values without an expression: which expressions it had looked for. */
const lookedFor: { readonly [operation: string]: string } = {
  PutItem: 'ConditionExpression is null',
  DeleteItem: 'ConditionExpression is null',
  UpdateItem: 'UpdateExpression and ConditionExpression are null',
  Query: 'FilterExpression and KeyConditionExpression are null',
  Scan: 'FilterExpression is null',
};
export const valuesAlone = 'ExpressionAttributeValues can only be specified when using expressions';
const olderText = ({ older }: Refusal, operation: string): string =>
  older === valuesAlone && Object.hasOwn(lookedFor, operation) ? `${older}: ${lookedFor[operation]}` : older;

/** The refusal as an operation words it. */
export function envelope(refusal: Refusal, operation: string, texts: Texts = 'new'): Refusal {
  if (!refusal.ofRequest) return refusal;
  if (texts === 'old' || older.has(operation))
    return new Refusal(refusal.type, olderText(refusal, operation), refusal.members);
  if (!enveloping.has(operation)) return refusal;
  return new Refusal(refusal.type, `1 validation error detected: ${refusal.message}`, refusal.members);
}
