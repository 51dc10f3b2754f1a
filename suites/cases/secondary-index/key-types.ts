import type { AttributeValue } from '../../../oracles/values/types.ts';
import type { Case, Step } from '../case.ts';
import { b, n, s, table } from '../case.ts';
import { sources } from '../sources.ts';
import { get, put, queryIndex, refused, update } from '../steps.ts';

const tables = { t: table({ hash: ['pk', 'S'], gsi: { 'by-g': { hash: ['g', 'S'] } } }) };
const key = (pk: string) => ({ pk: s(pk) });
const kept = { ...key('kept'), g: s('g') };
const mismatch = (actual: string): string =>
  `One or more parameter values were invalid: Type mismatch for Index Key g Expected: S Actual: ${actual} IndexName: by-g`;

/** A put, an update and a transaction that set `g` to this value, and reads that show that none took effect. */
function refusals(type: string, value: AttributeValue): Step[] {
  const values = { ExpressionAttributeValues: { ':g': value } };
  return [
    refused(put('t', { ...key(type), g: value }), 'ValidationException', { texts: [mismatch(type)] }),
    get('t', key(type), 'absent'),
    refused(put('t', { ...key('kept'), g: value }), 'ValidationException', { texts: [mismatch(type)] }),
    refused(update('t', key('kept'), 'SET g = :g', values), 'ValidationException'),
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

export const cases: readonly Case[] = [wrongType, nonScalar];
