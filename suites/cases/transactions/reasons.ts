/** Which action of a transaction failed, why, and what of the item is shown. */
import type { Case, Template, TemplateObject } from '../case.ts';
import { n, s, table } from '../case.ts';
import { family } from '../family.ts';
import { sources } from '../sources.ts';
import { put as putItem, puts } from '../steps.ts';
import {
  cancelled,
  check,
  failed,
  holding,
  key,
  none,
  plain,
  put,
  ranged,
  remove,
  update,
  values,
  write,
  wrong,
} from './requests.ts';

const item = (sk: number) => ({ ...key(sk), v: n(sk), more: s('m') });
const stored = [1, 2, 3].map(item);
const failing: TemplateObject = { ConditionExpression: 'v = :w', ...values({ ':w': n(99) }) };
const holdingNow: TemplateObject = { ConditionExpression: 'v < :w', ...values({ ':w': n(99) }) };

type Action = (sk: number, condition: TemplateObject) => TemplateObject;
const kinds: { [slug: string]: { title: string; action: Action } } = {
  put: { title: 'a put', action: (sk, condition) => put(key(sk), condition) },
  update: { title: 'an update', action: (sk, condition) => update(key(sk), 'REMOVE more', condition) },
  delete: { title: 'a delete', action: (sk, condition) => remove(key(sk), condition) },
  check: {
    title: 'a condition check',
    action: (sk, { ConditionExpression, ...given }) => check(key(sk), String(ConditionExpression), given),
  },
};

const positions: Case[] = family(
  {
    name: 'reason-of',
    area: 'transactions',
    certainty: 'measured',
    because: 'Reasons are listed in the order of the actions, None for those that would have succeeded.',
    sources: [sources.conformance, sources.transactWrite],
    tables: { t: ranged },
  },
  Object.fromEntries(
    Object.entries(kinds).map(([slug, { title, action }]) => [
      slug,
      { title: `The reason of ${title} stands in its place, whichever that is, and nothing is written`, action },
    ]),
  ),
  ({ action }) => ({
    steps: [
      ...puts('t', stored),
      ...[1, 2, 3].map((failsAt) =>
        write(
          [1, 2, 3].map((sk) => action(sk, sk === failsAt ? failing : holdingNow)),
          cancelled(...[1, 2, 3].map((sk) => (sk === failsAt ? failed() : none))),
        ),
      ),
      write(
        [1, 2, 3].map((sk) => action(sk, sk === 2 ? holdingNow : failing)),
        cancelled(failed(), none, failed()),
      ),
      holding('t', stored),
    ],
  }),
);

const asked = { ReturnValuesOnConditionCheckFailure: 'ALL_OLD' };
const shownItems: Case[] = family(
  {
    name: 'failed-item-of',
    area: 'transactions',
    findings: ['mongo-rfc/M1'],
    certainty: 'measured',
    because:
      'ALL_OLD shows the item as it is, whole; NONE, which is the default, shows nothing; no item shows nothing.',
    sources: [sources.conformance, sources.cancellationReason],
    tables: { t: ranged },
  },
  Object.fromEntries(
    Object.entries(kinds).map(([slug, { title, action }]) => [
      slug,
      { title: `The item on which the condition of ${title} failed is shown if asked for, and whole`, action },
    ]),
  ),
  ({ action }) => ({
    steps: [
      ...puts('t', stored),
      write(
        [
          action(1, { ...failing, ...asked }),
          action(2, { ...failing, ReturnValuesOnConditionCheckFailure: 'NONE' }),
          action(3, { ...holdingNow, ...asked }),
          action(9, { ...failing, ...asked }),
        ],
        cancelled(failed(item(1)), failed(), none, failed()),
      ),
      holding('t', stored),
    ],
  }),
);

const schema = 'The provided key element does not match the schema';
const mismatch = (actual: string) =>
  `One or more parameter values were invalid: Type mismatch for key pk expected: S actual: ${actual}`;
const list = { L: [s('x')] };
const setting = (where: Template) => update(where, 'SET v = :v', values({ ':v': n(1) }));
const long = s('x'.repeat(2049));

const badKeys: Case[] = family(
  {
    name: 'cancelled-by',
    area: 'transactions',
    certainty: 'measured',
    because:
      'A key that is not of the table’s schema is the fault of its action: the transaction is cancelled with ValidationError in its place.',
    sources: [sources.conformance, sources.ministackErrors],
    tables: { t: plain },
  },
  {
    'put-key-type': { title: 'A put with a key of another type cancels', bad: put({ pk: n(5) }), text: mismatch('N') },
    'put-key-list': { title: 'A put with a list as its key cancels', bad: put({ pk: list }), text: mismatch('L') },
    'update-key-type': {
      title: 'An update with a key of another type cancels',
      bad: setting({ pk: n(5) }),
      text: schema,
    },
    'update-key-list': { title: 'An update with a list as its key cancels', bad: setting({ pk: list }), text: schema },
    'delete-key-type': {
      title: 'A delete with a key of another type cancels',
      bad: remove({ pk: n(5) }),
      text: schema,
    },
    'delete-key-list': { title: 'A delete with a list as its key cancels', bad: remove({ pk: list }), text: schema },
    'check-key-type': {
      title: 'A condition check with a key of another type cancels',
      bad: check({ pk: n(5) }, 'attribute_not_exists(pk)'),
      text: schema,
    },
    'long-key': {
      title: 'A put with a key of 2049 bytes cancels',
      bad: put({ pk: long }),
      text: 'One or more parameter values were invalid: Size of hashkey has exceeded the maximum size limit of2048 bytes',
    },
    'missing-operand': {
      title: 'An update that computes with an attribute that is not there cancels',
      bad: update({ pk: s('b') }, 'SET x = y + :o', values({ ':o': n(1) })),
      text: 'The provided expression refers to an attribute that does not exist in the item',
      because: 'What an update does to its item is the matter of its action.',
      sources: [sources.ministackErrors],
    },
    'oversized-update': {
      title: 'An update that makes its item larger than 400 KB cancels',
      bad: update({ pk: s('b') }, 'SET v = :v', values({ ':v': s('x'.repeat(409_600)) })),
      text: 'Item size to update has exceeded the maximum allowed size',
      because: 'What an update does to its item is the matter of its action.',
      sources: [sources.conformance],
    },
  },
  ({ bad, text }) => ({
    steps: [
      putItem('t', { pk: s('z') }),
      write([put({ pk: s('a') }), bad as TemplateObject, remove({ pk: s('z') })], cancelled(none, wrong(text), none)),
      holding('t', [{ pk: s('z') }]),
    ],
  }),
);

const indexKey: Case = {
  id: 'transactions/cancelled-by-index-key',
  title: 'An index key of another type cancels, in a put and in an update',
  area: 'transactions',
  findings: [],
  certainty: 'measured',
  because: 'The type of an index key is checked with the item of its action.',
  sources: [sources.conformance, sources.dynaliteIndexKeyType],
  tables: { t: table({ hash: ['pk', 'S'], gsi: { 'by-g': { hash: ['g', 'S'] } } }) },
  steps: [
    putItem('t', { pk: s('a'), g: s('x') }),
    write([put({ pk: s('b'), g: s('x') }), put({ pk: s('a'), g: n(1) })], cancelled(none, wrong())),
    write(
      [update({ pk: s('a') }, 'SET g = :g', values({ ':g': n(1) })), put({ pk: s('b'), g: s('x') })],
      cancelled(wrong(), none),
    ),
    holding('t', [{ pk: s('a'), g: s('x') }]),
  ],
};

const indexed = table({
  hash: ['pk', 'S'],
  range: ['sk', 'N'],
  gsi: { 'by-g': { hash: ['g', 'S'] } },
  lsi: { 'by-l': { hash: ['pk', 'S'], range: ['g', 'S'] } },
});
const row = (sk: number, g: string) => ({ ...key(sk), g: s(g) });
const lookingUp = (IndexName: string, where: string, given: TemplateObject, items: Template[]) => ({
  op: 'Query' as const,
  input: { TableName: { $table: 't' }, IndexName, KeyConditionExpression: where, ...values(given) },
  observe: ['Items'],
  unordered: true,
  expect: { ok: { Items: { $exact: { $unordered: items } } } },
});

const untouched: Case = {
  id: 'transactions/cancelled-leaves-indexes',
  title: 'A cancelled transaction leaves table and indexes as they were, also where the last action fails',
  area: 'transactions',
  findings: ['mongo-rfc/VC-write-atomicity', 'mongo-rfc/C2-gsi'],
  certainty: 'documented',
  because: 'All actions of a transaction succeed, or none has an effect.',
  sources: [sources.transactWrite, sources.gsi],
  tables: { t: indexed },
  steps: [
    ...puts('t', [row(1, 'old'), row(2, 'old'), row(3, 'old')]),
    write(
      [
        put(row(9, 'new')),
        put(row(1, 'new')),
        update(key(2), 'SET g = :g', values({ ':g': s('new') })),
        remove(key(3)),
        check(key(4), 'attribute_exists(pk)'),
      ],
      cancelled(none, none, none, none, failed()),
    ),
    holding('t', [row(1, 'old'), row(2, 'old'), row(3, 'old')]),
    lookingUp('by-g', 'g = :g', { ':g': s('new') }, []),
    lookingUp('by-g', 'g = :g', { ':g': s('old') }, [row(1, 'old'), row(2, 'old'), row(3, 'old')]),
    lookingUp('by-l', 'pk = :p AND g = :g', { ':p': s('p'), ':g': s('new') }, []),
  ],
};

export const cases: readonly Case[] = [...positions, ...shownItems, ...badKeys, indexKey, untouched];
