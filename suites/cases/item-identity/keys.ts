import type { Case } from '../case.ts';
import { n, s, table } from '../case.ts';
import { sources } from '../sources.ts';
import { get, put, refused, remove } from '../steps.ts';

const tables = { t: table({ hash: ['pk', 'S'], range: ['sk', 'S'] }) };
const key = (pk: string, sk: string) => ({ pk: s(pk), sk: s(sk) });
const row = (pk: string, sk: string, who: string) => ({ ...key(pk, sk), who: s(who) });
const unlessThere = { ConditionExpression: 'attribute_not_exists(pk)' };

/** Pairs of keys that become equal when joined by the delimiter they contain. */
const pairs = ['#', '\u0000', '|', ':', '/', '.', ',', ' ', '\\', '"', '\u001f', '\uffff', '::', '%23'].map(
  (delimiter) => ({ one: [`a${delimiter}b`, 'c'] as const, other: ['a', `b${delimiter}c`] as const }),
);

const hashSign: Case = {
  id: 'item-identity/hash-sign',
  title: 'a#b with c and a with b#c are two items',
  area: 'item-identity',
  findings: ['mongo-rfc/C9', 'mongo-rfc/C9-replace'],
  certainty: 'documented',
  because:
    'Partition key and sort key identify an item as a pair; any text is allowed in them, so they cannot be joined.',
  sources: [sources.coreComponents],
  tables,
  steps: [
    put('t', row('a#b', 'c', 'one'), unlessThere),
    put('t', row('a', 'b#c', 'other'), unlessThere),
    get('t', key('a#b', 'c'), row('a#b', 'c', 'one')),
    get('t', key('a', 'b#c'), row('a', 'b#c', 'other')),
    put('t', row('a', 'b#c', 'replaced')),
    get('t', key('a#b', 'c'), row('a#b', 'c', 'one')),
    refused(put('t', row('a#b', 'c', 'again'), unlessThere), 'ConditionalCheckFailedException'),
    remove('t', key('a#b', 'c')),
    get('t', key('a#b', 'c'), 'absent'),
    get('t', key('a', 'b#c'), row('a', 'b#c', 'replaced')),
  ],
};

const delimiters: Case = {
  id: 'item-identity/delimiters',
  title: 'No delimiter in a key makes two items one, NUL included',
  area: 'item-identity',
  findings: ['mongo-rfc/C9', 'mongo-rfc/C9-replace'],
  certainty: 'documented',
  because: 'Whatever character an implementation chose to join two keys with, a key may hold it.',
  sources: [sources.coreComponents, sources.dataTypes],
  tables,
  steps: pairs.flatMap(({ one, other }) => [
    put('t', row(...one, 'one'), unlessThere),
    put('t', row(...other, 'other'), unlessThere),
    get('t', key(...one), row(...one, 'one')),
    remove('t', key(...other)),
    get('t', key(...one), row(...one, 'one')),
    get('t', key(...other), 'absent'),
  ]),
};

/** Keys that are special in some implementation language, or that resemble another key. */
const odd = [
  '__proto__',
  'constructor',
  '$where',
  'a.b',
  '$a',
  'null',
  'é',
  'e\u0301',
  'E',
  'e',
  ' e',
  'e ',
  '\ud83d\ude00',
];

const oddTexts: Case = {
  id: 'item-identity/odd-texts',
  title: 'Keys that resemble each other, or a language’s own words, are different items',
  area: 'item-identity',
  findings: ['mongo-rfc/C9'],
  certainty: 'documented',
  because: 'Two keys are equal only when their UTF-8 bytes are: no case folding, trimming or Unicode normalisation.',
  sources: [sources.dataTypes],
  tables,
  steps: [
    ...odd.map((text, at) => put('t', { ...row(text, text, text), at: n(at) }, unlessThere)),
    ...odd.map((text, at) => get('t', key(text, text), { ...row(text, text, text), at: n(at) })),
  ],
};

export const cases: readonly Case[] = [hashSign, delimiters, oddTexts];
