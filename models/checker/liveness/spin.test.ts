/** Liveness checked by SPIN from temporal logic formulas: the same verdict on every model, right and wrong. */
import { describe, expect, test } from 'vitest';
import type { Model } from '../../language/model.ts';
import { explore } from '../explore.ts';
import { type MongodbScale, mongodb } from '../testing/mongodb.ts';
import * as protocols from '../testing/protocols.ts';
import { countsBySpin, runsBySpin, spinUnasked } from '../testing/spin-answers.ts';

const missing = spinUnasked();

interface InPromela {
  readonly promela: string;
  readonly defines?: readonly string[];
  /** Our property, the name of the formula, and what both must say. */
  readonly judged: readonly (readonly [property: string, formula: string, verdict: 'holds' | 'violated'])[];
}

const runs = (fault: Partial<MongodbScale>) => () => mongodb({ restores: 2, batches: 1, judgesRuns: true, ...fault });

const inPromela: [string, () => Model, InPromela][] = [
  ['a bounded buffer', () => protocols.boundedBuffer(), { promela: 'buffer', judged: [['L', 'L', 'holds']] }],
  [
    'a bounded buffer whose consumer sleeps',
    () => protocols.boundedBuffer('consumer sleeps'),
    { promela: 'buffer', defines: ['SLEEPS'], judged: [['L', 'L', 'violated']] },
  ],
  ['two-phase commit', () => protocols.twoPhaseCommit(), { promela: 'commit', judged: [['L', 'L', 'holds']] }],
  [
    'a hasty two-phase commit',
    () => protocols.twoPhaseCommit('hasty'),
    { promela: 'commit', defines: ['HASTY'], judged: [['L', 'L', 'holds']] },
  ],
  [
    'two-phase commit without recovery',
    () => protocols.twoPhaseCommit('no recovery'),
    { promela: 'commit', defines: ['NO_RECOVERY'], judged: [['L', 'L', 'violated']] },
  ],
  [
    'a lock under weak fairness',
    () => protocols.mutualExclusion('weak'),
    {
      promela: 'mutex',
      judged: [
        ['L0', 'weak0', 'violated'],
        ['L1', 'weak1', 'violated'],
      ],
    },
  ],
  [
    'a lock under strong fairness',
    () => protocols.mutualExclusion('strong'),
    {
      promela: 'mutex',
      judged: [
        ['L0', 'strong0', 'holds'],
        ['L1', 'strong1', 'holds'],
      ],
    },
  ],
  [
    'a lock that does not lock',
    () => protocols.mutualExclusion('weak', 'no lock'),
    {
      promela: 'mutex',
      defines: ['NO_LOCK'],
      judged: [
        ['L0', 'weak0', 'holds'],
        ['L1', 'weak1', 'holds'],
      ],
    },
  ],
  [
    'the protocol on MongoDB',
    runs({}),
    {
      promela: 'mongodb',
      defines: ['N=1'],
      judged: [
        ['L1', 'L1', 'holds'],
        ['L3', 'L3', 'holds'],
      ],
    },
  ],
  [
    'a reconciler that ignores FAILED',
    runs({ ignoresFailed: true }),
    {
      promela: 'mongodb',
      defines: ['N=1', 'IGNORES_FAILED'],
      judged: [
        ['L1', 'L1', 'violated'],
        ['L3', 'L3', 'holds'],
      ],
    },
  ],
  [
    'a retry that does not resume DELETING',
    runs({ neverResumes: true }),
    {
      promela: 'mongodb',
      defines: ['N=1', 'NEVER_RESUMES'],
      judged: [
        ['L1', 'L1', 'holds'],
        ['L3', 'L3', 'violated'],
      ],
    },
  ],
  [
    'heartbeats that need not go stale',
    runs({ neverStale: true }),
    {
      promela: 'mongodb',
      defines: ['N=1', 'NEVER_STALE'],
      judged: [
        ['L1', 'L1', 'violated'],
        ['L3', 'L3', 'holds'],
      ],
    },
  ],
];

describe.each(inPromela)('%s', (_, build, { promela, defines = [], judged }) => {
  test('here', () => {
    const found = judged.map(([property]) => explore(build(), { properties: [property], count: false }).verdict);
    expect(found).toEqual(judged.map(([, , verdict]) => verdict));
  });

  test.skipIf(missing !== null)(`by SPIN${missing === null ? '' : ` (skipped: ${missing})`}`, () => {
    const formulas = judged.map(([, formula]) => formula);
    expect(runsBySpin(promela, formulas, defines)).toEqual(judged.map(([, , verdict]) => verdict));
  });
});

test.skipIf(missing !== null).each<[string, () => Model, string, string[]]>([
  ['a bounded buffer', () => protocols.boundedBuffer(), 'buffer', []],
  ['two-phase commit', () => protocols.twoPhaseCommit(), 'commit', []],
  ['a hasty two-phase commit', () => protocols.twoPhaseCommit('hasty'), 'commit', ['HASTY']],
  ['a lock', () => protocols.mutualExclusion('weak'), 'mutex', []],
  ['a lock that does not lock', () => protocols.mutualExclusion('weak', 'no lock'), 'mutex', ['NO_LOCK']],
])(
  `here and in Promela the same states and transitions: %s${missing === null ? '' : ` (skipped: ${missing})`}`,
  (_, build, promela, defines) => {
    const { states, transitions } = explore(build(), { keepGoing: true, count: false });
    const spin = countsBySpin(promela, defines, 16);
    expect([spin.states, spin.transitions]).toEqual([states, transitions]);
  },
);
