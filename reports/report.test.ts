import { expect, test } from 'vitest';
import { models, mutants, report, run } from './fixture.ts';
import { type Report, toJson } from './report.ts';

const envelope = ['command', 'version', 'seed', 'startedAt', 'durationMs', 'verdict'];
const only = (parts: Partial<Report>): Report => {
  const { command, version, seed, startedAt, durationMs, verdict } = report;
  return { command, version, seed, startedAt, durationMs, verdict, ...parts };
};

test.each([
  ['nothing', {}, []],
  ['run', { run }, ['targets', 'divergences']],
  ['models', { models }, ['models']],
  ['mutants', { mutants }, ['mutants', 'killed', 'total']],
  ['everything', { run, models, mutants }, ['targets', 'divergences', 'models', 'mutants', 'killed', 'total']],
] as [string, Partial<Report>, string[]][])(
  'the top level has the members of %s and no others',
  (_, parts, members) => {
    expect(Object.keys(toJson(only(parts)))).toEqual([...envelope, ...members]);
  },
);

test('killed counts what a check turned red for, and total every mutant', () => {
  expect(toJson(only({ mutants }))).toMatchObject({ killed: 4, total: 6 });
});

test('what is written can be read back as it was', () => {
  const json = toJson(report);
  expect(JSON.parse(JSON.stringify(json))).toEqual(json);
  expect(json.divergences).toEqual(JSON.parse(JSON.stringify(run.divergences)));
});
