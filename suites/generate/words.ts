/** The names that generated requests use. They are few, so that requests meet, and none is a word of an error text. */

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

export const attributeNames = Object.keys(attributeKinds) as AttributeName[];

/** Whether a name can stand in an expression as it is. */
export const isPlain = (name: string): boolean => /^[a-z]+$/.test(name) && name !== 'status';

/** Members of generated maps. */
export const memberNames = ['branch', 'leaf'] as const;

/** Keys of tables and indexes: the same role has the same name in every schema. */
export const keyNames = ['pk', 'sk', 'gk', 'gs', 'lk'] as const;

export const indexNames = { global: 'by-group', local: 'by-rank' } as const;
