import type { Operation } from '../../oracles/values/types.ts';
import type { Case } from '../cases/case.ts';
import { operationsOf } from './needs.ts';

/** In so many cases a target that answers other requests may leave one operation unanswered before the operation is skipped. */
export const silencesMax = 2;

/**
 * The cases that an operation left unanswered, on a target that answers others. A case is played again when it gets no answer, so
 * attempts do not count: one request that a server cannot bear says nothing about the others of its operation.
 */
export class MuteOperations {
  readonly #silenced = new Map<Operation, Set<string>>();

  note(operation: Operation, { id }: Case): void {
    this.#silenced.set(operation, (this.#silenced.get(operation) ?? new Set()).add(id));
  }

  /** An operation of the case that was left unanswered too often. */
  neededBy({ steps, tables = {} }: Case): Operation | undefined {
    const needed = operationsOf(steps);
    if (Object.keys(tables).length > 0) needed.add('CreateTable');
    return [...needed].find((operation) => (this.#silenced.get(operation)?.size ?? 0) >= silencesMax);
  }
}
