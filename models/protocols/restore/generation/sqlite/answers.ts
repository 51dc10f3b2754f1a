/** What a client is told that asks something of the table of a restore. */
import type { Target } from './world.ts';

export const operations = ['DeleteTable', 'UpdateTable', 'read', 'CreateBackup'] as const;
export type Operation = (typeof operations)[number];
type Status = Target['table']['status'];
type Answer = 'accepted' | 'ResourceInUse' | 'ResourceNotFound' | 'TableNotFound';

/** Of a restore target: what is not yet a table can be neither changed nor read, and what is being made cannot be deleted. */
export function answerTo(operation: Operation, status: Status): Answer {
  if (status === 'ACTIVE') return 'accepted';
  if (operation === 'CreateBackup') return 'TableNotFound';
  return operation === 'read' || status === 'absent' ? 'ResourceNotFound' : 'ResourceInUse';
}
