/** What TransactGetItems reads. */
import type { Case, Step, Template } from '../case.ts';
import { n, s } from '../case.ts';
import { family, type ReasonedRow, tablesIn } from '../family.ts';
import { sources } from '../sources.ts';
import { exactly, put, puts } from '../steps.ts';
import {
  cancelled,
  found,
  invalid,
  key,
  many,
  none,
  notFound,
  plain,
  ranged,
  read,
  reading,
  wrong,
} from './requests.ts';

const one = { ...key(1), a: s('x'), b: { M: { c: n(1), d: n(2) } }, l: { L: [n(5), n(6)] } };
const two = { ...key(2), a: s('y') };
const other = { pk: s('q'), a: s('z') };
const stored: Step[] = [...puts('t', [one, two]), put('u', other)];
const missing = (where: Template): Template => ({ Get: { TableName: { $name: 'not-there' }, Key: where } });

const rows = {
  'several-tables': {
    title: 'A transaction reads items of two tables in the order of the request, with a gap for one that is missing',
    because: 'Responses are positional.',
    steps: [
      ...stored,
      read(
        [
          reading(key(2)),
          reading({ pk: s('q') }, {}, 'u'),
          reading(key(9)),
          reading(key(1)),
          reading({ pk: s('absent') }, {}, 'u'),
        ],
        found({ Item: two }, { Item: other }, {}, { Item: one }, {}),
      ),
    ],
  },
  projections: {
    title: 'Each read of a transaction has its own projection and its own names',
    because: 'ProjectionExpression and ExpressionAttributeNames are members of a read, and keys are not added.',
    certainty: 'documented' as const,
    steps: [
      ...stored,
      read(
        [
          reading(key(1), { ProjectionExpression: '#n.c, l[1]', ExpressionAttributeNames: { '#n': 'b' } }),
          reading(key(2), { ProjectionExpression: '#n', ExpressionAttributeNames: { '#n': 'sk' } }),
          reading({ pk: s('q') }, {}, 'u'),
          reading(key(9), { ProjectionExpression: 'a, b.c' }),
        ],
        found({ Item: { b: { M: { c: n(1) } }, l: { L: [n(6)] } } }, { Item: { sk: n(2) } }, { Item: other }, {}),
      ),
    ],
  },
  'projection-of-nothing': {
    title: 'An item of which the projection selects nothing leaves its place empty, unlike a GetItem',
    because: 'TransactGetItems leaves Item out; GetItem answers an empty one.',
    sources: [sources.extenddbEmptyProjection],
    steps: [
      ...stored,
      read([reading(key(1), { ProjectionExpression: 'absent' }), reading(key(2))], found({}, { Item: two })),
      {
        op: 'GetItem' as const,
        input: { TableName: { $table: 't' }, Key: key(1), ProjectionExpression: 'absent', ConsistentRead: true },
        expect: { ok: exactly({ Item: {} }) },
      },
      read([reading({ pk: s('q') }, {}, 'u')], found({ Item: other })),
    ],
  },
  'a-hundred': {
    title: 'A hundred items are read at once, in their order',
    because: 'A transaction reads at most 100 items.',
    certainty: 'documented' as const,
    steps: [
      ...puts('t', [key(0), key(50), key(99)]),
      read(
        many(100, (at) => reading(key(99 - at))),
        found(...many(100, (at) => ([0, 50, 99].includes(99 - at) ? { Item: key(99 - at) } : {}))),
      ),
    ],
  },
  'a-hundred-and-one': {
    title: 'A hundred and one reads are refused',
    because: 'A transaction reads at most 100 items.',
    steps: [
      read(
        many(101, (at) => reading(key(at))),
        invalid(),
      ),
    ],
  },
  none: {
    title: 'A transaction without reads is refused',
    because: 'It has at least one read.',
    steps: [
      read([], invalid()),
      { op: 'TransactGetItems' as const, input: {}, raw: true, observe: [], expect: invalid() },
    ],
  },
  'one-item-twice': {
    title: 'Reading one item twice is refused, however its key is written',
    because: 'A transaction may name an item once.',
    steps: [
      put('t', key(1)),
      read(
        [reading(key(1)), reading(key(1))],
        invalid('Transaction request cannot include multiple operations on one item'),
      ),
      read([reading(key(1), { ProjectionExpression: 'a' }), reading(key('1.0'))], invalid()),
    ],
  },
  'missing-table': {
    title: 'A read of a table that does not exist refuses the transaction, also beside others',
    because: 'It is the fault of the request, not of the items.',
    steps: [put('t', key(1)), read([missing(key(1))], notFound), read([reading(key(1)), missing(key(1))], notFound)],
  },
  'bad-enum': {
    title: 'An unknown ReturnConsumedCapacity is refused, ahead of a missing table and of one item twice',
    because: 'Constraints of members come first.',
    steps: [
      put('t', key(1)),
      ...[[reading(key(1))], [missing(key(1))], [reading(key(1)), reading(key(1))]].map((gets) =>
        read(
          gets,
          invalid(
            "1 validation error detected: Value 'ALL' at 'returnConsumedCapacity' failed to satisfy constraint: Member must satisfy enum value set: [INDEXES, TOTAL, NONE]",
          ),
          { ReturnConsumedCapacity: 'ALL' },
        ),
      ),
    ],
  },
  'bad-key': {
    title: 'A key that is not of the schema cancels the reads, with the reason in its place',
    because: 'A wrong key is the fault of its read.',
    steps: [
      put('t', key(1)),
      read([reading(key(1)), reading({}), reading(key(2))], cancelled(none, wrong(), none)),
      read([reading({ pk: s('p'), sk: s('1') }), reading(key(1))], cancelled(wrong(), none)),
      read([reading(key(1)), reading({ ...key(2), a: n(1) })], cancelled(none, wrong())),
    ],
  },
  'bad-projection': {
    title: 'A projection that does not parse refuses the transaction, also of a later read',
    because: 'Expressions are read before any item.',
    steps: [
      put('t', key(1)),
      read(
        [reading(key(1)), reading(key(2), { ProjectionExpression: '!!!' })],
        invalid('Invalid ProjectionExpression: Syntax error; token: "!", near: "!!"'),
      ),
    ],
  },
} satisfies { [slug: string]: ReasonedRow };

const reads = family(
  {
    name: 'get',
    area: 'transactions',
    certainty: 'measured',
    because: '',
    sources: [sources.conformance, sources.transactGet],
  },
  rows,
  ({ steps }) => ({
    steps,
    tables: tablesIn(steps, { t: ranged, u: plain }),
  }),
);

const units = (count: number) => ({ CapacityUnits: count, ReadCapacityUnits: count });
const capacity: Case = {
  id: 'transactions/get-capacity',
  title: 'Each read of a transaction costs two units a 4 KB, that of a missing item included',
  area: 'transactions',
  findings: [],
  certainty: 'measured',
  because: 'A transactional read is two consistent reads, and each item is rounded up by itself.',
  sources: [sources.dynoxideTransactionUnits, sources.conformance],
  tables: { t: plain, u: plain },
  steps: [
    put('t', { pk: s('a') }),
    put('t', { pk: s('b'), v: s('x'.repeat(4200)) }),
    read(
      [reading({ pk: s('a') }), reading({ pk: s('absent') }, {}, 't')],
      {
        ok: exactly({
          Responses: [{ Item: { pk: s('a') } }, {}],
          ConsumedCapacity: [{ TableName: { $table: 't' }, ...units(4) }],
        }),
      },
      { ReturnConsumedCapacity: 'TOTAL' },
    ),
    ...(
      [
        [reading({ pk: s('b') }, { ProjectionExpression: 'pk' }), { Item: { pk: s('b') } }, 't', 4],
        [reading({ pk: s('absent') }, {}, 'u'), {}, 'u', 2],
      ] as const
    ).map(([get, answer, label, cost]) =>
      read(
        [get],
        {
          ok: exactly({
            Responses: [answer],
            ConsumedCapacity: [{ TableName: { $table: label }, ...units(cost), Table: units(cost) }],
          }),
        },
        { ReturnConsumedCapacity: 'INDEXES' },
      ),
    ),
  ],
};

export const cases: readonly Case[] = [...reads, capacity];
