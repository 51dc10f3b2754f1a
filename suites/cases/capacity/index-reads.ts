/** What reads of indexes cost. */
import type { Item, Operation } from '../../../oracles/values/types.ts';
import type { Case, TemplateObject } from '../case.ts';
import { n, s } from '../case.ts';
import { family } from '../family.ts';
import { indexed, keyed, ofP, projected, withValues } from '../reads.ts';
import { sources } from '../sources.ts';
import { put, puts } from '../steps.ts';
import { answered, consumed, inBothForms } from './units.ts';

const entry: Item = { pk: s('p'), sk: n(1), g: s('g'), l: s('l'), x: s('x'), y: s('y'.repeat(5000)) };
const entries = [1, 2, 3].map((at) => ({ ...entry, sk: n(at) }));

const indexes = family(
  {
    name: 'index-page',
    area: 'capacity',
    certainty: 'recorded',
    because: 'A read of an index costs the sizes of its entries, and is counted with the index.',
    sources: [sources.dynaliteTests, sources.gsi, sources.lsi],
    tables: { t: projected },
  },
  {
    'of-keys': {
      title: 'A query of an index of keys costs the size of the keys',
      op: 'Query',
      input: { IndexName: 'keys', ...keyed('g = :g', { ':g': s('g') }) },
      expected: consumed(0.5, { table: 0, global: { keys: 0.5 } }),
    },
    'of-everything': {
      title: 'A query of an index that projects ALL costs the size of the items',
      op: 'Query',
      input: { IndexName: 'all', ...keyed('g = :g', { ':g': s('g') }) },
      expected: consumed(2, { table: 0, global: { all: 2 } }),
    },
    'of-a-scan': {
      title: 'A scan of an index costs the size of its entries',
      op: 'Scan',
      input: { IndexName: 'some' },
      expected: consumed(0.5, { table: 0, global: { some: 0.5 } }),
    },
    'of-a-local-index': {
      title: 'A local index is counted among the local ones',
      op: 'Query',
      input: { IndexName: 'near-some', ...ofP },
      expected: consumed(0.5, { table: 0, local: { 'near-some': 0.5 } }),
    },
    'of-a-filter-beyond-a-global-index': {
      title: 'A filter on what a global index does not hold fetches nothing',
      certainty: 'documented',
      op: 'Query',
      input: {
        IndexName: 'keys',
        ...keyed('g = :g', { ':g': s('g') }),
        FilterExpression: 'attribute_not_exists(nope)',
      },
      expected: consumed(0.5, { table: 0, global: { keys: 0.5 } }),
    },
    'of-a-consistent-local-index': {
      title: 'A consistent read of a local index costs twice',
      op: 'Query',
      input: { IndexName: 'near-some', ...ofP, ConsistentRead: true },
      expected: consumed(1, { table: 0, local: { 'near-some': 1 } }),
    },
    'of-fetched-items': {
      title: 'Each item that a local index fetches from its table is rounded up for itself, and counted with the table',
      certainty: 'documented',
      sources: [sources.lsi],
      op: 'Query',
      input: { IndexName: 'near-keys', ...ofP, Select: 'ALL_ATTRIBUTES' },
      expected: consumed(3.5, { table: 3, local: { 'near-keys': 0.5 } }),
    },
    'of-consistently-fetched-items': {
      title: 'Fetching consistently costs twice',
      certainty: 'documented',
      sources: [sources.lsi],
      op: 'Query',
      input: { IndexName: 'near-keys', ...ofP, Select: 'ALL_ATTRIBUTES', ConsistentRead: true },
      expected: consumed(7, { table: 6, local: { 'near-keys': 1 } }),
    },
    'of-a-fetched-attribute': {
      title: 'A projection of one attribute that is not in the local index fetches each item',
      certainty: 'documented',
      sources: [sources.lsi],
      op: 'Query',
      input: { IndexName: 'near-some', ...ofP, ProjectionExpression: 'x, y' },
      expected: consumed(3.5, { table: 3, local: { 'near-some': 0.5 } }),
    },
    'of-projected-attributes': {
      title: 'A projection of what the local index holds fetches nothing',
      op: 'Query',
      input: { IndexName: 'near-some', ...ofP, ProjectionExpression: 'x, l, pk, sk' },
      expected: consumed(0.5, { table: 0, local: { 'near-some': 0.5 } }),
    },
    'of-a-filtered-attribute': {
      title:
        'A filter on an attribute that is not in the local index fetches each item, and no projection is needed for that',
      certainty: 'documented',
      sources: [sources.lsi],
      op: 'Query',
      input: { IndexName: 'near-some', ...withValues(ofP, { ':no': s('no') }, { FilterExpression: 'y = :no' }) },
      expected: consumed(3.5, { table: 3, local: { 'near-some': 0.5 } }),
    },
    'of-a-filtered-attribute-beside-projected-ones': {
      title:
        'A filter on an attribute that is not in the local index fetches each item, though what is returned is there',
      certainty: 'documented',
      sources: [sources.lsi],
      op: 'Query',
      input: {
        ...{ IndexName: 'near-some', ...ofP, ConsistentRead: true },
        ...{ ProjectionExpression: 'x, l', FilterExpression: 'attribute_exists(y)' },
      },
      expected: consumed(7, { table: 6, local: { 'near-some': 1 } }),
    },
    'of-a-filtered-count': {
      title: 'A count with a filter on an attribute that is not in the local index fetches each item',
      certainty: 'documented',
      sources: [sources.lsi],
      op: 'Query',
      input: { IndexName: 'near-keys', ...ofP, Select: 'COUNT', FilterExpression: 'attribute_exists(x)' },
      expected: consumed(3.5, { table: 3, local: { 'near-keys': 0.5 } }),
    },
    'of-a-scan-with-a-filtered-attribute': {
      title: 'A scan of a local index fetches each item for its filter as well',
      certainty: 'inferred',
      sources: [sources.lsi],
      op: 'Scan',
      input: { IndexName: 'near-keys', FilterExpression: 'attribute_exists(nope)' },
      expected: consumed(3.5, { table: 3, local: { 'near-keys': 0.5 } }),
    },
    'of-a-filter-within-the-index': {
      title: 'A filter on what the local index holds fetches nothing',
      op: 'Query',
      input: { IndexName: 'near-some', ...ofP, FilterExpression: 'attribute_exists(x)' },
      expected: consumed(0.5, { table: 0, local: { 'near-some': 0.5 } }),
    },
    'of-counted-entries': {
      title: 'A count of a local index fetches nothing',
      op: 'Query',
      input: { IndexName: 'near-keys', ...ofP, Select: 'COUNT' },
      expected: consumed(0.5, { table: 0, local: { 'near-keys': 0.5 } }),
    },
  },
  ({ op, input, expected }) => {
    const { CapacityUnits } = expected.ConsumedCapacity as TemplateObject;
    return {
      steps: [
        ...puts('t', entries),
        answered(op as Operation, { ...input, ReturnConsumedCapacity: 'INDEXES' }, expected),
        answered(op as Operation, { ...input, ReturnConsumedCapacity: 'TOTAL' }, consumed(CapacityUnits as number)),
      ],
    };
  },
);

const noIndex: Case = {
  id: 'capacity/indexes-not-read',
  title: 'A read of a table with indexes that does not use them names none of them',
  area: 'capacity',
  findings: [],
  certainty: 'documented',
  because: 'INDEXES gives the capacity of each index that was accessed.',
  sources: [sources.queryOther, sources.consumedCapacity],
  tables: { t: indexed },
  steps: [
    put('t', { pk: s('p'), sk: n(1), g: s('g'), h: n(1), l: s('l') }),
    ...inBothForms('GetItem', { Key: { pk: s('p'), sk: n(1) } }, 0.5),
    ...inBothForms('Query', ofP, 0.5),
    ...inBothForms('Scan', {}, 0.5),
  ],
};

const wholeLocal: Case = {
  id: 'capacity/index-page-of-a-whole-local-index',
  title: 'A local index that projects everything fetches nothing, whatever is asked for',
  area: 'capacity',
  findings: [],
  certainty: 'documented',
  because: 'Nothing is fetched that the index holds.',
  sources: [sources.query, sources.lsi],
  tables: { t: indexed },
  steps: [
    put('t', { pk: s('p'), sk: n(1), l: s('l'), v: n(1) }),
    ...[{ ProjectionExpression: 'v' }, { Select: 'ALL_ATTRIBUTES' }].map((more) =>
      answered(
        'Query',
        { IndexName: 'by-l', ...ofP, ...more, ReturnConsumedCapacity: 'INDEXES' },
        consumed(0.5, { table: 0, local: { 'by-l': 0.5 } }),
      ),
    ),
  ],
};

export const cases: readonly Case[] = [...indexes, noIndex, wholeLocal];
