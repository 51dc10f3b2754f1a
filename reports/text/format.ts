/** Formats numbers and times for people, the same in every rendering. Machine-readable output has plain digits. */
import { duration as wholeUnits } from '../../suites/runner/needs.ts';

/** `705880015` → `705,880,015`. Takes digits with an optional fraction, since interleavings exceed a double. */
export const thousands = (value: number | string): string =>
  String(value).replace(/(?<!\.\d*)\B(?=(\d{3})+(?!\d))/g, ',');

/** Counts of any size: `705,880,015` or, beyond fifteen digits, `7.06 × 10^29`. */
export function magnitude(digits: string): string {
  if (!/^\d{16,}$/.test(digits)) return thousands(digits);
  // Rounding may carry into another digit: 9.999 becomes 10.00.
  const [mantissa, carry] = Number(`${digits[0]}.${digits.slice(1, 16)}`)
    .toExponential(2)
    .split('e+');
  return `${mantissa} × 10^${digits.length - 1 + Number(carry)}`;
}

/** `1 case`, `2 cases`. */
export const count = (number: number, one: string, many = `${one}s`): string =>
  `${thousands(number)} ${number === 1 ? one : many}`;

/** `12 ms`, `1.5 s`, `2 h 1 min 5 s`. */
export function duration(ms: number): string {
  if (ms < 999.5) return `${Math.round(ms)} ms`;
  if (ms < 59_950) return `${(ms / 1000).toFixed(1)} s`;
  return wholeUnits(Math.round(ms / 1000) * 1000);
}

/** An estimated remaining time: hours, whole minutes, steps of ten seconds, or seconds. */
export function roughDuration(ms: number): string {
  const seconds = Math.max(1, Math.ceil(ms / 1000));
  if (seconds >= 5_400) return `${Math.round(seconds / 3600)} h`;
  if (seconds >= 50) return `${Math.round(seconds / 60) || 1} min`;
  return `${seconds > 10 ? Math.ceil(seconds / 10) * 10 : seconds} s`;
}

/** `412 MiB`, rounded up. */
export const mebibytes = (bytes: number): string => `${thousands(Math.ceil(bytes / 2 ** 20))} MiB`;

/** `1.3`: a ratio, or an average. */
export const tenths = (value: number): string => value.toFixed(1);

/** `47 %`, of a share from 0 to 1. Rounded down, so that 100 % is all. */
export const percent = (share: number): string => `${Math.floor(share * 100 + 1e-9)} %`;
