/** Sequences of the control plane. They create their tables themselves. */
import fc from 'fast-check';
import type { Case } from '../../../cases/case.ts';
import { backups } from './backups.ts';
import { later } from './clock.ts';
import { Draw } from './draw.ts';
import { faultyBackups, faultyStreams, faultyTables } from './faulty.ts';
import { backupsPassing, tablesPassing } from './passing.ts';
import { Script } from './script.ts';
import { expiring, tagged } from './settings.ts';
import { streams } from './streams.ts';
import { tables } from './tables.ts';

interface Sort {
  weight: number;
  write: (script: Script) => void;
  /** Shows states that pass. */
  passing?: true;
}

/** Sorts are apart by the operations that they need, so that a target that lacks one can still play the others. */
const sorts: readonly Sort[] = [
  { weight: 20, write: tables },
  { weight: 13, write: faultyTables },
  { weight: 5, write: faultyStreams },
  { weight: 7, write: faultyBackups },
  { weight: 6, write: tagged },
  { weight: 5, write: expiring },
  { weight: 14, write: streams },
  { weight: 18, write: backups },
  { weight: 7, write: tablesPassing, passing: true },
  { weight: 7, write: backupsPassing, passing: true },
  ...later.map((write): Sort => ({ weight: 4, write, passing: true })),
];

/** The steps of one sequence, which needs no leased table. */
// Biased numbers would often be the same few.
export const controlSequence: fc.Arbitrary<Pick<Case, 'steps' | 'passingStates'>> = fc
  .noBias(fc.integer({ min: 0, max: 0xffff_ffff }))
  .map((seed) => {
    const draw = new Draw(seed);
    const { write, passing } = draw.weighted(...sorts.map((sort) => [sort.weight, sort] as const));
    const script = new Script(draw, passing);
    write(script);
    return { steps: script.steps, ...(passing && { passingStates: true }) };
  });
