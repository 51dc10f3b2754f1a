/** Splits the name of a variable: `collection[0].batches[1]` is `batches[1]` of `collection[0]`. */
import type { Variable } from '../../../../models/language/state/variable.ts';

export const recordOf = ({ name }: Variable): string => name.slice(0, name.lastIndexOf('.'));
export const fieldOf = ({ name }: Variable): string => name.slice(name.lastIndexOf('.') + 1);
