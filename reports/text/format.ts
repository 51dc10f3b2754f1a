/** Numbers, times and JSON as people read them. The same in every rendering. */
import type { Json } from '../../oracles/values/types.ts';
import { visibleLine } from './visible.ts';

/** `705880015` → `705,880,015`; takes decimal digits, since interleavings outgrow a double. */
export const thousands = (value: number | string): string => String(value).replace(/\B(?=(\d{3})+$)/g, ',');

/** Large counts as `705,880,015` or, beyond fifteen digits, as `7.06 × 10^29`. */
export function magnitude(digits: string): string {
  if (!/^\d{16,}$/.test(digits)) return thousands(digits);
  // Rounding may carry into one digit more: 9.999 becomes 10.00.
  const [mantissa, carry] = Number(`${digits[0]}.${digits.slice(1, 16)}`)
    .toExponential(2)
    .split('e+');
  return `${mantissa} × 10^${digits.length - 1 + Number(carry)}`;
}

export function duration(ms: number): string {
  if (ms < 999.5) return `${Math.round(ms)} ms`;
  if (ms < 59_950) return `${(ms / 1000).toFixed(1)} s`;
  const seconds = Math.round(ms / 1000);
  return `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
}

/** `1 case`, `2 cases`. */
export const count = (number: number, one: string, many = `${one}s`): string =>
  `${thousands(number)} ${number === 1 ? one : many}`;

/** JSON on one line; text as it stands, without quotes, only where it cannot be taken for another type. */
export const jsonLine = (value: Json | undefined): string =>
  value === undefined ? '(absent)' : visibleLine(JSON.stringify(value));
