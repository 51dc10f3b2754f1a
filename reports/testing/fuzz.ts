/** An invented fuzz run for tests, in the shape of a real one. */
import type { Case } from '../../suites/cases/case.ts';
import type { Found, FuzzRecord, FuzzTarget } from '../../suites/fuzz/fuzz.ts';
import type { Kind } from '../../suites/fuzz/kinds/kind.ts';
import type { Divergence } from '../../suites/runner/record.ts';
import { type ExplainOptions, explain, type FuzzPart } from '../fuzz/explain.ts';
import { emptyLedger } from '../ledger/ledger.ts';
import type { Explanation, Ledger } from '../ledger/schema.ts';
import type { Report } from '../report.ts';
import { verdictOf } from '../summary.ts';

export const kind: Kind = {
  ...{ op: 'Scan', class: 'accepted', path: '', with: [] },
  ...{ expected: 'ValidationException: x', actual: 'accepted' },
};

const sequence = {
  ...{ id: 'generated/x', title: 't', because: 'b', certainty: 'inferred', findings: [] },
  steps: [{ op: 'Scan', input: {} }],
} as unknown as Case;
const side = { target: 'x', entries: [], names: { tables: new Map() } };
export const divergence = {
  ...{ tier: 'outcome', certainty: 'inferred', answers: { expected: { Count: 0 }, actual: { Count: 1 } } },
} as unknown as Divergence;

export const found = (change: Partial<Found> = {}): Found => ({
  ...{ kind, fingerprint: 'gen000000000', count: 3, at: 0, case: sequence, divergence },
  transcripts: { reference: side, target: side },
  ...change,
});

/** Only the text of the refusal differs. */
export const foundWords = (change: Partial<Kind> = {}): Found =>
  found({ kind: { ...kind, class: 'error-text', ...change }, divergence: { ...divergence, tier: 'text' } });

/** The target gave no answer. */
export function foundLoss(change: Partial<Kind> = {}): Found {
  const { divergence: _, ...lost } = found({ kind: { ...kind, class: 'crashed', ...change } });
  return lost;
}

export const target = (change: Partial<FuzzTarget> = {}): FuzzTarget => ({
  ...{ name: 'x', version: '1', facts: {}, cases: 10, matched: 7, diverged: 3, unknown: 0, skipped: 0, lacks: {} },
  ...{ judged: 100, requests: 200, playedMs: 1000, leftovers: [], found: [] },
  ...change,
});

export const explanation: Explanation = {
  ...{ kinds: [{ class: 'accepted', expected: 'ValidationException: x' }], versions: ['1'] },
  ...{ reason: 'x is not checked', how: 'recorded', since: '2026-11-29' },
};

interface Played {
  targets: FuzzTarget[];
  record?: Partial<FuzzRecord>;
  ledger?: Partial<Ledger>;
  planted?: ExplainOptions['planted'];
}

export const partOf = ({ targets, record = {}, ledger = {}, planted }: Played): FuzzPart =>
  explain(
    { reference: 'oracle', runs: 10, ...record, targets },
    { ledgerOf: (name) => ({ ...emptyLedger(name), ...ledger }), reproOf: () => 'npx parallax again', planted },
  );

/** With its verdict. */
export function fuzzReport(fuzz: FuzzPart, interrupted = false): Report {
  const envelope = { command: 'fuzz', version: '0.1.0', seed: 's', startedAt: '2026-11-29T03:00:00Z', durationMs: 1 };
  const open: Report = { ...envelope, verdict: 'unknown', fuzz, ...(interrupted && { interrupted: true as const }) };
  return { ...open, verdict: verdictOf(open) };
}
