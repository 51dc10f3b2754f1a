/** Pieces of statements: a text, and the values of its parameters in the order of their question marks. */
import fc from 'fast-check';
import type { AttributeValue } from '../../../../oracles/values/types.ts';
import { ownWords, type Words } from '../words.ts';
import type { PathTree } from '../writer.ts';

export interface Fragment {
  readonly text: string;
  readonly parameters: readonly AttributeValue[];
}

export const words = (text: string): Fragment => ({ text, parameters: [] });

/** Joins texts and pieces, as a template literal. */
export const sql = (texts: TemplateStringsArray, ...pieces: readonly Fragment[]): Fragment => ({
  text: texts.map((text, at) => text + (pieces[at]?.text ?? '')).join(''),
  parameters: pieces.flatMap(({ parameters }) => parameters),
});

export const joined = (pieces: readonly Fragment[], separator: string): Fragment => ({
  text: pieces.map(({ text }) => text).join(separator),
  parameters: pieces.flatMap(({ parameters }) => parameters),
});

/** Quotes names of a user's tables, since PartiQL has reserved words of its own. */
export const quoted = (name: string, vocabulary: Words): string =>
  vocabulary === ownWords && /^[a-z]+$/.test(name) ? name : `"${name.replaceAll('"', '""')}"`;

/** A path as text. `alias` chooses among the two notations of a name. */
export const pathText = ([first, ...rest]: PathTree, vocabulary: Words): string => {
  const root = typeof first === 'number' ? '' : first.alias ? `"${first.name}"` : quoted(first.name, vocabulary);
  const steps = rest.map((segment) => {
    if (typeof segment === 'number') return `[${segment}]`;
    return segment.alias ? `['${segment.name.replaceAll("'", "''")}']` : `.${quoted(segment.name, vocabulary)}`;
  });
  return root + steps.join('');
};

const text = (value: string): string => `'${value.replaceAll("'", "''")}'`;
const isPrintable = (value: string): boolean => /^[\p{L}\p{N}\p{P}\p{S}\p{M} ]*$/u.test(value);

/** A value as a literal; undefined for binaries and odd characters, which only a parameter can hold. */
function literal(value: AttributeValue): string | undefined {
  if ('S' in value) return isPrintable(value.S) ? text(value.S) : undefined;
  if ('N' in value) return value.N.replace(/^\+/, '');
  if ('BOOL' in value) return value.BOOL ? 'TRUE' : 'false';
  if ('NULL' in value) return 'NULL';
  if ('L' in value) return list(value.L.map(literal), '[', ']');
  if ('SS' in value)
    return list(
      value.SS.map((S) => literal({ S })),
      '<<',
      '>>',
    );
  if ('NS' in value) return list(value.NS, '<<', '>>');
  if (!('M' in value)) return undefined;
  const members = Object.entries(value.M).map(([name, member]) => {
    const inner = literal(member);
    return inner === undefined || !isPrintable(name) ? undefined : `${text(name)}: ${inner}`;
  });
  return list(members, '{', '}');
}

const list = (parts: readonly (string | undefined)[], open: string, close: string): string | undefined =>
  parts.every((part) => part !== undefined) ? `${open}${parts.join(', ')}${close}` : undefined;

/** A value as a parameter or, where it can be written, as a literal. */
export const written = (value: AttributeValue, asLiteral: boolean): Fragment => {
  const own = asLiteral ? literal(value) : undefined;
  return own === undefined ? { text: '?', parameters: [value] } : words(own);
};

export const valueText = (values: fc.Arbitrary<AttributeValue>): fc.Arbitrary<Fragment> =>
  fc.tuple(values, fc.constantFrom(false, false, true)).map(([value, asLiteral]) => written(value, asLiteral));
