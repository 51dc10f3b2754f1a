/** What a transaction writes when it succeeds, and what that costs. */
import type { Case, Template } from '../case.ts';
import { n, s, table } from '../case.ts';
import { family, type ReasonedRow, tablesIn } from '../family.ts';
import { byOther, created, nameOf } from '../other-account.ts';
import { sources } from '../sources.ts';
import { accepted, exactly, get, put as putItem, puts } from '../steps.ts';
import {
  cancelled,
  check,
  done,
  failed,
  holding,
  key,
  many,
  none,
  plain,
  put,
  ranged,
  remove,
  update,
  values,
  write,
} from './requests.ts';

const written = family(
  {
    name: 'write',
    area: 'transactions',
    certainty: 'measured',
    because: '',
    sources: [sources.conformance, sources.transactWrite],
  },
  {
    'each-kind': {
      title: 'A transaction puts, updates and deletes, and a condition check changes nothing',
      because: 'Each action does what its operation does alone.',
      steps: [
        ...puts('t', [{ ...key(1), old: n(1) }, { ...key(2), v: n(2), keep: s('k') }, key(3), { ...key(4), v: n(4) }]),
        write(
          [
            put({ ...key(1), v: n(1) }),
            update(key(2), 'SET v = v + :one', values({ ':one': n(1) })),
            remove(key(3)),
            check(key(4), 'v = :v', values({ ':v': n(4) })),
            update(key(5), 'SET w = :w', values({ ':w': s('new') })),
            remove(key(6)),
          ],
          done,
        ),
        holding('t', [
          { ...key(1), v: n(1) },
          { ...key(2), v: n(3), keep: s('k') },
          { ...key(4), v: n(4) },
          { ...key(5), w: s('new') },
        ]),
      ],
    },
    'two-tables': {
      title: 'A transaction over two tables writes to both, or to none',
      because: 'All actions succeed or none has an effect, whatever their tables.',
      steps: [
        write([put({ ...key(1), v: n(1) }), put({ pk: s('q') }, {}, 'u')], done),
        write(
          [
            update(key(1), 'SET v = :v', values({ ':v': n(9) })),
            check({ pk: s('q') }, 'attribute_not_exists(pk)', {}, 'u'),
          ],
          cancelled(none, failed()),
        ),
        write(
          [
            put({ pk: s('never') }, {}, 'u'),
            remove(key(1), { ConditionExpression: 'v = :v', ...values({ ':v': n(9) }) }),
          ],
          cancelled(none, failed()),
        ),
        holding('t', [{ ...key(1), v: n(1) }]),
        holding('u', [{ pk: s('q') }]),
      ],
    },
    'same-key-in-two-tables': {
      title: 'One key in two tables is two items of a transaction',
      because: 'Keys belong to their table.',
      certainty: 'documented' as const,
      steps: [
        write([put({ pk: s('q') }, {}, 'u'), put({ pk: s('q'), v: n(2) }, {}, 'v')], done),
        holding('u', [{ pk: s('q') }]),
        holding('v', [{ pk: s('q'), v: n(2) }]),
      ],
    },
    'a-hundred': {
      title: 'A hundred actions are written at once',
      because: 'A transaction has at most 100 actions.',
      certainty: 'documented' as const,
      steps: [
        write(
          many(100, (at) => put({ ...key(at), v: n(at) })),
          done,
        ),
        holding(
          't',
          many(100, (at) => ({ ...key(at), v: n(at) })),
        ),
      ],
    },
    'twenty-six-over-two-tables': {
      title: 'More actions than a batch may have are a transaction like another, and its last one can cancel it',
      because: 'The limit of 25 is older and of batches.',
      certainty: 'documented' as const,
      steps: [
        write(
          [...many(26, (at) => put(key(at))), check({ pk: s('q') }, 'attribute_exists(pk)', {}, 'u')],
          cancelled(...many(26, () => none), failed()),
        ),
        holding('t', []),
        write([...many(26, (at) => put(key(at))), check({ pk: s('q') }, 'attribute_not_exists(pk)', {}, 'u')], done),
        holding(
          't',
          many(26, (at) => key(at)),
        ),
      ],
    },
    'create-if-absent': {
      title: 'An update under attribute_not_exists creates its item once, and under attribute_exists never',
      because: 'The condition is tested on the item as it is, also where there is none.',
      steps: [
        write(
          [
            update(
              { pk: s('a') },
              'SET v = :v',
              { ConditionExpression: 'attribute_exists(pk)', ...values({ ':v': n(1) }) },
              'u',
            ),
          ],
          cancelled(failed()),
        ),
        holding('u', []),
        write(
          [
            update(
              { pk: s('a') },
              'SET v = :v',
              { ConditionExpression: 'attribute_not_exists(pk)', ...values({ ':v': n(1) }) },
              'u',
            ),
          ],
          done,
        ),
        write(
          [
            update(
              { pk: s('a') },
              'SET v = :v',
              { ConditionExpression: 'attribute_not_exists(pk)', ...values({ ':v': n(2) }) },
              'u',
            ),
          ],
          cancelled(failed()),
        ),
        holding('u', [{ pk: s('a'), v: n(1) }]),
      ],
    },
    'checks-alone': {
      title: 'A transaction of condition checks alone answers whether they hold',
      because: 'A condition check is an action like another.',
      certainty: 'documented' as const,
      steps: [
        putItem('t', key(1)),
        write([check(key(1), 'attribute_exists(pk)'), check(key(2), 'attribute_not_exists(pk)')], done),
        write(
          [check(key(1), 'attribute_exists(pk)'), check(key(2), 'attribute_exists(pk)')],
          cancelled(none, failed()),
        ),
        holding('t', [key(1)]),
      ],
    },
  } satisfies { [slug: string]: ReasonedRow },
  ({ steps }) => ({
    steps,
    tables: tablesIn(steps, { t: ranged, u: plain, v: plain }),
  }),
);

const units = (count: number) => ({ CapacityUnits: count, WriteCapacityUnits: count });
const indexed = table({ hash: ['pk', 'S'], gsi: { 'by-g': { hash: ['g', 'S'], projection: 'KEYS_ONLY' } } });

const capacity: Case = {
  id: 'transactions/write-capacity',
  title: 'Each action of a transaction costs two units a kilobyte, a check and a delete of nothing included',
  area: 'transactions',
  findings: [],
  certainty: 'measured',
  because: 'A transaction prepares each item and then commits it.',
  sources: [sources.dynoxideTransactionUnits, sources.conformance],
  tables: { t: plain, u: plain },
  steps: [
    write(
      [put({ pk: s('a') }), put({ pk: s('b') })],
      { ok: exactly({ ConsumedCapacity: [{ TableName: { $table: 't' }, ...units(4) }] }) },
      {
        ReturnConsumedCapacity: 'TOTAL',
      },
    ),
    write(
      [
        put({ pk: s('c'), v: s('x'.repeat(1100)) }),
        check({ pk: s('a') }, 'attribute_exists(pk)'),
        remove({ pk: s('absent') }),
        update({ pk: s('b') }, 'SET v = :v', values({ ':v': n(1) }), 'u'),
      ],
      {
        ok: exactly({
          ConsumedCapacity: {
            $unordered: [
              { TableName: { $table: 't' }, ...units(8), Table: units(8) },
              { TableName: { $table: 'u' }, ...units(2), Table: units(2) },
            ],
          },
        }),
      },
      { ReturnConsumedCapacity: 'INDEXES' },
    ),
    write([remove({ pk: s('a') })], done, { ReturnConsumedCapacity: 'NONE' }),
  ],
};

const indexCapacity: Case = {
  ...capacity,
  id: 'transactions/write-index-capacity',
  title: 'An index that a transaction writes to costs what it costs alone',
  because: 'Only the table is written twice.',
  sources: [sources.conformance],
  tables: { t: indexed },
  steps: [
    write(
      [put({ pk: s('a'), g: s('x') })],
      {
        ok: exactly({
          ConsumedCapacity: [
            { TableName: { $table: 't' }, ...units(3), Table: units(2), GlobalSecondaryIndexes: { 'by-g': units(1) } },
          ],
        }),
      },
      { ReturnConsumedCapacity: 'INDEXES' },
    ),
  ],
};

const local = table({
  hash: ['pk', 'S'],
  range: ['sk', 'N'],
  lsi: { 'by-l': { hash: ['pk', 'S'], range: ['l', 'N'] } },
});
const metrics: Case = {
  id: 'transactions/write-metrics',
  title: 'Metrics of a transaction list the item collections that it changed, table by table',
  area: 'transactions',
  findings: [],
  certainty: 'documented',
  because: 'They are of the tables with a local index that actions change.',
  sources: [sources.transactWrite, sources.itemCollections],
  tables: { t: local, u: plain },
  steps: [
    write(
      [put(key(1)), remove(key(2, 'q')), put({ pk: s('p') }, {}, 'u')],
      {
        ok: exactly({
          ItemCollectionMetrics: {
            '$table:t': {
              $unordered: ['p', 'q'].map((pk) => ({
                ItemCollectionKey: { pk: s(pk) },
                SizeEstimateRangeGB: { $size: 2 },
              })),
            },
          },
        }),
      },
      { ReturnItemCollectionMetrics: 'SIZE' },
    ),
    write([put(key(3))], done),
  ],
};

const size = 400_000;
const heavyItem = (at: number, bytes = size): Template => ({ pk: s(`a${at}`), v: s('x'.repeat(bytes)) });
const together: Case = {
  id: 'transactions/four-megabytes',
  title: 'Items of four megabytes together can be written in a transaction, and more cannot',
  area: 'transactions',
  findings: [],
  certainty: 'documented',
  because: 'The aggregate size of the items in a transaction cannot exceed 4 MB.',
  sources: [sources.transactWrite],
  tables: { t: plain },
  heavy: true,
  steps: [
    write(
      many(11, (at) => heavyItem(at)).map((item) => put(item)),
      { rejected: ['ValidationException', 'TransactionCanceledException'] },
    ),
    holding('t', []),
    write(
      many(10, (at) => heavyItem(at, 390_000)).map((item) => put(item)),
      done,
    ),
    ...[0, 9].map((at) => get('t', { pk: s(`a${at}`) }, exactly(heavyItem(at, 390_000)) as never)),
  ],
};

const name = { $name: 'ledger' };
const mine = nameOf('own');
const theirs = nameOf('foreign');
const putting = (of: Template, v: string) =>
  accepted(write([{ Put: { TableName: of, Item: { pk: s('a'), v: s(v) } } }], {}));
const accounts: Case = {
  id: 'transactions/two-accounts',
  title: 'Transactions of two accounts write to their own table of one name',
  area: 'transactions',
  findings: ['mongo-rfc/C11'],
  certainty: 'documented',
  because: 'A table belongs to an account, and so do its items.',
  sources: [sources.transactWrite],
  steps: [
    ...created('own', name, plain),
    ...created('foreign', name, plain).map(byOther),
    putting(mine, 'mine'),
    byOther(putting(theirs, 'theirs')),
    get(mine, { pk: s('a') }, { pk: s('a'), v: s('mine') }),
    byOther(get(theirs, { pk: s('a') }, { pk: s('a'), v: s('theirs') })),
    byOther({
      ...write(
        [
          {
            Delete: {
              TableName: theirs,
              Key: { pk: s('a') },
              ConditionExpression: 'v = :v',
              ...values({ ':v': s('mine') }),
            },
          },
        ],
        cancelled(failed()),
      ),
    }),
  ],
};

export const cases: readonly Case[] = [...written, capacity, indexCapacity, metrics, together, accounts];
