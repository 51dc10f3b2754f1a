/** How many mechanical mutants each judge catches, alone and together. */
import type { MutantRecord, Scores } from './report.ts';
import { percent } from './text/format.ts';

/** What judges a store that it did not know before, and the properties that judge a protocol. */
const judges = ['cases', 'invariants', 'fuzz', 'models'] as const;
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
    models: of('models'),
  };
}

/** A protocol by its folder or file, and a part of the oracle by its folder. */
function areaOf(file: string): string {
  const protocol = /^models\/protocols\/(.*)\.ts$/.exec(file)?.[1];
  if (protocol === undefined) return file.split('/').slice(0, 2).join('/');
  return protocol.startsWith('neighbours/') ? protocol : protocol.split('/').slice(0, -1).join('/') || protocol;
}

/** By area: how many mutants, and the share that each of the judges catches that were asked. */
export function scoreTable(records: readonly MutantRecord[]): { columns: readonly string[]; rows: string[][] } {
  const areas = new Map<string, MutantRecord[]>();
  for (const record of records) {
    const area = areaOf(record.file ?? '');
    areas.set(area, [...(areas.get(area) ?? []), record]);
  }
  const overall = scoresOf(records);
  const asked = judges.filter((judge) => overall[judge] !== null);
  const columns = [...asked, ...(asked.length === 1 ? [] : ['together' as const])];
  const row = (area: string, own: readonly MutantRecord[]): string[] => {
    const scores = scoresOf(own);
    const shown = columns.map((column) => scores[column]);
    return [area, String(own.length), ...shown.map((share) => (share === null ? '' : percent(share)))];
  };
  const rows = [...areas].sort(([a], [b]) => (a < b ? -1 : 1)).map(([area, own]) => row(area, own));
  return {
    columns: ['area', 'mutants', ...columns.map((name) => (name === 'models' ? 'properties' : name))],
    rows: rows.length > 1 ? [...rows, row('all', records)] : rows,
  };
}
