/** Models that are also written by hand in Promela: SPIN must give the same verdicts, states and transitions. */
import { expect, test } from 'vitest';
import { explore } from '../checker/explore.ts';
import { countsBySpin, spinUnasked } from '../checker/testing/spin-answers.ts';
import type { Choice, ModelEntry } from '../language/entry.ts';
import { ownerGenerationRestore } from './owner-generation-restore/index.ts';
import { generationRestoreMongodb } from './restore/generation/mongodb/index.ts';
import { timedRestore } from './timed-restore.ts';

const missing = spinUnasked();
const skipped = missing === null ? '' : ` (skipped: ${missing})`;
const tableLog2 = 18;

test.skipIf(missing !== null).each<[string, ModelEntry, Choice, string[]]>([
  ['timed-restore', timedRestore, { scale: 'large' }, ['N=12']],
  ['owner-generation-restore', ownerGenerationRestore, { variant: 'one-name' }, ['N=2', 'CRASHES=2']],
  ['generation-restore-mongodb', generationRestoreMongodb, { variant: 'no-indexes' }, []],
])(`%s by SPIN${skipped}`, (name, entry, choice, defines) => {
  const ours = explore(entry.build(choice), { count: false });
  const spin = countsBySpin(name, defines, tableLog2);
  expect(ours.verdict).toBe('holds');
  expect([spin.states, spin.transitions, spin.errors]).toEqual([ours.states, ours.transitions, 0]);
});

test.skipIf(missing !== null).each<[string, ModelEntry, string, string]>([
  ['timed-restore', timedRestore, 'timer-makes-active', 'TIMER_MAKES_ACTIVE'],
  ['owner-generation-restore', ownerGenerationRestore, 'failed-without-heartbeat', 'FAILED_WITHOUT_HEARTBEAT'],
  ['generation-restore-mongodb', generationRestoreMongodb, 'lock-seq-is-read', 'LOCK_SEQ_IS_READ'],
])(`%s by SPIN with a bug: both find it${skipped}`, (name, entry, mutant, define) => {
  expect(explore(entry.build({ mutant }), { count: false }).verdict).toBe('violated');
  expect(countsBySpin(name, [define], tableLog2).errors).toBe(1);
});
