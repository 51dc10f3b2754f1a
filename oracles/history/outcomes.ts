/** What of an answer a sequential specification decides, as a text: equal texts for equal answers. */
import { type Decisions, rightDecisions } from '../policies/index.ts';
import { fingerprintOf } from '../store/tokens.ts';
import type { Json, JsonObject } from '../values/types.ts';
import { normaliseItem } from '../values/validate.ts';
import type { Outcome } from './history.ts';

/** What a call tells. */
export type Told =
  /** The answer, to be held against the specification. */
  | { readonly kind: 'answer'; readonly text: string; readonly changesNothing: boolean }
  /** It may have taken effect after its start, or never. */
  | { readonly kind: 'perhaps' }
  /** It had no effect, and why says nothing of the items. */
  | { readonly kind: 'nothing' };

/** An answer of the service itself, after which a write may have happened: developer guide, "Error handling with DynamoDB". */
const serverErrors: ReadonlySet<string> = new Set([
  'InternalServerError',
  'InternalServerErrorException',
  'InternalFailure',
  'ServiceUnavailable',
  'ServiceUnavailableException',
]);
/** Refusals that follow from the request and the stored items alone. Others, as of throttling, may come at any time. */
const decided: ReadonlySet<string> = new Set([
  'ConditionalCheckFailedException',
  'TransactionCanceledException',
  'ValidationException',
  'IdempotentParameterMismatchException',
]);
const decidedCodes: ReadonlySet<string> = new Set(['None', 'ConditionalCheckFailed', 'ValidationError']);

export function toldBy(operation: string, outcome: Outcome): Told {
  if (outcome.kind === 'unknown') return { kind: 'perhaps' };
  if (outcome.kind === 'ok') {
    const changesNothing = operation === 'GetItem' || operation === 'TransactGetItems';
    return { kind: 'answer', text: okText(outcome.output as JsonObject), changesNothing };
  }
  const { name, output } = outcome;
  if (serverErrors.has(name)) return { kind: 'perhaps' };
  const isDecided =
    decided.has(name) && reasonsOf(output as JsonObject).every(({ Code }) => decidedCodes.has(String(Code)));
  if (!isDecided) return { kind: 'nothing' };
  return { kind: 'answer', text: refusalText(name, output as JsonObject), changesNothing: true };
}

/** In place of a success whose returned values do not count. */
export const anySuccess = 'ok, whatever it returns';

export const okText = ({ Attributes, Item, Responses }: JsonObject): string => {
  const items = Array.isArray(Responses) ? Responses.map((one) => itemText((one as JsonObject).Item)) : [];
  return ['ok', itemText(Attributes ?? Item), ...items].join(' ').trimEnd();
};

export function refusalText(name: string, output: JsonObject): string {
  if (name === 'TransactionCanceledException')
    return `${cancelled}${reasonsOf(output)
      .map(({ Code, Item }) => `${Code} ${itemText(Item)}`.trimEnd())
      .join(cancelledSeparator)}`;
  return `${name} ${name === 'ConditionalCheckFailedException' ? itemText(output.Item) : ''}`.trimEnd();
}
const cancelled = 'TransactionCanceledException: ';
const cancelledSeparator = ' | ';

const reasonsOf = ({ CancellationReasons }: JsonObject): JsonObject[] =>
  Array.isArray(CancellationReasons) ? (CancellationReasons as JsonObject[]) : [];

/** A projection that selects nothing is the same as no item: stores differ in that, one after another too. */
function itemText(item: Json | undefined): string {
  if (item === undefined || item === null || Object.keys(item).length === 0) return '';
  return fingerprintOf(normalised(item, rightDecisions));
}

function normalised(item: Json, decisions: Decisions): Json {
  try {
    return normaliseItem(item, decisions);
  } catch {
    return item;
  }
}

/**
 * Whether the specification's answer allows the one that was heard. A transaction that is cancelled for several reasons may have been told of
 * some of them only.
 */
export function allows(specified: string, heard: string): boolean {
  if (specified === heard) return true;
  if (heard === anySuccess) return /^ok\b/.test(specified);
  if (!specified.startsWith(cancelled) || !heard.startsWith(cancelled)) return false;
  const wanted = specified.slice(cancelled.length).split(cancelledSeparator);
  const reasons = heard.slice(cancelled.length).split(cancelledSeparator);
  const isPart = reasons.length === wanted.length && reasons.every((one, i) => one === 'None' || one === wanted[i]);
  return isPart && reasons.some((one) => one !== 'None');
}
