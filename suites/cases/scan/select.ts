/** Select, projections and filters: what a scan returns. */
import type { Case, Step, TemplateObject } from '../case.ts';
import { n, s } from '../case.ts';
import { family } from '../family.ts';
import { counted, indexed, invalid, only, page, projected, scanned, wide } from '../reads.ts';
import { sources } from '../sources.ts';
import { put, puts } from '../steps.ts';

const pick = (...names: string[]): TemplateObject =>
  only(
    Object.fromEntries(names.map((name) => [name, wide[name]!])) as TemplateObject,
    Object.keys(wide).filter((name) => !names.includes(name)),
  );
const everything = pick(...Object.keys(wide));

type Chosen = { title: string; ask: TemplateObject; gives: TemplateObject };

const attributes = family<Chosen>(
  {
    name: 'select',
    area: 'scan',
    certainty: 'documented',
    because: 'A scan of an index returns what it projects; a local one fetches the rest if it is asked for.',
    sources: [sources.scan, sources.projection],
    tables: { t: projected },
  },
  {
    'all-of-a-table': {
      title: 'ALL_ATTRIBUTES of a table is the whole item',
      ask: { Select: 'ALL_ATTRIBUTES' },
      gives: everything,
    },
    'specific-of-a-table': {
      title: 'SPECIFIC_ATTRIBUTES with a projection gives these attributes',
      ask: { Select: 'SPECIFIC_ATTRIBUTES', ProjectionExpression: 'x, m.b, nope' },
      gives: { ...pick('x', 'm'), m: { M: { b: n(2), a: { $absent: true } } } },
    },
    'default-of-a-keys-index': {
      title: 'A scan of an index of keys returns both sets of keys',
      ask: { IndexName: 'keys' },
      gives: pick('pk', 'sk', 'g'),
    },
    'default-of-an-including-index': {
      title: 'A scan of an index with INCLUDE returns the keys and what it names',
      ask: { IndexName: 'some' },
      gives: pick('pk', 'sk', 'g', 'x'),
    },
    'default-of-a-whole-index': {
      title: 'A scan of an index with ALL returns the item',
      ask: { IndexName: 'all' },
      gives: everything,
    },
    'default-of-a-local-index': {
      title: 'A scan of a local index returns what that projects',
      ask: { IndexName: 'near-some' },
      gives: pick('pk', 'sk', 'l', 'x'),
    },
    'all-of-a-local-index': {
      title: 'ALL_ATTRIBUTES of a local index fetches the rest from the table',
      ask: { IndexName: 'near-keys', Select: 'ALL_ATTRIBUTES' },
      gives: everything,
    },
    'unprojected-of-a-local-index': {
      title: 'A projection on a local index may name what only the table holds',
      ask: { IndexName: 'near-keys', ProjectionExpression: 'y' },
      gives: pick('y'),
    },
    'projected-of-an-including-index': {
      title: 'ALL_PROJECTED_ATTRIBUTES is what the index holds',
      ask: { IndexName: 'some', Select: 'ALL_PROJECTED_ATTRIBUTES' },
      gives: pick('pk', 'sk', 'g', 'x'),
    },
  },
  ({ ask, gives }) => ({ steps: [put('t', wide), scanned(ask, page([gives]))] }),
);

type Refused = { title: string; of: [TemplateObject, string?][] };

const refused = family<Refused & Partial<Pick<Case, 'certainty' | 'sources'>>>(
  {
    name: 'refused',
    area: 'scan',
    certainty: 'recorded',
    because: 'Select must fit to the projection, a global index has only what it projects, and the index must exist.',
    sources: [sources.conformance, sources.dynaliteTests, sources.scan],
    tables: { t: projected },
  },
  {
    'all-of-a-global-index': {
      title: 'ALL_ATTRIBUTES is refused on a global index that does not project ALL',
      of: ['keys', 'some'].map((index) => [
        { IndexName: index, Select: 'ALL_ATTRIBUTES' },
        `One or more parameter values were invalid: Select type ALL_ATTRIBUTES is not supported for global secondary index ${index} because its projection type is not ALL`,
      ]),
    },
    'unprojected-of-a-global-index': {
      title: 'A projection on a global index is refused where it names what the index does not hold',
      certainty: 'documented',
      sources: [sources.scan],
      of: [
        [
          { IndexName: 'some', ProjectionExpression: 'x, y' },
          'One or more parameter values were invalid: Global secondary index some does not project [y]',
        ],
      ],
    },
    'specific-without-projection': {
      title: 'SPECIFIC_ATTRIBUTES without a projection is refused',
      of: [
        [
          { Select: 'SPECIFIC_ATTRIBUTES' },
          'Must specify the AttributesToGet or ProjectionExpression when choosing to get SPECIFIC_ATTRIBUTES',
        ],
      ],
    },
    'all-with-projection': {
      title: 'A projection beside ALL_ATTRIBUTES is refused',
      of: [
        [
          { Select: 'ALL_ATTRIBUTES', ProjectionExpression: 'pk' },
          'Cannot specify the ProjectionExpression when choosing to get ALL_ATTRIBUTES',
        ],
      ],
    },
    'count-with-projection': {
      title: 'A projection beside COUNT is refused',
      of: [
        [
          { Select: 'COUNT', ProjectionExpression: 'pk' },
          'Cannot specify the ProjectionExpression when choosing to get only the Count',
        ],
      ],
    },
    'projected-of-a-table': {
      title: 'ALL_PROJECTED_ATTRIBUTES is refused on a table',
      certainty: 'documented',
      sources: [sources.scan, sources.dynaliteProjected],
      of: [
        [
          { Select: 'ALL_PROJECTED_ATTRIBUTES' },
          'ALL_PROJECTED_ATTRIBUTES can be used only when Querying using an IndexName',
        ],
      ],
    },
    'consistent-global-index': {
      title: 'A consistent scan of a global index is refused',
      certainty: 'measured',
      sources: [sources.conformance],
      of: [
        [{ IndexName: 'all', ConsistentRead: true }, 'Consistent reads are not supported on global secondary indexes'],
      ],
    },
    'unknown-index': {
      title: 'A scan of an index that the table does not have is refused',
      of: [[{ IndexName: 'none' }, 'The table does not have the specified index: none']],
    },
    limit: { title: 'A limit of zero is refused', of: [[{ Limit: 0 }]] },
  },
  ({ of }) => ({
    steps: [
      put('t', wide),
      ...of.map(([ask, text]): Step => invalid('Scan', ask, ...(text === undefined ? [] : [text]))),
    ],
  }),
);

const consistent: Case = {
  id: 'scan/consistent',
  title: 'A consistent scan of the table and of a local index shows the last write',
  area: 'scan',
  findings: [],
  certainty: 'documented',
  because: 'Both are read where the write was made.',
  sources: [sources.scan, sources.lsi],
  tables: { t: projected },
  steps: [
    put('t', wide),
    put('t', { ...wide, x: s('new'), l: s('m') }),
    scanned({ ConsistentRead: true }, page([{ ...wide, x: s('new'), l: s('m') }])),
    scanned({ IndexName: 'near-some', ConsistentRead: true }, page([{ x: s('new'), l: s('m') }])),
  ],
};

const sparseRows = [
  { pk: s('p'), sk: n(1), g: s('x'), h: n(1) },
  { pk: s('p'), sk: n(2), h: n(1) },
  { pk: s('p'), sk: n(3), g: s('x') },
  { pk: s('p'), sk: n(4) },
];

const sparse: Case = {
  id: 'scan/sparse-index',
  title: 'A scan of an index leaves out items that lack one of its keys, and does not count them',
  area: 'scan',
  findings: ['mongo-rfc/VC-sparse'],
  certainty: 'measured',
  because: 'Such items are not in the index, so a scan does not read them.',
  sources: [sources.conformance, sources.flociSparseScan],
  tables: { t: indexed },
  steps: [
    ...puts('t', sparseRows),
    scanned({ IndexName: 'by-g' }, page([sparseRows[0]!])),
    scanned({ IndexName: 'by-g', Select: 'COUNT' }, counted(1)),
    scanned({ IndexName: 'by-h' }, { Items: { $unordered: sparseRows.slice(0, 2) }, Count: 2, ScannedCount: 2 }),
    scanned({ IndexName: 'by-l' }, page([])),
  ],
};

export const cases: readonly Case[] = [...attributes, ...refused, consistent, sparse];
