/** Cases of one shape, written as a table: a row says what differs. */
import type { Case, Step } from './case.ts';

/** What all cases of a family share. A row may say otherwise. */
type Shared = Omit<Case, 'id' | 'title' | 'steps' | 'findings'> & {
  findings?: readonly string[];
  /** The beginning of each id, after the area: `number` gives `values/number-SLUG`. Default: none. */
  name?: string;
};

/** A row's own members, beside what `build` reads. */
type Row = { title: string } & Partial<
  Pick<Case, 'because' | 'certainty' | 'findings' | 'sources' | 'tables' | 'passingStates' | 'heavy'>
>;

/** A row that has its own steps. */
export type StepsRow = Row & { steps: Step[] };
/** A row that also says why: its family has no reason for all. */
export type ReasonedRow = StepsRow & { because: string };

/**
 * One case a row; the member's name is the end of its id. Rows that show different faults are cases of their own, so that
 * one fault does not hide another.
 */
export function family<R extends Row>(
  { name, findings = [], ...shared }: Shared,
  rows: { readonly [slug: string]: R },
  build: (row: R, slug: string) => Pick<Case, 'steps'> & Partial<Pick<Case, 'tables'>>,
): Case[] {
  return Object.entries(rows).map(([slug, row]) => {
    const { title, because, certainty, sources, passingStates, heavy, tables } = row;
    const own = { because, certainty, sources, passingStates, heavy, tables };
    return {
      ...{ id: `${shared.area}/${name === undefined ? '' : `${name}-`}${slug}`, title },
      ...shared,
      findings: row.findings ?? findings,
      ...Object.fromEntries(Object.entries(own).filter(([, value]) => value !== undefined)),
      ...build(row, slug),
    };
  });
}

type Tables = NonNullable<Case['tables']>;

/** Of these tables, those that the steps name. */
export function tablesIn(steps: readonly Step[], tables: Tables): Tables {
  const text = JSON.stringify(steps);
  const named = (label: string) => text.includes(`"$table":"${label}"`) || text.includes(`"$table:${label}"`);
  return Object.fromEntries(Object.entries(tables).filter(([label]) => named(label)));
}
