/** The names that generated requests use: our own, or those of somebody's tables. */
import { isReserved } from '../../../oracles/expressions/reserved.ts';
import type { AttributeValue, Item } from '../../../oracles/values/types.ts';
import type { Case } from '../../cases/case.ts';

/** The label of the one table of a sequence. */
export const tableLabel = 'rows';

/** Of each free attribute the type that it has most of the time, so that conditions and updates meet what they are made for. */
export const attributeKinds = {
  alpha: 'number',
  beta: 'string',
  gamma: 'map',
  delta: 'list',
  epsilon: 'set',
  zeta: 'binary',
  eta: 'number',
  /** A reserved word: written only behind a placeholder. */
  status: 'any',
  /** Neither ASCII nor of one UTF-16 unit a character: written only behind a placeholder. */
  'clé\u{1F600}': 'any',
} as const;
export type AttributeName = keyof typeof attributeKinds;
export type AttributeKind = (typeof attributeKinds)[AttributeName];

/** They are few, so that requests meet, and none is a word of an error text. */
export const attributeNames = Object.keys(attributeKinds) as AttributeName[];

/** Whether one of our own names can stand in an expression as it is. */
export const isPlain = (name: string): boolean => /^[a-z]+$/.test(name) && name !== 'status';

/** The same of any name. */
export const standsBare = (name: string): boolean => /^[A-Za-z][A-Za-z0-9_]*$/.test(name) && !isReserved(name);

/** Members of generated maps. */
export const memberNames = ['branch', 'leaf'] as const;

/** Keys of tables and indexes: the same role has the same name in every schema. */
export const keyNames = ['pk', 'sk', 'gk', 'gs', 'lk'] as const;

export const indexNames = { global: 'by-group', local: 'by-rank' } as const;

/** What the requests of a schema are made of. */
export interface Words {
  /** The free attributes, each with the type that it has mostly. */
  readonly kinds: ReadonlyMap<string, AttributeKind>;
  /** Values of free attributes that are drawn again and again, by attribute. */
  readonly values?: ReadonlyMap<string, readonly AttributeValue[]>;
  /** Ways into the maps and lists of an attribute. */
  readonly inside?: ReadonlyMap<string, readonly (readonly (string | number)[])[]>;
  /** Values of keys of tables and indexes, by attribute. The first few are drawn most. */
  readonly keys?: ReadonlyMap<string, readonly AttributeValue[]>;
  /** Items that are written as they are. */
  readonly rows?: readonly Item[];
  /** Each foreign name with the one of ours that stands for it; see `Case.aliases`. */
  readonly aliases?: NonNullable<Case['aliases']>;
}

export const ownWords: Words = { kinds: new Map(Object.entries(attributeKinds)) };

/** The name of a schema that has the part of one of ours. */
export function nameFor(own: string, { aliases, kinds }: Words): string {
  const names = aliases?.attributes ?? {};
  const wanted = Object.hasOwn(attributeKinds, own) ? attributeKinds[own as AttributeName] : undefined;
  const standing = Object.keys(names).filter((name) => names[name] === own);
  return standing.find((name) => wanted === undefined || kinds.get(name) === wanted) ?? standing[0] ?? own;
}

/** Made once for each vocabulary: building arbitraries takes longer than drawing from them. */
export function perWords<T extends object>(make: (words: Words) => T): (words: Words) => T {
  const known = new WeakMap<Words, T>();
  return (words) => {
    const made = known.get(words) ?? make(words);
    known.set(words, made);
    return made;
  };
}
