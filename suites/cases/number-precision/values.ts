/** Numbers in attributes: forms, digits and range. */
import type { AttributeValue, Item } from '../../../oracles/values/types.ts';
import type { Case, Step } from '../case.ts';
import { n } from '../case.ts';
import { family } from '../family.ts';
import { sources } from '../sources.ts';
import { get, getExactly, put, refused, update } from '../steps.ts';
import { key, precise, shared } from './attributes.ts';

const stored = family(
  {
    ...{ ...shared, name: 'stored' },
    because: 'A number comes back with all of its digits, written out, without the zeros that say nothing.',
    sources: [sources.conformance, sources.alternatorNumberTests, sources.extenddbNumbers],
  },
  {
    'whole-38': {
      title: 'A whole number of 38 digits keeps all of them',
      forms: [
        [precise(38), precise(38)],
        [`-${precise(38)}`, `-${precise(38)}`],
      ],
    },
    'fraction-38': {
      title: 'A fraction of 38 digits keeps all of them',
      forms: [
        [`0.${precise(38)}`, `0.${precise(38)}`],
        [`3.${precise(37)}`, `3.${precise(37)}`],
        [`-${precise(21)}.${precise(17)}`, `-${precise(21)}.${precise(17)}`],
      ],
    },
    'zeros-not-counted': {
      title: 'Zeros before the first digit and behind the last do not count as digits',
      forms: [
        [`${'0'.repeat(60)}${precise(38)}`, precise(38)],
        [`${precise(38)}.${'0'.repeat(60)}`, precise(38)],
        [`${precise(38)}${'0'.repeat(40)}`, `${precise(38)}${'0'.repeat(40)}`],
        [`0.${'0'.repeat(40)}${precise(38)}`, `0.${'0'.repeat(40)}${precise(38)}`],
      ],
    },
    'zero-forms': {
      title: 'Every zero is 0',
      forms: [
        ['0', '0'],
        ['-0', '0'],
        ['0.000', '0'],
        ['-0e125', '0'],
        ['+0', '0'],
      ],
    },
    exponents: {
      title: 'An exponent is written out, in capitals or not, with a sign or not',
      forms: [
        ['1E125', `1${'0'.repeat(125)}`],
        ['1e+5', '100000'],
        ['25E-1', '2.5'],
        ['-17.4e3', '-17400'],
        ['0.001E3', '1'],
        ['123e-5', '0.00123'],
      ],
    },
    largest: {
      title: 'The largest numbers and the smallest ones come back',
      forms: [
        [`9.${'9'.repeat(37)}E125`, `${'9'.repeat(38)}${'0'.repeat(88)}`],
        [`-9.${'9'.repeat(37)}E125`, `-${'9'.repeat(38)}${'0'.repeat(88)}`],
        ['1E-130', `0.${'0'.repeat(129)}1`],
        ['-1E-130', `-0.${'0'.repeat(129)}1`],
        ['0.1e126', `1${'0'.repeat(125)}`],
        ['10e-131', `0.${'0'.repeat(129)}1`],
      ],
    },
    trimmed: {
      title: 'Leading and trailing zeros, a plus sign and a missing whole part are gone',
      forms: [
        ['0042.1200', '42.12'],
        ['+3', '3'],
        ['.123', '0.123'],
        ['0001.23', '1.23'],
        ['-.5', '-0.5'],
        ['100', '100'],
        ['-100.00', '-100'],
      ],
    },
  } satisfies { [slug: string]: { title: string; forms: [string, string][] } },
  ({ forms }) => {
    const item = (at: 0 | 1): Item => ({
      ...key,
      ...Object.fromEntries(forms.map((form, index) => [`a${index}`, n(form[at])])),
      l: { L: forms.map((form) => n(form[at])) },
      ...Object.fromEntries(forms.map((form, index) => [`s${index}`, { NS: [form[at]] }])),
    });
    return { steps: [put('t', item(0)), getExactly('t', key, item(1))] };
  },
);

/** Where a request may have a number. */
const places = (text: string): Step[] => {
  const write = (value: AttributeValue) => put('t', { ...key, a: value });
  const given = { ExpressionAttributeValues: { ':v': n(text) } };
  return [
    write(n(text)),
    write({ NS: ['1', text] }),
    write({ M: { l: { L: [n(text)] } } }),
    update('t', key, 'SET a = :v', given),
    update('t', key, 'ADD a :v', given),
    update('t', key, 'REMOVE a', { ConditionExpression: 'a = :v', ...given }),
  ];
};

const rejected = family(
  {
    ...{ ...shared, name: 'refused' },
    because: 'A number that cannot be kept exactly, or that is none, is refused wherever it stands.',
    sources: [sources.alternatorNumberTests, sources.conformance],
  },
  {
    'digits-39': {
      title: 'A 39th digit is refused, on either side of the point',
      forms: [
        precise(39),
        `-0.${precise(39)}`,
        `${precise(20)}.${precise(19)}`,
        `${precise(39)}e30`,
        `1${'0'.repeat(37)}1`,
      ],
    },
    'too-large': {
      title: 'A magnitude of 1E126 is refused',
      forms: ['1e126', '-1e126', '11e125', '0.1e127', `1${'0'.repeat(126)}`],
    },
    'too-small': {
      title: 'A magnitude below 1E-130 is refused',
      forms: ['1e-131', '-1e-131', '0.9e-130', `0.${'0'.repeat(130)}1`],
    },
    'huge-exponent': {
      title: 'An exponent beyond 32 bits is refused and does not wrap round',
      // A server that takes one may compute with it for ever.
      puts: true,
      forms: ['1e2147483648', '1e99999999999', '1e-99999999999', '1e9223372036854775808', '1e4294967296'],
    },
    words: {
      title: 'A word is no number, NaN and Infinity included',
      forms: ['NaN', 'Infinity', '-Infinity', '-NaN', 'dog', '-dog', 'null'],
    },
    blanks: { title: 'A number has no blank before, behind or within', forms: [' 1', '1 ', '1 2', ' ', '\t1', '1\n'] },
    incomplete: { title: 'A sign, a point or an exponent alone is no number', forms: ['', '.', '1e', '0x10'] },
  } satisfies { [slug: string]: { title: string; forms: string[]; puts?: true } },
  ({ forms, puts }: { forms: string[]; puts?: true }) => ({
    steps: [
      ...forms.flatMap((text) =>
        places(text)
          .slice(0, puts ? 3 : undefined)
          .map((step) => refusedStep(step)),
      ),
      get('t', key, 'absent'),
    ],
  }),
);

function refusedStep(step: Step): Step {
  return 'op' in step ? refused(step, 'ValidationException') : step;
}

export const cases: readonly Case[] = [...stored, ...rejected];
