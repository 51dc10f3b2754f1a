/** Translates names of a user's tables to the generator's names: see `Case.aliases`. */
import type { Case } from '../../cases/case.ts';

export type Aliases = NonNullable<Case['aliases']>;

type Names = Aliases['attributes'];

const own = (name: string, names: Names = {}): string => (Object.hasOwn(names, name) ? names[name]! : name);

export const aliasOf = (name: string, aliases?: Aliases): string => own(name, aliases?.attributes);
export const indexAliasOf = (name: string, aliases?: Aliases): string => own(name, aliases?.indexes);

const escaped = (name: string): string => name.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
/** Longer names first, so that a name is not matched as the prefix of another. */
const anyOf = (names: readonly string[]): string =>
  [...names]
    .sort((a, b) => b.length - a.length)
    .map(escaped)
    .join('|');

/** Positions in refusals and paths where an attribute or an index name appears. */
const keyPlace = String.raw`(?<=\bkey )`;
const attributePlaces = String.raw`(?<=update attribute |(?:attribute|keyword|IndexKey): |ItemCollectionKey\.)`;
const indexPlaces = String.raw`(?<=SecondaryIndexes\.|\bindex:? )`;

/**
 * A lower-case name such as "at" or "name" may be an ordinary word of a refusal, so it counts only at a name's
 * position.
 */
const mayBeWord = (name: string): boolean => /^[a-z]+$/.test(name);
const wordsOfKeys: ReadonlySet<string> = new Set([
  'attribute',
  'attributes',
  'element',
  'name',
  'schema',
  'value',
  'values',
]);

function replaced(text: string, names: Names, place: string, which: (name: string) => boolean): string {
  const wanted = Object.keys(names).filter(which);
  if (wanted.length === 0) return text;
  const pattern = `${place}(?<![A-Za-z0-9_])(?:${anyOf(wanted)})(?![A-Za-z0-9_])`;
  return text.replace(new RegExp(pattern, 'gu'), (name) => own(name, names));
}

/** Translates the names in a text or a path of an answer. */
export function inOurNames(text: string, aliases?: Aliases): string {
  if (aliases === undefined) return text;
  const { attributes, indexes } = aliases;
  const indexed = replaced(text, indexes, indexPlaces, () => true);
  const ofKeys = replaced(indexed, attributes, keyPlace, (name) => mayBeWord(name) && !wordsOfKeys.has(name));
  const placed = replaced(ofKeys, attributes, attributePlaces, mayBeWord);
  return replaced(placed, attributes, '', (name) => !mayBeWord(name));
}
