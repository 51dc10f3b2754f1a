/** Finite domains of variables. A value is stored as its code, 0 … size − 1. */

export type Value = string | number | boolean;

export interface Domain<out T> {
  readonly kind: 'one';
  readonly size: number;
  /** The name of the domain in messages. */
  readonly text: string;
  /** The code of a value, or −1 when the value is outside the domain. */
  encode(value: unknown): number;
  decode(code: number): T;
  /** What a trace shows for a code, where the value itself is an object. */
  readonly show?: (code: number) => Value;
  /** By code, the record that a value refers to. */
  readonly refersTo?: readonly (object | null)[];
  /** The records that parts of a value refer to. Symmetry reduction cannot rename those. */
  readonly mentions?: readonly (object | null)[];
}

/** A fixed number of variables of one domain, read and written by index. */
export interface List<out T> {
  readonly kind: 'list';
  readonly length: number;
  readonly of: Domain<T>;
}

// A decision table has one entry per value at each node that reads the variable, so a large domain would be slow and large.
const sizeMax = 1 << 16;

function checkSize(size: number): number {
  if (Number.isInteger(size) && size >= 1 && size <= sizeMax) return size;
  throw new RangeError(`a domain has 1 to ${sizeMax} values, not ${size}`);
}

/** One of the given names. */
export function oneOf<const V extends readonly string[]>(...values: V): Domain<V[number]> {
  if (new Set(values).size !== values.length) throw new RangeError(`a name occurs twice in ${values.join(', ')}`);
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

/** A value of the domain, or null, which traces show as `none`, or as `no none` where that is a value. */
export function optional<T>(of: Domain<T>): Domain<T | null> {
  const taken = new Set(Array.from({ length: of.size }, (_, code) => shown(of, code)));
  let none = 'none';
  while (taken.has(none)) none = `no ${none}`;
  return {
    kind: 'one',
    size: checkSize(of.size + 1),
    text: `${of.text}, or null`,
    encode: (value) => {
      if (value === null) return 0;
      const code = of.encode(value);
      return code < 0 ? -1 : code + 1;
    },
    decode: (code) => (code === 0 ? null : of.decode(code - 1)),
    show: (code) => (code > 0 ? shown(of, code - 1) : none),
    ...(of.refersTo && { refersTo: [null, ...of.refersTo] }),
    ...(of.mentions && { mentions: of.mentions }),
  };
}

/** A subset of the values of a domain. Stored as one bit for each value, so that testing one value reads only its bit. */
export interface SetOf<out T> {
  readonly kind: 'set';
  readonly of: Domain<T>;
}

const setSizeMax = 64;

export function setOf<T>(of: Domain<T>): SetOf<T> {
  if (of.size > setSizeMax) throw new RangeError(`a set is of at most ${setSizeMax} values, not ${of.size}`);
  return { kind: 'set', of };
}

/** Up to `max` values in a row. */
export interface Sequence<out T> {
  readonly kind: 'sequence';
  readonly max: number;
  readonly of: Domain<T>;
}

export const sequence = <T>(max: number, of: Domain<T>): Sequence<T> => ({ kind: 'sequence', max, of });

type Values<S> = { readonly [Field in keyof S]: S[Field] extends Domain<infer T> ? T : never };

/** A record of several values as one value, such as a message in a `sequence`: read by its fields, written as a whole. */
export function message<const S extends { readonly [field: string]: Domain<unknown> }>(shape: S): Domain<Values<S>> {
  const fields = Object.entries<Domain<unknown>>(shape);
  const size = checkSize(fields.reduce((product, [, { size: own }]) => product * own, 1));
  const codesOf = (code: number): number[] => {
    let rest = code;
    return fields.map(([, { size: own }]) => {
      const part = rest % own;
      rest = (rest - part) / own;
      return part;
    });
  };
  const encode = (value: unknown): number => {
    if (typeof value !== 'object' || value === null || Object.keys(value).length !== fields.length) return -1;
    let code = 0;
    for (const [name, domain] of [...fields].reverse()) {
      const own = Object.hasOwn(value, name) ? domain.encode((value as Record<string, unknown>)[name]) : -1;
      if (own < 0) return -1;
      code = code * domain.size + own;
    }
    return code;
  };
  const decode = (code: number): Values<S> => {
    const codes = codesOf(code);
    const entries = fields.map(([name, domain], at) => [name, domain.decode(codes[at]!)]);
    return Object.freeze(Object.fromEntries(entries)) as Values<S>;
  };
  const show = (code: number): string => {
    const codes = codesOf(code);
    return `{ ${fields.map(([name, domain], at) => `${name}: ${shown(domain, codes[at]!)}`).join(', ')} }`;
  };
  const text = `a message of ${fields.map(([name, domain]) => `${name}: ${domain.text}`).join('; ')}`;
  return {
    kind: 'one',
    size,
    text,
    encode,
    decode,
    show,
    mentions: fields.flatMap(([, { refersTo = [] }]) => refersTo),
  };
}

/** The value of a code as traces and reports show it. */
export const shown = (domain: Domain<unknown>, code: number): Value =>
  domain.show === undefined ? (domain.decode(code) as Value) : domain.show(code);

export type Field = Domain<unknown> | List<unknown> | SetOf<unknown> | Sequence<unknown>;
export type Shape = { readonly [field: string]: Field };

/** Iterates in the order of the domain. */
export interface SetView<T> extends Iterable<T> {
  readonly size: number;
  has(value: T): boolean;
  add(value: T): void;
  delete(value: T): void;
  clear(): void;
}

/** A push beyond `max` is an error of the model: check `isFull` first where that can happen. */
export interface SequenceView<T> extends Iterable<T> {
  readonly length: number;
  readonly isFull: boolean;
  /** Undefined beyond the end. */
  at(index: number): T | undefined;
  includes(value: T): boolean;
  push(value: T): void;
  /** Removes and returns the first value; undefined when empty. */
  shift(): T | undefined;
  clear(): void;
}

type Several = List<unknown> | SetOf<unknown> | Sequence<unknown>;
type ValueIn<D> =
  D extends List<infer T>
    ? T[]
    : D extends SetOf<infer T>
      ? SetView<T>
      : D extends Sequence<infer T>
        ? SequenceView<T>
        : D extends Domain<infer T>
          ? T
          : never;

/** Initial values of fields. A set or a sequence is given as an array. */
export type Initial<S extends Shape> = {
  readonly [Field in keyof S]?: S[Field] extends SetOf<infer T> | Sequence<infer T> ? readonly T[] : ValueIn<S[Field]>;
};

/** A record as a process sees it: plain fields, checked when they are written. */
export type View<S extends Shape> = {
  -readonly [Field in keyof S as S[Field] extends Several ? never : Field]: ValueIn<S[Field]>;
} & {
  readonly [Field in keyof S as S[Field] extends Several ? Field : never]: ValueIn<S[Field]>;
};
