/** Several keys at once: different ones, and numbered ones where many are needed. */
import fc from 'fast-check';
import { canonicalNumber } from '../../../oracles/values/number.ts';
import type { AttributeValue, Item, KeyDescriptor } from '../../../oracles/values/types.ts';
import { keyOf, type Schema } from './schemas.ts';

/** Two notations of one number are the same key. */
const identity = (key: Item): string =>
  JSON.stringify(Object.values(key).map((value) => ('N' in value ? { N: canonicalNumber(value.N) } : value)));

/** Distinct keys, because the service refuses duplicate items. */
export const distinctKeys = (schema: Schema, maxLength: number): fc.Arbitrary<Item[]> =>
  fc.uniqueArray(keyOf(schema), { minLength: 1, maxLength, selector: identity });

const numbered: { readonly [type in KeyDescriptor]: (at: number) => AttributeValue } = {
  S: (at) => ({ S: `row ${at}` }),
  N: (at) => ({ N: String(at + 100) }),
  B: (at) => ({ B: Buffer.from([at + 1, 9]).toString('base64') }),
};

/** A key that no pool has. With a sort key all of them share two partitions. */
export const numberedKey = ({ hash, range }: Schema, at: number): Item => ({
  [hash.name]: numbered[hash.type](range ? at % 2 : at),
  ...(range && { [range.name]: numbered[range.type](at) }),
});

export const manyKeys = (schema: Schema, min: number, max: number): fc.Arbitrary<Item[]> =>
  fc.integer({ min, max }).map((count) => Array.from({ length: count }, (_, at) => numberedKey(schema, at)));
