/** Scans: whole, paged, segmented, filtered and projected. */

import { deepEqual } from '../../../oracles/values/compare.ts';
import { compareNumbers, parseNumber } from '../../../oracles/values/number.ts';
import type { AttributeValue, Item } from '../../../oracles/values/types.ts';
import type { Call, Case, Repeat, Template, TemplateObject } from '../../cases/case.ts';
import { from } from '../../cases/case.ts';
import { sources } from '../../cases/sources.ts';
import { puts, scanPages } from '../../cases/steps.ts';
import { caseOf, exactly, label, type OwnGround, picked, unordered } from './ground.ts';

const items = (rows: readonly Item[]): Template[] => rows as unknown as Template[];
const segments = 3;

function segment(ground: OwnGround, at: number): Repeat {
  const as = `segment ${at}`;
  const last = at === segments - 1;
  const input = { TableName: { $table: label }, Segment: at, TotalSegments: segments, Limit: 2, ConsistentRead: true };
  return {
    repeat: { op: 'Scan', as, input: { ...input, ExclusiveStartKey: from(as, 'LastEvaluatedKey') } },
    until: { path: 'LastEvaluatedKey', absent: true },
    collect: ['Items'],
    unordered: true,
    // The assignment of items to segments is not guaranteed, so only all segments together are compared.
    observe: last ? ['Items'] : [],
    ...(at > 0 && { continues: `segment ${at - 1}` }),
    ...(last && { expect: { ok: { Items: unordered(items(ground.rows)) } } }),
  };
}

const scan = (input: TemplateObject, rows: readonly Template[], scanned: number): Call => ({
  op: 'Scan',
  input: { TableName: { $table: label }, ConsistentRead: true, ...input },
  expect: { ok: { Items: unordered(rows), Count: rows.length, ScannedCount: scanned } },
});

export const scans = (ground: OwnGround): Case =>
  caseOf(ground, {
    slug: 'scan',
    title: 'a scan returns every item once: whole, in pages, and in segments',
    because: 'The pages of a scan together are the table, and so are its segments.',
    sources: [sources.scan, sources.parallelScan],
    steps: [
      ...puts(label, ground.rows),
      scan({}, items(ground.rows), ground.rows.length),
      ...[1, 3].map((Limit) =>
        scanPages(`pages of ${Limit}`, label, items(ground.rows), { Limit, ConsistentRead: true }),
      ),
      ...Array.from({ length: segments }, (_, at) => segment(ground, at)),
    ],
  });

const attributesMax = 6;

interface Filter {
  text: string;
  value?: AttributeValue;
  holds: (value: AttributeValue | undefined) => boolean;
}

const descriptorOf = (value: AttributeValue): string => Object.keys(value)[0] ?? '';

/** Whether a string contains a part, a set a member, or a list an element. */
function contains(value: AttributeValue, part: AttributeValue): boolean {
  if ('L' in value) return value.L.some((element) => deepEqual(element, part));
  if ('S' in value && 'S' in part) return value.S.includes(part.S);
  return 'SS' in value && 'S' in part && value.SS.includes(part.S);
}

/** The filters that an attribute value suggests, for a scan of all rows. */
function filtersOn(value: AttributeValue): Filter[] {
  const type = descriptorOf(value);
  const textual: Filter[] = [];
  if ('S' in value && value.S !== '') {
    const start = [...value.S].slice(0, 2).join('');
    textual.push(
      {
        text: 'begins_with(#a, :v)',
        value: { S: start },
        holds: (one) => !!one && 'S' in one && one.S.startsWith(start),
      },
      { text: 'contains(#a, :v)', value, holds: (one) => one !== undefined && contains(one, value) },
    );
  }
  if ('N' in value) {
    const than = parseNumber(value.N);
    textual.push({
      text: '#a > :v',
      value,
      holds: (one) => !!one && 'N' in one && compareNumbers(parseNumber(one.N), than) > 0,
    });
  }
  return [
    { text: 'attribute_exists(#a)', holds: (one) => one !== undefined },
    { text: 'attribute_not_exists(#a)', holds: (one) => one === undefined },
    { text: 'attribute_type(#a, :v)', value: { S: type }, holds: (one) => !!one && descriptorOf(one) === type },
    { text: '#a = :v', value, holds: (one) => one !== undefined && deepEqual(one, value) },
    ...textual,
  ];
}

const own = (row: Item, name: string): AttributeValue | undefined => (Object.hasOwn(row, name) ? row[name] : undefined);

function filterSteps({ rows }: OwnGround, name: string): Call[] {
  const value = rows.map((row) => own(row, name)).find((one) => one !== undefined);
  if (value === undefined) return [];
  return filtersOn(value).map(({ text, value: given, holds }) =>
    scan(
      {
        FilterExpression: text,
        ExpressionAttributeNames: { '#a': name },
        ...(given && { ExpressionAttributeValues: { ':v': given as unknown as Template } }),
      },
      items(rows.filter((row) => holds(own(row, name)))),
      rows.length,
    ),
  );
}

/** Limit counts the rows that are read, not those that pass the filter. */
function limited({ rows, words }: OwnGround): Call {
  const [name = ''] = words.kinds.keys();
  return {
    op: 'Scan',
    input: {
      TableName: { $table: label },
      FilterExpression: 'attribute_exists(#a) AND attribute_not_exists(#a)',
      ExpressionAttributeNames: { '#a': name },
      Limit: Math.min(3, rows.length),
    },
    observe: ['Count', 'ScannedCount'],
    expect: { ok: { Count: 0, ScannedCount: Math.min(3, rows.length), LastEvaluatedKey: { $present: true } } },
  };
}

function projectionOf({ rows }: OwnGround, names: readonly string[]): Call {
  const placeholders = names.map((_, at) => `#a${at}`);
  return scan(
    {
      ProjectionExpression: placeholders.join(', '),
      ExpressionAttributeNames: Object.fromEntries(names.map((name, at) => [`#a${at}`, name])),
    },
    rows.map((row) => exactly(picked(row, names), row)),
    rows.length,
  );
}

/** Projects a nested map member. The maps around it contain nothing else in the answer. */
function nestedProjection({ rows }: OwnGround, name: string, members: readonly string[]): Call {
  const path = [name, ...members];
  const of = (value: AttributeValue | undefined, [member, ...rest]: readonly string[]): AttributeValue | undefined => {
    if (member === undefined || value === undefined) return value;
    const inner = 'M' in value && Object.hasOwn(value.M, member) ? of(value.M[member], rest) : undefined;
    return inner && { M: { [member]: inner } };
  };
  return scan(
    {
      ProjectionExpression: path.map((_, at) => `#a${at}`).join('.'),
      ExpressionAttributeNames: Object.fromEntries(path.map((part, at) => [`#a${at}`, part])),
    },
    rows.map((row) => {
      const found = of(own(row, name), members);
      return exactly(found ? { [name]: found } : {}, row);
    }),
    rows.length,
  );
}

export function filters(ground: OwnGround): Case {
  const names = [...ground.words.kinds.keys()].slice(0, attributesMax);
  const keys = [ground.hash.name, ...(ground.range ? [ground.range.name] : [])];
  const nested = names.flatMap((name) => {
    const paths = ground.words.inside?.get(name) ?? [];
    const path = paths.find((parts): parts is string[] => parts.every((part) => typeof part === 'string'));
    return path ? [nestedProjection(ground, name, path)] : [];
  });
  return caseOf(ground, {
    slug: 'filters',
    title: 'filters and projections on the attributes of its items',
    because:
      'A filter leaves out what it does not hold for after it was read and counted; a projection shows what it names.',
    sources: [sources.scan, sources.operators],
    steps: [
      ...puts(label, ground.rows),
      ...names.flatMap((name) => filterSteps(ground, name)),
      limited(ground),
      projectionOf(ground, names.slice(0, 2)),
      projectionOf(ground, [...keys, ...names.slice(-1)]),
      ...nested,
    ],
  });
}
