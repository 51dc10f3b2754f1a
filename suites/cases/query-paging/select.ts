/** Select and projections: which attributes a query returns. */
import type { Case, TemplateObject } from '../case.ts';
import { n, s } from '../case.ts';
import { family } from '../family.ts';
import { invalid, keyed, ofP, only, page, projected, queried, wide } from '../reads.ts';
import { sources } from '../sources.ts';
import { put } from '../steps.ts';

const on = (index: string) => ({ IndexName: index, ...keyed('g = :g', { ':g': s('g') }) });
const onLocal = (index: string) => ({ IndexName: index, ...ofP });
const pick = (...names: string[]): TemplateObject =>
  only(
    Object.fromEntries(names.map((name) => [name, wide[name]!])) as TemplateObject,
    Object.keys(wide).filter((name) => !names.includes(name)),
  );
const everything = pick(...Object.keys(wide));

const shared = {
  area: 'query-paging',
  certainty: 'documented',
  sources: [sources.query, sources.projection],
  tables: { t: projected },
};

/** Each row: a request and the attributes of the one item that it returns. */
const attributes = family(
  {
    ...shared,
    area: 'query-paging',
    certainty: 'documented',
    name: 'select',
    because: 'An index returns what it projects; a local one fetches the rest from the table if it is asked for.',
  },
  {
    'all-of-a-table': {
      title: 'ALL_ATTRIBUTES of a table is the whole item',
      ask: { ...ofP, Select: 'ALL_ATTRIBUTES' },
      gives: everything,
    },
    'specific-of-a-table': {
      title: 'SPECIFIC_ATTRIBUTES with a projection gives these attributes',
      ask: { ...ofP, Select: 'SPECIFIC_ATTRIBUTES', ProjectionExpression: 'x, m.a, nope' },
      gives: { ...pick('x', 'm'), m: { M: { a: n(1), b: { $absent: true } } } },
    },
    'projection-of-a-table': {
      title: 'A projection needs no Select',
      ask: { ...ofP, ProjectionExpression: 'sk, x' },
      gives: pick('sk', 'x'),
    },
    'default-of-a-keys-index': {
      title: 'An index of keys alone returns both sets of keys',
      ask: on('keys'),
      gives: pick('pk', 'sk', 'g'),
    },
    'default-of-an-including-index': {
      title: 'An index with INCLUDE returns both sets of keys and what it names',
      ask: on('some'),
      gives: pick('pk', 'sk', 'g', 'x'),
    },
    'default-of-a-whole-index': { title: 'An index with ALL returns the item', ask: on('all'), gives: everything },
    'projected-of-an-including-index': {
      title: 'ALL_PROJECTED_ATTRIBUTES is what an index with INCLUDE holds',
      ask: { ...on('some'), Select: 'ALL_PROJECTED_ATTRIBUTES' },
      gives: pick('pk', 'sk', 'g', 'x'),
    },
    'projected-of-a-whole-index': {
      title: 'ALL_PROJECTED_ATTRIBUTES is the whole item where the index projects ALL',
      ask: { ...on('all'), Select: 'ALL_PROJECTED_ATTRIBUTES' },
      gives: everything,
    },
    'all-of-a-whole-index': {
      title: 'ALL_ATTRIBUTES is allowed on a global index that projects ALL',
      ask: { ...on('all'), Select: 'ALL_ATTRIBUTES' },
      gives: everything,
    },
    'default-of-a-local-keys-index': {
      title: 'A local index of keys alone returns its keys and those of the table',
      ask: onLocal('near-keys'),
      gives: pick('pk', 'sk', 'l'),
    },
    'default-of-a-local-including-index': {
      title: 'A local index with INCLUDE returns the keys and what it names',
      ask: onLocal('near-some'),
      gives: pick('pk', 'sk', 'l', 'x'),
    },
    'projected-of-a-local-index': {
      title: 'ALL_PROJECTED_ATTRIBUTES of a local index fetches nothing from the table',
      ask: { ...onLocal('near-some'), Select: 'ALL_PROJECTED_ATTRIBUTES' },
      gives: pick('pk', 'sk', 'l', 'x'),
    },
    'all-of-a-local-index': {
      title: 'ALL_ATTRIBUTES of a local index fetches the rest from the table',
      ask: { ...onLocal('near-keys'), Select: 'ALL_ATTRIBUTES' },
      gives: everything,
    },
    'unprojected-of-a-local-index': {
      title: 'A projection on a local index may name what only the table holds',
      ask: { ...onLocal('near-keys'), ProjectionExpression: 'x, y' },
      gives: pick('x', 'y'),
    },
    'projection-of-an-index': {
      title: 'A projection on a global index takes of what the index holds',
      ask: { ...on('some'), ProjectionExpression: 'x, pk' },
      gives: pick('pk', 'x'),
    },
  },
  ({ ask, gives }) => ({
    steps: [put('t', wide), queried(ask, page([gives as TemplateObject]))],
  }),
);

const notAll = (index: string) =>
  `One or more parameter values were invalid: Select type ALL_ATTRIBUTES is not supported for global secondary index ${index} because its projection type is not ALL`;
const notProjected = (index: string, names: string) =>
  `One or more parameter values were invalid: Global secondary index ${index} does not project [${names}]`;
const noProjection =
  'Must specify the AttributesToGet or ProjectionExpression when choosing to get SPECIFIC_ATTRIBUTES';
const mixed = (select: string) => `Cannot specify the ProjectionExpression when choosing to get ${select}`;
const enveloped = (text: string) => [text, `1 validation error detected: ${text}`];

/** Each row: requests that are refused, each with its words. */
const refused = family(
  {
    ...shared,
    area: 'query-paging',
    certainty: 'recorded',
    name: 'select-refused',
    because: 'Select must fit to the projection, and a global index has only what it projects.',
    sources: [sources.dynaliteTests, sources.conformance, sources.query],
  },
  {
    'all-of-a-global-index': {
      title: 'ALL_ATTRIBUTES is refused on a global index that does not project ALL',
      certainty: 'measured',
      sources: [sources.localstackProjection],
      of: [
        [{ ...on('keys'), Select: 'ALL_ATTRIBUTES' }, [notAll('keys')]],
        [{ ...on('some'), Select: 'ALL_ATTRIBUTES' }, [notAll('some')]],
      ] as [TemplateObject, string[]][],
    },
    'specific-without-projection': {
      title: 'SPECIFIC_ATTRIBUTES without a projection is refused',
      of: [[{ ...ofP, Select: 'SPECIFIC_ATTRIBUTES' }, enveloped(noProjection)]] as [TemplateObject, string[]][],
    },
    'all-with-projection': {
      title: 'A projection beside ALL_ATTRIBUTES is refused',
      of: [[{ ...ofP, Select: 'ALL_ATTRIBUTES', ProjectionExpression: 'x' }, enveloped(mixed('ALL_ATTRIBUTES'))]] as [
        TemplateObject,
        string[],
      ][],
    },
    'projected-with-projection': {
      title: 'A projection beside ALL_PROJECTED_ATTRIBUTES is refused',
      of: [
        [
          { ...on('some'), Select: 'ALL_PROJECTED_ATTRIBUTES', ProjectionExpression: 'x' },
          enveloped(mixed('ALL_PROJECTED_ATTRIBUTES')),
        ],
      ] as [TemplateObject, string[]][],
    },
    'count-with-projection': {
      title: 'A projection beside COUNT is refused',
      of: [[{ ...ofP, Select: 'COUNT', ProjectionExpression: 'x' }, enveloped(mixed('only the Count'))]] as [
        TemplateObject,
        string[],
      ][],
    },
    'projected-of-a-table': {
      title: 'ALL_PROJECTED_ATTRIBUTES is refused on a table',
      sources: [sources.query, sources.dynaliteProjected],
      of: [
        [
          { ...ofP, Select: 'ALL_PROJECTED_ATTRIBUTES' },
          enveloped('ALL_PROJECTED_ATTRIBUTES can be used only when Querying using an IndexName'),
        ],
      ] as [TemplateObject, string[]][],
    },
    'unprojected-of-a-global-index': {
      title: 'A projection on a global index is refused where it names what the index does not hold',
      certainty: 'measured',
      sources: [sources.localstackIndexProjection],
      of: [
        [{ ...on('keys'), ProjectionExpression: 'pk, x' }, [notProjected('keys', 'x')]],
        [{ ...on('some'), ProjectionExpression: 'x, y' }, [notProjected('some', 'y')]],
      ] as [TemplateObject, string[]][],
    },
  },
  ({ of }) => ({ steps: [put('t', wide), ...of.map(([ask, text]) => invalid('Query', ask, ...text))] }),
);

const consistent: Case = {
  id: 'query-paging/consistent-local-index',
  title: 'A consistent read of a local index and of the table shows the last write',
  ...shared,
  area: 'query-paging',
  certainty: 'documented',
  findings: ['mongo-rfc/VC-consistent-gsi'],
  because: 'Local indexes are kept with their table, so they can be read consistently.',
  sources: [sources.lsi, sources.query],
  steps: [
    put('t', wide),
    put('t', { ...wide, l: s('m'), x: s('new') }),
    queried(
      { ...onLocal('near-some'), ConsistentRead: true },
      page([{ ...pick('pk', 'sk', 'l', 'x'), l: s('m'), x: s('new') }]),
    ),
    queried({ ...onLocal('near-some'), ConsistentRead: false }, page([{ l: s('m') }])),
    invalid(
      'Query',
      { ...on('all'), ConsistentRead: true },
      'Consistent reads are not supported on global secondary indexes',
    ),
    queried({ ...on('all'), ConsistentRead: false }, page([{ x: s('new') }])),
  ],
};

export const cases: readonly Case[] = [...attributes, ...refused, consistent];
