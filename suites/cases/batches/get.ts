/** What BatchGetItem finds, and how it shows it. */
import type { Case, Step } from '../case.ts';
import { b, n, s, table } from '../case.ts';
import { family, tablesIn } from '../family.ts';
import { sources } from '../sources.ts';
import { exactly, put, puts } from '../steps.ts';
import { batchGet, found, invalid, key, many, plain, ranged } from './requests.ts';

const one = { ...key(1), a: s('x'), b: { M: { c: n(1), d: n(2) } } };
const two = { ...key(2), a: s('y'), b: n(2) };
const other = { pk: s('q'), a: s('z'), w: n(9) };
const stored: Step[] = [...puts('t', [one, two]), put('u', other)];

const rows: { [slug: string]: { title: string; because: string; certainty?: Case['certainty']; steps: Step[] } } = {
  'several-tables': {
    title: 'A batch reads whole items from two tables and leaves out those that do not exist',
    because: 'Items that do not exist are not in the answer, which lists the others by table.',
    steps: [
      ...stored,
      batchGet(
        {
          t: { Keys: [key(2), key(9), key(1)], ConsistentRead: true },
          u: { Keys: [{ pk: s('q') }], ConsistentRead: true },
        },
        found({ t: [one, two], u: [other] }),
      ),
    ],
  },
  'nothing-found': {
    title: 'A table of which nothing was found has an empty list',
    because: 'Every table of the request has its member in the answer.',
    certainty: 'measured',
    steps: [
      ...stored,
      batchGet(
        { t: { Keys: [key(1)], ConsistentRead: true }, u: { Keys: [{ pk: s('absent') }], ConsistentRead: true } },
        found({ t: [one], u: [] }),
      ),
    ],
  },
  'same-key-in-two-tables': {
    title: 'One key in two tables is two items and no duplicate',
    because: 'Keys belong to their table.',
    steps: [
      put('u', other),
      put('v', { pk: s('q'), a: s('elsewhere') }),
      batchGet(
        { u: { Keys: [{ pk: s('q') }], ConsistentRead: true }, v: { Keys: [{ pk: s('q') }], ConsistentRead: true } },
        found({ u: [other], v: [{ pk: s('q'), a: s('elsewhere') }] }),
      ),
    ],
  },
  'projection-of-each-table': {
    title: 'Each table of a batch has its own projection and its own names',
    because: 'ProjectionExpression and ExpressionAttributeNames are members of a table’s part, and keys are not added.',
    steps: [
      ...stored,
      batchGet(
        {
          t: {
            Keys: [key(1), key(2)],
            ConsistentRead: true,
            ProjectionExpression: '#n, b.c',
            ExpressionAttributeNames: { '#n': 'sk' },
          },
          u: {
            Keys: [{ pk: s('q') }],
            ConsistentRead: true,
            ProjectionExpression: '#n',
            ExpressionAttributeNames: { '#n': 'w' },
          },
        },
        found({ t: [{ sk: n(1), b: { M: { c: n(1) } } }, { sk: n(2) }], u: [{ w: n(9) }] }),
      ),
    ],
  },
  'projection-of-one-table': {
    title: 'A projection of one table leaves the items of another whole',
    because: 'ProjectionExpression is a member of a table’s part.',
    steps: [
      ...stored,
      batchGet(
        {
          t: { Keys: [key(2)], ConsistentRead: true, ProjectionExpression: 'a' },
          u: { Keys: [{ pk: s('q') }], ConsistentRead: true },
        },
        found({ t: [{ a: s('y') }], u: [other] }),
      ),
    ],
  },
  'projection-of-nothing': {
    title: 'An item of which the projection selects nothing is an empty item of the answer',
    because: 'The item exists, so it has its place; an item that does not exist has none.',
    certainty: 'measured',
    steps: [
      ...stored,
      batchGet(
        { t: { Keys: [key(1), key(9)], ConsistentRead: true, ProjectionExpression: 'absent' } },
        found({ t: [{}] }),
      ),
    ],
  },
  'attributes-to-get': {
    title: 'AttributesToGet selects attributes as a projection does',
    because: 'The legacy member names top-level attributes.',
    steps: [
      ...stored,
      batchGet(
        { t: { Keys: [key(1), key(2)], AttributesToGet: ['a', 'pk'], ConsistentRead: true } },
        found({
          t: [
            { pk: s('p'), a: s('x') },
            { pk: s('p'), a: s('y') },
          ],
        }),
      ),
    ],
  },
  'hundred-keys': {
    title: 'A hundred keys are read at once, from one table or two',
    because: 'The limit is 100 items over all tables.',
    steps: [
      ...puts('t', [key(0), key(99)]),
      put('u', other),
      batchGet({ t: { Keys: many(100, (at) => key(at)), ConsistentRead: true } }, found({ t: [key(0), key(99)] })),
      batchGet(
        {
          t: { Keys: many(99, (at) => key(at + 1)), ConsistentRead: true },
          u: { Keys: [{ pk: s('q') }], ConsistentRead: true },
        },
        found({ t: [key(99)], u: [other] }),
      ),
    ],
  },
  'hundred-and-one-keys': {
    title: 'A hundred and one keys are refused, in one table or two',
    because: 'The limit is 100 items over all tables.',
    steps: [
      batchGet({ t: { Keys: many(101, (at) => key(at)) } }, invalid()),
      batchGet({ t: { Keys: many(100, (at) => key(at)) }, u: { Keys: [{ pk: s('q') }] } }, invalid()),
    ],
  },
};

const reads = family(
  {
    name: 'get',
    area: 'batches',
    certainty: 'documented',
    because: '',
    sources: [sources.batchGet, sources.conformance],
  },
  rows,
  ({ steps }) => ({ steps, tables: tablesIn(steps, { t: ranged, u: plain, v: plain }) }),
);

const duplicates = 'Provided list of item keys contains duplicates';

const repeated = family(
  {
    name: 'get-duplicate',
    area: 'batches',
    certainty: 'measured',
    because: 'A batch may name an item once. Keys are compared as written, in any order of their members.',
    sources: [sources.conformance],
  },
  {
    key: { title: 'A key that stands twice in a batch read is refused', keys: [key(1), key(2), key(1)] },
    'in-other-order': {
      title: 'A key whose members stand in another order is the same key',
      keys: [key(1), { sk: n(1), pk: s('p') }],
      certainty: 'documented' as const,
      sources: [sources.batchGet],
    },
  },
  ({ keys }) => ({
    tables: { t: ranged },
    steps: [put('t', key(1)), batchGet({ t: { Keys: keys } }, invalid(duplicates))],
  }),
);

const equalNumbers: Case = {
  id: 'batches/get-equal-numbers',
  title: 'Two notations of one number are no duplicate for a batch read',
  area: 'batches',
  findings: [],
  certainty: 'measured',
  because: 'BatchGetItem compares keys as written, unlike BatchWriteItem.',
  sources: [sources.alternatorNumberKeys],
  tables: { t: table({ hash: ['pk', 'N'] }) },
  steps: [
    put('t', { pk: n(1000), v: s('x') }),
    batchGet({ t: { Keys: [{ pk: n('1000') }, { pk: n('1e3') }] } }, { ok: { UnprocessedKeys: exactly({}) } }),
    batchGet({ t: { Keys: [{ pk: n('1e3') }], ConsistentRead: true } }, found({ t: [{ pk: n(1000), v: s('x') }] })),
  ],
};

const binaryKeys: Case = {
  id: 'batches/get-binary-keys',
  title: 'Binary keys are read by their bytes, also those that are no text',
  area: 'batches',
  findings: [],
  certainty: 'documented',
  because: 'A key of type B is a sequence of bytes.',
  sources: [sources.batchGet, sources.dataTypes],
  tables: { t: table({ hash: ['pk', 'B'] }) },
  steps: [
    ...puts('t', [{ pk: b(0xff) }, { pk: b(0xfe) }, { pk: b(0xff, 0) }]),
    batchGet(
      { t: { Keys: [{ pk: b(0xff) }, { pk: b(0xff, 0) }, { pk: b(0xfd) }], ConsistentRead: true } },
      found({
        t: [{ pk: b(0xff) }, { pk: b(0xff, 0) }],
      }),
    ),
  ],
};

export const cases: readonly Case[] = [...reads, ...repeated, equalNumbers, binaryKeys];
