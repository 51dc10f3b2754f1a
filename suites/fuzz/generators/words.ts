/** The names used in generated requests: our own, or those of a user's tables. */
import { isReserved } from '../../../oracles/expressions/reserved.ts';
import type { AttributeValue, Item } from '../../../oracles/values/types.ts';
import type { Case } from '../../cases/case.ts';

/** The label of a sequence's only table. */
export const tableLabel = 'rows';

/** The usual type of each free attribute, so that conditions and updates mostly fit the values. */
export const attributeKinds = {
  alpha: 'number',
  beta: 'string',
  gamma: 'map',
  delta: 'list',
  epsilon: 'set',
  zeta: 'binary',
  eta: 'number',
  /** Differs from another name only by case. */
  Alpha: 'number',
  /** A reserved word: only valid behind a placeholder. */
  status: 'any',
  /** Neither ASCII nor one UTF-16 unit per character: only valid behind a placeholder. */
  'clé\u{1F600}': 'any',
  /** Would be a path without a placeholder. */
  'gamma.branch': 'string',
} as const;
export type AttributeName = keyof typeof attributeKinds;
export type AttributeKind = (typeof attributeKinds)[AttributeName];

/** Few names, so that requests use the same attributes. None occurs in an error text. */
export const attributeNames = Object.keys(attributeKinds) as AttributeName[];

/** Whether one of our own names can be written in an expression without a placeholder. */
export const isPlain = (name: string): boolean => /^[a-z]+$/.test(name) && name !== 'status';

/** The same for any name. */
export const standsBare = (name: string): boolean => /^[A-Za-z][A-Za-z0-9_]*$/.test(name) && !isReserved(name);

/** Member names of generated maps. */
export const memberNames = ['branch', 'leaf', 'Leaf'] as const;

/** Key attributes. A role has the same name in every schema. */
export const keyNames = ['pk', 'sk', 'gk', 'gs', 'lk'] as const;

export const indexNames = { global: 'by-group', local: 'by-rank' } as const;

/** The names and values that the requests of a schema use. */
export interface Words {
  /** The free attributes with their usual types. */
  readonly kinds: ReadonlyMap<string, AttributeKind>;
  /** Values of free attributes that are drawn often, by attribute. */
  readonly values?: ReadonlyMap<string, readonly AttributeValue[]>;
  /** Document paths below an attribute. */
  readonly inside?: ReadonlyMap<string, readonly (readonly (string | number)[])[]>;
  /** Key values of tables and indexes, by attribute. The first few are drawn most often. */
  readonly keys?: ReadonlyMap<string, readonly AttributeValue[]>;
  /** Items that are written unchanged. */
  readonly rows?: readonly Item[];
  /** Maps each user's name to our name with the same role; see `Case.aliases`. */
  readonly aliases?: NonNullable<Case['aliases']>;
}

export const ownWords: Words = { kinds: new Map(Object.entries(attributeKinds)) };

/** The schema's name that has the role of one of our names. */
export function nameFor(own: string, { aliases, kinds }: Words): string {
  const names = aliases?.attributes ?? {};
  const wanted = Object.hasOwn(attributeKinds, own) ? attributeKinds[own as AttributeName] : undefined;
  const candidates = Object.keys(names).filter((name) => names[name] === own);
  return candidates.find((name) => wanted === undefined || kinds.get(name) === wanted) ?? candidates[0] ?? own;
}

/** Cached per vocabulary, because building arbitraries takes longer than drawing from them. */
export function perWords<T extends object>(make: (words: Words) => T): (words: Words) => T {
  const known = new WeakMap<Words, T>();
  return (words) => {
    const made = known.get(words) ?? make(words);
    known.set(words, made);
    return made;
  };
}
