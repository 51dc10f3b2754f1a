/** A table of the user's: what CreateTable takes, what its items look like, and rows of it. */
import type { Item } from '../../oracles/values/types.ts';
import type { TableSchema } from '../cases/case.ts';

export interface OwnTable {
  /** As the file calls it; of a template the logical id. */
  name: string;
  /** CreateTable's input without a name and without what costs money or stands in the way of removing the table. */
  schema: TableSchema;
  /** Attributes that are no keys: name → type descriptor, or undefined where only the name is known. */
  attributes: ReadonlyMap<string, string | undefined>;
  /** Rows that the schema file itself holds. */
  rows: readonly Item[];
}

/** What a schema file holds, and what of it was left out and why. */
export interface SchemaFile {
  tables: OwnTable[];
  leftOut: string[];
}

export type Place = readonly (string | number)[];

/** What is wrong with a file, in one sentence, and where: the path of a member of it. */
export class SchemaError extends Error {
  readonly place: Place;
  constructor(message: string, place: Place = []) {
    super(message);
    this.name = 'SchemaError';
    this.place = place;
  }
}

export const placeText = (place: Place): string =>
  place.map((part, at) => (typeof part === 'number' ? `[${part}]` : at === 0 ? part : `.${part}`)).join('');
