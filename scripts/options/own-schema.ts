/** The user's own tables and rows, for the commands that take `--schema`. */

import { readFileSync } from 'node:fs';
import type { Item } from '../../oracles/values/types.ts';
import { count, thousands } from '../../reports/text/format.ts';
import { visibleLine } from '../../reports/text/visible.ts';
import type { Case } from '../../suites/cases/case.ts';
import type { Schema } from '../../suites/fuzz/generators/schemas.ts';
import { casesOf } from '../../suites/schema/cases/index.ts';
import { readSchema } from '../../suites/schema/read.ts';
import { assigned, readRows, textOf } from '../../suites/schema/rows.ts';
import { type OwnTable, SchemaError, type SchemaFile } from '../../suites/schema/table.ts';
import { isPlayable, sampled, shapeOf, stored, variantsOf } from '../../suites/schema/vocabulary.ts';
import type { CommandContext } from '../command-line/command.ts';
import { list, type Option, type OptionsOf } from '../command-line/option.ts';
import { shellWord } from '../command-line/shell-word.ts';
import { UsageError } from '../command-line/usage-error.ts';

export const schemaOptions = [
  [
    '--schema <file>',
    'use your own tables: CreateTable JSON, NoSQL Workbench model, CloudFormation, SAM, serverless or CDK template',
  ],
  [
    '--rows <files>',
    'rows for these tables: an S3 export, the output of scan or batch-write-item requests, plain or .gz',
    list,
  ],
] as const satisfies readonly Option[];

export interface OwnTables {
  /** Each table with the rows selected for it. */
  tables: ReadonlyMap<OwnTable, readonly Item[]>;
  /** Options to add to a repro command. */
  repro: string;
}

/** The most rows used of one table. */
const rowsMax = 60;
/** The seed for selecting rows. Constant, since fingerprints and the ledger need the same cases in every run. */
const seedOfRuns = 'own';

/**
 * What `--schema` and `--rows` specify; undefined without them. Prints what was read and what was skipped.
 *
 * @throws UsageError for a file that cannot be read, has no table, or has only rows that fit no table
 */
export function ownTables(
  context: Pick<CommandContext, 'print'>,
  { schema, rows: files = [] }: OptionsOf<typeof schemaOptions>,
  seed: string = seedOfRuns,
): OwnTables | undefined {
  if (schema === undefined) {
    if (files.length === 0) return undefined;
    throw new UsageError('--rows needs --schema', 'also give the tables of these rows, with --schema');
  }
  const found = reading(schema, '--schema', readSchema);
  const given = files.flatMap((file) => reading(file, '--rows', readRows));
  const { rows: byTable, unfit, because } = assigned(given, found.tables);
  if (unfit > 0 && [...byTable.values()].every((all) => all.length === 0))
    throw new UsageError(
      `no row fits a table of ${schema}: ${visibleLine(because ?? '')}`,
      'give rows that have the keys of a table',
    );
  const tables = new Map(
    [...byTable].map(([table, all]) => {
      const played = sampled(all.filter(isPlayable), shapeOf(table).hash.name, seed, rowsMax);
      return [table, stored(table, played)] as const;
    }),
  );
  const unplayable = [...byTable.values()].flat().filter((row) => !isPlayable(row)).length;
  const leftOut = [
    ...(unfit > 0 ? [`${count(unfit, 'row')}: ${because}`] : []),
    ...(unplayable > 0 ? [`${count(unplayable, 'row')} with names that begin with $`] : []),
  ];
  context.print(summary(schema, found, byTable, tables, leftOut));
  return {
    tables,
    repro: [` --schema ${shellWord(schema)}`, ...files.map((file) => ` --rows ${shellWord(file)}`)].join(''),
  };
}

function reading<T>(file: string, option: string, read: (text: string) => T): T {
  const next =
    option === '--schema' ? 'see "Your own tables" in the README for the formats' : 'give items in DynamoDB JSON';
  let bytes: Buffer;
  try {
    bytes = readFileSync(file);
  } catch (error) {
    throw new UsageError(`cannot read ${file}: ${(error as Error).message}`, `give ${option} a file that can be read`);
  }
  try {
    return read(textOf(bytes));
  } catch (error) {
    if (error instanceof SchemaError) throw new UsageError(`${file}: ${visibleLine(error.message)}`, next);
    throw error;
  }
}

function summary(
  file: string,
  { leftOut }: SchemaFile,
  all: ReadonlyMap<OwnTable, readonly Item[]>,
  chosen: ReadonlyMap<OwnTable, readonly Item[]>,
  more: readonly string[],
): string {
  const tables = [...chosen].map(([table, rows]) => {
    const { indexes } = shapeOf(table);
    const of = all.get(table)?.length ?? 0;
    const parts = [
      indexes.length > 0 ? count(indexes.length, 'index', 'indexes') : '',
      table.schema.StreamSpecification ? 'a stream' : '',
      of === 0
        ? 'no rows given'
        : rows.length === of
          ? count(of, 'row')
          : `${thousands(rows.length)} of ${count(of, 'row')}`,
    ];
    return `${table.name} (${parts.filter(Boolean).join(', ')})`;
  });
  const left = [...leftOut, ...more];
  const lines = [
    `Own tables of ${file}: ${tables.join(', ')}`,
    ...(left.length > 0 ? [`Left out: ${left.join('; ')}`] : []),
  ];
  return lines.map(visibleLine).join('\n');
}

export const ownCases = ({ tables }: OwnTables): Case[] => casesOf(tables);

export const ownSchemas = ({ tables }: OwnTables): Schema[] =>
  [...tables].flatMap(([table, rows]) => variantsOf(table, rows));
