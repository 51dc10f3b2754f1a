/** Which values of the attribute make an item expire. Expiry has no guaranteed time, so these need a virtual clock. */
import type { AttributeValue, Item } from '../../../oracles/values/types.ts';
import type { Case, Template } from '../case.ts';
import { from, n, s, table } from '../case.ts';
import { family } from '../family.ts';
import { sources } from '../sources.ts';
import { accepted, put, queryIndex, scanPages, untilActive } from '../steps.ts';
import { specify, untilStatus } from './settings.ts';

const plain = { t: table({ hash: ['pk', 'S'] }) };
const seconds = (year: number, month: number, day: number): number => Date.UTC(year, month - 1, day) / 1000;
// A virtual clock begins with 2026, and other cases move it on by some weeks.
const past = seconds(2025, 12, 31);
const future = seconds(2100, 1, 1);
const passing = { wait: 3_600_000, because: 'an expired item is gone by then' };

const rows: { [slug: string]: { title: string; value: AttributeValue; stays: boolean } } = {
  'in-the-past': { title: 'An item whose time is past expires', value: n(past), stays: false },
  'in-the-future': { title: 'An item whose time is to come stays', value: n(future), stays: true },
  'almost-five-years-past': {
    title: 'An item whose time is almost five years past expires',
    value: n(seconds(2021, 6, 1)),
    stays: false,
  },
  'over-five-years-past': {
    title: 'An item whose time is more than five years past stays',
    value: n(seconds(2020, 6, 1)),
    stays: true,
  },
  'of-the-epoch': { title: 'A time of zero is long past, and the item stays', value: n(0), stays: true },
  negative: { title: 'A time before 1970 is long past, and the item stays', value: n(-past), stays: true },
  'with-a-fraction': { title: 'A time with a fraction is a time', value: n(`${past}.5`), stays: false },
  'in-milliseconds': { title: 'A time in milliseconds is one far off', value: n(past * 1000), stays: true },
  'as-a-string': { title: 'A time in a string is none', value: s(String(past)), stays: true },
  'in-a-set': { title: 'A time in a set is none', value: { NS: [String(past)] }, stays: true },
  'in-a-list': { title: 'A time in a list is none', value: { L: [n(past)] }, stays: true },
  'in-a-map': { title: 'A time in a map is none', value: { M: { ttl: n(past) } }, stays: true },
  null: { title: 'Null is no time', value: { NULL: true }, stays: true },
};

const values = family(
  {
    name: 'expires',
    area: 'ttl',
    certainty: 'documented',
    because: 'The attribute must be a number of seconds since 1970, past by no more than five years.',
    sources: [sources.timeToLiveFormat, sources.timeToLive, sources.alternatorTtlTests],
    tables: plain,
  },
  rows,
  ({ value, stays }) => {
    const item: Item = { pk: s('p'), ttl: value };
    return {
      steps: [
        put('t', item),
        put('t', { pk: s('without') }),
        accepted(specify(true, 'ttl')),
        untilStatus('ENABLED'),
        passing,
        scanPages('left', 't', [{ pk: s('without') }, ...(stays ? [item] : [])]),
      ],
    };
  },
);

const made = { $name: 'made' };
const day = 24 * 60 * 60;
/** So many seconds after now, which is when a table is made. */
const after = (seconds: number): Template => ({
  N: { $sum: [from('now', 'TableDescription.CreationDateTime'), seconds] },
});

const bounds = family(
  {
    name: 'expires-when',
    area: 'ttl',
    certainty: 'documented',
    because: 'A time that is past by no more than five years makes the item expire.',
    sources: [sources.timeToLiveFormat, sources.timeToLive],
    tables: plain,
  },
  {
    'just-past': { title: 'An item whose time is ten seconds past expires', seconds: -10, stays: false },
    'soon-past': { title: 'An item whose time comes within half an hour expires then', seconds: 1800, stays: false },
    'to-come': { title: 'An item whose time comes the next day stays until then', seconds: day, stays: true },
    // With leap years five years have 1826 or 1827 days.
    'days-before-five-years': {
      title: 'An item whose time is some days less than five years past expires',
      seconds: -1822 * day,
      stays: false,
    },
    'days-after-five-years': {
      title: 'An item whose time is some days more than five years past stays',
      seconds: -1829 * day,
      stays: true,
    },
  },
  ({ seconds, stays }) => ({
    steps: [
      accepted({ op: 'CreateTable', as: 'now', input: { ...plain.t, TableName: made }, observe: [] }),
      untilActive('made', made),
      put('t', { pk: s('p'), ttl: after(seconds) as AttributeValue }),
      put('t', { pk: s('without') }),
      accepted(specify(true, 'ttl')),
      untilStatus('ENABLED'),
      passing,
      scanPages('left', 't', [{ pk: s('without') }, ...(stays ? [{ pk: s('p'), ttl: after(seconds) }] : [])]),
    ],
  }),
);

const dotted: Case = {
  id: 'ttl/expires-by-a-dotted-name',
  title: 'An attribute name with a dot is a name, and no path into the item',
  area: 'ttl',
  findings: [],
  certainty: 'documented',
  because: 'Time to live takes the name of an attribute; nested attributes cannot expire an item.',
  sources: [sources.timeToLive, sources.timeToLiveFormat],
  tables: plain,
  steps: [
    put('t', { pk: s('nested'), a: { M: { b: n(past) } } }),
    put('t', { pk: s('named'), 'a.b': n(past) }),
    accepted(specify(true, 'a.b')),
    untilStatus('ENABLED'),
    passing,
    scanPages('left', 't', [{ pk: s('nested'), a: { M: { b: n(past) } } }]),
  ],
};

const several: Case = {
  id: 'ttl/expires-several',
  title: 'All expired items go, wherever they stand among others',
  area: 'ttl',
  findings: [],
  certainty: 'documented',
  because: 'Each item expires by its own time.',
  sources: [sources.timeToLive],
  tables: plain,
  steps: [
    ...['a', 'b', 'c', 'd', 'e'].map((pk, at) => put('t', { pk: s(pk), ttl: n(at % 2 === 0 ? past - at : future) })),
    accepted(specify(true, 'ttl')),
    untilStatus('ENABLED'),
    passing,
    scanPages(
      'left',
      't',
      ['b', 'd'].map((pk) => ({ pk: s(pk), ttl: n(future) })),
    ),
  ],
};

const kept = { pk: s('kept'), g: s('g'), l: s('l') };
const inIndexes: Case = {
  id: 'ttl/expires-from-indexes',
  title: 'An expired item is gone from the indexes of its table too',
  area: 'ttl',
  findings: [],
  certainty: 'documented',
  because: 'Items are removed from local and global indexes like by any DeleteItem.',
  sources: [sources.timeToLive],
  tables: { t: table({ hash: ['pk', 'S'], gsi: { 'by-g': { hash: ['g', 'S'] } } }) },
  steps: [
    put('t', kept),
    put('t', { pk: s('p'), g: s('g'), ttl: n(past) }),
    accepted(specify(true, 'ttl')),
    untilStatus('ENABLED'),
    passing,
    queryIndex('by g', 't', { index: 'by-g', where: 'g = :g', values: { ':g': s('g') } }, [kept]),
  ],
};

export const cases: readonly Case[] = [...values, ...bounds, dotted, several, inIndexes];
