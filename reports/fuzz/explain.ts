/** The result of a fuzz run by the ledger: each kind of difference with its status, each target with its accepted losses. */
import type { Found, FuzzRecord, FuzzTarget } from '../../suites/fuzz/fuzz.ts';
import { kindOfLoss } from '../../suites/fuzz/kinds/kind.ts';
import { statusOf } from '../../suites/runner/judge/status.ts';
import { gapsOn } from '../ledger/judge.ts';
import { explanationOf } from '../ledger/kinds.ts';
import type { Explanation, Ledger } from '../ledger/schema.ts';

/**
 * A difference is one place where an answer differs from the reference's. A kind groups the differences that are equal except for
 * values; it has one status. new: the run fails. known: the ledger explains it. advisory: only a text differs. lost: no verdict,
 * since the target gave no answer or the difference did not show again.
 */
export type FuzzStatus = 'new' | 'known' | 'advisory' | 'lost';

/** A kind of difference on one target. */
export interface FuzzKind {
  found: Found;
  target: string;
  status: FuzzStatus;
  /** Only for the status known. */
  explanation?: Explanation;
  /** The command that repeats it. */
  repro: string;
}

export interface FuzzTargetResult {
  target: FuzzTarget;
  kinds: FuzzKind[];
  /** Explanations for this version that matched nothing in this run. */
  unused: Explanation[];
  /** Sequences that were lost in an explained way. */
  accepted: number;
  /** Sequences left out because they use operations that the ledger accepts as missing. */
  beyond: number;
}

/** The part of a report that `fuzz` makes. */
export interface FuzzPart extends Omit<FuzzRecord, 'targets'> {
  targets: FuzzTargetResult[];
  /** For a run that must find a planted bug. */
  planted?: Planted;
}

/** Found: at least one difference shows that does not show on the oracle without the bug. */
export interface Planted {
  id: string;
  found: boolean;
  /** The number of sequences that were played to find it. */
  sequences: number;
}

export interface ExplainOptions {
  ledgerOf: (target: string) => Ledger;
  reproOf: (kind: Omit<FuzzKind, 'repro'>) => string;
  /** The mutant and its target. `without`: the target without the bug, if that is not the reference. */
  planted?: { id: string; target: string; without?: string } | undefined;
}

export function explain({ targets: played, ...record }: FuzzRecord, options: ExplainOptions): FuzzPart {
  const targets = played.map((target) => explainOn(target, options));
  return { ...record, targets, ...(options.planted && { planted: plantedIn(targets, options.planted) }) };
}

function plantedIn(
  targets: readonly FuzzTargetResult[],
  { id, target: name, without }: NonNullable<ExplainOptions['planted']>,
): Planted {
  const named = (wanted: string | undefined) => targets.find(({ target }) => target.name === wanted);
  const anyway = new Set(named(without)?.kinds.map(({ found }) => found.fingerprint));
  const own = named(name);
  const found = own?.kinds.some((one) => one.status !== 'lost' && !anyway.has(one.found.fingerprint)) ?? false;
  return { id, found, sequences: own?.target.cases ?? 0 };
}

function explainOn(target: FuzzTarget, { ledgerOf, reproOf }: ExplainOptions): FuzzTargetResult {
  const ledger = ledgerOf(target.name);
  const kinds = target.found.map((found): FuzzKind => {
    const explanation = explanationOf(ledger, found.kind, target.version, found.cut === true);
    const kind = {
      found,
      target: target.name,
      status: statusIn(found, explanation),
      ...(explanation && { explanation }),
    };
    return { ...kind, repro: reproOf(kind) };
  });
  const used = new Set(kinds.map(({ explanation }) => explanation));
  const unused = ledger.explanations.filter((one) => one.versions.includes(target.version) && !used.has(one));
  const lost = ofStatus(kinds, 'known').filter(({ found }) => kindOfLoss(found.kind));
  return { target, kinds, unused, accepted: differencesIn(lost), beyond: beyondScope(target, ledger) };
}

function beyondScope({ lacks, version }: FuzzTarget, ledger: Ledger): number {
  const gaps = gapsOn(ledger, version);
  return Object.entries(lacks)
    .filter(([operation]) => gaps.has(operation))
    .reduce((sum, [, number]) => sum + number, 0);
}

function statusIn(found: Found, explanation: Explanation | undefined): FuzzStatus {
  if (explanation) return 'known';
  if (found.divergence === undefined) return 'lost';
  return statusOf(found.divergence, 'generated');
}

export const ofStatus = (kinds: readonly FuzzKind[], status: FuzzStatus): FuzzKind[] =>
  kinds.filter((one) => one.status === status);

/** The number of differences in several kinds. */
export const differencesIn = (kinds: readonly FuzzKind[]): number =>
  kinds.reduce((sum, { found }) => sum + found.count, 0);
