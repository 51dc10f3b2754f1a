/** Which requests under one token are the same, and what a repetition answers. */
import type { Case, Template, TemplateObject } from '../case.ts';
import { n, s } from '../case.ts';
import { family } from '../family.ts';
import { sources } from '../sources.ts';
import { exactly, get, put as putItem } from '../steps.ts';
import { add, counter, counts, mismatch, put, remove, tables, under } from './requests.ts';

const token = { $token: 'one' };
const done = { ok: exactly({}) };
const other = { pk: s('b'), v: n(1), m: { M: { x: n(1), y: s('z') } } };
const actions = [add(1), put(other)];

interface Change {
  title: string;
  changed: Template[];
}
const changes: { readonly [slug: string]: Change } = {
  'another-value': { title: 'A token with another value in an expression', changed: [add(2), put(other)] },
  'another-item': { title: 'A token with another item to put', changed: [add(1), put({ ...other, v: n(2) })] },
  'another-nested-value': {
    title: 'A token with another value deep in an item',
    changed: [add(1), put({ ...other, m: { M: { x: n(2), y: s('z') } } })],
  },
  'another-key': { title: 'A token with another key', changed: [add(1, { Key: { pk: s('elsewhere') } }), put(other)] },
  'another-condition': {
    title: 'A token with a condition more',
    changed: [add(1, { ConditionExpression: 'attribute_exists(pk)' }), put(other)],
  },
  'another-kind': { title: 'A token with an action of another kind', changed: [add(1), remove({ pk: s('b') })] },
  'another-order': { title: 'A token with the actions in another order', changed: [put(other), add(1)] },
  'an-action-more': { title: 'A token with an action more', changed: [add(1), put(other), put({ pk: s('c') })] },
  'an-action-less': { title: 'A token with an action less', changed: [add(1)] },
};

const different = family(
  {
    name: 'mismatch',
    area: 'idempotency',
    certainty: 'documented',
    because:
      'Within ten minutes a token stands for one request; with other parameters it is refused, and nothing is done.',
    sources: [sources.transactWrite],
    tables,
  },
  Object.fromEntries(
    Object.entries(changes).map(([slug, { title, changed }]) => [slug, { title: `${title} is refused`, changed }]),
  ),
  ({ changed }) => ({
    steps: [
      under(token, actions, done),
      under(token, changed, mismatch),
      under(token, actions, done),
      {
        op: 'Scan',
        input: { TableName: { $table: 't' }, ConsistentRead: true },
        observe: ['Items'],
        expect: { ok: { Items: exactly({ $unordered: [{ ...counter, count: n(1) }, other] }) } },
      },
    ],
  }),
);

/** The members of every object in the other order. */
function reversed(value: Template): Template {
  if (Array.isArray(value)) return value.map(reversed);
  if (typeof value !== 'object' || value === null) return value;
  const members = Object.entries(value).reverse();
  return Object.fromEntries(members.map(([name, part]) => [name, reversed(part)])) as TemplateObject;
}

const memberOrder: Case = {
  id: 'idempotency/member-order-at-any-depth',
  title: 'The order of members matters to a token at no depth: names, values, items and maps',
  area: 'idempotency',
  findings: [],
  certainty: 'measured',
  because: 'A request is the same whatever the order in which a client writes its members.',
  sources: [sources.localstackToken],
  tables,
  steps: [under(token, actions, done), under(token, actions.map(reversed), done), counts(1)],
};

const once: Case = {
  id: 'idempotency/condition-is-not-tested-again',
  title: 'A repetition succeeds although its condition would fail now, and writes nothing',
  area: 'idempotency',
  findings: [],
  certainty: 'documented',
  because: 'Several identical calls have the effect of one: the second finds what the first wrote.',
  sources: [sources.transactWrite],
  tables,
  steps: [
    under(token, [put(counter, { ConditionExpression: 'attribute_not_exists(pk)' })], done),
    under(token, [put(counter, { ConditionExpression: 'attribute_not_exists(pk)' })], done),
    putItem('t', { ...counter, v: n(1) }),
    under(token, [put(counter, { ConditionExpression: 'attribute_not_exists(pk)' })], done),
    get('t', counter, exactly({ ...counter, v: n(1) })),
  ],
};

const several: Case = {
  id: 'idempotency/other-tokens',
  title: 'Another token and no token are other requests',
  area: 'idempotency',
  findings: [],
  certainty: 'documented',
  because: 'Only one token makes two calls one.',
  sources: [sources.transactWrite],
  tables,
  steps: [
    under({ $token: 'one' }, [add(1)], done),
    under({ $token: 'two' }, [add(1)], done),
    ...[1, 2].map(() => ({
      op: 'TransactWriteItems' as const,
      input: { TransactItems: [add(1)] },
      raw: true,
      observe: [],
      expect: done,
    })),
    counts(4),
    under({ $token: 'one' }, [add(1)], done),
    under({ $token: 'two' }, [add(1)], done),
    counts(4),
  ],
};

const length = (size: number): TemplateObject => ({ $text: [{ $token: 'long' }, 'x'.repeat(size - 32)] });
const lengths: Case = {
  id: 'idempotency/token-length',
  title: 'A token has one to 36 characters',
  area: 'idempotency',
  findings: [],
  certainty: 'measured',
  because: 'A longer one and an empty one are refused, and nothing is written.',
  sources: [sources.conformance, sources.transactWrite],
  tables,
  steps: [
    under(length(37), [add(1)], { rejected: 'ValidationException' }),
    { ...under('', [add(1)], { rejected: 'ValidationException' }), raw: true },
    get('t', counter, 'absent'),
    under(length(36), [add(1)], done),
    under(length(36), [add(1)], done),
    under(length(35), [add(1)], done),
    counts(2),
  ],
};

const large = { pk: s('large'), v: s('x'.repeat(5000)) };
const units = (kind: 'Read' | 'Write', count: number) => ({
  ok: exactly({
    ConsumedCapacity: [{ TableName: { $table: 't' }, CapacityUnits: count, [`${kind}CapacityUnits`]: count }],
  }),
});
const costs: Case = {
  id: 'idempotency/replay-capacity',
  title: 'A repetition costs the reading of its items, and the first call their writing',
  area: 'idempotency',
  findings: [],
  certainty: 'measured',
  because: 'The repeated call reads the items to find out that nothing is to do: two units a 4 KB of each.',
  sources: [sources.transactWrite, sources.conformance],
  tables,
  steps: [
    under(token, [add(1), put(large)], units('Write', 12), { ReturnConsumedCapacity: 'TOTAL' }),
    under(token, [add(1), put(large)], units('Read', 6), { ReturnConsumedCapacity: 'TOTAL' }),
    counts(1),
  ],
};

export const cases: readonly Case[] = [...different, memberOrder, once, several, lengths, costs];
