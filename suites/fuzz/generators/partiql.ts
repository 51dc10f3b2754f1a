/** Generates PartiQL: parameterised statements, alone, in batches and in transactions. */
import fc from 'fast-check';
import type { AttributeValue, Item } from '../../../oracles/values/types.ts';
import type { Template, TemplateObject } from '../../cases/case.ts';
import { optional } from './optional.ts';
import { capacity, inputOf, type RequestArbitrary, table } from './request.ts';
import { keyOf, type Schema } from './schemas.ts';
import { type Key, scalar, set, strictly } from './values.ts';
import { nameFor, ownWords, type Words } from './words.ts';

interface Statement {
  before: string;
  after: string;
  parameters: AttributeValue[];
}

const written = ({ before, after, parameters }: Statement): TemplateObject =>
  inputOf({
    Statement: { $text: [`${before}"`, table, `"${after}`] },
    Parameters: parameters.length > 0 ? (parameters as unknown as Template) : undefined,
  });

/** Quotes names of a user's tables, since PartiQL has reserved words of its own. */
const quoted = (name: string, words: Words): string => (words === ownWords ? name : `"${name.replaceAll('"', '""')}"`);

/** A fragment of a statement, with our names replaced by the schema's. */
const inWords = (text: string, { words, hash }: Schema): string =>
  words === ownWords
    ? text
    : text.replace(/\b(?:alpha|beta|gamma|pk)\b/g, (own) =>
        quoted(own === 'pk' ? hash.name : nameFor(own, words), words),
      );

const keysOf = ({ hash, range }: Schema): Key[] => [hash, ...(range ? [range] : [])];

function whereKey(schema: Schema, key: Item): { text: string; parameters: AttributeValue[] } {
  const parts = keysOf(schema);
  return {
    text: ` WHERE ${parts.map(({ name }) => `${quoted(name, schema.words)} = ?`).join(' AND ')}`,
    parameters: parts.map(({ name }) => key[name]!),
  };
}

const comparable = fc.oneof(strictly('number'), strictly('string'));

/** A SELECT of one item by key, of a partition, or of all items that meet a predicate. */
const select = (schema: Schema): fc.Arbitrary<Statement> =>
  fc
    .tuple(
      keyOf(schema),
      fc.constantFrom('*', 'alpha, beta', 'pk, gamma'),
      fc.constantFrom('key', 'partition', 'other'),
      fc.constantFrom('alpha > ?', 'beta = ?', 'alpha <> ?', 'begins_with(beta, ?)', 'alpha IN (?)'),
      comparable,
    )
    .map(([key, wanted, where, ownPredicate, value]) => {
      const before = `SELECT ${inWords(wanted, schema)} FROM `;
      const predicate = inWords(ownPredicate, schema);
      if (where === 'key') {
        const { text, parameters } = whereKey(schema, key);
        return { before, after: text, parameters };
      }
      if (where === 'other') return { before, after: ` WHERE ${predicate}`, parameters: [value] };
      const hash = key[schema.hash.name]!;
      return {
        before,
        after: ` WHERE ${quoted(schema.hash.name, schema.words)} = ? AND ${predicate}`,
        parameters: [hash, value],
      };
    });

const insert = (schema: Schema): fc.Arbitrary<Statement> =>
  fc.tuple(keyOf(schema), scalar, set).map(([key, alpha, epsilon]) => {
    const { words } = schema;
    const item: Item = { ...key, [nameFor('alpha', words)]: alpha, [nameFor('epsilon', words)]: epsilon };
    const members = Object.keys(item).map((name) => `'${name.replaceAll("'", "''")}': ?`);
    return { before: 'INSERT INTO ', after: ` VALUE {${members.join(', ')}}`, parameters: Object.values(item) };
  });

const update = (schema: Schema): fc.Arbitrary<Statement> =>
  fc
    .tuple(keyOf(schema), fc.constantFrom('SET alpha = ?', 'SET alpha = ? SET beta = ?', 'REMOVE alpha'), scalar)
    .map(([key, action, value]) => {
      const { text, parameters } = whereKey(schema, key);
      const own = [...action].filter((sign) => sign === '?').map(() => value);
      return { before: 'UPDATE ', after: ` ${inWords(action, schema)}${text}`, parameters: [...own, ...parameters] };
    });

const remove = (schema: Schema): fc.Arbitrary<Statement> =>
  keyOf(schema).map((key) => {
    const { text, parameters } = whereKey(schema, key);
    return { before: 'DELETE FROM ', after: text, parameters };
  });

const write = (schema: Schema): fc.Arbitrary<Statement> => fc.oneof(insert(schema), update(schema), remove(schema));

export const statement = (schema: Schema): RequestArbitrary =>
  fc.tuple(fc.oneof(select(schema), write(schema)), capacity).map(([one, ReturnConsumedCapacity]) => ({
    op: 'ExecuteStatement',
    input: { ...written(one), ...inputOf({ ReturnConsumedCapacity }) },
    ...(one.before.startsWith('SELECT') && { unordered: true }),
  }));

/** Only reads of single items or only writes, since a batch may not mix them. */
export const statements = (schema: Schema): RequestArbitrary => {
  const byKey = keyOf(schema).map((key): Statement => {
    const { text, parameters } = whereKey(schema, key);
    return { before: 'SELECT * FROM ', after: text, parameters };
  });
  const several = fc.constantFrom(byKey, write(schema)).chain((kind) => fc.array(kind, { minLength: 1, maxLength: 3 }));
  return fc.tuple(several, capacity).map(([all, ReturnConsumedCapacity]) => ({
    op: 'BatchExecuteStatement',
    input: inputOf({ Statements: all.map(written), ReturnConsumedCapacity }),
  }));
};

export const transaction = (schema: Schema): RequestArbitrary =>
  fc
    .uniqueArray(keyOf(schema), { minLength: 1, maxLength: 2, selector: (key) => JSON.stringify(key) })
    .chain((keys) =>
      fc.tuple(
        ...keys.map((key) => {
          const { text, parameters } = whereKey(schema, key);
          return fc.oneof(
            scalar.map(
              (value): Statement => ({
                before: 'UPDATE ',
                after: ` ${inWords('SET alpha = ?', schema)}${text}`,
                parameters: [value, ...parameters],
              }),
            ),
            fc.constant<Statement>({ before: 'DELETE FROM ', after: text, parameters }),
          );
        }),
      ),
    )
    .chain((all) =>
      optional(fc.constantFrom('TOTAL', 'INDEXES'), { absent: 3 }).map((ReturnConsumedCapacity) => ({
        op: 'ExecuteTransaction' as const,
        input: inputOf({ TransactStatements: all.map(written), ReturnConsumedCapacity }) satisfies TemplateObject,
      })),
    );
