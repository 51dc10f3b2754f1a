/** Finite domains of variables. A value is stored as its code, 0 … size − 1. */

export type Value = string | number | boolean;

export interface Domain<out T> {
  readonly kind: 'one';
  readonly size: number;
  /** What a message calls the domain. */
  readonly text: string;
  /** The code of a value, or −1 when the value is outside the domain. */
  encode(value: unknown): number;
  decode(code: number): T;
}

/** A fixed number of variables of one domain, read and written by index. */
export interface List<out T> {
  readonly kind: 'list';
  readonly length: number;
  readonly of: Domain<T>;
}

// A decision table has one entry per value at each node that reads the variable.
const sizeMax = 1 << 16;

function checkSize(size: number): number {
  if (Number.isInteger(size) && size >= 1 && size <= sizeMax) return size;
  throw new RangeError(`a domain has 1 to ${sizeMax} values, not ${size}`);
}

/** One of the given names. */
export function oneOf<const V extends readonly string[]>(...values: V): Domain<V[number]> {
  if (new Set(values).size !== values.length) throw new RangeError(`a name stands twice in ${values.join(', ')}`);
  return {
    kind: 'one',
    size: checkSize(values.length),
    text: `one of ${values.join(', ')}`,
    encode: (value) => values.indexOf(value as V[number]),
    decode: (code) => values[code]!,
  };
}

/** A whole number from 0 to `max`, both included. */
export const upTo = (max: number): Domain<number> => ({
  kind: 'one',
  size: checkSize(max + 1),
  text: `0 to ${max}`,
  encode: (value) =>
    Number.isInteger(value) && (value as number) >= 0 && (value as number) <= max ? Number(value) : -1,
  decode: (code) => code,
});

export const bit: Domain<0 | 1> = {
  kind: 'one',
  size: 2,
  text: '0 or 1',
  encode: (value) => (value === 0 || value === 1 ? value : -1),
  decode: (code) => (code === 0 ? 0 : 1),
};

export const flag: Domain<boolean> = {
  kind: 'one',
  size: 2,
  text: 'true or false',
  encode: (value) => (value === false ? 0 : value === true ? 1 : -1),
  decode: (code) => code === 1,
};

export const list = <T>(length: number, of: Domain<T>): List<T> => ({ kind: 'list', length, of });

export type Shape = { readonly [field: string]: Domain<unknown> | List<unknown> };

type ValueIn<D> = D extends List<infer T> ? T[] : D extends Domain<infer T> ? T : never;

/** What a process sees of a record: plain fields, checked when they are written. */
export type View<S extends Shape> = {
  -readonly [Field in keyof S as S[Field] extends List<unknown> ? never : Field]: ValueIn<S[Field]>;
} & {
  readonly [Field in keyof S as S[Field] extends List<unknown> ? Field : never]: ValueIn<S[Field]>;
};
