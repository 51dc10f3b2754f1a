import type { Operation } from '../../oracles/values/types.ts';
import type { Case } from '../cases/case.ts';
import { operationsOf } from './needs.ts';

/**
 * A target that answers other requests may leave this many of one operation unanswered before the operation is skipped.
 */
export const silencesMax = 2;

/** Counts unanswered requests by operation, on a target that answers others. */
export class MuteOperations {
  readonly #silences = new Map<Operation, number>();

  note(operation: Operation): void {
    this.#silences.set(operation, (this.#silences.get(operation) ?? 0) + 1);
  }

  /** An operation of the case that was left unanswered too often. */
  neededBy({ steps, tables = {} }: Case): Operation | undefined {
    const needed = operationsOf(steps);
    if (Object.keys(tables).length > 0) needed.add('CreateTable');
    return [...needed].find((operation) => (this.#silences.get(operation) ?? 0) >= silencesMax);
  }
}
