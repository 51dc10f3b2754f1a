/** The type of a generated request, and the members that most operations share. */
import fc from 'fast-check';
import type { Operation } from '../../../oracles/values/operations.ts';
import type { Call, TemplateObject } from '../../cases/case.ts';
import { tableName } from '../../cases/case.ts';
import { optional } from './optional.ts';
import { tableLabel } from './words.ts';

export interface Request {
  op: Operation;
  input: TemplateObject;
  /** The output paths that are compared, if not all of the answer is guaranteed. */
  observe?: string[];
  unordered?: boolean;
}
export type RequestArbitrary = fc.Arbitrary<Request>;

export const table = tableName(tableLabel);
/** The table name as a member of a batch. */
export const tableMember = `$table:${tableLabel}`;

export const capacity = optional(fc.constantFrom('TOTAL', 'INDEXES', 'INDEXES', 'NONE'), { absent: 2 });
export const metrics = optional(fc.constantFrom('SIZE', 'SIZE', 'NONE'), { absent: 8 });

/** The input without undefined members. */
export const inputOf = (members: { [name: string]: TemplateObject[string] | undefined }): TemplateObject =>
  Object.fromEntries(
    Object.entries(members).filter((entry): entry is [string, TemplateObject[string]] => entry[1] !== undefined),
  );

/** Sent raw, because an SDK would refuse or change an input that is invalid on purpose. */
export const callOf = ({ op, input, observe, unordered }: Request): Call & { during?: never } => ({
  op,
  input,
  raw: true,
  ...(observe && { observe }),
  ...(unordered !== undefined && { unordered }),
});
