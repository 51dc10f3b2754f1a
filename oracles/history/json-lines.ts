/**
 * A history as a file that can be judged again: JSON lines. The first line has all but the calls, and the version of the
 * form; every other line is one call, in any order.
 */
import type { Call, History, Outcome, Request } from './history.ts';

const form = 1;

export function writeHistory({ calls, ...head }: History): string {
  return [{ history: form, ...head }, ...calls].map((line) => `${JSON.stringify(line)}\n`).join('');
}

/** A line that is no part of a history. `line` counts from 1. */
export class HistoryError extends Error {
  readonly line: number;
  constructor(line: number, cause: string) {
    super(`line ${line}: ${cause}`);
    this.name = 'HistoryError';
    this.line = line;
  }
}

/** @throws HistoryError with the number of the first line that is malformed, and why */
export function readHistory(text: string): History {
  const lines = text.split('\n');
  const at = (line: number, read: (value: unknown) => void): void => {
    try {
      read(JSON.parse(lines[line]!));
    } catch (thrown) {
      throw new HistoryError(
        line + 1,
        thrown instanceof SyntaxError ? `not JSON: ${thrown.message}` : reasonOf(thrown),
      );
    }
  };
  let head: Omit<History, 'calls'> | undefined;
  at(0, (value) => {
    head = headOf(value);
  });
  const calls: Call[] = [];
  for (let line = 1; line < lines.length; line++)
    if (lines[line]!.trim() !== '') at(line, (value) => void calls.push(callOf(value)));
  return { ...head!, calls };
}

const reasonOf = (thrown: unknown): string => (thrown instanceof Error ? thrown.message : String(thrown));

type Members = { readonly [name: string]: unknown };

function objectOf(value: unknown, what: string): Members {
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Members;
  throw new Error(`${what} must be an object`);
}
function textOf(value: unknown, what: string): string {
  if (typeof value === 'string') return value;
  throw new Error(`${what} must be a string`);
}
function timeOf(value: unknown, what: string): number {
  if (typeof value === 'number' && Number.isFinite(value) && value >= 0) return value;
  throw new Error(`${what} must be a number of microseconds, 0 or more`);
}

function headOf(value: unknown): Omit<History, 'calls'> {
  const head = objectOf(value, 'the first line');
  if (head.history !== form) throw new Error(`history must be ${form}: the first line tells the version of the form`);
  if (!Array.isArray(head.setup)) throw new Error('setup must be a list');
  return {
    target: textOf(head.target, 'target'),
    seed: textOf(head.seed, 'seed'),
    setup: head.setup.map((one, i) => requestOf(objectOf(one, `setup[${i}]`))),
  };
}

const requestOf = (members: Members): Request => ({
  operation: textOf(members.operation, 'operation'),
  input: objectOf(members.input, 'input'),
});

function callOf(value: unknown): Call {
  const members = objectOf(value, 'a call');
  const { client, endUs } = members;
  if (!Number.isInteger(client)) throw new Error('client must be an integer');
  const startUs = timeOf(members.startUs, 'startUs');
  const outcome = outcomeOf(objectOf(members.outcome, 'outcome'));
  const call = { client: client as number, ...requestOf(members), startUs, outcome };
  if (endUs === undefined) {
    if (outcome.kind !== 'unknown') throw new Error(`endUs is missing: the call was ${outcome.kind}`);
    return call;
  }
  if (timeOf(endUs, 'endUs') < startUs) throw new Error('endUs is before startUs');
  return { ...call, endUs: endUs as number };
}

function outcomeOf(members: Members): Outcome {
  switch (members.kind) {
    case 'ok':
      return { kind: 'ok', output: objectOf(members.output, 'output') };
    case 'rejected': {
      const name = textOf(members.name, 'name');
      const message = textOf(members.message, 'message');
      return { kind: 'rejected', name, message, output: objectOf(members.output, 'output') };
    }
    case 'unknown':
      return { kind: 'unknown', reason: textOf(members.reason, 'reason') };
    default:
      throw new Error('kind must be ok, rejected or unknown');
  }
}
