/** A user's table: its CreateTable input, its known attributes and its rows. */
import type { Item } from '../../oracles/values/types.ts';
import type { TableSchema } from '../cases/case.ts';

export interface OwnTable {
  /** The name in the file; in a template the logical id. */
  name: string;
  /** CreateTable's input without the name and without members that cost money or prevent removal. */
  schema: TableSchema;
  /** Attributes that are not keys, by name, with their type descriptor if known. */
  attributes: ReadonlyMap<string, string | undefined>;
  /** Rows contained in the schema file itself. */
  rows: readonly Item[];
}

/** The tables of a schema file, and what was ignored and why. */
export interface SchemaFile {
  tables: OwnTable[];
  leftOut: string[];
}

export type Place = readonly (string | number)[];

/** A fault in a file: one sentence and the path of the member. */
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
