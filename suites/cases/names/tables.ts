/** What a table may be called. */
import type { Call, Case, TemplateObject } from '../case.ts';
import { s, table } from '../case.ts';
import { family } from '../family.ts';
import { sources } from '../sources.ts';
import { accepted, get, put, refused, untilActive } from '../steps.ts';
import { isNoName, isTooLong, isTooShort, notFound, tableNotFound } from '../words.ts';

const schema = table({ hash: ['pk', 'S'] });
const create = (TableName: TemplateObject | string): Call => ({
  ...{ op: 'CreateTable', input: { ...schema, TableName }, observe: [], raw: true },
});

const wordsFor = (name: string, min: number): string => {
  if (name.length < min) return isTooShort('tableName', name, min);
  return name.length > 255 ? isTooLong('tableName', name, 255) : isNoName('tableName', name);
};

const refusals = family(
  {
    name: 'table-refused',
    area: 'names',
    certainty: 'measured',
    because: 'A table name has 3 to 255 characters of a-z, A-Z, 0-9, _, . and -.',
    sources: [sources.alternatorTableTests, sources.dynaliteCreateTableTests, sources.dataTypes],
  },
  {
    'of-one': { title: 'A name of one character', name: 'n' },
    'of-two': { title: 'A name of two characters', name: 'nn' },
    'of-256': { title: 'A name of 256 characters', name: 'n'.repeat(256) },
    empty: { title: 'An empty name', name: '' },
    'with-at': { title: 'A name with @', name: 'nyh@test' },
    'with-blank': { title: 'A name with a blank', name: 'a table' },
    'with-slash': { title: 'A name with a slash', name: 'a/table' },
    'with-colon': { title: 'A name with a colon', name: 'a:table' },
    'with-umlaut': { title: 'A name with a letter outside of ASCII', name: 'täble' },
    'with-newline': { title: 'A name that ends with a newline', name: 'table\n' },
  },
  ({ name }) => ({ steps: [refused(create(name), 'ValidationException', { texts: [wordsFor(name, 3)] })] }),
);

const unusable = (name: string): Call[] => [
  { op: 'PutItem', input: { TableName: name, Item: { pk: s('p') } }, observe: [], raw: true },
  { op: 'GetItem', input: { TableName: name, Key: { pk: s('p') } }, observe: [], raw: true },
  { op: 'Scan', input: { TableName: name }, observe: [], raw: true },
  { op: 'DescribeTable', input: { TableName: name }, observe: [], raw: true },
  { op: 'DeleteTable', input: { TableName: name }, observe: [], raw: true },
];

const used: Case = {
  id: 'names/table-unusable',
  title: 'A name that no table can have is refused wherever it stands, and not looked for',
  area: 'names',
  findings: [],
  certainty: 'recorded',
  because: 'The pattern of TableName is that of every request.',
  sources: [sources.dynaliteCreateTableTests, sources.dataTypes],
  steps: ['a table', 'n'.repeat(256)].flatMap((name) =>
    unusable(name).map((call) => refused(call, 'ValidationException', { texts: [wordsFor(name, 1)] })),
  ),
};

const missing: Case = {
  id: 'names/table-missing',
  title: 'A name that a table could have is looked for, and not found',
  area: 'names',
  findings: [],
  certainty: 'recorded',
  because: 'It is ResourceNotFoundException on every operation.',
  sources: [sources.dynaliteCreateTableTests, sources.describeTable],
  steps: unusable('no.such_table-of-mine').map((call) =>
    refused(call, 'ResourceNotFoundException', {
      texts: [call.op.endsWith('Table') ? tableNotFound('no.such_table-of-mine') : notFound],
    }),
  ),
};

const lower = { $name: 'case' };
const upper = { $name: 'CASE' };
const dotted = { $name: '..signs._-.' };

const differing: Case = {
  id: 'names/table-case',
  title: 'Names that differ by case are two tables',
  area: 'names',
  findings: [],
  certainty: 'documented',
  because: 'Names are case-sensitive.',
  sources: [sources.dataTypes],
  steps: [
    ...[lower, upper].flatMap((name) => [accepted(create(name)), untilActive(`made ${name.$name}`, name)]),
    put(lower, { pk: s('p'), a: s('lower') }),
    put(upper, { pk: s('p'), a: s('upper') }),
    get(lower, { pk: s('p') }, { pk: s('p'), a: s('lower') }),
    get(upper, { pk: s('p') }, { pk: s('p'), a: s('upper') }),
  ],
};

const signs: Case = {
  id: 'names/table-signs',
  title: 'A name may have dots, hyphens and underscores anywhere',
  area: 'names',
  findings: [],
  certainty: 'documented',
  because: 'These are characters like letters and digits.',
  sources: [sources.dataTypes, sources.alternatorTableTests],
  steps: [
    accepted(create(dotted)),
    untilActive('made', dotted),
    put(dotted, { pk: s('p') }),
    get(dotted, { pk: s('p') }, { pk: s('p') }),
  ],
};

const longest = { $text: [{ $name: 'long' }, 'x'.repeat(180)] };
const long: Case = {
  id: 'names/table-long',
  title: 'A name may be long, and is not cut short',
  area: 'names',
  findings: [],
  certainty: 'documented',
  because: 'Up to 255 characters are a name, and each of them counts.',
  sources: [sources.dataTypes, sources.alternatorTableTests],
  steps: [
    { ...create(longest), expect: { ok: { TableDescription: { TableName: longest } } } },
    untilActive('made', longest),
    put(longest, { pk: s('p') }),
    get(longest, { pk: s('p') }, { pk: s('p') }),
    refused(
      { op: 'DescribeTable', input: { TableName: { $text: [{ $name: 'long' }, 'x'.repeat(179)] } }, observe: [] },
      'ResourceNotFoundException',
    ),
    accepted({ op: 'DeleteTable', input: { TableName: longest }, observe: [] }),
  ],
};

export const cases: readonly Case[] = [...refusals, used, missing, differing, signs, long];
