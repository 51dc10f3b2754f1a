import { type Operation, operations } from './operations.ts';
import type { JsonObject } from './types.ts';

/**
 * A refusal, thrown inside the oracle and turned into a rejected outcome at its edge.
 *
 * `ofRequest` marks an error in the request alone (syntax, values). Single-item writes add a prefix to these, see
 * `envelope`. Errors that depend on the table or the stored item never get one.
 */
export class Refusal extends Error {
  /** The exception's short name, such as `ValidationException`. */
  readonly type: string;
  readonly members: JsonObject;
  readonly ofRequest: boolean;
  /** The older layer's text, where it differs. */
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

/** @throws what was thrown, unless it is a refusal */
export function refusalIn(thrown: unknown): Refusal {
  if (thrown instanceof Refusal) return thrown;
  throw thrown;
}

/** A ValidationException with the same text on every operation. */
export const validation = (message: string): Refusal => new Refusal('ValidationException', message);
/** A ValidationException about the request alone; see `envelope`. */
export const requestRefusal = (message: string, older = message): Refusal =>
  new Refusal('ValidationException', message, {}, true, older);
/** A wrong JSON kind, such as `{"N": 1}`. */
export const serialization = (message: string): Refusal => new Refusal('SerializationException', message);

/**
 * The service has been rewording its refusals since 2026-06, by region and operation. `new` is what most regions
 * answered in 2026-10, `old` what all regions answered before.
 */
export type Texts = 'old' | 'new';

export const valuesAlone = 'ExpressionAttributeValues can only be specified when using expressions';
const olderText = ({ older }: Refusal, missed: string | null): string =>
  older === valuesAlone && missed !== null ? `${older}: ${missed}` : older;

/** The refusal as the given operation words it. */
export function envelope(refusal: Refusal, operation: Operation, texts: Texts = 'new'): Refusal {
  if (!refusal.ofRequest) return refusal;
  const { wording, missedExpressions } = operations[operation];
  if (texts === 'old' || wording === 'older') return validation(olderText(refusal, missedExpressions));
  if (wording === 'newer') return refusal;
  return validation(`1 validation error detected: ${refusal.message}`);
}
