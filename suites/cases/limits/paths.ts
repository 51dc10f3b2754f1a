/** Levels of a document path. */
import type { AttributeValue } from '../../../oracles/values/types.ts';
import type { Call, TemplateObject } from '../case.ts';
import { s, table } from '../case.ts';
import { family } from '../family.ts';
import { sources } from '../sources.ts';
import { put } from '../steps.ts';

const TableName = { $table: 't' };
const Key = { pk: s('p') };
/** A path of so many levels, the attribute included. The deepest value of an item has 32. */
const path = (levels: number): string => `d${'.n'.repeat(levels - 1)}`;
const nested = (value: AttributeValue, levels: number): AttributeValue =>
  levels === 1 ? value : { M: { n: nested(value, levels - 1) } };
const item = { ...Key, d: nested(s('deep'), 32) };

const condition = (levels: number): TemplateObject => ({
  ConditionExpression: `${path(levels)} = :v`,
  ExpressionAttributeValues: { ':v': s('deep') },
});
const filter = (levels: number): TemplateObject => ({
  FilterExpression: `attribute_exists(${path(levels)})`,
});

const statement = (text: string): Pick<Call, 'op' | 'input'> => ({
  op: 'ExecuteStatement',
  input: {
    Statement: { $text: text.split('@t').flatMap((part, at) => (at === 0 ? [part] : ['"', TableName, '"', part])) },
  },
});

type Ask = {
  title: string;
  certainty?: 'measured';
  /** Of the refusal of a longer path, where that is another. */
  refusal?: 'inferred';
  ask(levels: number): Pick<Call, 'op' | 'input'>;
  ok?: TemplateObject;
};
const asks: { [slug: string]: Ask } = {
  projection: {
    title: 'A projection',
    certainty: 'measured',
    ask: (levels) => ({ op: 'GetItem', input: { TableName, Key, ProjectionExpression: path(levels) } }),
    ok: { Item: { d: item.d, pk: { $absent: true } } },
  },
  condition: {
    title: 'A condition',
    ask: (levels) => ({ op: 'PutItem', input: { TableName, Item: item, ...condition(levels) } }),
  },
  filter: {
    title: 'A filter',
    ask: (levels) => ({ op: 'Scan', input: { TableName, ...filter(levels) } }),
    ok: { Items: [item], Count: 1 },
  },
  'update-target': {
    title: 'The target of an update',
    ask: (levels) => ({
      op: 'UpdateItem',
      input: {
        ...{ TableName, Key, UpdateExpression: `SET ${path(levels)} = :v`, ReturnValues: 'ALL_NEW' },
        ExpressionAttributeValues: { ':v': s('deeper') },
      },
    }),
    ok: { Attributes: { ...Key, d: nested(s('deeper'), 32) } },
  },
  'update-operand': {
    title: 'An operand of an update',
    ask: (levels) => ({
      op: 'UpdateItem',
      input: { TableName, Key, UpdateExpression: `SET e = ${path(levels)}`, ReturnValues: 'UPDATED_NEW' },
    }),
    ok: { Attributes: { e: s('deep') } },
  },
  'transact-check': {
    title: 'A condition of a transaction',
    ask: (levels) => ({
      op: 'TransactWriteItems',
      input: { TransactItems: [{ ConditionCheck: { TableName, Key, ...condition(levels) } }] },
    }),
  },
  'transact-get': {
    title: 'A projection of a transaction',
    ask: (levels) => ({
      op: 'TransactGetItems',
      input: { TransactItems: [{ Get: { TableName, Key, ProjectionExpression: path(levels) } }] },
    }),
    ok: { Responses: [{ Item: { d: item.d } }] },
  },
  'statement-column': {
    title: 'A column of a statement',
    refusal: 'inferred',
    ask: (levels) => statement(`SELECT ${path(levels)} FROM @t WHERE pk = 'p'`),
    ok: { Items: [{ n: s('deep') }] },
  },
  'statement-condition': {
    title: 'A condition of a statement',
    refusal: 'inferred',
    ask: (levels) => statement(`SELECT pk FROM @t WHERE pk = 'p' AND ${path(levels)} = 'deep'`),
    ok: { Items: [{ pk: s('p') }] },
  },
  'statement-target': {
    title: 'The target of an update in a statement',
    refusal: 'inferred',
    ask: (levels) => statement(`UPDATE @t SET ${path(levels)} = 'deeper' WHERE pk = 'p' RETURNING ALL NEW *`),
    ok: { Items: [{ ...Key, d: nested(s('deeper'), 32) }] },
  },
  'statement-removal': {
    title: 'What a statement removes',
    refusal: 'inferred',
    ask: (levels) => statement(`UPDATE @t REMOVE ${path(levels)} WHERE pk = 'p' RETURNING ALL OLD *`),
    ok: { Items: [item] },
  },
};

export const cases = family(
  {
    area: 'limits',
    name: 'path-levels',
    certainty: 'documented',
    because:
      'A document path has at most 32 levels, as a document has. The next one is refused, whatever the item holds.',
    sources: [sources.documentPaths, sources.alternatorProjectionTests],
    tables: { t: table({ hash: ['pk', 'S'] }) },
  },
  Object.fromEntries(
    Object.entries(asks).map(([slug, { title, ...row }]) => [
      slug,
      { ...row, title: `${title} reaches the deepest value of an item, and no path is longer` },
    ]),
  ),
  ({ ask, ok = {}, certainty, refusal }: Ask) => ({
    steps: [
      put('t', item),
      { ...ask(32), observe: [], expect: { ok } },
      // The border is measured for one operation. The guide says that there are at most 32 dereferences.
      {
        ...ask(certainty === 'measured' ? 33 : 34),
        observe: [],
        expect: { rejected: 'ValidationException', ...(refusal && { certainty: refusal }) },
      },
    ],
  }),
);
