import type { Operation } from '../../oracles/values/types.ts';
import type { Case } from '../cases/case.ts';
import { operationsOf } from './needs.ts';

/** Requests of one operation that a target may leave without an answer while it answers others, before it is asked no more. */
export const silencesMax = 2;

/** How often a target that answers others left each operation without an answer. */
export class MuteOperations {
  readonly #silences = new Map<Operation, number>();

  note(operation: Operation): void {
    this.#silences.set(operation, (this.#silences.get(operation) ?? 0) + 1);
  }

  /** An operation of the case that was left without an answer too often. */
  neededBy({ steps, tables = {} }: Case): Operation | undefined {
    const needed = operationsOf(steps);
    if (Object.keys(tables).length > 0) needed.add('CreateTable');
    return [...needed].find((operation) => (this.#silences.get(operation) ?? 0) >= silencesMax);
  }
}
