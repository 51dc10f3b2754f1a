/** A few calls as a drawing: a row per client, time to the right, a column for each moment at which something began or ended. */
import { callText } from './call-text.ts';
import type { Call, History } from './history.ts';

/** @param indexes calls of the history, at most a few dozen */
export function timeline({ calls }: History, indexes: readonly number[]): string {
  const shown = [...new Set(indexes)]
    .map((at) => calls[at]!)
    .sort((a, b) => a.startUs - b.startUs || a.client - b.client);
  const columns = columnsOf(shown);
  const clients = [...new Set(shown.map(({ client }) => client))].sort((a, b) => a - b);
  const width = Math.max(...clients.map((client) => `client ${client}`.length));
  const rows = clients.map((client) => {
    const row = [...columns.values()].reduce((most, column) => Math.max(most, column), 0) + columnWidth;
    const cells = Array.from({ length: row }, () => ' ');
    shown.forEach((call, i) => {
      if (call.client === client) draw(cells, call, labelOf(i), columns);
    });
    return `${`client ${client}`.padEnd(width)}  ${cells.join('').trimEnd()}`;
  });
  return [...rows, '', ...shown.map((call, i) => `${labelOf(i)}  ${timesOf(call)}  ${callText(call)}`)].join('\n');
}

const columnWidth = 4;
const endOf = ({ endUs, outcome }: Call): number | undefined => (outcome.kind === 'unknown' ? undefined : endUs);

/** The column of each moment. */
function columnsOf(calls: readonly Call[]): Map<number, number> {
  const moments = new Set(calls.flatMap((call) => [call.startUs, endOf(call) ?? call.startUs]));
  return new Map([...moments].sort((a, b) => a - b).map((moment, i) => [moment, i * columnWidth]));
}

/** `|--a--|`, and `|--a--…` for a call without an answer. */
function draw(cells: string[], call: Call, label: string, columns: ReadonlyMap<number, number>): void {
  const from = columns.get(call.startUs)!;
  const end = endOf(call);
  const to = end === undefined ? cells.length - 1 : Math.max(columns.get(end)!, from + label.length + 1);
  for (let at = from; at <= to; at++) cells[at] = '-';
  cells[from] = '|';
  cells[to] = end === undefined ? '…' : '|';
  const middle = from + Math.max(1, Math.floor((to - from - label.length + 1) / 2));
  [...label].forEach((letter, i) => {
    cells[middle + i] = letter;
  });
}

const labelOf = (index: number): string => {
  const letter = String.fromCharCode('a'.charCodeAt(0) + (index % 26));
  return index < 26 ? letter : `${letter}${Math.floor(index / 26)}`;
};

const timesOf = (call: Call): string => `${call.startUs}–${endOf(call) ?? '…'} µs`;
