/** Batch writes that are refused as a whole: nothing of them is written. */
import type { Case, Template, TemplateObject } from '../case.ts';
import { n, s, table } from '../case.ts';
import { family, type StepsRow, tablesIn } from '../family.ts';
import { sources } from '../sources.ts';
import { put } from '../steps.ts';
import {
  batchWrite,
  deleting,
  holding,
  invalid,
  key,
  many,
  notFound,
  plain,
  putting,
  ranged,
  rawBatch,
} from './requests.ts';

const before = { ...key(7), v: s('before') };
const schema = 'The provided key element does not match the schema';
const empty = (kind: string, name = 'pk') =>
  `One or more parameter values are not valid. The AttributeValue for a key attribute cannot contain an empty ${kind} value. Key: ${name}`;
const duplicates = 'Provided list of item keys contains duplicates';

interface Wrong {
  title: string;
  writes: Template[];
  text?: string;
  certainty?: Case['certainty'];
  sources?: string[];
  tables?: NonNullable<Case['tables']>;
}

/** Beside a put that is right, and on a table with an item. */
const refusedWith = (name: string, because: string, rows: { [slug: string]: Wrong }, sourcesOf: string[]): Case[] =>
  family(
    { name, area: 'batches', certainty: 'measured', because, sources: sourcesOf },
    rows,
    ({ writes, text, tables }) => ({
      tables: tables ?? { t: ranged },
      steps: [
        put('t', before),
        batchWrite({ t: [putting(key(1)), ...writes] }, invalid(...(text === undefined ? [] : [text]))),
        holding('t', [before]),
      ],
    }),
  );

const byIndex = table({ hash: ['pk', 'S'], range: ['sk', 'N'], gsi: { 'by-g': { hash: ['g', 'S'] } } });

const badItems = refusedWith(
  'write-refused',
  'One request that is wrong refuses the whole batch, and nothing of it is written.',
  {
    'put-without-key': {
      title: 'A put without its sort key refuses the batch',
      writes: [putting({ pk: s('p') })],
      text: schema,
    },
    'put-key-type': {
      title: 'A put with a key of another type refuses the batch',
      writes: [putting({ pk: s('p'), sk: s('2') })],
      text: schema,
    },
    'put-key-list': {
      title: 'A put with a list as its key refuses the batch',
      writes: [putting({ pk: { L: [s('p')] }, sk: n(2) })],
      text: schema,
    },
    'delete-without-key': {
      title: 'A delete with an incomplete key refuses the batch',
      writes: [deleting({ pk: s('p') })],
      text: schema,
    },
    'delete-with-more': {
      title: 'A delete with more than a key refuses the batch',
      writes: [deleting({ ...before })],
      text: schema,
      certainty: 'documented',
      sources: [sources.batchWrite],
    },
    'delete-key-type': {
      title: 'A delete with a key of another type refuses the batch',
      writes: [deleting({ pk: n(1), sk: n(7) })],
      text: schema,
    },
    'empty-key': {
      title: 'A put with an empty key refuses the batch',
      writes: [putting({ pk: s(''), sk: n(2) })],
      text: empty('string'),
    },
    'index-key-type': {
      title: 'A put with an index key of another type refuses the batch',
      writes: [putting({ ...key(2), g: n(1) })],
      text: 'One or more parameter values were invalid: Type mismatch for Index Key g Expected: S Actual: N IndexName: by-g',
      sources: [sources.dynaliteIndexKeyType, sources.conformance],
      tables: { t: byIndex },
    },
    'large-item': {
      title: 'A put of a byte over 400 KB refuses the batch',
      writes: [putting({ ...key(2), v: s('x'.repeat(409_600 - 7)) })],
      text: 'Item size has exceeded the maximum allowed size',
      certainty: 'documented',
      sources: [sources.batchWrite],
    },
    'bad-number': {
      title: 'A put of what is no number refuses the batch',
      writes: [putting({ ...key(2), v: n('abc') })],
      text: 'The parameter cannot be converted to a numeric value: abc',
    },
    'empty-set': { title: 'A put of an empty set refuses the batch', writes: [putting({ ...key(2), v: { SS: [] } })] },
  },
  [sources.conformance],
);

const twice = refusedWith(
  'write-duplicate',
  'A batch may name an item once, whatever is done to it and however its key is written.',
  {
    'put-and-delete': {
      title: 'Putting and deleting one item in a batch is refused',
      writes: [putting({ ...before, v: s('x') }), deleting(key(7))],
      text: duplicates,
    },
    'two-puts': {
      title: 'Putting one item twice in a batch is refused',
      writes: [putting({ ...key(2), v: n(1) }), putting({ ...key(2), v: n(2) })],
      text: duplicates,
    },
    'two-deletes': {
      title: 'Deleting one item twice in a batch is refused',
      writes: [deleting(key(7)), deleting({ sk: n(7), pk: s('p') })],
      text: duplicates,
      certainty: 'documented',
      sources: [sources.batchWrite],
    },
    'equal-numbers': {
      title: 'Two notations of one number are one key for a batch write',
      writes: [putting(key('70')), deleting(key('7e1'))],
      text: duplicates,
      sources: [sources.alternatorNumberKeys],
    },
  },
  [sources.conformance, sources.motoBatchDuplicates],
);

const both =
  'Supplied AttributeValue has more than one datatypes set, must contain exactly one of the supported datatypes';

const rawShapes = family(
  {
    name: 'write',
    area: 'batches',
    certainty: 'documented',
    because: 'RequestItems has one to 25 requests for each of one or more tables, each a put or a delete.',
    sources: [sources.batchWrite, sources.conformance],
  },
  {
    'no-tables': {
      title: 'A batch write to no table is refused',
      certainty: 'measured' as const,
      steps: [
        rawBatch(
          'BatchWriteItem',
          { RequestItems: {} },
          invalid(
            'The requestItems parameter is required for BatchWriteItem',
            "1 validation error detected: Value at 'RequestItems' failed to satisfy constraint: Member must have length greater than or equal to 1",
          ),
        ),
      ],
    },
    'no-request': {
      title: 'A batch write without RequestItems is refused',
      steps: [rawBatch('BatchWriteItem', {}, invalid()), rawBatch('BatchWriteItem', { RequestItems: null }, invalid())],
    },
    'no-writes': {
      title: 'A batch write of no request to a table is refused, also beside one with requests',
      certainty: 'measured' as const,
      steps: [
        batchWrite({ t: [] }, invalid()),
        batchWrite({ t: [putting(key(1))], u: [] }, invalid()),
        holding('t', []),
      ],
    },
    'neither-put-nor-delete': {
      title: 'A request that is neither a put nor a delete is refused',
      because: 'A WriteRequest is one of the two, and not both.',
      sources: [sources.writeRequest],
      steps: [
        rawBatch('BatchWriteItem', { RequestItems: { '$table:t': [putting(key(1)), {}] } }, invalid(both)),
        holding('t', []),
      ],
    },
    'both-put-and-delete': {
      title: 'A request that is both a put and a delete is refused',
      because: 'A WriteRequest is one of the two, and not both.',
      sources: [sources.writeRequest],
      steps: [
        rawBatch(
          'BatchWriteItem',
          { RequestItems: { '$table:t': [{ ...putting(key(1)), ...deleting(key(2)) }] } },
          invalid(both),
        ),
        holding('t', []),
      ],
    },
    'twenty-six': {
      title: 'Twenty-six requests are refused, to one table or two, and none is written',
      certainty: 'measured' as const,
      because: 'The limit is 25 requests over all tables.',
      steps: [
        batchWrite({ t: many(26, (at) => putting(key(at))) }, invalid()),
        batchWrite({ t: many(25, (at) => putting(key(at))), u: [putting({ pk: s('q') })] }, invalid()),
        holding('t', []),
        holding('u', []),
      ],
    },
    'missing-table': {
      title: 'A batch write to a table that does not exist is refused, and nothing is written beside it',
      certainty: 'measured' as const,
      because: 'The batch is refused as a whole.',
      steps: [
        rawBatch('BatchWriteItem', { RequestItems: { '$name:not-there': [putting(key(1))] } }, notFound),
        // A store may look at the tables in any order, so that one request could be right by luck.
        ...many(16, (at) =>
          rawBatch(
            'BatchWriteItem',
            { RequestItems: { '$table:t': [putting(key(at))], '$name:not-there': [putting(key(at))] } },
            notFound,
          ),
        ),
        holding('t', []),
      ],
    },
    'bad-enums': {
      title: 'Unknown words for what to return are refused, and nothing is written',
      certainty: 'measured' as const,
      because: 'Constraints of members come first.',
      steps: [
        batchWrite({ t: [putting(key(1))] }, invalid(), { ReturnConsumedCapacity: 'ALL' }),
        batchWrite({ t: [putting(key(1))] }, invalid(), { ReturnItemCollectionMetrics: 'ALL' }),
        rawBatch(
          'BatchWriteItem',
          {
            RequestItems: { '$name:not-there': [putting(key(1))] },
            ReturnConsumedCapacity: 'ALL',
          } as TemplateObject,
          invalid(),
        ),
        holding('t', []),
      ],
    },
  } satisfies { [slug: string]: StepsRow },
  ({ steps }) => ({
    steps,
    tables: tablesIn(steps, { t: ranged, u: plain }),
  }),
);

export const cases: readonly Case[] = [...badItems, ...twice, ...rawShapes];
