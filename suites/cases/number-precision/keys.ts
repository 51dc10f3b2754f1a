import type { Case } from '../case.ts';
import { n, s, table } from '../case.ts';
import { sources } from '../sources.ts';
import type { QueryCondition } from '../steps.ts';
import { get, put, puts, query, queryPages, refused } from '../steps.ts';

const tables = { t: table({ hash: ['pk', 'S'], range: ['sk', 'N'] }) };
const item = (sk: string) => ({ pk: s('p'), sk: n(sk) });
const tagged = (sk: string, tag: string) => ({ ...item(sk), tag: s(tag) });
const all: QueryCondition = { where: 'pk = :p', values: { ':p': s('p') } };
const compared = (comparator: string, value: string): QueryCondition => ({
  where: `pk = :p AND sk ${comparator} :v`,
  values: { ':p': s('p'), ':v': n(value) },
});
const between = (low: string, high: string): QueryCondition => ({
  where: 'pk = :p AND sk BETWEEN :l AND :h',
  values: { ':p': s('p'), ':l': n(low), ':h': n(high) },
});

/** 34 digits that all keys below share, so that they differ only in digits 35 to 38. */
const shared = '1234567890123456789012345678901234';
const close = ['0000', '0001', '0009', '0010', '4999', '5000', '9999'].map((last) => shared + last);
const closeItems = close.map((sk) => tagged(sk, sk.slice(-4)));

const lastDigits: Case = {
  id: 'number-precision/last-digits',
  title: 'Number keys that differ only in digits 35 to 38 are different items, in order',
  area: 'number-precision',
  findings: ['mongo-rfc/C10', 'mongo-rfc/m2', 'mongo-rfc/R2-nb-35-38-rejected'],
  certainty: 'documented',
  because: 'Numbers have up to 38 digits of precision, in keys as well. Decimal128 keeps 34 of them and a double 17.',
  sources: [sources.dataTypes],
  tables,
  steps: [
    ...[...closeItems].reverse().map((row) => put('t', row)),
    ...closeItems.map((row) => get('t', { pk: row.pk, sk: row.sk }, row)),
    query('t', all, closeItems),
    query('t', { ...all, backward: true }, [...closeItems].reverse()),
    queryPages('pages', 't', { ...all, limit: 2 }, closeItems),
  ],
};

const tiny = [35, 36, 37, 38].map((digits) => `-0.${'1'.repeat(digits - 1)}2`);

const lastDigitsOfFractions: Case = {
  id: 'number-precision/fractions',
  title: 'Negative fractions of 35 to 38 digits keep their order and their digits',
  area: 'number-precision',
  findings: ['mongo-rfc/C10', 'mongo-rfc/m2', 'mongo-rfc/R2-nb-35-38-rejected'],
  certainty: 'documented',
  because: 'The precision is of significant digits, on either side of the point and of zero.',
  sources: [sources.dataTypes],
  tables,
  // The shorter of the -0.11…12 is the smaller number, since its 2 comes earlier.
  steps: [...tiny.map((sk) => put('t', item(sk))), query('t', all, tiny.map(item))],
};

const range: Case = {
  id: 'number-precision/range',
  title: 'Range conditions on number keys decide at the 38th digit',
  area: 'number-precision',
  findings: ['mongo-rfc/C10', 'mongo-rfc/m2'],
  certainty: 'documented',
  because: 'A comparison of two numbers is exact over all of their 38 digits.',
  sources: [sources.dataTypes, sources.keyConditions],
  tables,
  steps: [
    ...puts('t', closeItems),
    query('t', compared('<', close[2]!), closeItems.slice(0, 2)),
    query('t', compared('<=', close[2]!), closeItems.slice(0, 3)),
    query('t', compared('>', close[4]!), closeItems.slice(5)),
    query('t', compared('=', close[5]!), closeItems.slice(5, 6)),
    query('t', between(close[1]!, close[3]!), closeItems.slice(1, 4)),
    query('t', between(`${shared}0002`, `${shared}0008`), []),
  ],
};

const invertedText = (low: string, high: string): string =>
  `Invalid KeyConditionExpression: The BETWEEN operator requires upper bound to be greater than or equal to lower bound; lower bound operand: AttributeValue: {N:${low}}, upper bound operand: AttributeValue: {N:${high}}`;

const betweenInverted: Case = {
  id: 'number-precision/between-inverted',
  title: 'A BETWEEN whose bounds are the wrong way round is refused, also at the 38th digit',
  area: 'number-precision',
  findings: ['mongo-rfc/R2-nb-between-inverted'],
  certainty: 'recorded',
  because: 'The upper bound must not be below the lower one; compared as doubles the two bounds would be equal.',
  sources: [sources.dynaliteBetween],
  tables,
  steps: [
    ...puts('t', closeItems),
    refused({ ...query('t', between('10', '9'), []), observe: [] }, 'ValidationException', {
      texts: [invertedText('10', '9')],
    }),
    refused({ ...query('t', between(close[1]!, close[0]!), []), observe: [] }, 'ValidationException', {
      texts: [invertedText(close[1]!, close[0]!)],
    }),
    query('t', between(close[1]!, close[1]!), closeItems.slice(1, 2)),
  ],
};

const spellings = ['1', '1.0', '1e0', '+1', '0.1e1', '10E-1', '0001.000'];
const zeros = ['0', '-0', '0.0', '-0e5', '0e100'];

const spelling: Case = {
  id: 'number-precision/spelling',
  title: '1, 1.0 and 1e0 are one key, and so are 0 and -0',
  area: 'number-precision',
  findings: ['mongo-rfc/VC-number-normal'],
  certainty: 'measured',
  because: 'A number key is identified by its value, however it was written.',
  sources: [sources.alternatorNumberKeys, sources.alternatorNumberTests],
  tables,
  steps: [
    ...[...spellings, ...zeros].map((sk) => put('t', tagged(sk, sk))),
    ...spellings.map((sk) => get('t', item(sk), tagged('1', spellings.at(-1)!))),
    ...zeros.map((sk) => get('t', item(sk), tagged('0', zeros.at(-1)!))),
    query('t', all, [tagged('0', zeros.at(-1)!), tagged('1', spellings.at(-1)!)]),
    query('t', compared('=', '1.00'), [tagged('1', spellings.at(-1)!)]),
  ],
};

const written = { a: '000730', b: '-0.00', c: '2.5E3', d: '9.900', e: '1E-3', f: '+3', g: '.5', h: '1e20' };
const stored = { a: '730', b: '0', c: '2500', d: '9.9', e: '0.001', f: '3', g: '0.5', h: `1${'0'.repeat(20)}` };
const numbers = (texts: { [name: string]: string }) =>
  Object.fromEntries(Object.entries(texts).map(([name, text]) => [name, n(text)]));

const canonical: Case = {
  id: 'number-precision/canonical',
  title: 'Numbers come back in one canonical form',
  area: 'number-precision',
  findings: ['mongo-rfc/VC-number-normal'],
  certainty: 'measured',
  because: 'Zeros at either end, a plus sign and the exponent are gone, and minus zero is zero.',
  sources: [sources.extenddbNumbers, sources.conformance],
  tables,
  steps: [
    put('t', { ...item('1'), ...numbers(written), set: { NS: ['1.0', '2e1', '-0'] } }),
    {
      ...get('t', item('1'), { ...item('1'), ...numbers(stored) }),
      observe: [],
    },
    {
      op: 'GetItem',
      input: {
        TableName: { $table: 't' },
        Key: item('1'),
        ProjectionExpression: '#s',
        ExpressionAttributeNames: { '#s': 'set' },
      },
      observe: [],
      expect: { ok: { Item: { set: { NS: { $unordered: ['0', '1', '20'] } } } } },
    },
  ],
};

/** In numeric order. */
const extremes = [
  `-9.${'9'.repeat(37)}e125`,
  '-1e125',
  '-1',
  '-1e-130',
  '0',
  '1e-130',
  '1.1e-130',
  '9e-130',
  '1',
  '9e125',
  '9.9e125',
  `9.${'9'.repeat(37)}e125`,
];
const asNumber = (text: string) => ({ pk: s('p'), sk: { N: { $number: text } } });

const extremesOrdered: Case = {
  id: 'number-precision/extremes',
  title: 'The largest and the smallest numbers are keys, in numeric order',
  area: 'number-precision',
  findings: ['mongo-rfc/C10', 'mongo-rfc/m2', 'mongo-rfc/VC-number-normal'],
  certainty: 'documented',
  because: 'Magnitudes from 1E-130 to 9.99…9E+125 are numbers, positive and negative, and compare as numbers.',
  sources: [sources.dataTypes],
  tables,
  steps: [
    ...extremes.map((sk) => put('t', item(sk))),
    { ...query('t', all, extremes.map(asNumber)), observe: [] },
    {
      ...query('t', { ...compared('<', '0'), backward: true }, extremes.slice(0, 4).reverse().map(asNumber)),
      observe: [],
    },
    { ...query('t', between('1e-130', '9e-130'), extremes.slice(5, 8).map(asNumber)), observe: [] },
  ],
};

const over = [
  ['39 digits', `1${'0'.repeat(37)}1`, 'Attempting to store more than 38 significant digits in a Number'],
  ['39 digits of a fraction', `0.${'1'.repeat(39)}`, 'Attempting to store more than 38 significant digits in a Number'],
  ['too large', '1e126', 'Number overflow. Attempting to store a number with magnitude larger than supported range'],
  ['too small', '1e-131', 'Number underflow. Attempting to store a number with magnitude smaller than supported range'],
  ['no number', 'NaN', 'The parameter cannot be converted to a numeric value: NaN'],
] as const;

const outOfRange: Case = {
  id: 'number-precision/out-of-range',
  title: 'A number of more than 38 digits, too large or too small is refused, and nothing is written',
  area: 'number-precision',
  findings: ['mongo-rfc/C10', 'mongo-rfc/R2-nb-35-38-rejected'],
  certainty: 'measured',
  because: 'A number that cannot be kept exactly is refused, as a key and anywhere else, and never rounded.',
  sources: [sources.extenddbNumbers, sources.conformance],
  tables,
  steps: [
    ...over.flatMap(([, text, message]) =>
      [item(text), { ...item('1'), a: n(text) }].map((row) =>
        refused(put('t', row), 'ValidationException', {
          texts: [message, `1 validation error detected: ${message}`],
        }),
      ),
    ),
    put('t', item(`1${'0'.repeat(38)}`)),
    query('t', all, [item(`1${'0'.repeat(38)}`)]),
  ],
};

export const cases: readonly Case[] = [
  lastDigits,
  lastDigitsOfFractions,
  range,
  betweenInverted,
  spelling,
  canonical,
  extremesOrdered,
  outOfRange,
];
