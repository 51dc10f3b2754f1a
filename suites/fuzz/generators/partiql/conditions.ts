/** WHERE clauses: what a condition expression can say, in the words of PartiQL, and what only PartiQL can. */
import fc from 'fast-check';
import type { AttributeValue, Item } from '../../../../oracles/values/types.ts';
import { anyCondition } from '../conditions.ts';
import { anyPath } from '../paths.ts';
import { hashCount, type Schema } from '../schemas.ts';
import { boundsOf, type Key, prefixOf, valueOfKey } from '../values.ts';
import type { Words } from '../words.ts';
import type { ConditionTree, Operand } from '../writer.ts';
import { type Fragment, joined, pathText, quoted, sql, valueText, words, written } from './fragments.ts';

/** Chooses between notations that mean the same, by numbers drawn in advance. */
class Choices {
  readonly #numbers: readonly number[];
  #at = 0;
  constructor(numbers: readonly number[]) {
    this.#numbers = numbers;
  }

  pick<T>(...from: readonly [T, ...T[]]): T {
    const number = this.#numbers[this.#at++ % this.#numbers.length] ?? 0;
    return from[number % from.length]!;
  }
}

const choices = fc.array(fc.nat({ max: 59 }), { minLength: 6, maxLength: 6 }).map((numbers) => new Choices(numbers));

function operandText(operand: Operand, vocabulary: Words, choose: Choices): Fragment {
  if ('path' in operand) return words(pathText(operand.path, vocabulary));
  if ('size' in operand) return words(`size(${pathText(operand.size, vocabulary)})`);
  return written(operand.value, choose.pick(false, false, true));
}

function conditionText(tree: ConditionTree, vocabulary: Words, choose: Choices): Fragment {
  const of = (operand: Operand): Fragment => operandText(operand, vocabulary, choose);
  const inner = (one: ConditionTree): Fragment => {
    const text = conditionText(one, vocabulary, choose);
    return one.kind === 'and' || one.kind === 'or' ? sql`(${text})` : text;
  };
  switch (tree.kind) {
    case 'compare': {
      const comparator = tree.comparator === '<>' ? choose.pick('<>', '!=') : tree.comparator;
      return sql`${of(tree.left)} ${words(comparator)} ${of(tree.right)}`;
    }
    case 'between': {
      const word = words(choose.pick('BETWEEN', 'BETWEEN', 'NOT BETWEEN', 'between'));
      return sql`${of(tree.operand)} ${word} ${of(tree.low)} AND ${of(tree.high)}`;
    }
    case 'in': {
      const members = joined(tree.members.map(of), ', ');
      const list = choose.pick(sql`[${members}]`, sql`(${members})`, sql`<<${members}>>`);
      return sql`${of(tree.operand)} ${words(choose.pick('IN', 'IN', 'NOT IN'))} ${list}`;
    }
    case 'call': {
      const name = choose.pick(tree.name, tree.name, tree.name.toUpperCase());
      const call = sql`${words(name)}(${joined(tree.args.map(of), ', ')})`;
      return choose.pick(call, call, call, call, sql`${call} = TRUE`, sql`false <> ${call}`);
    }
    case 'not':
      return sql`NOT ${inner(tree.of)}`;
    case 'and':
    case 'or':
      return sql`${inner(tree.left)} ${words(tree.kind.toUpperCase())} ${inner(tree.right)}`;
  }
}

const typeNames = ['MISSING', 'NULL', 'BOOL', 'BOOLEAN', 'BLOB', 'STRING', 'NUMERIC', 'STRUCT', 'TUPLE', 'LIST'];

const typeTest = (vocabulary: Words): fc.Arbitrary<Fragment> =>
  fc
    .tuple(anyPath(vocabulary), fc.constantFrom('IS', 'IS NOT'), fc.constantFrom(...typeNames))
    .map(([path, word, type]) => words(`${pathText(path, vocabulary)} ${word} ${type}`));

export const anyClause = (vocabulary: Words): fc.Arbitrary<Fragment> =>
  fc.oneof(
    {
      arbitrary: fc
        .tuple(anyCondition(vocabulary), choices)
        .map(([tree, choose]) => conditionText(tree, vocabulary, choose)),
      weight: 5,
    },
    { arbitrary: typeTest(vocabulary), weight: 1 },
  );

export const keysOf = ({ hash, range }: Schema): Key[] => [hash, ...(range ? [range] : [])];

/** `pk = ? AND sk = ?`, in either order, with values on either side. */
export const isKey = (schema: Schema, key: Item): fc.Arbitrary<Fragment> =>
  fc
    .tuple(fc.boolean(), fc.constantFrom(false, false, true), fc.constantFrom(false, false, false, true))
    .map(([asLiteral, swapped, reversed]) => {
      const parts = keysOf(schema).map(({ name }) => {
        const value = written(key[name]!, asLiteral);
        const column = words(quoted(name, schema.words));
        return reversed ? sql`${value} = ${column}` : sql`${column} = ${value}`;
      });
      return joined(swapped ? parts.reverse() : parts, ' AND ');
    });

const ofHash = (vocabulary: Words, hash: Key): fc.Arbitrary<Fragment> => {
  const name = words(quoted(hash.name, vocabulary));
  const value = valueText(valueOfKey(vocabulary, hash, hashCount));
  const several = fc.uniqueArray(value, { minLength: 2, maxLength: 3, selector: (one) => JSON.stringify(one) });
  return fc.oneof(
    { arbitrary: value.map((one) => sql`${name} = ${one}`), weight: 6 },
    { arbitrary: several.map((all) => sql`${name} IN [${joined(all, ', ')}]`), weight: 2 },
    {
      arbitrary: several.map(
        (all) =>
          sql`(${joined(
            all.map((one) => sql`${name} = ${one}`),
            ' OR ',
          )})`,
      ),
      weight: 1,
    },
  );
};

const ofRange = (vocabulary: Words, range: Key): fc.Arbitrary<Fragment> => {
  const name = words(quoted(range.name, vocabulary));
  const value = valueOfKey(vocabulary, range);
  const compared = fc
    .tuple(fc.constantFrom('=', '<', '<=', '>', '>=', '<>'), valueText(value), fc.constantFrom(false, false, true))
    .map(([comparator, one, reversed]) =>
      reversed ? sql`${one} ${words(comparator)} ${name}` : sql`${name} ${words(comparator)} ${one}`,
    );
  const between = boundsOf(vocabulary, range).map(
    ([low, high]: [AttributeValue, AttributeValue]) =>
      sql`${name} BETWEEN ${written(low, false)} AND ${written(high, false)}`,
  );
  const { type } = range;
  const prefixed =
    type === 'N'
      ? []
      : [valueText(prefixOf(vocabulary, { ...range, type })).map((one) => sql`begins_with(${name}, ${one})`)];
  const any = fc.oneof({ arbitrary: compared, weight: 3 }, between, ...prefixed);
  const either = fc.tuple(any, any).map(([one, other]) => sql`(${one} OR ${other})`);
  const both = fc.tuple(compared, compared).map(([one, other]) => sql`${one} AND ${other}`);
  return fc.oneof(
    { arbitrary: compared, weight: 4 },
    { arbitrary: between, weight: 2 },
    { arbitrary: either, weight: 3 },
    { arbitrary: both, weight: 1 },
    ...prefixed.map((arbitrary) => ({ arbitrary, weight: 2 })),
  );
};

/** The condition of a SELECT on a table or an index: a partition, a range of it, a filter. */
export const selection = (vocabulary: Words, hash: Key, range: Key | undefined): fc.Arbitrary<Fragment[]> => {
  const partition = ofHash(vocabulary, hash);
  const filter = anyClause(vocabulary);
  return fc.oneof(
    { arbitrary: fc.tuple(partition), weight: 3 },
    ...(range
      ? [
          { arbitrary: fc.tuple(partition, ofRange(vocabulary, range)), weight: 5 },
          { arbitrary: fc.tuple(partition, ofRange(vocabulary, range), filter), weight: 1 },
          { arbitrary: fc.tuple(ofRange(vocabulary, range)), weight: 1 },
        ]
      : []),
    { arbitrary: fc.tuple(partition, filter), weight: 3 },
    { arbitrary: fc.tuple(filter), weight: 3 },
  );
};
