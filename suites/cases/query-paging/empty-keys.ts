/** Keys that are empty, in every operation that names one; empty operands of key conditions are among the expressions. */
import type { Call, Case } from '../case.ts';
import { s } from '../case.ts';
import { family } from '../family.ts';
import { texts } from '../reads.ts';
import { sources } from '../sources.ts';
import { get, put, refused } from '../steps.ts';

const inT = { TableName: { $table: 't' } };
const hashless = { pk: s(''), sk: s('a') };
const rangeless = { pk: s('p'), sk: s('') };
const text = (name: string) =>
  `One or more parameter values are not valid. The AttributeValue for a key attribute cannot contain an empty string value. Key: ${name}`;

type Asked = { title: string; ask: (key: typeof hashless) => Call };

const empty = family<Asked>(
  {
    name: 'empty-key',
    area: 'query-paging',
    certainty: 'measured',
    because: 'No item has an empty key, so a request that names one is invalid, and nothing of it is done.',
    sources: [sources.ministackQuery],
    tables: { t: texts },
  },
  {
    get: {
      title: 'GetItem refuses an empty key',
      ask: (Key) => ({ op: 'GetItem', input: { ...inT, Key } }),
    },
    delete: { title: 'DeleteItem refuses an empty key', ask: (Key) => ({ op: 'DeleteItem', input: { ...inT, Key } }) },
    'batch-get': {
      title: 'BatchGetItem refuses an empty key',
      ask: (key) => ({
        op: 'BatchGetItem',
        input: { RequestItems: { '$table:t': { Keys: [{ pk: s('p'), sk: s('a') }, key] } } },
      }),
    },
    'batch-write': {
      title: 'BatchWriteItem refuses an item with an empty key, and writes nothing',
      ask: (Item) => ({
        op: 'BatchWriteItem',
        input: {
          RequestItems: {
            '$table:t': [{ PutRequest: { Item: { pk: s('new'), sk: s('1') } } }, { PutRequest: { Item } }],
          },
        },
      }),
    },
  },
  ({ ask }) => ({
    steps: [
      put('t', { pk: s('p'), sk: s('a') }),
      refused(ask(hashless), 'ValidationException', { texts: [text('pk')] }),
      refused(ask(rangeless), 'ValidationException', { texts: [text('sk')] }),
      get('t', { pk: s('new'), sk: s('1') }, 'absent'),
      get('t', { pk: s('p'), sk: s('a') }, { pk: s('p'), sk: s('a') }),
    ],
  }),
);

export const cases: readonly Case[] = empty;
