import type { AttributeValue, Item } from '../../../oracles/values/types.ts';
import type { Case, Step } from '../case.ts';
import { b, n, s, table } from '../case.ts';
import { family } from '../family.ts';
import { sources } from '../sources.ts';
import { get, getExactly, put, queryIndex, refused, update } from '../steps.ts';

const tables = { t: table({ hash: ['pk', 'S'], gsi: { 'by-g': { hash: ['g', 'S'] } } }) };
const key = (pk: string) => ({ pk: s(pk) });
const kept = { ...key('kept'), g: s('g') };
const mismatch = (actual: string, name = 'g', expected = 'S'): string =>
  `One or more parameter values were invalid: Type mismatch for Index Key ${name} Expected: ${expected} Actual: ${actual} IndexName: by-g`;

/** A put, an update and a transaction that set `g` to this value, and reads that show that none took effect. */
function refusals(type: string, value: AttributeValue): Step[] {
  const values = { ExpressionAttributeValues: { ':g': value } };
  return [
    refused(put('t', { ...key(type), g: value }), 'ValidationException', { texts: [mismatch(type)] }),
    get('t', key(type), 'absent'),
    refused(put('t', { ...key('kept'), g: value }), 'ValidationException', { texts: [mismatch(type)] }),
    refused(update('t', key('kept'), 'SET g = :g', values), 'ValidationException', { texts: [mismatch(type)] }),
    get('t', key('kept'), kept),
  ];
}

const untouched = queryIndex('untouched', 't', { index: 'by-g', where: 'g = :g', values: { ':g': s('g') } }, [kept]);

const wrongType: Case = {
  id: 'secondary-index/wrong-key-type',
  title: 'An index key of the wrong type is refused, and nothing is written',
  area: 'secondary-index',
  findings: ['mongo-rfc/M10'],
  certainty: 'measured',
  because: 'An attribute that is the key of an index must have the type that the table declares, on every write.',
  sources: [sources.dynaliteIndexKeyType, 'https://github.com/nubo-db/dynoxide/issues/92'],
  tables,
  steps: [put('t', kept), ...refusals('N', n(7)), ...refusals('B', b(7)), untouched],
};

const nonScalar: Case = {
  id: 'secondary-index/key-not-scalar',
  title: 'An index key that is a list, a map, a set, a boolean or null is a ValidationException',
  area: 'secondary-index',
  findings: ['mongo-rfc/M10-nonscalar', 'mongo-rfc/M10'],
  certainty: 'measured',
  because: 'It is the type mismatch of any other wrong type, and never an internal error in the middle of a write.',
  sources: [sources.dynaliteIndexKeyType, 'https://github.com/nubo-db/dynoxide/issues/92'],
  tables,
  steps: [
    put('t', kept),
    ...refusals('L', { L: [s('g')] }),
    ...refusals('M', { M: { g: s('g') } }),
    ...refusals('SS', { SS: ['g'] }),
    ...refusals('BOOL', { BOOL: true }),
    ...refusals('NULL', { NULL: true }),
    untouched,
  ],
};

const keyed = { t: table({ hash: ['pk', 'S'], gsi: { 'by-g': { hash: ['g', 'S'], range: ['h', 'N'] } } }) };
/** One update of an item, and what it has afterwards. */
type Given = { title: string; before: Item; expression: string; values?: Item; after: Item };

const given = family<Given>(
  {
    ...({ area: 'secondary-index', name: 'key-by-update', certainty: 'documented', tables: keyed } as const),
    because: 'An update may give a key of an index any value of its type, by whatever expression.',
    sources: [sources.updateExpressions, sources.gsi],
  },
  {
    value: {
      title: 'SET of a value',
      before: {},
      expression: 'SET g = :s, h = :n',
      values: { ':s': s('g'), ':n': n(1) },
      after: { g: s('g'), h: n(1) },
    },
    copy: {
      title: 'SET of another attribute',
      before: { x: s('g'), m: { M: { y: n(2) } } },
      expression: 'SET g = x, h = m.y',
      after: { x: s('g'), m: { M: { y: n(2) } }, g: s('g'), h: n(2) },
    },
    default: {
      title: 'A default for a key that is missing',
      before: {},
      expression: 'SET g = if_not_exists(g, :s), h = if_not_exists(h, :n)',
      values: { ':s': s('g'), ':n': n(1) },
      after: { g: s('g'), h: n(1) },
    },
    'default-of-another': {
      title: 'A default that is another attribute, or another default',
      before: { x: s('g') },
      expression: 'SET g = if_not_exists(nope, x), h = if_not_exists(h, if_not_exists(nope, :n))',
      values: { ':n': n(1) },
      after: { x: s('g'), g: s('g'), h: n(1) },
    },
    kept: {
      title: 'A default for a key that is there',
      before: { g: s('g'), h: n(7) },
      expression: 'SET g = if_not_exists(g, :s), h = if_not_exists(h, :n)',
      values: { ':s': s('other'), ':n': n(1) },
      after: { g: s('g'), h: n(7) },
    },
    sum: {
      title: 'A sum or a difference',
      before: { g: s('g'), h: n(7), x: n(2) },
      expression: 'SET h = h - x',
      after: { g: s('g'), h: n(5), x: n(2) },
    },
    'sum-with-default': {
      title: 'A sum with a default',
      before: { g: s('g') },
      expression: 'SET h = if_not_exists(h, :z) + :n',
      values: { ':z': n(0), ':n': n(1) },
      after: { g: s('g'), h: n(1) },
    },
    add: {
      title: 'ADD',
      before: { g: s('g'), h: n(7) },
      expression: 'ADD h :n',
      values: { ':n': n('0.5') },
      after: { g: s('g'), h: n('7.5') },
    },
  },
  ({ before, expression, values, after }) => {
    const item = { ...key('p'), ...after };
    return {
      steps: [
        put('t', { ...key('p'), ...before }),
        update('t', key('p'), expression, values === undefined ? {} : { ExpressionAttributeValues: values }),
        getExactly('t', key('p'), item),
        queryIndex('found', 't', { index: 'by-g', where: 'g = :g', values: { ':g': s('g') } }, [{ $exact: item }]),
      ],
    };
  },
).map((one) => ({ ...one, title: `${one.title} gives a key to an index, if it has the right type` }));

/** Each expression would give a key the wrong type. */
const unsupported = 'The update expression attempted to update the secondary index key to unsupported type';
const refusedKeys = family<{
  title: string;
  before: Item;
  of: { [expression: string]: [values: Item, words?: string] };
}>(
  {
    ...({ area: 'secondary-index', name: 'key-refused-by-update', certainty: 'documented', tables: keyed } as const),
    because: 'A key of an index has the type that the table declares, whatever gives it a value; nothing is written.',
    sources: [sources.dynaliteTests, sources.gsi],
  },
  {
    default: {
      title: 'A default of another type than the key is refused',
      before: {},
      of: {
        'SET g = if_not_exists(g, :n)': [{ ':n': n(1) }, mismatch('N')],
        'SET h = if_not_exists(h, :s)': [{ ':s': s('1') }, mismatch('S', 'h', 'N')],
        'SET g = if_not_exists(nope, if_not_exists(g, :n))': [{ ':n': n(1) }],
      },
    },
    computed: {
      title: 'A sum or a list as a key that is a text is refused',
      before: { x: n(1), l: { L: [] } },
      of: {
        'SET g = x + :n': [{ ':n': n(1) }, mismatch('N')],
        'SET g = list_append(l, :l)': [{ ':l': { L: [] } }, mismatch('L')],
        'SET g = list_append(l, l)': [{}, mismatch('L')],
        'SET g = list_append(nope, l)': [{}, mismatch('L')],
        'SET g = if_not_exists(nope, list_append(:l, l))': [{ ':l': { L: [] } }, mismatch('L')],
        'SET g = list_append(:l, l)': [{ ':l': { L: [] } }, mismatch('L')],
        'ADD g :n': [{ ':n': n(1) }, mismatch('N')],
        'ADD g :set': [{ ':set': { SS: ['g'] } }, mismatch('SS')],
      },
    },
    copied: {
      title: 'An attribute of another type than the key is refused, also as a default',
      before: { x: n(1), y: s('1') },
      of: {
        'SET g = x': [{}, unsupported],
        'SET h = y': [{}, unsupported],
        'SET g = if_not_exists(nope, x)': [{}, unsupported],
        'SET g = if_not_exists(x, y)': [{}, unsupported],
      },
    },
  },
  ({ before, of }) => ({
    steps: [
      put('t', { ...key('p'), ...before }),
      ...Object.entries(of).map(([expression, [values, words]]) =>
        refused(
          update(
            't',
            key('p'),
            expression,
            Object.keys(values).length === 0 ? {} : { ExpressionAttributeValues: values },
          ),
          'ValidationException',
          words === undefined ? {} : { texts: [words] },
        ),
      ),
      getExactly('t', key('p'), { ...key('p'), ...before }),
    ],
  }),
);

export const cases: readonly Case[] = [wrongType, nonScalar, ...given, ...refusedKeys];
