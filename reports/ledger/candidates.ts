/** What the record of a run has that a ledger can accept. */
import type { Operation } from '../../oracles/values/types.ts';
import { kindOfLoss } from '../../suites/fuzz/kinds/kind.ts';
import { anomalyKinds } from '../../suites/rounds/anomaly.ts';
import type { SeenAnomaly } from '../../suites/rounds/record.ts';
import type { CaseRecord, Divergence, TargetRecord } from '../../suites/runner/record.ts';
import type { divergenceJson } from '../fuzz/json.ts';
import { groupsOf } from '../groups.ts';
import { withoutMoment } from '../rounds/summary.ts';
import { ruleText } from '../rules.ts';
import type { KindPattern, LedgerEntry, RoundPattern } from './schema.ts';

type How = LedgerEntry['how'];

interface Common {
  readonly target: string;
  readonly version: string;
  /** A fingerprint, an operation, or a round without its moment. */
  readonly id: string;
  /** As long as it is not accepted, it fails the run or is no verdict. */
  readonly isOpen: boolean;
  /** What is wrong, in words. */
  readonly rule: string;
}

/** By the section of the ledger that it belongs to. */
export type Candidate = Common &
  (
    | { readonly section: 'entries'; readonly case: string; readonly how: How }
    | { readonly section: 'gaps'; readonly operation: Operation }
    | { readonly section: 'explanations'; readonly kind: KindPattern; readonly how: Divergence['certainty'] }
    | { readonly section: 'rounds'; readonly anomaly: RoundPattern }
  );

type FuzzDivergence = ReturnType<typeof divergenceJson>;

/** The members of a `--json` record that are read. `results`: of `run`; `lacks`: of `fuzz`. */
export interface Acceptable {
  readonly targets: readonly (Pick<TargetRecord, 'name' | 'version'> & {
    readonly results?: readonly CaseRecord[];
    readonly lacks?: { readonly [operation: string]: number };
  })[];
  readonly divergences?: readonly (Divergence | FuzzDivergence)[];
  readonly rounds?: readonly { target: string; name: string; anomalies: readonly SeenAnomaly[] }[];
}

/** Each once, in the order of the record. */
export function candidatesIn({ targets, divergences = [], rounds = [] }: Acceptable): Candidate[] {
  const versions = new Map(targets.map(({ name, version }) => [name, version]));
  const of = (target: string) => ({ target, version: versions.get(target) ?? 'unknown' });
  const rules = rulesOf(divergences);
  const all = [
    ...divergences.map((one): Candidate => ({ ...of(one.target), ...ofDivergence(one, rules.get(one)) })),
    ...targets.flatMap(({ name, results = [], lacks = {} }) =>
      [...results.flatMap(ofResult), ...Object.keys(lacks).map((operation) => gap(operation as Operation, true))].map(
        (one): Candidate => ({ ...of(name), ...one }),
      ),
    ),
    ...rounds.flatMap(({ target, name, anomalies }) =>
      anomalies.map((one): Candidate => ({ ...of(target), ...ofAnomaly(withoutMoment(name), one) })),
    ),
  ];
  return [...new Map(all.map((one) => [JSON.stringify({ ...one, isOpen: undefined }), one])).values()];
}

type Own = Candidate extends infer One ? (One extends Candidate ? Omit<One, 'target' | 'version'> : never) : never;

const isOfFuzz = (one: Divergence | FuzzDivergence): one is FuzzDivergence => 'kind' in one;

/** Of each divergence of cases the rule that it breaks. */
function rulesOf(divergences: readonly (Divergence | FuzzDivergence)[]): Map<Divergence | FuzzDivergence, string> {
  const ofCases = divergences.filter((one): one is Divergence => !isOfFuzz(one));
  const groups = groupsOf(ofCases);
  return new Map(groups.flatMap((group) => group.members.map((member) => [member, ruleText(group)] as const)));
}

function ofDivergence(one: Divergence | FuzzDivergence, rule = one.title): Own {
  const { fingerprint: id, status } = one;
  const isOpen = status === 'new' || status === 'lost';
  if (!isOfFuzz(one)) return { section: 'entries', id, isOpen, rule, case: one.case, how: howKnown(one.certainty) };
  const { op, class: name, expected, actual } = one.kind;
  const words = kindOfLoss(one.kind) ? `${op}: ${name}` : `${op}: ${name}, expected ${expected}, answered ${actual}`;
  return { section: 'explanations', id, isOpen, rule: words, kind: patternOf(one), how: one.certainty };
}

/** A case fails for an inferred reason only where the server reports its own failure, which is documented to be one. */
const howKnown = (certainty: Divergence['certainty']): How => (certainty === 'inferred' ? 'documented' : certainty);

function patternOf({ kind }: FuzzDivergence): KindPattern {
  const { op, class: name, path, expected, actual, with: features } = kind;
  return {
    ...{ op, class: name },
    // A loss has no place in an answer.
    ...(kindOfLoss(kind) ? {} : { path, expected }),
    actual,
    ...(features.length > 0 && { with: features }),
  };
}

function ofResult({ case: id, verdict, detail = '', loss, lacks, accepted }: CaseRecord): Own[] {
  const isOpen = accepted === undefined;
  if (loss !== undefined)
    return [{ section: 'entries', id: loss, isOpen, rule: `${verdict}: ${detail}`, case: id, how: 'measured' }];
  return verdict === 'unsupported' && lacks !== undefined ? [gap(lacks, isOpen)] : [];
}

const gap = (operation: Operation, isOpen: boolean): Own => ({
  ...{ section: 'gaps', id: operation, isOpen, operation },
  rule: 'It does not have these operations',
});

/** What differs between two plays of a fault is left out, as in the key of an anomaly. */
const ofAnomaly = (round: string, { kind, where, actual, status }: SeenAnomaly): Own => ({
  ...{ section: 'rounds', id: round, isOpen: status !== 'known', rule: anomalyKinds[kind] },
  anomaly: { round: `${round}/*`, kind, where, ...(kind === 'server-error' && { actual }) },
});
