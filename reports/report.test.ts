import { expect, test } from 'vitest';
import { type Report, toJson } from './report.ts';
import { models, mutants, report, run } from './testing/report.ts';

const envelope = ['command', 'version', 'seed', 'startedAt', 'durationMs', 'verdict'];
const only = (parts: Partial<Report>): Report => {
  const { command, version, seed, startedAt, durationMs, verdict } = report;
  return { command, version, seed, startedAt, durationMs, verdict, ...parts };
};

test.each([
  ['nothing', {}, []],
  ['run', { run }, ['targets', 'divergences', 'groups']],
  ['a run that was cut short', { run: { ...run, cut: 'time' } }, ['cut', 'targets', 'divergences', 'groups']],
  ['what was interrupted', { interrupted: true }, ['interrupted']],
  ['models', { models }, ['models']],
  ['mutants', { mutants }, ['mutants', 'killed', 'total']],
  [
    'everything',
    { run, models, mutants },
    ['targets', 'divergences', 'groups', 'models', 'mutants', 'killed', 'total'],
  ],
] as [string, Partial<Report>, string[]][])(
  'the top level has the members of %s and no others',
  (_, parts, members) => {
    expect(Object.keys(toJson(only(parts)))).toEqual([...envelope, ...members]);
  },
);

test('killed counts mutants that a check caught, and total counts all mutants', () => {
  expect(toJson(only({ mutants }))).toMatchObject({ killed: 4, total: 6 });
});

test('groups list their members by fingerprint, case and step, and every divergence is in exactly one', () => {
  const { groups } = toJson(report) as unknown as {
    groups: { fingerprint: string; members: { fingerprint: string }[] }[];
  };
  expect(groups[0]).toEqual({
    ...{ target: 'extenddb', status: 'new', severity: 'critical', fingerprint: '3f1c9a04be77', class: 'rows-missing' },
    members: [{ fingerprint: '3f1c9a04be77', case: 'secondary-index/two-items-one-key', step: '4' }],
  });
  expect(groups.flatMap(({ members }) => members)).toHaveLength(run.divergences.length);
});

test('the written JSON can be read back unchanged', () => {
  const json = toJson(report);
  expect(JSON.parse(JSON.stringify(json))).toEqual(json);
  expect(json.divergences).toEqual(JSON.parse(JSON.stringify(run.divergences)));
});
