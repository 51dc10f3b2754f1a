/** Generates cases from a table definition alone. */
import type { Item } from '../../../oracles/values/types.ts';
import type { Case } from '../../cases/case.ts';
import type { OwnTable } from '../table.ts';
import { groundOf } from './ground.ts';
import { conditions, items, wrongKeys } from './items.ts';
import { indexKept, indexQueries, queries } from './queries.ts';
import { filters, scans } from './scans.ts';
import { batches, transactions } from './several.ts';
import { described, streams } from './table.ts';

/** A slug for ids: `[a-z0-9-]+`, unique among `taken`. */
function slugOf(name: string, taken: Set<string>): string {
  const words = name.replace(/([a-z0-9])([A-Z][a-z])/g, '$1-$2').toLowerCase();
  const plain = words.replace(/[^a-z0-9]+/g, '-').replace(/^-+|-+$/g, '') || 'table';
  let free = plain;
  for (let at = 2; taken.has(free); at++) free = `${plain}-${at}`;
  taken.add(free);
  return free;
}

/** Deterministic for the same tables and rows, since fingerprints and the ledger contain the case ids. */
export function casesOf(tables: ReadonlyMap<OwnTable, readonly Item[]>): Case[] {
  const taken = new Set<string>();
  return [...tables].flatMap(([table, rows]) => {
    const ground = groundOf(table, rows, slugOf(table.name, taken));
    const indexes = new Set<string>();
    return [
      described(ground),
      items(ground),
      conditions(ground),
      wrongKeys(ground),
      queries(ground),
      ...ground.indexes.flatMap((index) => {
        const slug = slugOf(index.name, indexes);
        return [indexQueries(ground, index, slug), ...indexKept(ground, index, slug)];
      }),
      scans(ground),
      filters(ground),
      batches(ground),
      transactions(ground),
      ...streams(ground),
    ];
  });
}
