/** How deep a value may be nested. */
import type { AttributeValue } from '../../../oracles/values/types.ts';
import type { Case, Step } from '../case.ts';
import { n, s, table } from '../case.ts';
import { family } from '../family.ts';
import { sources } from '../sources.ts';
import { getExactly, put, refused, update } from '../steps.ts';

const key = { pk: s('p') };
const tables = { t: table({ hash: ['pk', 'S'] }) };

type Wrap = (inner: AttributeValue, at: number) => AttributeValue;
const inList: Wrap = (inner) => ({ L: [n(1), inner] });
const inMap: Wrap = (inner) => ({ M: { a: inner } });
const inTurn: Wrap = (inner, at) => (at % 2 === 0 ? inList(inner, at) : inMap(inner, at));

const wrapped = (times: number, wrap: Wrap, value: AttributeValue = s('x')): AttributeValue =>
  Array.from({ length: times }).reduce<AttributeValue>((inner, _, at) => wrap(inner, at), value);

const set = (value: AttributeValue) => update('t', key, 'SET a = :v', { ExpressionAttributeValues: { ':v': value } });

const wraps = family(
  {
    ...({ area: 'values', name: 'depth', certainty: 'recorded', tables } as const),
    because: 'A value may stand within 31 lists and maps, the item itself being the 32nd level.',
    sources: [sources.conformance, sources.quotas],
  },
  {
    lists: { title: '31 lists around a value are accepted, 32 refused', wrap: inList },
    maps: { title: '31 maps around a value are accepted, 32 refused', wrap: inMap },
    'lists-and-maps': { title: 'Lists and maps count together', wrap: inTurn },
  } satisfies { [slug: string]: { title: string; wrap: Wrap } },
  ({ wrap }) => {
    const deepest = { ...key, a: wrapped(31, wrap) };
    return {
      steps: [
        put('t', deepest),
        getExactly('t', key, deepest),
        refused(put('t', { ...key, a: wrapped(32, wrap) }), 'ValidationException'),
        refused(set(wrapped(32, wrap)), 'ValidationException'),
        set(wrapped(31, wrap, { NS: ['1'] })),
        getExactly('t', key, { ...key, a: wrapped(31, wrap, { NS: ['1'] }) }),
      ],
    };
  },
);

const grown: Case = {
  ...({ id: 'values/depth-of-update', area: 'values', certainty: 'documented', tables } as const),
  title: 'An update cannot put a value deeper than PutItem could',
  findings: [],
  because: 'The limit is one of the item that is stored, whatever the value has at its own place.',
  sources: [sources.quotas],
  steps: [
    put('t', { ...key, a: wrapped(10, inMap), l: { L: [wrapped(29, inList)] } }),
    ...[
      ['SET a.a.b = :v', wrapped(29, inList), true],
      ['SET a.a.b = :v', wrapped(30, inList), false],
      ['SET l[0] = :v', wrapped(30, inMap), true],
      ['SET l[0] = :v', wrapped(31, inMap), false],
    ].map(([expression, value, right]): Step => {
      const step = update('t', key, expression as string, {
        ExpressionAttributeValues: { ':v': value as AttributeValue },
      });
      return right ? step : refused(step, 'ValidationException');
    }),
    getExactly('t', key, {
      ...key,
      a: { M: { a: { M: { a: wrapped(8, inMap), b: wrapped(29, inList) } } } },
      l: { L: [wrapped(30, inMap)] },
    }),
  ],
};

const several: Case = {
  ...({ id: 'values/depth-of-several', area: 'values', certainty: 'documented', tables } as const),
  title: 'Each attribute that an update writes is looked at for its depth',
  findings: [],
  because: 'The limit is one of the item that is stored, whichever attribute of the update exceeds it.',
  sources: [sources.quotas],
  steps: [
    put('t', { ...key, l: { L: [s('x')] } }),
    ...['SET b = :w, l[0] = :v', 'SET l[0] = :v, b = :w'].map((expression) =>
      refused(
        update('t', key, expression, { ExpressionAttributeValues: { ':v': wrapped(31, inMap), ':w': s('x') } }),
        'ValidationException',
      ),
    ),
    getExactly('t', key, { ...key, l: { L: [s('x')] } }),
  ],
};

const nesting =
  'Nesting Levels have exceeded supported limits: Attributes in the item have nested levels beyond supported limit';
const worded: Case = {
  ...({ id: 'values/depth-words', area: 'values', certainty: 'measured', tables } as const),
  title: 'The words for a value that is too deep have no introduction where it is deeper than the newer checks look',
  findings: [],
  because: 'Requests of more than about sixty levels are left to the older checks, which have the older words.',
  sources: [sources.conformance],
  steps: [
    ...[inList, inMap, inTurn].flatMap((wrap) => [
      refused(put('t', { ...key, a: wrapped(40, wrap) }), 'ValidationException', {
        texts: [`1 validation error detected: ${nesting}`],
      }),
      refused(put('t', { ...key, a: wrapped(63, wrap) }), 'ValidationException', { texts: [nesting] }),
    ]),
    refused(put('t', { ...key, a: { SS: ['b', 'a', 'b'] }, z: wrapped(63, inMap) }), 'ValidationException', {
      texts: ['One or more parameter values were invalid: Input collection [b, a, b] contains duplicates.'],
    }),
  ],
};

export const cases: readonly Case[] = [...wraps, grown, several, worded];
