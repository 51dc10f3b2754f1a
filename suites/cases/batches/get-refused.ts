/** Batch reads that are refused as a whole, and what others cost. */
import type { Case, Step, Template } from '../case.ts';
import { n, s } from '../case.ts';
import { family, type StepsRow, tablesIn } from '../family.ts';
import { sources } from '../sources.ts';
import { exactly, put } from '../steps.ts';
import { batchGet, invalid, key, notFound, plain, ranged, rawBatch } from './requests.ts';

const schema = 'The provided key element does not match the schema';

const badKeys = family(
  {
    name: 'get-key',
    area: 'batches',
    certainty: 'documented',
    because:
      'A key consists of all key attributes, each of its type, and of nothing else. One wrong key refuses the batch.',
    sources: [sources.batchGet, sources.conformance],
  },
  {
    incomplete: { title: 'A batch read with an incomplete key is refused', wrong: { pk: s('p') } },
    'of-another-type': {
      title: 'A batch read with a key of another type is refused',
      wrong: { pk: s('p'), sk: s('1') },
    },
    'with-more': { title: 'A batch read with more than a key is refused', wrong: { ...key(2), a: s('x') } },
    'of-other-names': {
      title: 'A batch read of an attribute that is no key is refused',
      wrong: { pk: s('p'), a: n(1) },
    },
    empty: {
      title: 'A batch read with an empty string as a key is refused',
      wrong: { pk: s(''), sk: n(1) },
      text: 'One or more parameter values are not valid. The AttributeValue for a key attribute cannot contain an empty string value. Key: pk',
    },
  },
  ({ wrong, ...row }) => ({
    tables: { t: ranged },
    steps: [
      put('t', key(1)),
      batchGet({ t: { Keys: [key(1), wrong as Template] } }, invalid('text' in row ? row.text : schema)),
    ],
  }),
);

const present = [put('t', key(1))];
const mixedForms =
  'Can not use both expression and non-expression parameters in the same request: Non-expression parameters: {AttributesToGet} Expression parameters: {ProjectionExpression}';
const missing = '$name:not-there';
const shapes = family(
  {
    name: 'get',
    area: 'batches',
    certainty: 'documented',
    because: 'RequestItems has at least one table, and each table at least one key.',
    sources: [sources.batchGet, sources.conformance],
  },
  {
    'no-tables': {
      title: 'A batch read of no table is refused',
      certainty: 'measured' as const,
      steps: [
        rawBatch(
          'BatchGetItem',
          { RequestItems: {} },
          invalid(
            'The requestItems parameter is required for BatchGetItem',
            "1 validation error detected: Value at 'RequestItems' failed to satisfy constraint: Member must have length greater than or equal to 1",
          ),
        ),
      ],
    },
    'no-request': {
      title: 'A batch read without RequestItems is refused',
      steps: [rawBatch('BatchGetItem', {}, invalid()), rawBatch('BatchGetItem', { RequestItems: null }, invalid())],
    },
    'no-keys': {
      title: 'A batch read of no key is refused, also beside a table with keys',
      steps: [
        ...present,
        put('u', { pk: s('q') }),
        batchGet({ t: { Keys: [] } }, invalid()),
        batchGet({ t: { Keys: [key(1)] }, u: { Keys: [] } }, invalid()),
        rawBatch('BatchGetItem', { RequestItems: { '$table:t': {} } }, invalid()),
      ],
    },
    'missing-table': {
      title: 'A batch read of a table that does not exist is refused, also beside one that does',
      certainty: 'measured' as const,
      because: 'The batch is refused as a whole.',
      steps: [
        ...present,
        rawBatch('BatchGetItem', { RequestItems: { [missing]: { Keys: [key(1)] } } }, notFound),
        rawBatch(
          'BatchGetItem',
          { RequestItems: { '$table:t': { Keys: [key(1)] }, [missing]: { Keys: [key(1)] } } },
          notFound,
        ),
      ],
    },
    'duplicates-before-missing-table': {
      title: 'Duplicate keys are reported ahead of a table that does not exist',
      certainty: 'measured' as const,
      because: 'What is wrong with the request itself comes before its tables are looked up.',
      sources: [sources.extenddbOrder],
      steps: [
        rawBatch(
          'BatchGetItem',
          { RequestItems: { [missing]: { Keys: [key(1), key(1)] } } },
          invalid('Provided list of item keys contains duplicates'),
        ),
      ],
    },
    'bad-enum': {
      title: 'An unknown ReturnConsumedCapacity is refused, ahead of a table that does not exist',
      certainty: 'measured' as const,
      because: 'Constraints of members come first.',
      steps: [
        ...present,
        batchGet({ t: { Keys: [key(1)] } }, invalid(), { ReturnConsumedCapacity: 'ALL' }),
        rawBatch(
          'BatchGetItem',
          {
            RequestItems: { [missing]: { Keys: [key(1)] } },
            ReturnConsumedCapacity: 'ALL',
          },
          invalid(),
        ),
      ],
    },
    'unused-name': {
      title: 'A name that no projection uses refuses the batch',
      because: 'Names are given for the projection of their table alone.',
      steps: [
        ...present,
        put('u', { pk: s('q') }),
        batchGet(
          {
            t: { Keys: [key(1)], ProjectionExpression: '#n', ExpressionAttributeNames: { '#n': 'a' } },
            u: { Keys: [{ pk: s('q') }], ProjectionExpression: 'a', ExpressionAttributeNames: { '#n': 'a' } },
          },
          invalid('Value provided in ExpressionAttributeNames unused in expressions: keys: {#n}'),
        ),
      ],
    },
    'undefined-name': {
      title: 'A name that only the projection of another table defines is unknown',
      because: 'Names are given for the projection of their table alone.',
      steps: [
        ...present,
        put('u', { pk: s('q') }),
        batchGet(
          {
            t: { Keys: [key(1)], ProjectionExpression: '#n', ExpressionAttributeNames: { '#n': 'a' } },
            u: { Keys: [{ pk: s('q') }], ProjectionExpression: '#n' },
          },
          invalid(),
        ),
      ],
    },
    'mixed-forms': {
      title: 'AttributesToGet and a projection do not go together in one table’s part',
      because: 'The legacy member and expressions exclude one another.',
      steps: [
        ...present,
        batchGet({ t: { Keys: [key(1)], AttributesToGet: ['a'], ProjectionExpression: 'a' } }, invalid(mixedForms)),
      ],
    },
    'mixed-tables': {
      title: 'AttributesToGet of one table and the projection of another do not go together',
      because: 'The batch as a whole has one form, and the text names each member once.',
      certainty: 'measured' as const,
      sources: [sources.conformance],
      steps: [
        ...present,
        put('u', { pk: s('q') }),
        ...[
          { t: { AttributesToGet: ['a'] }, u: { ProjectionExpression: 'a' } },
          { t: { ProjectionExpression: 'a' }, u: { AttributesToGet: ['a'] } },
          { t: { AttributesToGet: ['a'] }, u: { AttributesToGet: ['a'], ProjectionExpression: 'a' } },
          { t: { AttributesToGet: ['a'], ProjectionExpression: 'a' }, u: { ProjectionExpression: 'a' } },
        ].map((parts) =>
          batchGet(
            { t: { Keys: [key(1)], ...parts.t }, u: { Keys: [{ pk: s('q') }], ...parts.u } },
            invalid(mixedForms),
          ),
        ),
        batchGet(
          { t: { Keys: [key(1)], AttributesToGet: ['pk'] }, u: { Keys: [{ pk: s('q') }], AttributesToGet: ['pk'] } },
          { ok: { Responses: exactly({ '$table:t': [{ pk: s('p') }], '$table:u': [{ pk: s('q') }] }) } },
        ),
      ],
    },
  } satisfies { [slug: string]: StepsRow },
  ({ steps }) => ({
    steps,
    tables: tablesIn(steps, { t: ranged, u: plain }),
  }),
);

const large = { ...key(1), v: s('x'.repeat(4097)) };
const inT = { t: { Keys: [key(1), key(9)], ConsistentRead: true } };
const inU = { u: { Keys: [{ pk: s('q') }, { pk: s('absent') }] } };
const costs = (tables: typeof inT | typeof inU, asked: string, entry: Template): Step =>
  batchGet(tables, { ok: { ConsumedCapacity: exactly([entry]) } }, { ReturnConsumedCapacity: asked });
const units = (count: number) => ({ CapacityUnits: count });

const capacity: Case = {
  id: 'batches/get-capacity',
  title: 'Each key costs its own blocks, consistent or not as its table says, and a missing item costs one',
  area: 'batches',
  findings: [],
  certainty: 'documented',
  because:
    'Every item of a batch is rounded up to 4 KB by itself; a consistent read costs a unit a block, another one half.',
  sources: [sources.batchGet, sources.readWriteUnits],
  tables: { t: ranged, u: plain },
  steps: [
    put('t', large),
    put('u', { pk: s('q') }),
    costs(inT, 'TOTAL', { TableName: { $table: 't' }, ...units(3) }),
    costs(inU, 'TOTAL', { TableName: { $table: 'u' }, ...units(1) }),
    costs(inT, 'INDEXES', { TableName: { $table: 't' }, ...units(3), Table: units(3) }),
    costs(inU, 'INDEXES', { TableName: { $table: 'u' }, ...units(1), Table: units(1) }),
    batchGet({ ...inT, ...inU }, { ok: { ConsumedCapacity: { $size: 2 } } }, { ReturnConsumedCapacity: 'TOTAL' }),
    batchGet(
      { t: { Keys: [key(1)] } },
      { ok: { ConsumedCapacity: { $absent: true } } },
      { ReturnConsumedCapacity: 'NONE' },
    ),
  ],
};

export const cases: readonly Case[] = [...badKeys, ...shapes, capacity];
