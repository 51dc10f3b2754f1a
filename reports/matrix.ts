/** The matrix of targets and areas: the worst result of the cases of one area on one target. */
import {
  type CaseRecord,
  type Divergence,
  noVerdict,
  type RunRecord,
  type TargetRecord,
} from '../suites/runner/record.ts';
import { thousands } from './text/format.ts';

/** Worst first. `no-verdict`: no answer, so neither right nor wrong. */
const marks = ['new', 'no-verdict', 'known', 'advisory', 'matches', 'skipped'] as const;
type Mark = (typeof marks)[number];

export interface Cell {
  /** The worst result of a case in the area. */
  mark: Mark;
  /** Number of cases, by result. */
  cases: { [name in Mark]: number };
  /** Number of divergences, by status. A case may have several. */
  divergences: { [status in Divergence['status']]: number };
}

export interface Matrix {
  areas: string[];
  targets: TargetRecord[];
  /** Undefined when the target ran no case of that area. */
  cell(target: string, area: string): Cell | undefined;
}

export function matrixOf(run: RunRecord): Matrix {
  const statuses = new Map(run.divergences.map((d) => [`${d.target} ${d.fingerprint}`, d.status]));
  const cells = new Map<string, Cell>();
  const areas = new Set<string>();
  for (const target of run.targets) {
    for (const result of target.results) {
      areas.add(result.area);
      const own = result.divergences.flatMap((print) => statuses.get(`${target.name} ${print}`) ?? []);
      const key = `${target.name} ${result.area}`;
      const cell = cells.get(key) ?? emptyCell();
      cells.set(key, cell);
      add(cell, markOf(result, own), own);
    }
  }
  return { areas: [...areas].sort(), targets: run.targets, cell: (target, area) => cells.get(`${target} ${area}`) };
}

const emptyCell = (): Cell => ({
  mark: 'skipped',
  cases: { new: 0, 'no-verdict': 0, known: 0, advisory: 0, matches: 0, skipped: 0 },
  divergences: { new: 0, known: 0, advisory: 0 },
});

function add(cell: Cell, mark: Mark, own: readonly Divergence['status'][]): void {
  cell.cases[mark]++;
  if (marks.indexOf(mark) < marks.indexOf(cell.mark)) cell.mark = mark;
  for (const status of own) cell.divergences[status]++;
}

function markOf(result: CaseRecord, own: readonly Divergence['status'][]): Mark {
  if (noVerdict.includes(result.verdict)) return result.accepted === undefined ? 'no-verdict' : 'skipped';
  if (result.verdict === 'skipped' || result.verdict === 'unsupported') return 'skipped';
  if (own.includes('new')) return 'new';
  if (own.includes('known')) return 'known';
  if (own.includes('advisory')) return 'advisory';
  // A case that diverges without a recorded divergence must not count as a match.
  return result.verdict === 'matches' ? 'matches' : 'new';
}

/** In signs and words, so that no colour is needed: `✗ 2 new`, `✓ 14`. */
export function cellText(cell: Cell | undefined): string {
  if (cell === undefined) return '·';
  switch (cell.mark) {
    case 'new':
      return `✗ ${thousands(Math.max(cell.divergences.new, 1))} new`;
    case 'no-verdict':
      return `? ${thousands(cell.cases['no-verdict'])} no verdict`;
    case 'known':
      return `≈ ${thousands(cell.divergences.known)} known`;
    case 'advisory':
      return `i ${thousands(cell.divergences.advisory)} advisory`;
    case 'matches':
      return `✓ ${thousands(cell.cases.matches)}`;
    case 'skipped':
      return `– ${thousands(cell.cases.skipped)} skipped`;
    default:
      return cell.mark satisfies never;
  }
}

/** Explains the signs, for the line below the table. */
export const legend =
  '✓ cases that match · ✗ new divergences · ≈ known ones · i advisory ones · ? cases without a verdict · – skipped · a cell shows its worst';
