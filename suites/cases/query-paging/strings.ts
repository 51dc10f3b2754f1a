import type { Case } from '../case.ts';
import { s, table } from '../case.ts';
import { sources } from '../sources.ts';
import type { QueryCondition } from '../steps.ts';
import { puts, query, queryPages } from '../steps.ts';

const tables = { t: table({ hash: ['pk', 'S'], range: ['sk', 'S'] }) };
const row = (sk: string) => ({ pk: s('p'), sk: s(sk) });
const prefixed = (prefix: string): QueryCondition => ({
  where: 'pk = :p AND begins_with(sk, :b)',
  values: { ':p': s('p'), ':b': s(prefix) },
});
const all: QueryCondition = { where: 'pk = :p', values: { ':p': s('p') } };
const last = '\u{10ffff}';

const under = ['a', 'ab', `a${last}`, `a${last}${last}`, `a${last}b`, 'b', last, last + last].map(row);
const [, , aLast, aLastLast, aLastB] = under;

const lastCodePoint: Case = {
  id: 'query-paging/prefix-last-code-point',
  title: 'begins_with finds the key that is the prefix and U+10FFFF',
  area: 'query-paging',
  findings: ['mongo-rfc/m12'],
  certainty: 'documented',
  because:
    'U+10FFFF is a character like others: prefix and U+10FFFF begins with the prefix, and lies on no upper bound.',
  sources: [sources.keyConditions],
  tables,
  steps: [
    ...puts('t', under),
    // b is 0x62 in UTF-8 and U+10FFFF begins with 0xF4.
    query('t', prefixed('a'), [under[0]!, under[1]!, aLast!, aLastB!, aLastLast!]),
    query('t', { ...prefixed('a'), backward: true }, [aLastLast!, aLastB!, aLast!, under[1]!, under[0]!]),
    query('t', prefixed(`a${last}`), [aLast!, aLastB!, aLastLast!]),
    query('t', prefixed(last), [row(last), row(last + last)]),
    queryPages('pages', 't', { ...prefixed('a'), limit: 2 }, [under[0]!, under[1]!, aLast!, aLastB!, aLastLast!]),
  ],
};

/** In the order of UTF-8 bytes. In UTF-16 units, the three above U+FFFF would come before U+E000. */
const collated = [
  '\u0000',
  'A',
  'Z',
  'a',
  'ab',
  'z',
  '\u007f',
  '\u0080',
  'é',
  '\u07ff',
  '\u0800',
  '\ud7ff',
  '\ue000',
  '\uffff',
  '\u{10000}',
  '\u{1f600}',
  last,
].map(row);

const utf8Order: Case = {
  id: 'query-paging/string-order',
  title: 'String sort keys come in the order of their UTF-8 bytes',
  area: 'query-paging',
  findings: ['mongo-rfc/VC-string-order'],
  certainty: 'documented',
  because: 'Strings are collated by the bytes of their UTF-8 encoding, and neither by UTF-16 units nor by a locale.',
  sources: [sources.dataTypes],
  tables,
  steps: [
    ...puts('t', [...collated].reverse()),
    query('t', all, collated),
    query('t', { ...all, backward: true }, [...collated].reverse()),
    query(
      't',
      { where: 'pk = :p AND sk > :v', values: { ':p': s('p'), ':v': s('\uffff') } },
      collated.slice(collated.findIndex((item) => item.sk.S === '\u{10000}')),
    ),
    query(
      't',
      { where: 'pk = :p AND sk BETWEEN :l AND :h', values: { ':p': s('p'), ':l': s('\ue000'), ':h': s('\u{10000}') } },
      collated.slice(12, 15),
    ),
    queryPages('pages', 't', { ...all, limit: 2 }, collated),
  ],
};

export const cases: readonly Case[] = [lastCodePoint, utf8Order];
