/** A counterexample as a table for a terminal: a lane for each process if the width allows it, else one column of names. */
import type { Change, Trace } from '../../../models/checker/result.ts';
import { wrappedRow } from '../../text/table.ts';
import { wrap } from '../../text/width.ts';
import { lanesOf } from '../trace.ts';
import { howBroken, notesBefore } from './notes.ts';

const laneMin = 14;
const changesMin = 30;
const gap = 2;

const changeText = ({ variable, before, after }: Change): string => `${variable}: ${before} → ${after}`;

/** `width` in columns, at least 40. No colour, no trailing spaces, no final newline. */
export function traceTable(trace: Trace, width = 100): string {
  const total = Math.max(40, width);
  const processes = lanesOf(trace);
  const number = String(trace.steps.length).length;
  const laneRoom = Math.floor((total - number - gap - changesMin) / Math.max(1, processes.length)) - gap;
  const columns = laneRoom >= laneMin ? lanes(trace, processes, Math.min(laneRoom, 26)) : compact(trace, total, number);
  const used = columns.widths.reduce((sum, w) => sum + w + gap, number + gap);
  const widths = [number, ...columns.widths, Math.max(10, total - used)];
  const rows = trace.steps.map((step, i) => [
    [String(i + 1)],
    ...columns.cells[i]!,
    step.shown ?? (step.changed.length === 0 ? ['nothing changes'] : step.changed.map(changeText)),
  ]);
  const { initialShown } = trace;
  const start = initialShown === undefined ? [] : [[['0'], ...columns.widths.map(() => []), initialShown]];
  const notes = (at: number) => notesBefore(trace, at).flatMap((note) => wrap(`· ${note}`, total));
  return [
    `${trace.model}: '${trace.property}' ${howBroken(trace)}`,
    ...wrappedRow([['#'], ...columns.heads, [initialShown === undefined ? 'changes' : 'state']], widths),
    ...start.flatMap((cells) => wrappedRow(cells, widths)),
    ...rows.flatMap((cells, at) => [...notes(at), ...wrappedRow(cells, widths)]),
    ...notes(trace.steps.length),
  ].join('\n');
}

interface Columns {
  readonly widths: number[];
  readonly heads: string[][];
  /** For each step, the cells between its number and its changes. */
  readonly cells: string[][][];
}

const lanes = (trace: Trace, processes: readonly string[], width: number): Columns => ({
  widths: processes.map(() => width),
  heads: processes.map((process) => [process]),
  cells: trace.steps.map((step) => processes.map((process) => (process === step.process ? [step.label] : []))),
});

const compact = (trace: Trace, total: number, number: number): Columns => {
  const half = Math.floor((total - number - gap) / 2) - gap;
  return {
    widths: [half],
    heads: [['step']],
    cells: trace.steps.map(({ process, label }) => [[`${process}: ${label}`]]),
  };
};
