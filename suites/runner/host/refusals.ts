/** Refusals that are temporary and say nothing about the request itself. */
import type { Outcome } from '../../../oracles/values/types.ts';

/** The request was not executed for lack of capacity, and should be sent again. */
export const throttledTypes: ReadonlySet<string> = new Set([
  'ThrottlingException',
  'RequestLimitExceeded',
  'ProvisionedThroughputExceededException',
]);

/** The resource is busy, or too many such requests run at once. */
export const passingTypes: ReadonlySet<string> = new Set([
  'ResourceInUseException',
  'BackupInUseException',
  'LimitExceededException',
  ...throttledTypes,
]);

const goneTypes: ReadonlySet<string> = new Set(['ResourceNotFoundException', 'BackupNotFoundException']);

export const isGone = (answer: Outcome): boolean => answer.kind === 'rejected' && goneTypes.has(answer.type);
