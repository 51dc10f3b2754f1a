/** Statements by their grammar: SELECT, INSERT, UPDATE, DELETE, EXISTS. */
import fc from 'fast-check';
import type { Item } from '../../../../oracles/values/types.ts';
import type { Template, TemplateObject } from '../../../cases/case.ts';
import { anyName, anyPath, isSamePath, pathOf } from '../paths.ts';
import { inputOf, table } from '../request.ts';
import { itemOf, keyOf, type Schema } from '../schemas.ts';
import { type Key, scalar, set, strictly, valueFor } from '../values.ts';
import type { PathTree } from '../writer.ts';
import { anyClause, isKey, keysOf, selection } from './conditions.ts';
import { type Fragment, joined, pathText, quoted, sql, valueText, words, written } from './fragments.ts';

/** A statement around the name of its table. */
export interface Statement {
  before: string;
  after: Fragment;
  /** Whether its rows have an order: those of one partition, or those of ORDER BY. */
  ordered?: boolean;
}

export const inputOfStatement = ({ before, after: { text, parameters } }: Statement): TemplateObject =>
  inputOf({
    Statement: { $text: [before, table, text] },
    Parameters: parameters.length > 0 ? ([...parameters] as unknown as Template) : undefined,
  });

const sourcesOf = (schema: Schema): { hash: Key; range?: Key | undefined; index?: string }[] => [
  { hash: schema.hash, range: schema.range },
  ...schema.indexes.map(({ hash, range, name }) => ({ hash, range, index: name })),
];

const columns = (schema: Schema): fc.Arbitrary<string> => {
  const { words: vocabulary } = schema;
  const path = fc.oneof(
    { arbitrary: anyPath(vocabulary).map((one) => pathText(one, vocabulary)), weight: 4 },
    fc.constantFrom(...keysOf(schema).map(({ name }) => quoted(name, vocabulary))),
  );
  const last = (column: string): string =>
    column
      .replaceAll(/["'\]]/g, '')
      .split(/[.[](?=[a-z])/i)
      .at(-1) ?? '';
  return fc.oneof(
    { arbitrary: fc.constant('*'), weight: 5 },
    {
      arbitrary: fc.uniqueArray(path, { minLength: 1, maxLength: 3, selector: last }).map((all) => all.join(', ')),
      weight: 2,
    },
  );
};

const ordering = (schema: Schema, { hash, range }: { hash: Key; range?: Key | undefined }): fc.Arbitrary<string> => {
  const [h, r] = [quoted(hash.name, schema.words), range && quoted(range.name, schema.words)];
  const own =
    r === undefined ? [`${h}`, `${h} DESC`] : [`${r} DESC`, r, `${r} ASC`, `${h}, ${r} DESC`, `${h} DESC, ${r}`];
  return fc.constantFrom(...own);
};

/** A SELECT of rows of the table or an index. */
export const select = (schema: Schema): fc.Arbitrary<Statement> =>
  fc.constantFrom(...sourcesOf(schema)).chain((source) =>
    fc
      .tuple(
        columns(schema),
        selection(schema.words, source.hash, source.range),
        fc.oneof({ arbitrary: fc.constant(''), weight: 3 }, ordering(schema, source)),
        fc.constantFrom('', '', '', ' ;', ' -- all'),
      )
      .map(([wanted, clauses, order, end]) => {
        const where = joined(clauses, ' AND ');
        const onIndex = source.index === undefined ? '' : `."${source.index}"`;
        const by = order === '' ? '' : ` ORDER BY ${order}`;
        const onePartition =
          where.text.startsWith(`${quoted(source.hash.name, schema.words)} = `) && !where.text.includes(' OR ');
        return {
          before: `SELECT ${wanted} FROM "`,
          after: sql`"${words(onIndex)} WHERE ${where}${words(by + end)}`,
          ordered:
            source.index === undefined && (onePartition || order.startsWith(quoted(source.hash.name, schema.words))),
        };
      }),
  );

/** A SELECT of one item by its whole key. */
export const selectOne = (schema: Schema): fc.Arbitrary<Statement> =>
  fc
    .tuple(
      keyOf(schema).chain((key) => isKey(schema, key)),
      columns(schema),
    )
    .map(([where, wanted]) => ({ before: `SELECT ${wanted} FROM "`, after: sql`" WHERE ${where}`, ordered: true }));

export const selectAll = (schema: Schema): fc.Arbitrary<Statement> =>
  columns(schema).map((wanted) => ({ before: `SELECT ${wanted} FROM "`, after: words('"') }));

const member = (name: string, value: Fragment): Fragment => sql`${words(`'${name.replaceAll("'", "''")}': `)}${value}`;

export const insert = (schema: Schema, key: fc.Arbitrary<Item> = keyOf(schema)): fc.Arbitrary<Statement> =>
  fc
    .tuple(key, itemOf(schema), fc.boolean(), fc.constantFrom('', '', '', ' ON CONFLICT DO NOTHING'))
    .map(([own, item, asLiteral, conflict]) => {
      const members = Object.entries({ ...item, ...own }).map(([name, value]) =>
        member(name, written(value, asLiteral)),
      );
      return { before: 'INSERT INTO "', after: sql`" VALUE {${joined(members, ', ')}}${words(conflict)}` };
    });

/** What SET assigns to a path. */
const assigned = (schema: Schema, name: string, path: string): fc.Arbitrary<Fragment> => {
  const { words: vocabulary } = schema;
  const own = words(path);
  const value = valueText(valueFor(vocabulary, name));
  const number = valueText(fc.constantFrom('1', '2.5', '-1', '10').map((N) => ({ N })));
  const plain = [
    value,
    valueText(scalar),
    anyPath(vocabulary).map((other) => words(pathText(other, vocabulary))),
    value.map((one) => sql`if_not_exists(${own}, ${one})`),
  ];
  switch (vocabulary.kinds.get(name)) {
    case 'number':
      return fc.oneof(
        ...plain,
        fc
          .tuple(fc.constantFrom('+', '-'), number, fc.boolean())
          .map(([sign, one, swapped]) =>
            swapped ? sql`${one} ${words(sign)} ${own}` : sql`${own} ${words(sign)} ${one}`,
          ),
      );
    case 'list':
      return fc.oneof(
        ...plain,
        valueText(strictly('list')).map((one) => sql`list_append(${own}, ${one})`),
        valueText(strictly('list')).map((one) => sql`list_append(${one}, ${own})`),
      );
    case 'set':
      return fc.oneof(
        ...plain,
        fc
          .tuple(fc.constantFrom('set_add', 'set_delete'), valueText(fc.oneof(set, valueFor(vocabulary, name))))
          .map(([call, one]) => sql`${words(call)}(${own}, ${one})`),
      );
    default:
      return fc.oneof(...plain);
  }
};

const change = (schema: Schema): fc.Arbitrary<{ path: PathTree; text: Fragment }> =>
  anyName(schema.words).chain((name) =>
    pathOf(schema.words, name).chain((path) => {
      const text = pathText(path, schema.words);
      return fc.oneof(
        {
          arbitrary: assigned(schema, name, text).map((value) => ({ path, text: sql`SET ${words(text)} = ${value}` })),
          weight: 3,
        },
        { arbitrary: fc.constant({ path, text: words(`REMOVE ${text}`) }), weight: 1 },
      );
    }),
  );

const returning = ['ALL OLD *', 'ALL NEW *', 'MODIFIED OLD *', 'MODIFIED NEW *'].map((what) => ` RETURNING ${what}`);

/** The key, and sometimes a condition on the item. */
const target = (schema: Schema, key: Item, conditioned: number): fc.Arbitrary<Fragment> =>
  fc.oneof(
    { arbitrary: isKey(schema, key), weight: 4 },
    {
      arbitrary: fc
        .tuple(isKey(schema, key), anyClause(schema.words))
        .map(([own, clause]) => sql`${own} AND ${clause.text.includes(' OR ') ? sql`(${clause})` : clause}`),
      weight: conditioned,
    },
  );

interface WriteOptions {
  /** Whether it may return what it changed. */
  returns?: boolean;
}

export const update = (schema: Schema, keys: fc.Arbitrary<Item>, { returns = true }: WriteOptions = {}) =>
  keys.chain(
    (key): fc.Arbitrary<Statement> =>
      fc
        .tuple(
          fc.uniqueArray(change(schema), {
            minLength: 1,
            maxLength: 2,
            comparator: ({ path: one }, { path: other }) => isSamePath([one[0]], [other[0]]),
          }),
          target(schema, key, 1),
          returns ? fc.constantFrom('', '', ...returning) : fc.constant(''),
          fc.constantFrom(false, false, false, true),
        )
        .map(([changes, where, more, tableFirst]) => {
          const text = joined(
            changes.map((one) => one.text),
            ' ',
          );
          return tableFirst
            ? { before: 'FROM "', after: sql`" WHERE ${where} ${text}${words(more)}` }
            : { before: 'UPDATE "', after: sql`" ${text} WHERE ${where}${words(more)}` };
        }),
  );

export const remove = (schema: Schema, keys: fc.Arbitrary<Item>, { returns = true }: WriteOptions = {}) =>
  keys.chain(
    (key): fc.Arbitrary<Statement> =>
      fc
        .tuple(target(schema, key, 1), returns ? fc.constantFrom('', '', ' RETURNING ALL OLD *') : fc.constant(''))
        .map(([where, more]) => ({ before: 'DELETE FROM "', after: sql`" WHERE ${where}${words(more)}` })),
  );

export const exists = (schema: Schema, key: Item): fc.Arbitrary<Statement> =>
  fc.tuple(isKey(schema, key), anyClause(schema.words)).map(([own, clause]) => ({
    before: 'EXISTS(SELECT * FROM "',
    after: sql`" WHERE ${own} AND (${clause}))`,
  }));
