/** How many mechanical mutants each judge catches, alone and together. */
import type { MutantRecord, Scores } from './report.ts';
import { percent } from './text/format.ts';

/** What judges a store that it did not know before. */
const judges = ['cases', 'invariants', 'fuzz'] as const;
type JudgeOfMutants = (typeof judges)[number];

const caughtBy = (judge: JudgeOfMutants, all: readonly MutantRecord[]): MutantRecord[] =>
  all.filter(({ reds }) => typeof reds?.[judge] === 'string');

export function scoresOf(records: readonly MutantRecord[]): Scores {
  const alive = records.filter(({ equivalent, killed }) => killed || !equivalent);
  const share = (caught: readonly MutantRecord[]): number => caught.length / alive.length;
  const of = (judge: JudgeOfMutants): number | null =>
    alive.some(({ reds }) => reds?.[judge] !== undefined) ? share(caughtBy(judge, alive)) : null;
  return {
    ...{ cases: of('cases'), invariants: of('invariants'), fuzz: of('fuzz') },
    together: alive.length === 0 ? null : share(alive.filter(({ killed }) => killed)),
    models: null,
  };
}

/** By area, the first two parts of a file's path: how many mutants, and the share that each judge catches. */
export function scoreRows(records: readonly MutantRecord[]): string[][] {
  const areas = new Map<string, MutantRecord[]>();
  for (const record of records) {
    const area = (record.file ?? '').split('/').slice(0, 2).join('/');
    areas.set(area, [...(areas.get(area) ?? []), record]);
  }
  const row = (area: string, own: readonly MutantRecord[]): string[] => {
    const { together, ...scores } = scoresOf(own);
    const shown = [...judges.map((judge) => scores[judge]), together];
    return [area, String(own.length), ...shown.map((share) => (share === null ? '' : percent(share)))];
  };
  const rows = [...areas].sort(([a], [b]) => (a < b ? -1 : 1)).map(([area, own]) => row(area, own));
  return rows.length > 1 ? [...rows, row('all', records)] : rows;
}

export const scoreColumns = ['area', 'mutants', ...judges, 'together'];
