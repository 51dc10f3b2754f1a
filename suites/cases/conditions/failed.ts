/** What a failed condition tells. */
import type { Item } from '../../../oracles/values/types.ts';
import type { Call, Case } from '../case.ts';
import { n, s } from '../case.ts';
import { family } from '../family.ts';
import { sources } from '../sources.ts';
import { get, getExactly, put, refused, remove, update } from '../steps.ts';
import { key } from './holds.ts';
import { shared } from './table.ts';

const old: Item = { ...key, a: s('1'), d: { M: { l: { L: [n(1), { NS: ['1', '2'] }] } } } };
const failing = { ConditionExpression: 'a = :no', ExpressionAttributeValues: { ':no': s('no') } };
const next = { ...key, a: s('2') };

const writes = {
  put: { title: 'PutItem', write: put('t', next, failing) },
  update: {
    title: 'UpdateItem',
    write: update('t', key, 'SET a = :v', {
      ...failing,
      ExpressionAttributeValues: { ...failing.ExpressionAttributeValues, ':v': s('2') },
    }),
  },
  delete: { title: 'DeleteItem', write: remove('t', key, failing) },
};

const returning = (write: Call, value: string): Call => ({
  ...write,
  input: { ...(write.input as object), ReturnValuesOnConditionCheckFailure: value },
});

const asked = family(
  {
    ...{ ...shared, name: 'failed', certainty: 'measured' },
    because: 'ReturnValuesOnConditionCheckFailure gives the item against which the condition was checked, or nothing.',
    sources: [sources.alternatorReturnTests, sources.updateItem],
  },
  Object.fromEntries(
    Object.entries(writes).map(([name, { title, write }]) => [
      name,
      { title: `${title} with a failed condition returns the whole item if asked, and nothing otherwise`, write },
    ]),
  ),
  ({ write }) => ({
    steps: [
      refused(returning(write, 'ALL_OLD'), 'ConditionalCheckFailedException', { members: { Item: { $absent: true } } }),
      get('t', key, 'absent'),
      put('t', old),
      refused(returning(write, 'ALL_OLD'), 'ConditionalCheckFailedException', { members: { Item: { $exact: old } } }),
      refused(returning(write, 'NONE'), 'ConditionalCheckFailedException', { members: { Item: { $absent: true } } }),
      refused(write, 'ConditionalCheckFailedException', {
        members: { Item: { $absent: true }, Attributes: { $absent: true } },
        texts: ['The conditional request failed'],
      }),
      getExactly('t', key, old),
    ],
  }),
);

const wrong: Case = {
  ...{ ...shared, id: 'conditions/failed-unknown-value', certainty: 'measured' },
  title: 'ReturnValuesOnConditionCheckFailure takes only ALL_OLD and NONE',
  findings: [],
  because: 'Its other values are those of ReturnValues, and are refused whether or not the condition holds.',
  sources: [sources.alternatorReturnTests],
  steps: [
    put('t', old),
    ...['ALL_NEW', 'UPDATED_OLD', 'UPDATED_NEW', 'all_old'].map((value) =>
      refused(returning(put('t', next), value), 'ValidationException'),
    ),
    getExactly('t', key, old),
  ],
};

export const cases: readonly Case[] = [...asked, wrong];
