import { s, table } from '../case.ts';

export const key = { pk: s('p') };
const tables = { t: table({ hash: ['pk', 'S'] }) };
export const shared = { ...({ area: 'number-precision', certainty: 'measured', tables } as const) };
const digits = '1234567890';
/** So many digits, none of them a trailing zero. */
export const precise = (count: number): string => `${digits.repeat(4).slice(0, count - 1)}7`;
