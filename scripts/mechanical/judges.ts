/**
 * What can notice a bug in a store that it did not know before: the written expectations of the cases, the invariants alone, and
 * generated sequences that are compared with the right oracle. Each judge plays its tests on the store until one turns red.
 */

import type { Case } from '../../suites/cases/case.ts';
import { allCases, caseById } from '../../suites/cases/index.ts';
import { compare, transcriptOf } from '../../suites/fuzz/compare.ts';
import { sequenceAt } from '../../suites/fuzz/generators/sequences.ts';
import { playSequence, rawHost } from '../../suites/fuzz/host.ts';
import { TargetHost } from '../../suites/runner/host/host.ts';
import { virtualPatience } from '../../suites/runner/host/patience.ts';
import { violationsOn } from '../../suites/runner/invariants/alone.ts';
import { attemptOf } from '../../suites/runner/judge/attempt.ts';
import type { TargetTranscript } from '../../suites/runner/judge/shown.ts';
import { noVerdict } from '../../suites/runner/record.ts';
import { createOracleSession, targets } from '../../suites/targets/index.ts';
import type { Session, Target } from '../../suites/targets/target.ts';

export const judgeNames = ['cases', 'invariants', 'fuzz'] as const;
export type JudgeName = (typeof judgeNames)[number];

export interface Judge {
  /** Its tests by name, cheap ones first. */
  readonly tests: readonly string[];
  /** A host for the store, which plays several tests. */
  host(open: () => Session): TargetHost;
  /** Whether the test turns red. */
  isRed(host: TargetHost, test: string): Promise<boolean>;
}

interface JudgeOptions {
  /** Of the generated sequences. */
  readonly seed: string;
  /** How many sequences are played. */
  readonly sequences: number;
}

const storeOf = (open: () => Session): Target => ({ ...targets.oracle, name: 'mutant', start: async () => open() });
const hostOptions = { runId: 'mutants', patience: virtualPatience, hasEverything: true } as const;

/** A store that hangs, crashes or gives no verdict has not passed. */
const isLost = (verdict: string): boolean => (noVerdict as readonly string[]).includes(verdict);

const cases: Judge = {
  tests: [...allCases].sort((a, b) => Number(a.heavy ?? false) - Number(b.heavy ?? false)).map(({ id }) => id),
  host: (open) => new TargetHost(storeOf(open), hostOptions),
  isRed: async (host, test) => {
    const subject = caseById(test)!;
    const played = await host.play(subject);
    const { record, found } = attemptOf(subject, transcriptOf('mutant', played), played, 0);
    // A text that a case writes down is an expectation as well, though a run only advises of it.
    return isLost(record.verdict) || found.some(({ status, tier }) => status === 'new' || tier === 'text');
  },
};

const numbered = (sequences: number): string[] => Array.from({ length: sequences }, (_, at) => String(at));

/** Deep audits cost ten times a sequence, and most mutants contradict no invariant, so they would play them all. */
const auditedMost = 60;

/** No expectation and no reference: on the first of the generated sequences. */
const invariants = ({ seed, sequences }: JudgeOptions): Judge => ({
  tests: numbered(Math.min(sequences, auditedMost)),
  host: (open) => rawHost(storeOf(open), { ...hostOptions, audits: 'deep' }),
  isRed: async (host, test) => (await violationsOn(host, sequenceAt(seed, Number(test)))).length > 0,
});

/** Numbers of sequences are the names of these tests. */
function fuzz({ seed, sequences }: JudgeOptions): Judge {
  const known = new Map<string, { subject: Case; right: TargetTranscript }>();
  let right: TargetHost | undefined;
  const reference = async (test: string) => {
    right ??= await started(rawHost({ ...targets.oracle, start: async () => createOracleSession() }, hostOptions));
    const subject = sequenceAt(seed, Number(test));
    const answers = { subject, right: transcriptOf('oracle', await playSequence(right, subject)) };
    known.set(test, answers);
    return answers;
  };
  return {
    tests: numbered(sequences),
    host: (open) => rawHost(storeOf(open), hostOptions),
    isRed: async (host, test) => {
      const { subject, right: expected } = known.get(test) ?? (await reference(test));
      const { verdict } = compare(subject, expected, 'mutant', await playSequence(host, subject));
      return verdict === 'diverges' || isLost(verdict);
    },
  };
}

async function started(host: TargetHost): Promise<TargetHost> {
  await host.start();
  return host;
}

export const judgesOf = (options: JudgeOptions): { readonly [name in JudgeName]: Judge } => ({
  cases,
  invariants: invariants(options),
  fuzz: fuzz(options),
});
