import fc from 'fast-check';
import type { Request } from '../request.ts';
import type { Schema } from '../schemas.ts';
import { expressionFaults } from './expressions.ts';
import { legacyFaults } from './legacy.ts';
import { memberFaults } from './members.ts';
import { copied, type RequestMutation } from './mutation.ts';
import { shapeFaults } from './shapes.ts';
import { statementFaults } from './statements.ts';
import { valueFaults } from './values.ts';

export const faults: { readonly [name: string]: RequestMutation } = {
  ...expressionFaults,
  ...valueFaults,
  ...legacyFaults,
  ...memberFaults,
  ...shapeFaults,
  ...statementFaults,
};

/** Mutations with many variants are tried more often. */
const weights = new Map([
  ['condition', 12],
  ['update', 14],
  ['projection', 5],
  ['keyCondition', 16],
  ['placeholders', 4],
  ['value', 10],
  ['key', 6],
  ['indexKey', 6],
  ['older', 8],
  ['olderUpdate', 6],
  ['olderKeys', 6],
  ['batch', 3],
  ['transaction', 3],
  ['startKey', 3],
  ['filterOnKey', 2],
  ['shape', 12],
  ['statementText', 24],
  ['statementToken', 8],
  ['parameters', 4],
]);

const anyFault = fc.oneof(
  ...Object.keys(faults).map((name) => ({ arbitrary: fc.constant(name), weight: weights.get(name) ?? 1 })),
);

/** Numbers drawn in advance for each choice of a mutation, so that a seed always gives the same fault. */
const choices = fc.array(fc.nat(), { minLength: 4, maxLength: 4 });

/** The request with one fault, or unchanged when none of several drawn faults fits. */
export const faulty = (schema: Schema, request: Request): fc.Arbitrary<Request> =>
  fc.tuple(fc.array(anyFault, { minLength: 6, maxLength: 6 }), choices).map(([names, numbers]) => {
    for (const name of names) {
      let at = 0;
      const pick = <T>(from: readonly T[]): T => from[(numbers[at++ % numbers.length] ?? 0) % from.length]!;
      const input = faults[name]?.({ op: request.op, input: copied(request.input), schema, pick });
      if (input !== undefined) return { ...request, input };
    }
    return request;
  });
