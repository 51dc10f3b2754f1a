/** The names of somebody's tables, told in the names of the generator: see `Case.aliases`. */
import type { Case } from '../cases/case.ts';

export type Aliases = NonNullable<Case['aliases']>;

export const aliasOf = (name: string, aliases: Aliases): string =>
  Object.hasOwn(aliases, name) ? aliases[name]! : name;

const escaped = (name: string): string => name.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
/** Longer names first, so that none is taken for the beginning of another. */
const anyOf = (aliases: Aliases): string =>
  Object.keys(aliases)
    .sort((a, b) => b.length - a.length)
    .map(escaped)
    .join('|');

/** Names that refusals hold as words of their own: an attribute called `name` is not in "invalid attribute name". */
const wordsOfTexts =
  /^(?:action|attribute|condition|count|data|document|expected|expression|function|index|item|items|key|list|map|member|name|number|operand|operator|parameter|path|projection|request|schema|set|size|string|table|token|type|update|value|values)$/i;

/** A text or a path in an answer. */
export function inOurNames(text: string, aliases: Aliases = {}): string {
  if (Object.keys(aliases).length === 0) return text;
  return text.replace(new RegExp(`(?<![A-Za-z0-9_])(?:${anyOf(aliases)})(?![A-Za-z0-9_])`, 'gu'), (name) =>
    wordsOfTexts.test(name) ? name : aliasOf(name, aliases),
  );
}

/** A statement as JSON, in which foreign names stand in quotes. */
export function statementInOurNames(statement: string, aliases: Aliases): string {
  if (Object.keys(aliases).length === 0) return statement;
  const inQuotes = new RegExp(`\\\\"(${anyOf(aliases)})\\\\"|'(${anyOf(aliases)})'`, 'gu');
  return statement.replace(inQuotes, (_, quoted?: string, text?: string) =>
    quoted === undefined ? `'${aliasOf(text ?? '', aliases)}'` : aliasOf(quoted, aliases),
  );
}
