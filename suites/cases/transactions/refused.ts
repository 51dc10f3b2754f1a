/** Transactions that are refused as a whole, without a cancellation: nothing of them is written. */
import type { Case, Template, TemplateObject } from '../case.ts';
import { b, n, s, table } from '../case.ts';
import { family } from '../family.ts';
import { sources } from '../sources.ts';
import { put as putItem } from '../steps.ts';
import {
  check,
  holding,
  invalid,
  key,
  many,
  notFound,
  plain,
  put,
  ranged,
  remove,
  update,
  values,
  write,
} from './requests.ts';

const before = { pk: s('z'), v: n(1) };
const set = (where: Template) => update(where, 'SET v = :v', values({ ':v': n(1) }));
const checking = (where: Template) => check(where, 'attribute_not_exists(pk)');
const emptyKey = (kind: string) =>
  `One or more parameter values are not valid. The AttributeValue for a key attribute cannot contain an empty ${kind} value. Key: pk`;

const emptyKeys = family(
  {
    name: 'empty-key-of',
    area: 'transactions',
    certainty: 'measured',
    because: 'An empty key is refused before any action runs: the whole request is invalid, and not cancelled.',
    sources: [sources.conformance, sources.ministackErrors],
  },
  {
    put: { title: 'A put with an empty key refuses the transaction', action: put },
    update: { title: 'An update with an empty key refuses the transaction', action: set },
    delete: { title: 'A delete with an empty key refuses the transaction', action: remove },
    check: { title: 'A condition check with an empty key refuses the transaction', action: checking },
  },
  ({ action }) => ({
    tables: { t: plain, u: table({ hash: ['pk', 'B'] }) },
    steps: [
      putItem('t', before),
      write([put({ pk: s('a') }), action({ pk: s('') })], invalid(emptyKey('string'))),
      write([put({ pk: s('a') }), { ...inTable(action({ pk: b() }), 'u') }], invalid(emptyKey('binary'))),
      holding('t', [before]),
      holding('u', []),
    ],
  }),
);

/** The same action on another table. */
function inTable(action: TemplateObject, label: string): TemplateObject {
  return Object.fromEntries(
    Object.entries(action).map(([kind, members]) => [
      kind,
      { ...(members as TemplateObject), TableName: { $table: label } },
    ]),
  );
}

const absent = (action: TemplateObject): TemplateObject =>
  Object.fromEntries(
    Object.entries(action).map(([kind, members]) => [
      kind,
      { ...(members as TemplateObject), TableName: { $name: 'not-there' } },
    ]),
  );

const syntax = check({ pk: s('a') }, 'attribute_not_exists(');
const syntaxText = 'Invalid ConditionExpression: Syntax error; token: "<EOF>", near: "("';
const unused = check({ pk: s('a') }, 'attribute_not_exists(pk)', values({ ':v': s('x') }));
const unusedText = 'Value provided in ExpressionAttributeValues unused in expressions: keys: {:v}';
const wraps = (count: number): Template => (count === 0 ? s('leaf') : { M: { n: wraps(count - 1) } });
const several = 'Transaction request cannot include multiple operations on one item';
const badEnum = { ReturnConsumedCapacity: 'ALL' };

interface Refused {
  title: string;
  actions: Template[];
  text?: string;
  more?: TemplateObject;
  because: string;
  missing?: true;
  sources?: string[];
}

const early =
  'What is wrong with a request itself is reported before its tables are looked up and before any action runs.';
const rows: { readonly [slug: string]: Refused } = {
  'missing-table': {
    title: 'A table that does not exist refuses the transaction',
    because: 'It is the fault of the request, not of the items.',
    actions: [put({ pk: s('a') }), absent(remove({ pk: s('b') }))],
    missing: true,
  },
  'two-actions-on-one-item': {
    title: 'Two actions on one item refuse the transaction',
    because: 'A transaction may name an item once.',
    actions: [put({ pk: s('a') }), remove({ pk: s('z') }), put({ ...before, v: n(2) })],
    text: several,
  },
  'check-and-put-of-one-item': {
    title: 'A condition check and a put of one item refuse the transaction',
    because: 'A transaction may name an item once, also to check it.',
    actions: [check({ pk: s('z') }, 'attribute_exists(pk)'), put({ ...before, v: n(2) })],
    text: several,
    sources: [sources.transactWrite, sources.motoTwoActions],
  },
  'late-syntax': {
    title: 'A condition that does not parse is reported ahead of a missing table of an earlier action',
    because: early,
    actions: [absent(put({ pk: s('a') })), syntax],
    text: syntaxText,
  },
  'unused-value-first': {
    title: 'An unused value is reported ahead of a missing table of a later action',
    because: early,
    actions: [unused, absent(put({ pk: s('a') }))],
    text: unusedText,
  },
  'unused-value-last': {
    title: 'An unused value is reported ahead of a missing table of an earlier action',
    because: early,
    actions: [absent(put({ pk: s('a') })), unused],
    text: unusedText,
  },
  'unused-value-of-duplicate': {
    title: 'An unused value is reported ahead of two actions on one item',
    because: early,
    actions: [put({ pk: s('a') }), unused],
    text: unusedText,
  },
  'syntax-before-depth': {
    title: 'Of two faulty actions the first is reported: a condition ahead of an item',
    because: 'Actions are read in the order of the request.',
    actions: [syntax, put({ pk: s('b'), v: wraps(32) })],
    text: syntaxText,
  },
  'depth-before-syntax': {
    title: 'Of two faulty actions the first is reported: an item ahead of a condition',
    because: 'Actions are read in the order of the request.',
    actions: [put({ pk: s('b'), v: wraps(32) }), syntax],
    text: 'Nesting Levels have exceeded supported limits: Attributes in the item have nested levels beyond supported limit',
  },
  'depth-before-syntax-of-one': {
    title: 'An item of a put that is nested too deep is reported ahead of its condition that does not parse',
    because: 'The item of a put is read before its condition.',
    actions: [put({ pk: s('b'), v: wraps(32) }, { ConditionExpression: 'attribute_not_exists(' })],
    text: 'Nesting Levels have exceeded supported limits: Attributes in the item have nested levels beyond supported limit',
  },
  'syntax-before-depth-of-one': {
    title: 'A condition that does not parse is reported ahead of the key of a delete that is nested too deep',
    because: 'The key of an action that is no put is read after its condition.',
    actions: [remove({ pk: wraps(40) }, { ConditionExpression: 'attribute_not_exists(' })],
    text: syntaxText,
  },
  'placeholder-syntax': {
    title: 'A name without its sign refuses the transaction and cancels nothing',
    because: early,
    actions: [
      put({ pk: s('a') }),
      check({ pk: s('z') }, '#v = :v', {
        ...values({ ':v': n(1) }),
        ExpressionAttributeNames: { '#v': 'v', bare: 'v' },
      }),
    ],
    text: 'ExpressionAttributeNames contains invalid key: Syntax error; key: "bare"',
    sources: [sources.extenddbPlaceholders],
  },
  'bad-number': {
    title: 'A put of what is no number refuses the transaction and cancels nothing',
    because: early,
    actions: [put({ pk: s('a') }), put({ pk: s('b'), v: n('abc') })],
    text: 'The parameter cannot be converted to a numeric value: abc',
  },
  'oversized-put': {
    title: 'A put of more than 400 KB refuses the transaction and cancels nothing',
    because: 'The size of an item to put is known from the request.',
    actions: [put({ pk: s('a') }), put({ pk: s('b'), v: s('x'.repeat(409_600)) })],
    text: 'Item size has exceeded the maximum allowed size',
  },
  'bad-enum': {
    title: 'An unknown ReturnConsumedCapacity refuses the transaction',
    because: 'Constraints of members come first.',
    actions: [put({ pk: s('a') })],
    more: badEnum,
  },
  'bad-enum-of-metrics': {
    title: 'An unknown ReturnItemCollectionMetrics refuses the transaction',
    because: 'Constraints of members come first.',
    actions: [put({ pk: s('a') })],
    more: { ReturnItemCollectionMetrics: 'ALL' },
  },
  'bad-enum-first': {
    title: 'An unknown ReturnConsumedCapacity is reported ahead of a missing table',
    because: 'Constraints of members come first.',
    actions: [absent(put({ pk: s('a') }))],
    more: badEnum,
  },
  'bad-enum-of-duplicate': {
    title: 'An unknown ReturnConsumedCapacity is reported ahead of two actions on one item',
    because: 'Constraints of members come first.',
    actions: [put({ pk: s('a') }), remove({ pk: s('a') })],
    more: badEnum,
    text: "1 validation error detected: Value 'ALL' at 'returnConsumedCapacity' failed to satisfy constraint: Member must satisfy enum value set: [INDEXES, TOTAL, NONE]",
  },
  empty: {
    title: 'A transaction without actions is refused',
    because: 'It has at least one action.',
    actions: [],
  },
  'hundred-and-one': {
    title: 'A hundred and one actions are refused',
    because: 'A transaction has at most 100 actions.',
    actions: many(101, (at) => put({ pk: s(`a${at}`) })),
  },
};

const whole: Case[] = Object.values(
  family(
    {
      name: 'refused',
      area: 'transactions',
      certainty: 'measured',
      because: early,
      sources: [sources.conformance],
      tables: { t: plain },
    },
    rows,
    ({ actions, text, more, missing }) => ({
      steps: [
        putItem('t', before),
        write(actions, missing ? notFound : invalid(...(text === undefined ? [] : [text])), more ?? {}),
        holding('t', [before]),
      ],
    }),
  ),
);

const equalNumbers: Case = {
  id: 'transactions/equal-numbers',
  title: 'Two notations of one number are one item of a transaction',
  area: 'transactions',
  findings: [],
  certainty: 'documented',
  because: 'Two actions may not target the same item, and the key 1e2 is the key 100.',
  sources: [sources.transactWrite, sources.alternatorNumberKeys],
  tables: { t: ranged },
  steps: [write([put(key('100')), remove(key('1e2'))], invalid(several)), holding('t', [])],
};

const malformed: Case = {
  id: 'transactions/one-action-each',
  title: 'An element of a transaction is exactly one action, and a condition check has its condition',
  area: 'transactions',
  findings: [],
  certainty: 'documented',
  because:
    'Each TransactWriteItem is a Put, an Update, a Delete or a ConditionCheck, which requires a ConditionExpression.',
  sources: [sources.transactWrite],
  tables: { t: plain },
  steps: [
    { ...write([put({ pk: s('a') }), { ...put({ pk: s('b') }), ...remove({ pk: s('c') }) }], invalid()), raw: true },
    { ...write([put({ pk: s('a') }), {}], invalid()), raw: true },
    {
      ...write(
        [put({ pk: s('a') }), { ConditionCheck: { TableName: { $table: 't' }, Key: { pk: s('b') } } }],
        invalid(),
      ),
      raw: true,
    },
    { op: 'TransactWriteItems', input: {}, raw: true, observe: [], expect: invalid() },
    holding('t', []),
  ],
};

export const cases: readonly Case[] = [...emptyKeys, ...whole, equalNumbers, malformed];
