/** Refusals that speak of a moment, and not of what was asked. */
import type { Outcome } from '../../../oracles/values/types.ts';

/** Of a request that was not carried out for want of capacity: it asks to be sent again. */
export const throttledTypes: ReadonlySet<string> = new Set([
  'ThrottlingException',
  'RequestLimitExceeded',
  'ProvisionedThroughputExceededException',
]);

/** A state, and too many requests of this kind at once. */
export const passingTypes: ReadonlySet<string> = new Set([
  'ResourceInUseException',
  'BackupInUseException',
  'LimitExceededException',
  ...throttledTypes,
]);

const goneTypes: ReadonlySet<string> = new Set(['ResourceNotFoundException', 'BackupNotFoundException']);

export const isGone = (answer: Outcome): boolean => answer.kind === 'rejected' && goneTypes.has(answer.type);
