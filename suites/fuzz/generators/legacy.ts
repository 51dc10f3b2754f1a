/** Generates legacy members: Expected, AttributeUpdates, KeyConditions and filters. */
import fc from 'fast-check';
import type { AttributeValue, Json, JsonObject, KeyDescriptor } from '../../../oracles/values/types.ts';
import { optional } from './optional.ts';
import { bounds, boundsOf, type Key, keyValue, strictly, valueFor, valueOfKey } from './values.ts';
import { perWords, type Words } from './words.ts';

interface LegacyCondition {
  ComparisonOperator: string;
  AttributeValueList?: AttributeValue[];
}

const of = (ComparisonOperator: string, values: readonly AttributeValue[]): LegacyCondition => ({
  ComparisonOperator,
  ...(values.length > 0 && { AttributeValueList: [...values] }),
});

const orderable = fc.oneof(strictly('number'), strictly('string'), strictly('binary'));

function conditionOn(words: Words, name: string): fc.Arbitrary<LegacyCondition> {
  const value = valueFor(words, name);
  return fc.oneof(
    fc.tuple(fc.constantFrom('EQ', 'NE'), value).map(([op, one]) => of(op, [one])),
    fc.tuple(fc.constantFrom('LT', 'LE', 'GT', 'GE'), orderable).map(([op, one]) => of(op, [one])),
    fc.constantFrom('NULL', 'NOT_NULL').map((op) => of(op, [])),
    fc.tuple(fc.constantFrom('CONTAINS', 'NOT_CONTAINS'), orderable).map(([op, one]) => of(op, [one])),
    fc.oneof(strictly('string'), strictly('binary')).map((one) => of('BEGINS_WITH', [one])),
    fc
      .constantFrom<KeyDescriptor>('S', 'N', 'B')
      .chain((type) => fc.array(keyValue(type), { minLength: 1, maxLength: 3 }))
      .map((values) => of('IN', values)),
    fc
      .constantFrom<KeyDescriptor>('S', 'N', 'B')
      .chain(bounds)
      .map((both) => of('BETWEEN', both)),
  );
}

const names = ({ kinds }: Words, maxLength: number) =>
  fc.uniqueArray(fc.constantFrom(...kinds.keys()), { minLength: 1, maxLength });

const perName = <T extends object>(
  words: Words,
  maxLength: number,
  one: (words: Words, name: string) => fc.Arbitrary<T>,
): fc.Arbitrary<JsonObject> =>
  names(words, maxLength).chain((chosen) =>
    fc
      .tuple(...chosen.map((name) => one(words, name)))
      .map((all) => Object.fromEntries(chosen.map((name, at) => [name, all[at] as unknown as Json]))),
  );

const joined = fc.constantFrom('AND', 'OR');

/** Adds ConditionalOperator only to two or more conditions, as the service requires. */
const withOperator = (member: string, conditions: fc.Arbitrary<JsonObject>): fc.Arbitrary<JsonObject> =>
  fc.tuple(conditions, optional(joined, { present: 5 })).map(([map, operator]) => ({
    [member]: map,
    ...(operator !== undefined && Object.keys(map).length > 1 && { ConditionalOperator: operator }),
  }));

export const filter = (words: Words, member: 'QueryFilter' | 'ScanFilter'): fc.Arbitrary<JsonObject> =>
  withOperator(member, perName(words, 2, conditionOn));

export const expected = perWords((vocabulary) =>
  withOperator(
    'Expected',
    perName(vocabulary, 2, (words, name) =>
      fc.oneof<fc.Arbitrary<object>[]>(
        conditionOn(words, name),
        fc.constant({ Exists: false }),
        valueFor(words, name).map((Value) => ({ Value })),
        valueFor(words, name).map((Value) => ({ Exists: true, Value })),
      ),
    ),
  ),
);

const updateOn = (words: Words, name: string): fc.Arbitrary<object> => {
  const put = valueFor(words, name).map((Value) => ({ Action: 'PUT', Value }));
  const plain = fc.oneof<fc.Arbitrary<object>[]>(
    put,
    valueFor(words, name).map((Value) => ({ Value })),
    fc.constant({ Action: 'DELETE' }),
  );
  const kind = words.kinds.get(name);
  // Of another type than the attribute usually has.
  const misfit = fc
    .tuple(
      fc.constantFrom('ADD', 'DELETE'),
      fc.constantFrom<AttributeValue>({ NS: ['1'] }, { SS: ['a'] }, { BS: ['AA=='] }),
    )
    .map(([Action, Value]) => ({ Action, Value }));
  if (kind === 'any' || kind === 'string')
    return fc.oneof({ arbitrary: plain, weight: 4 }, { arbitrary: misfit, weight: 1 });
  if (kind === 'number')
    return fc.oneof(
      plain,
      misfit,
      fc.constantFrom('1', '-1', '2.5').map((N) => ({ Action: 'ADD', Value: { N } })),
    );
  if (kind === 'list')
    return fc.oneof(
      plain,
      strictly('list').map((Value) => ({ Action: 'ADD', Value })),
    );
  if (kind !== 'set') return plain;
  return fc.oneof(
    plain,
    fc.tuple(fc.constantFrom('ADD', 'DELETE'), strictly('set')).map(([Action, Value]) => ({ Action, Value })),
  );
};

export const attributeUpdates = perWords((words) =>
  perName(words, 3, updateOn).map((AttributeUpdates): JsonObject => ({ AttributeUpdates })),
);

export const attributesToGet = ({ kinds }: Words, keys: readonly string[]): fc.Arbitrary<JsonObject> =>
  fc
    .uniqueArray(fc.constantFrom(...kinds.keys(), ...keys), { minLength: 1, maxLength: 3 })
    .map((AttributesToGet) => ({ AttributesToGet }));

/** The key condition on a sort key. */
export function rangeCondition(words: Words, key: Key): fc.Arbitrary<LegacyCondition> {
  const value = valueOfKey(words, key);
  return fc.oneof(
    fc.tuple(fc.constantFrom('EQ', 'LT', 'LE', 'GT', 'GE'), value).map(([op, one]) => of(op, [one])),
    boundsOf(words, key).map((both) => of('BETWEEN', both)),
    ...(key.type === 'N' ? [] : [value.map((one) => of('BEGINS_WITH', [one]))]),
  );
}

export const equals = (value: AttributeValue): LegacyCondition => of('EQ', [value]);
