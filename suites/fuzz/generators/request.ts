/** One generated request, and the options that most operations share. */
import fc from 'fast-check';
import type { GeneratedOperation } from '../../../oracles/values/operations.ts';
import type { Call, TemplateObject } from '../../cases/case.ts';
import { tableName } from '../../cases/case.ts';
import { optional } from './optional.ts';
import { tableLabel } from './words.ts';

export interface Request {
  op: GeneratedOperation;
  input: TemplateObject;
  /** What of the answer is compared, where not all of it is promised. */
  observe?: string[];
  unordered?: boolean;
}
export type RequestArbitrary = fc.Arbitrary<Request>;

export const table = tableName(tableLabel);
/** The table as a member of a batch. */
export const tableMember = `$table:${tableLabel}`;

export const capacity = optional(fc.constantFrom('TOTAL', 'INDEXES', 'NONE'), { absent: 4 });
export const metrics = optional(fc.constantFrom('SIZE', 'NONE'), { absent: 12 });

/** The input without the members that were not drawn. */
export const inputOf = (members: { [name: string]: TemplateObject[string] | undefined }): TemplateObject =>
  Object.fromEntries(
    Object.entries(members).filter((entry): entry is [string, TemplateObject[string]] => entry[1] !== undefined),
  );

/** Sent as it stands: an SDK would refuse or alter what is invalid on purpose. */
export const callOf = ({ op, input, observe, unordered }: Request): Call => ({
  op,
  input,
  raw: true,
  ...(observe && { observe }),
  ...(unordered !== undefined && { unordered }),
});
