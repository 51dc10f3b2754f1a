import { expect, test } from 'vitest';
import type { JsonObject } from '../oracles/values/types.ts';
import type { RunRecord } from '../suites/runner/record.ts';
import type { CommandContext } from './command-line/command.ts';
import { conclude } from './outcome.ts';

const run: RunRecord = { reference: 'oracle', targets: [], divergences: [] };

/** Concludes a record as a command does: returns what is printed and written, and the exit code. */
function concluded(signal: AbortSignal, record: RunRecord): { code: number; last: string; json: JsonObject } {
  const printed: string[] = [];
  const written: JsonObject[] = [];
  const context = {
    ...{ version: '0.1.0', seed: 's', runId: 'r', signal, colour: false, columns: 100 },
    print: (text: string) => void printed.push(text),
    writeJson: (value: object) => void written.push(value as JsonObject),
    envelope: (command: string, verdict: 'unknown') => ({
      ...{ command, version: '0.1.0', seed: 's', startedAt: '2026-11-29T03:00:00Z', durationMs: 1, verdict },
      ...(signal.aborted && { interrupted: true }),
    }),
  } as unknown as CommandContext;
  const code = conclude(context, 'run', { run: record });
  return { code, last: printed.join('\n').trimEnd().split('\n').at(-1) ?? '', json: written[0] ?? {} };
}

test('an interrupted command is no pass; its last line and its JSON say so', () => {
  const { code, last, json } = concluded(AbortSignal.abort(), run);
  expect({ code, last }).toEqual({ code: 3, last: 'no verdict: interrupted before the end.' });
  expect(json).toMatchObject({ verdict: 'unknown', interrupted: true });
});

test('a run that exceeded its time limit is no pass either', () => {
  const { code, last, json } = concluded(new AbortController().signal, { ...run, cut: 'time' });
  expect({ code, last }).toEqual({ code: 3, last: 'no verdict: out of time before the end.' });
  expect(json).toMatchObject({ verdict: 'unknown', cut: 'time' });
  expect(json).not.toHaveProperty('interrupted');
});
