/** Filters of scans, as expressions and in the older form. */
import type { AttributeValue } from '../../../oracles/values/types.ts';
import type { Case, TemplateObject } from '../case.ts';
import { n, s } from '../case.ts';
import { family } from '../family.ts';
import { is } from '../legacy-forms.ts';
import { alone, counted, invalid, numbered, only, page, rowsOf, scanned } from '../reads.ts';
import { sources } from '../sources.ts';
import { put, puts } from '../steps.ts';

const rows = rowsOf(6, (at) => ({ v: n(at % 3), w: s(`w${at}`) }));
const some = (...at: number[]): TemplateObject => ({
  ...page(at.map((one) => rows[one]!)),
  Items: { $unordered: at.map((one) => rows[one]!) },
  ScannedCount: 6,
});
const values = (more: { [name: string]: AttributeValue }) => ({ ExpressionAttributeValues: more });

const filters: Case = {
  id: 'scan/filters',
  title: 'A filter of a scan may be on any attribute, keys and unprojected ones as well',
  area: 'scan',
  findings: [],
  certainty: 'recorded',
  because: 'A scan has no key condition, so its filter may be on the keys; the projection applies after the filter.',
  sources: [sources.dynaliteTests, sources.scan],
  tables: { t: numbered },
  steps: [
    ...puts('t', rows),
    scanned({ FilterExpression: 'sk > :s', ...values({ ':s': n(3) }) }, some(4, 5)),
    scanned({ FilterExpression: 'pk = :p AND sk < :s', ...values({ ':p': s('p'), ':s': n(1) }) }, some(0)),
    scanned({ FilterExpression: 'pk = :p', ...values({ ':p': s('q') }) }, some()),
    scanned(
      { FilterExpression: 'v = :v AND w <> :w', ProjectionExpression: 'sk', ...values({ ':v': n(2), ':w': s('w5') }) },
      { ...page([only({ sk: n(2) }, ['pk', 'v', 'w'])]), ScannedCount: 6 },
    ),
    scanned({ FilterExpression: 'v = :v', Select: 'COUNT', ...values({ ':v': n(2) }) }, counted(2, 6)),
  ],
};

type Legacy = { title: string; filter: TemplateObject; operator?: string; at: number[] };

const legacy = family<Legacy>(
  {
    name: 'legacy-filter',
    area: 'scan',
    certainty: 'recorded',
    because: 'ScanFilter keeps what meets all conditions, or any with OR.',
    sources: [sources.dynaliteTests, sources.legacyParameters],
    tables: { t: numbered },
  },
  {
    one: { title: 'ScanFilter keeps the rows that meet it', filter: { v: is('GE', n(1)) }, at: [1, 2, 4, 5] },
    and: { title: 'Two conditions must both hold', filter: { v: is('EQ', n(1)), sk: is('LT', n(2)) }, at: [1] },
    or: {
      title: 'With OR either condition is enough',
      filter: { v: is('EQ', n(1)), sk: is('EQ', n(0)) },
      operator: 'OR',
      at: [0, 1, 4],
    },
    'on-the-keys': {
      title: 'ScanFilter may be on the keys',
      filter: { pk: is('EQ', s('p')), sk: is('BETWEEN', n(1), n(2)) },
      at: [1, 2],
    },
    in: {
      title: 'IN keeps what equals one of its values',
      filter: { w: is('IN', s('w1'), s('w5'), s('w9')) },
      at: [1, 5],
    },
    'begins-with': {
      title: 'BEGINS_WITH keeps what begins with its value',
      filter: { w: is('BEGINS_WITH', s('w')) },
      at: [0, 1, 2, 3, 4, 5],
    },
    missing: { title: 'A condition on a missing attribute does not hold', filter: { z: is('EQ', n(1)) }, at: [] },
  },
  ({ filter, operator, at }) => ({
    steps: [
      ...puts('t', rows),
      scanned(
        { ScanFilter: filter, ...(operator === undefined ? {} : { ConditionalOperator: operator }) },
        some(...at),
      ),
    ],
  }),
);

const legacyToGet: Case = {
  id: 'scan/legacy-attributes-to-get',
  title: 'AttributesToGet of a scan gives these attributes, and goes with no expression',
  area: 'scan',
  findings: [],
  certainty: 'recorded',
  because: 'AttributesToGet names whole attributes; the older members and expressions do not mix.',
  sources: [sources.dynaliteTests],
  tables: { t: alone },
  steps: [
    put('t', { pk: s('p'), a: n(1), b: n(2) }),
    scanned({ AttributesToGet: ['a', 'nope'] }, page([only({ a: n(1) }, ['pk', 'b'])])),
    invalid(
      'Scan',
      { AttributesToGet: ['a', 'a'] },
      'One or more parameter values were invalid: Duplicate value in attribute name: a',
    ),
    invalid(
      'Scan',
      { AttributesToGet: ['a'], ProjectionExpression: 'a' },
      'Can not use both expression and non-expression parameters in the same request: Non-expression parameters: {AttributesToGet} Expression parameters: {ProjectionExpression}',
    ),
    invalid(
      'Scan',
      { ScanFilter: { a: is('NULL') }, FilterExpression: 'attribute_exists(a)' },
      'Can not use both expression and non-expression parameters in the same request: Non-expression parameters: {ScanFilter} Expression parameters: {FilterExpression}',
    ),
  ],
};

export const cases: readonly Case[] = [filters, ...legacy, legacyToGet];
