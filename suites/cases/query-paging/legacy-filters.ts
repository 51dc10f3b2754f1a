/** QueryFilter, ConditionalOperator and AttributesToGet: filters and projections from before expressions. */
import type { Case, TemplateObject } from '../case.ts';
import { n, s } from '../case.ts';
import { family } from '../family.ts';
import { is, keysOfP, type Refusal, refusingEach } from '../legacy-forms.ts';
import { alone, indexed, numbered, ofP, only, page, queried, rowsOf } from '../reads.ts';
import { sources } from '../sources.ts';
import { put, puts } from '../steps.ts';

const rows = rowsOf(6, (at) => ({ v: n(at % 3), w: s(`w${at}`) }));
const some = (...at: number[]) => at.map((one) => rows[one]!);

const shared = {
  area: 'query-paging',
  certainty: 'recorded',
  sources: [sources.dynaliteTests, sources.legacyParameters],
} as const;

const filters = family(
  {
    ...shared,
    name: 'legacy-filter',
    because: 'QueryFilter keeps what meets all conditions, or any with OR, after the keys have selected.',
    tables: { t: numbered },
  },
  {
    one: { title: 'QueryFilter keeps the rows that meet it', filter: { v: is('EQ', n(2)) }, at: [2, 5] },
    and: { title: 'Two conditions must both hold', filter: { v: is('EQ', n(2)), w: is('EQ', s('w2')) }, at: [2] },
    'and-by-name': {
      title: 'ConditionalOperator AND is the default',
      filter: { v: is('EQ', n(2)), w: is('EQ', s('w2')) },
      operator: 'AND',
      at: [2],
    },
    or: {
      title: 'ConditionalOperator OR keeps what meets either condition',
      filter: { v: is('EQ', n(2)), w: is('EQ', s('w0')) },
      operator: 'OR',
      at: [0, 2, 5],
    },
    in: { title: 'IN keeps what equals one of its values', filter: { v: is('IN', n(0), n(2)) }, at: [0, 2, 3, 5] },
    null: { title: 'NULL keeps the rows without the attribute', filter: { z: is('NULL') }, at: [0, 1, 2, 3, 4, 5] },
    'not-null': { title: 'NOT_NULL keeps the rows with the attribute', filter: { z: is('NOT_NULL') }, at: [] },
    empty: { title: 'An empty QueryFilter keeps everything', filter: {}, at: [0, 1, 2, 3, 4, 5] },
  },
  (row) => {
    const { filter, at, operator } = row as typeof row & { operator?: string };
    const ask = {
      ...keysOfP(),
      QueryFilter: filter as TemplateObject,
      ...(operator === undefined ? {} : { ConditionalOperator: operator }),
    };
    return {
      steps: [
        ...puts('t', rows),
        queried(ask, page(some(...at), { ScannedCount: 6 })),
        queried(
          { ...ask, Limit: 3 },
          page(some(...at.filter((one) => one < 3)), { ScannedCount: 3, LastEvaluatedKey: { sk: n(2) } }),
        ),
      ],
    };
  },
);

const others = family(
  {
    ...shared,
    name: 'legacy-refused',
    because: 'The older members do not go together with expressions, and not on the keys.',
    tables: { t: indexed },
  },
  {
    'filter-on-a-key': {
      title: 'QueryFilter on a key is refused',
      of: ['pk', 'sk'].map(
        (name): Refusal => [
          { ...keysOfP(), QueryFilter: { [name]: is('NOT_NULL') } },
          `QueryFilter can only contain non-primary key attributes: Primary key attribute: ${name}`,
        ],
      ),
    },
    'operator-of-one': {
      title: 'ConditionalOperator with one condition, or none, is refused',
      certainty: 'measured',
      sources: [sources.conformance],
      of: [
        [
          { ...keysOfP(), QueryFilter: { v: is('NULL') }, ConditionalOperator: 'OR' },
          'ConditionalOperator can only be used when Filter or Expected has two or more elements',
        ],
        [{ ...keysOfP(), ConditionalOperator: 'AND' }, 'ConditionalOperator cannot be used without Filter or Expected'],
      ],
    },
    'mixed-forms': {
      title: 'A QueryFilter beside a KeyConditionExpression is refused, and AttributesToGet likewise',
      of: [
        [
          { ...ofP, QueryFilter: { v: is('NULL') } },
          'Can not use both expression and non-expression parameters in the same request: Non-expression parameters: {QueryFilter} Expression parameters: {KeyConditionExpression}',
        ],
        [
          { ...ofP, AttributesToGet: ['v'] },
          'Can not use both expression and non-expression parameters in the same request: Non-expression parameters: {AttributesToGet} Expression parameters: {KeyConditionExpression}',
        ],
      ],
    },
    'attributes-beside-all': {
      title: 'AttributesToGet beside a Select other than SPECIFIC_ATTRIBUTES is refused',
      certainty: 'documented',
      sources: [sources.query],
      of: ['ALL_ATTRIBUTES', 'COUNT'].map(
        (select): Refusal => [
          { ...keysOfP(), AttributesToGet: ['v'], Select: select },
          `1 validation error detected: Cannot specify the AttributesToGet when choosing to get ${select === 'COUNT' ? 'only the Count' : select}`,
        ],
      ),
    },
    'no-attribute': {
      title: 'An empty AttributesToGet is refused',
      certainty: 'documented',
      sources: [sources.query],
      of: [
        [
          { ...keysOfP(), AttributesToGet: [] },
          "1 validation error detected: Value '[]' at 'attributesToGet' failed to satisfy constraint: Member must have length greater than or equal to 1",
        ],
      ],
    },
    'repeated-attribute': {
      title: 'A repeated name in AttributesToGet is refused',
      of: [
        [
          { ...keysOfP(), AttributesToGet: ['v', 'w', 'v'] },
          'One or more parameter values were invalid: Duplicate value in attribute name: v',
        ],
      ],
    },
  } satisfies { [slug: string]: Partial<Case> & { title: string; of: Refusal[] } },
  refusingEach(rows[0]!),
);

const toGet: Case = {
  id: 'query-paging/legacy-attributes-to-get',
  title: 'AttributesToGet names whole attributes, and a dot in it is part of the name',
  ...shared,
  findings: [],
  because: 'AttributesToGet knows no document paths.',
  tables: { t: alone },
  steps: [
    put('t', { pk: s('p'), m: { M: { a: n(1) } }, 'm.a': n(2), v: n(3) }),
    queried(
      { ...keysOfP(), AttributesToGet: ['m.a', 'nope'] },
      page([only({ 'm.a': n(2) }, ['pk', 'm', 'v', 'nope'])]),
    ),
    queried({ ...keysOfP(), AttributesToGet: ['nope'] }, page([only({}, ['pk', 'm', 'v', 'm.a'])])),
    queried(
      { ...keysOfP(), AttributesToGet: ['v'], Select: 'SPECIFIC_ATTRIBUTES' },
      page([only({ v: n(3) }, ['pk', 'm', 'm.a'])]),
    ),
  ],
};

const besideExpression: Case = {
  id: 'query-paging/legacy-key-beside-expressions',
  title: 'KeyConditions may stand beside a ProjectionExpression',
  ...shared,
  findings: [],
  because: 'Of the older members, KeyConditions alone goes together with expressions other than its own.',
  tables: { t: alone },
  steps: [
    put('t', { pk: s('p'), m: { M: { a: n(1) } }, v: n(3) }),
    queried({ ...keysOfP(), ProjectionExpression: 'm.a' }, page([only({ m: { M: { a: n(1) } } }, ['pk', 'v'])])),
  ],
};

export const cases: readonly Case[] = [...filters, ...others, toGet, besideExpression];
