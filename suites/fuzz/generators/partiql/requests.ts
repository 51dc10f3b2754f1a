/** Requests with statements: alone, page by page, in batches and in transactions. */
import fc from 'fast-check';
import type { Item } from '../../../../oracles/values/types.ts';
import { from, type Step, type TemplateObject } from '../../../cases/case.ts';
import { distinctKeys } from '../keys.ts';
import { optional } from '../optional.ts';
import { capacity, inputOf, type Request, type RequestArbitrary } from '../request.ts';
import { keyOf, type Schema } from '../schemas.ts';
import { words } from './fragments.ts';
import {
  exists,
  inputOfStatement,
  insert,
  remove,
  type Statement,
  select,
  selectAll,
  selectOne,
  update,
} from './statements.ts';

const anyWrite = (schema: Schema, keys: fc.Arbitrary<Item> = keyOf(schema)): fc.Arbitrary<Statement> =>
  fc.oneof(
    { arbitrary: insert(schema, keys), weight: 2 },
    { arbitrary: update(schema, keys), weight: 4 },
    { arbitrary: remove(schema, keys), weight: 1 },
  );

const onFailure = optional(fc.constantFrom('ALL_OLD', 'NONE'), { absent: 3 });
const isSelect = ({ before }: Statement): boolean => before.startsWith('SELECT');

export const statement = (schema: Schema): RequestArbitrary =>
  fc
    .tuple(
      fc.oneof(
        { arbitrary: select(schema), weight: 6 },
        { arbitrary: selectOne(schema), weight: 1 },
        { arbitrary: anyWrite(schema), weight: 7 },
      ),
      capacity,
      onFailure,
      optional(fc.boolean(), { absent: 4 }),
    )
    .map(([one, ReturnConsumedCapacity, failure, consistent]) => ({
      op: 'ExecuteStatement',
      input: {
        ...inputOfStatement(one),
        ...inputOf({
          ReturnConsumedCapacity,
          ReturnValuesOnConditionCheckFailure: isSelect(one) ? undefined : failure,
          ConsistentRead: isSelect(one) ? consistent : undefined,
        }),
      },
      ...(isSelect(one) && one.ordered !== true && { unordered: true }),
    }));

/** The rows of a SELECT page by page. Only the concatenated rows are compared. */
export const statementPages = (schema: Schema, name: string): fc.Arbitrary<Step> =>
  fc.tuple(fc.oneof({ arbitrary: select(schema), weight: 3 }, selectAll(schema)), fc.integer({ min: 1, max: 4 })).map(
    ([one, Limit]): Step => ({
      repeat: {
        op: 'ExecuteStatement',
        input: { ...inputOfStatement(one), Limit, NextToken: from(name, 'NextToken') },
        raw: true,
        as: name,
      },
      until: { path: 'NextToken', absent: true },
      ...{ turns: 60, collect: ['Items'], observe: ['Items'] },
      ...(one.ordered !== true && { unordered: true }),
    }),
  );

/** Mostly reads of single items or only writes, since a batch may not mix them. */
export const statements = (schema: Schema): RequestArbitrary => {
  const members = (one: Statement, failure: string | undefined, consistent: boolean | undefined): TemplateObject => ({
    ...inputOfStatement(one),
    ...inputOf({
      ReturnValuesOnConditionCheckFailure: isSelect(one) ? undefined : failure,
      ConsistentRead: isSelect(one) ? consistent : undefined,
    }),
  });
  const reads = fc.array(selectOne(schema), { minLength: 1, maxLength: 4 });
  const writes = distinctKeys(schema, 4).chain((keys) =>
    fc.tuple(...keys.map((key) => anyWrite(schema, fc.constant(key)))),
  );
  const mixed = fc.array(fc.oneof(selectOne(schema), anyWrite(schema), select(schema)), { minLength: 1, maxLength: 3 });
  return fc
    .tuple(
      fc.oneof({ arbitrary: reads, weight: 3 }, { arbitrary: writes, weight: 5 }, { arbitrary: mixed, weight: 1 }),
      onFailure,
      optional(fc.boolean(), { absent: 3 }),
      capacity,
    )
    .map(([all, failure, consistent, ReturnConsumedCapacity]) => ({
      op: 'BatchExecuteStatement',
      input: inputOf({ Statements: all.map((one) => members(one, failure, consistent)), ReturnConsumedCapacity }),
    }));
};

export const transaction = (schema: Schema): RequestArbitrary => {
  const write = (key: Item): fc.Arbitrary<Statement> => {
    const keys = fc.constant(key);
    return fc.oneof(
      { arbitrary: insert(schema, keys), weight: 3 },
      { arbitrary: update(schema, keys, { returns: false }), weight: 3 },
      { arbitrary: remove(schema, keys, { returns: false }), weight: 2 },
      { arbitrary: exists(schema, key), weight: 1 },
    );
  };
  const writes = distinctKeys(schema, 3).chain((keys) => fc.tuple(...keys.map(write)));
  const reads = fc.array(selectOne(schema), { minLength: 1, maxLength: 3 });
  return fc
    .tuple(fc.oneof({ arbitrary: writes, weight: 4 }, { arbitrary: reads, weight: 1 }), onFailure, capacity)
    .map(([all, failure, ReturnConsumedCapacity]) => ({
      op: 'ExecuteTransaction',
      input: inputOf({
        TransactStatements: all.map((one) => ({
          ...inputOfStatement(one),
          ...(!isSelect(one) && inputOf({ ReturnValuesOnConditionCheckFailure: failure })),
        })),
        ReturnConsumedCapacity,
      }),
    }));
};

/** A transaction of statements sent again under its token, or another one under it. */
export const transactionAgain = (schema: Schema): fc.Arbitrary<Request[]> =>
  fc.tuple(transaction(schema), transaction(schema), fc.boolean()).map(([first, other, same]) => {
    const ClientRequestToken = { $token: 'token' };
    const own = { ...first, input: { ...first.input, ClientRequestToken } };
    return [own, same ? own : { ...other, input: { ...other.input, ClientRequestToken } }];
  });

const allRows: Statement = { before: 'SELECT * FROM "', after: words('"') };

/** A position in the rows of one statement, used for another one. */
export const strayToken = (schema: Schema): fc.Arbitrary<Step[]> =>
  fc.oneof(select(schema), selectAll(schema)).map((other): Step[] => [
    {
      op: 'ExecuteStatement',
      input: { ...inputOfStatement(allRows), Limit: 1, ConsistentRead: true },
      raw: true,
      as: 'page',
      observe: [],
    },
    {
      op: 'ExecuteStatement',
      input: { ...inputOfStatement(other), Limit: 1, NextToken: from('page', 'NextToken', 'no token') },
      raw: true,
      observe: [],
    },
  ]);
