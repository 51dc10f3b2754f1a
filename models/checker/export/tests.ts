/** What a guard asks of one variable, in the shortest form that every language has. */
import { shown } from '../../language/domains.ts';
import type { Variable } from '../../language/state/variable.ts';

export type Test =
  | { readonly is: 'true' | 'false' }
  | { readonly is: 'equal' | 'other'; readonly code: number }
  | { readonly is: 'between'; readonly from: number; readonly to: number }
  | { readonly is: 'among'; readonly codes: readonly number[] };

/** Whether the values are numbers that are their own codes, so that they can be compared and added. */
export const isNumber = ({ domain }: Variable): boolean =>
  typeof domain.decode(0) === 'number' && domain.show === undefined;

/** `codes`: in order, and not all of the domain. */
export function testOf(variable: Variable, codes: readonly number[]): Test {
  const { domain } = variable;
  const [from, to] = [codes[0]!, codes.at(-1)!];
  if (domain.size === 2 && typeof shown(domain, 0) === 'boolean') return { is: from === 1 ? 'true' : 'false' };
  if (codes.length === 1) return { is: 'equal', code: from };
  if (codes.length === domain.size - 1) {
    const missing = codes.findIndex((code, at) => code !== at);
    return { is: 'other', code: missing < 0 ? codes.length : missing };
  }
  if (isNumber(variable) && to - from === codes.length - 1) return { is: 'between', from, to };
  return { is: 'among', codes };
}
