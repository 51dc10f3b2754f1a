import { expect, test } from 'vitest';
import type { Found, FuzzRecord } from '../../suites/fuzz/fuzz.ts';
import type { RoundsTarget, SeenAnomaly } from '../../suites/rounds/record.ts';
import { compareGenerated } from './generated.ts';
import { compareRounds, roundsToRepeat } from './rounds.ts';

const found = (fingerprint: string, witness: string, as: string): Found =>
  ({
    ...{ fingerprint, count: 1, at: 0, case: { id: fingerprint, steps: [] } },
    kind: { op: 'Scan', class: 'value', path: 'Count', expected: '1', actual: '2', with: [] },
    witnesses: [{ target: witness, as }],
    divergence: { class: 'value', tier: 'outcome', certainty: 'inferred', answers: {}, severity: 'critical' },
  }) as unknown as Found;

test('a kind on head alone is regressed only where base answers as the reference', () => {
  const targets = [
    {
      name: 'base',
      found: [found('gen1', 'head', 'target'), found('gen6', 'head', 'reference'), found('gen7', 'head', 'nothing')],
    },
    {
      name: 'head',
      found: [
        ...[found('gen1', 'base', 'target'), found('gen2', 'base', 'reference')],
        ...[found('gen3', 'base', 'target'), found('gen4', 'base', 'otherwise'), found('gen5', 'base', 'nothing')],
      ],
    },
  ];
  const all = compareGenerated({ targets } as unknown as FuzzRecord, () => '');
  expect(Object.fromEntries(all.map(({ fingerprint, change }) => [fingerprint, change]))).toEqual({
    ...{ gen1: 'still', gen2: 'regressed', gen3: 'still', gen4: 'still', gen5: 'unknown', gen6: 'fixed' },
  });
});

const played = (name: string, ...seen: [round: string, status: SeenAnomaly['status']][]): RoundsTarget =>
  ({
    name,
    rounds: seen.map(([round, status]) => ({
      ...{ target: name, name: round },
      anomalies: [{ kind: 'lost', where: 'table', expected: 'a', actual: 'b', seen: 2, of: 5, status }],
    })),
  }) as unknown as RoundsTarget;

test('a fault of rounds on head alone is regressed only if base does not show it when it plays them again', () => {
  const both = [
    played('base', ['put/kill/1', 'once'], ['get/kill/1', 'new']),
    played('head', ['put/kill/2', 'new'], ['add/kill/3', 'new'], ['set/kill/4', 'new'], ['del/kill/5', 'once']),
  ];
  expect(roundsToRepeat(both)).toEqual(['add/kill/3', 'set/kill/4']);
  const again = [played('base', ['set/kill/4', 'once'])];
  const all = compareRounds('crash', both, again, () => '');
  expect(Object.fromEntries(all.map(({ case: what, change }) => [what, change]))).toEqual({
    ...{
      'put/kill': 'still',
      'add/kill': 'regressed',
      'set/kill': 'still',
      'del/kill': 'unknown',
      'get/kill': 'fixed',
    },
  });
});
