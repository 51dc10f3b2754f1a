/**
 * Histories written by hand: a row per client, time to the right.
 *
 * ```
 * A: [put x 1]
 * B:           [get x = 0]
 * ```
 *
 * A bracket's column is its time in microseconds. A call may also have a line of its own: `A 0..9 put x 1`, and `A 0.. put x 1 ?` where no
 * answer was heard. A row `setup: put x 0; put y 0` comes first. README.md has all words.
 */
import type { Call, History, Outcome, Request } from './history.ts';
import { readCall } from './notation-calls.ts';

interface Line {
  readonly client: string;
  readonly startUs: number;
  readonly endUs: number | undefined;
  readonly text: string;
}

/** @param text rows; empty rows and rows that begin with `#` are skipped. @throws Error naming the row */
export function parseHistory(...text: string[]): History {
  const rows = text.flatMap((part) => part.split('\n')).map((row) => row.trimEnd());
  const names: string[] = [];
  const setup: Request[] = [];
  const calls: Call[] = [];
  const indent = Math.min(...rows.filter((row) => row.trim() !== '').map((row) => row.search(/\S/)));
  rows.forEach((row, at) => {
    try {
      const shown = row.slice(indent);
      if (shown === '' || shown.startsWith('#')) return;
      if (shown.startsWith('setup:')) setup.push(...setupOf(shown.slice('setup:'.length)));
      else for (const line of linesOf(shown)) calls.push(callOf(line, names));
    } catch (thrown) {
      throw new Error(`row ${at + 1}, '${row.trim()}': ${thrown instanceof Error ? thrown.message : thrown}`);
    }
  });
  const tables = tablesOf([...setup, ...calls]);
  return { target: 'by hand', seed: 'none', setup: [...tables.map(creation), ...setup], calls: byStart(calls) };
}

const byStart = (calls: readonly Call[]): Call[] => calls.toSorted((a, b) => a.startUs - b.startUs);

const setupOf = (text: string): Request[] =>
  text.split(';').map((part) => {
    const { operation, input } = readCall(part.trim());
    return { operation, input };
  });

function linesOf(row: string): Line[] {
  const alone = /^(\w+) (\d+)\.\.(\d*) (.*)$/.exec(row);
  if (alone !== null) {
    const [, client, start, end, text] = alone as unknown as [string, string, string, string, string];
    return [{ client, startUs: Number(start), endUs: end === '' ? undefined : Number(end), text }];
  }
  const client = /^(\w+): /.exec(row)?.[1];
  if (client === undefined) throw new Error("begins with neither 'NAME: ' nor 'NAME START..END '");
  const rest = row.slice(client.length + 1).replace(/\[[^\]]*\]/g, (found) => ' '.repeat(found.length));
  if (rest.trim() !== '') throw new Error(`'${rest.trim()}' is outside of a call`);
  return [...row.matchAll(/\[([^\]]*)\]/g)].map((found) => {
    return { client, startUs: found.index, endUs: found.index + found[0].length - 1, text: found[1]! };
  });
}

function callOf({ client, startUs, endUs, text }: Line, names: string[]): Call {
  if (!names.includes(client)) names.push(client);
  const { operation, input, outcome } = readCall(text);
  const call = { client: names.indexOf(client), operation, input, startUs, outcome };
  if (endUs === undefined || outcome.kind === 'unknown') return unanswered(call, outcome);
  if (endUs < startUs) throw new Error('ends before it starts');
  return { ...call, endUs };
}

function unanswered(call: Call, outcome: Outcome): Call {
  if (outcome.kind !== 'unknown') throw new Error("a call without an end needs '?'");
  return call;
}

/** Tables that requests name, in order of appearance. */
function tablesOf(requests: readonly Request[]): string[] {
  const found = new Set<string>();
  const look = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) return;
    for (const [name, inner] of Object.entries(value)) {
      if (name === 'TableName' && typeof inner === 'string') found.add(inner);
      else if (name === 'RequestItems') for (const table of Object.keys(inner as object)) found.add(table);
      else look(inner);
    }
  };
  for (const { input } of requests) look(input);
  return [...found];
}

const creation = (TableName: string): Request => ({
  operation: 'CreateTable',
  input: {
    ...{ TableName, BillingMode: 'PAY_PER_REQUEST' },
    AttributeDefinitions: [{ AttributeName: 'pk', AttributeType: 'S' }],
    KeySchema: [{ AttributeName: 'pk', KeyType: 'HASH' }],
  },
});
