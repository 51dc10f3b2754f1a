import { expect, test } from 'vitest';
import { nightJson } from './json.ts';
import { type CommandJson, linesOf } from './lines.ts';
import type { Night } from './record.ts';
import { summaryOf } from './summary.ts';

const envelope = {
  version: '0.1.0',
  seed: 's',
  startedAt: '2026-01-01T00:00:00.000Z',
  durationMs: 5,
  verdict: 'violated',
};
const linesIn = (command: string, members: object) =>
  linesOf('unit', { ...envelope, command, ...members } as unknown as CommandJson);
const shown = (command: string, members: object) =>
  linesIn(command, members).results.map(({ target, id, judged, skipped = false, faults }) => [
    ...[target, id, judged, skipped],
    faults.map(({ fingerprint, status }) => `${fingerprint} ${status}`),
  ]);

test('cases: what fails or is accepted is a fault, and a text is not; a busy server is no fault, one that ended is', () => {
  const divergence = (id: string, fingerprint: string, status: string) => ({
    ...{
      target: 'x',
      case: id,
      fingerprint,
      status,
      severity: 'major',
      title: 't',
      step: '1',
      request: { op: 'Scan' },
    },
  });
  const results = [
    { case: 'a', verdict: 'diverges' },
    { case: 'b', verdict: 'matches' },
    { case: 'c', verdict: 'crashed', loss: 'l1' },
    { case: 'd', verdict: 'inconclusive', loss: 'l2' },
    { case: 'e', verdict: 'inconclusive', loss: 'l3', accepted: 'known' },
    { case: 'f', verdict: 'unsupported' },
    { case: 'g', verdict: 'hung', loss: 'l4', accepted: 'known' },
  ];
  const run = {
    targets: [{ name: 'x', version: '1', results, stale: ['old'] }],
    divergences: [divergence('a', 'f1', 'new'), divergence('a', 'f2', 'known'), divergence('b', 'f3', 'advisory')],
  };
  expect(shown('run', run)).toEqual([
    ['x', 'a', true, false, ['f1 new', 'f2 known']],
    ['x', 'b', true, false, []],
    ['x', 'c', true, false, ['l1 new']],
    ['x', 'd', false, false, []],
    ['x', 'e', false, true, []],
    ['x', 'f', false, true, []],
    ['x', 'g', true, false, ['l4 known']],
  ]);
  expect(linesIn('run', run).end).toEqual({
    kind: 'end',
    unit: 'unit',
    verdict: 'violated',
    durationMs: 5,
    stale: { x: ['old'] },
  });
});

test('fuzz: each kind that fails or is explained', () => {
  const kind = (fingerprint: string, status: string) => ({
    fingerprint,
    status,
    target: 'x',
    severity: 'minor',
    title: 't',
  });
  const divergences = [kind('a', 'new'), kind('b', 'known'), kind('c', 'advisory'), kind('d', 'lost')];
  expect(shown('fuzz', { targets: [{ name: 'x', version: '1' }], divergences })).toEqual([
    ['x', 'a', true, false, ['a new']],
    ['x', 'b', true, false, ['b known']],
    ['x', 'd', true, false, ['d new']],
  ]);
});

test.each(['race', 'crash'])('%s: an anomaly that was shown once is no verdict', (command) => {
  const anomaly = (where: string, status: string) => ({ kind: 'lost', where, status, actual: 'nothing' });
  const round = (name: string, verdict: string, ...anomalies: object[]) => ({ target: 'x', name, verdict, anomalies });
  const rounds = [
    round('r1', 'violated', anomaly('a', 'new'), anomaly('b', 'once'), anomaly('c', 'known')),
    round('r2', 'unknown', anomaly('a', 'once')),
  ];
  expect(shown(command, { targets: [{ name: 'x' }], rounds })).toEqual([
    ['x', 'r1', true, false, ['lost a  new', 'lost c  known']],
    ['x', 'r2', false, false, []],
  ]);
});

const models = [
  { name: 'm', variant: 'v', mutant: null, verdict: 'holds', property: null },
  { name: 'm', variant: 'w', mutant: null, verdict: 'violated', property: 'S1' },
  { name: 'm', variant: 'x', mutant: 'bug', verdict: 'unknown', property: null },
];
const mutants = [
  { id: 'killed', kind: 'model', killed: true, equivalent: false },
  { id: 'same', kind: 'oracle', killed: false, equivalent: true },
  { id: 'alive', kind: 'oracle', killed: false, equivalent: false },
];

test('models: a violated property is a fault, and a spent budget is no verdict', () => {
  expect(shown('model', { models })).toEqual([
    ['m', 'v', true, false, []],
    ['m', 'w', true, false, ['S1 new']],
    ['m', 'x bug', false, false, []],
  ]);
});

test('mutants: one that nothing catches is a fault', () => {
  expect(shown('mutants', { mutants }).map(([, id, , , faults]) => [id, faults])).toEqual([
    ['killed', []],
    ['same', []],
    ['alive', ['survives new']],
  ]);
});

test('another command has no lines', () => {
  expect(() => linesIn('bench', {})).toThrow("no results of 'bench'");
});

test('the JSON of a night has the members of the commands that it played', () => {
  const night: Night = {
    head: {
      ...{ kind: 'night', format: 1, version: '0.1.0', seed: 's', startedAt: envelope.startedAt, units: ['unit'] },
      plan: { targets: [], suites: ['models'], runs: 1, rounds: 1 },
    },
    ends: new Map([['unit', linesIn('model', { models }).end]]),
    results: [...linesIn('model', { models }).results, ...linesIn('mutants', { mutants }).results],
  };
  expect(nightJson(summaryOf(night, []))).toMatchObject({
    models: [{ variant: 'v', verdict: 'holds' }, { verdict: 'violated', property: 'S1' }, { verdict: 'unknown' }],
    ...{ killed: 2, total: 3 },
    since: { new: [{ case: 'w' }, { case: 'alive' }], open: [], gone: [], flaky: [], known: 0 },
  });
});
