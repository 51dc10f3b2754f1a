import type { JsonObject, Operation } from '../../oracles/values/types.ts';

/** One call of a client, which may leave before it is answered. */
export interface Step {
  readonly operation: Operation;
  readonly input: JsonObject;
  readonly leavesAfterMs?: number;
  readonly how?: 'abort' | 'reset';
}
