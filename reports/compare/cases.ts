/** Compares what the cases have shown on base and on head. */
import type { Json } from '../../oracles/values/types.ts';
import { type CaseRecord, type Divergence, isJudged, type RunRecord } from '../../suites/runner/record.ts';
import { certaintyText } from '../render/parts.ts';
import type { Change, Difference, Side } from './difference.ts';

/** What one side has answered in a step, as it is compared; undefined where it has not come so far. */
type AnswerOf = (caseId: string, target: string, step: string) => Json | undefined;

export interface CasesCompared {
  readonly differences: readonly Difference[];
  /** Cases that both sides answer as the reference does. */
  readonly matching: number;
  /** Cases that were judged on both sides. */
  readonly judged: number;
  /** Cases that are not compared: both lack an operation, or one side cannot be given what the case needs. */
  readonly neither: number;
}

interface Context {
  readonly answerOf: AnswerOf;
  readonly reproOf: (side: Side, fingerprint: string) => string;
}

/** @param run with the targets `base` and `head` */
export function compareCases(run: RunRecord, context: Context): CasesCompared {
  const resultsOf = (side: Side) =>
    new Map(run.targets.find(({ name }) => name === side)?.results.map((result) => [result.case, result]) ?? []);
  const [base, head] = [resultsOf('base'), resultsOf('head')];
  const found = foundByCase(run.divergences);
  const compared = [...head].flatMap(([id, result]): OneCase[] => {
    const other = base.get(id);
    if (other === undefined) return [];
    return [compareCase({ base: other, head: result }, found.get(id) ?? { base: [], head: [] }, context)];
  });
  const number = (holds: (one: OneCase) => boolean): number => compared.filter(holds).length;
  return {
    differences: onceAnOperation(compared.flatMap(({ differences }) => differences)),
    matching: number(({ state }) => state === 'matching'),
    judged: number(({ state }) => state === 'matching' || state === 'judged'),
    neither: number(({ state }) => state === 'neither'),
  };
}

type Pair<T> = { readonly [side in Side]: T };

interface OneCase {
  readonly state: 'matching' | 'judged' | 'neither' | 'open';
  readonly differences: readonly Difference[];
}

/** The same place in a list of rows may be named many times. */
function foundByCase(divergences: readonly Divergence[]): Map<string, Pair<Divergence[]>> {
  const found = new Map<string, Pair<Divergence[]>>();
  for (const one of divergences) {
    const pair = found.get(one.case) ?? { base: [], head: [] };
    found.set(one.case, pair);
    const own = pair[one.target as Side];
    if (!own.some(({ fingerprint }) => fingerprint === one.fingerprint)) own.push(one);
  }
  return found;
}

const lostVerdicts: readonly CaseRecord['verdict'][] = ['crashed', 'hung', 'silent'];
const isLost = ({ verdict }: CaseRecord): boolean => lostVerdicts.includes(verdict);
/** An operation is not there; what a case lacks otherwise, such as a second account, is a matter of how the store is reached. */
const isLacking = ({ verdict, lacks }: CaseRecord): boolean => verdict === 'unsupported' && lacks !== undefined;
const isOut = ({ verdict }: CaseRecord): boolean => verdict === 'unsupported' || verdict === 'skipped';

function compareCase(results: Pair<CaseRecord>, found: Pair<readonly Divergence[]>, context: Context): OneCase {
  const { base, head } = results;
  if (isJudged(base) && isJudged(head)) return bothJudged(found, context);
  if ([base, head].some((one) => isOut(one) && !isLacking(one))) return { state: 'neither', differences: [] };
  if (isJudged(base)) return headLost(head, context);
  if (isJudged(head)) return baseLost(base, found.head, context);
  if (isLost(base) && isLost(head)) return { state: 'judged', differences: [lossOf('still', head, context)] };
  if (isOut(base) && isOut(head)) return { state: 'neither', differences: [] };
  return { state: 'open', differences: [lossOf('unknown', isOut(head) ? base : head, context)] };
}

function bothJudged({ base, head }: Pair<readonly Divergence[]>, context: Context): OneCase {
  if (base.length + head.length === 0) return { state: 'matching', differences: [] };
  const ofHead = head.map((one) => {
    const same = base.some(({ fingerprint }) => fingerprint === one.fingerprint);
    const worse = same ? undefined : base.find((other) => other.step === one.step && isAsBad(other, one));
    const change: Change = same || worse ? 'still' : one.status === 'new' ? 'regressed' : 'new';
    const theirs =
      base.find((other) => other.fingerprint === one.fingerprint) ?? base.find((other) => other.step === one.step);
    return differenceOf(change, one, context, {
      otherwise: worse !== undefined,
      ...(theirs && { theirs: theirs.actual }),
    });
  });
  const ofBase = base
    .filter((one) => !head.some(({ fingerprint, step }) => fingerprint === one.fingerprint || step === one.step))
    .map((one) => differenceOf('fixed', one, context));
  return { state: 'judged', differences: [...ofHead, ...ofBase] };
}

const tiers: readonly Divergence['tier'][] = ['outcome', 'error-type', 'member', 'text'];

/** Base was wrong in this step at least as much, so head has not broken it. */
const isAsBad = (base: Divergence, head: Divergence): boolean =>
  (base.status === 'new' || head.status !== 'new') && tiers.indexOf(base.tier) <= tiers.indexOf(head.tier);

/** Head ends, hangs, or no longer has an operation, where base answers. */
function headLost(head: CaseRecord, context: Context): OneCase {
  const isWorse = isLost(head) || isLacking(head);
  return {
    state: isWorse ? 'judged' : 'open',
    differences: [lossOf(isWorse ? 'regressed' : 'unknown', head, context)],
  };
}

/** Base cannot be compared with. What head does wrong may be as old as base. */
function baseLost(base: CaseRecord, head: readonly Divergence[], context: Context): OneCase {
  const isBetter = isLost(base) || isLacking(base);
  return {
    state: isBetter ? 'judged' : 'open',
    differences: [
      ...(isBetter ? [lossOf('fixed', base, context)] : []),
      ...head.map((one) => differenceOf(isBetter ? 'new' : 'unknown', one, context, { theirs: wordsOf(base) })),
    ],
  };
}

interface Other {
  readonly otherwise?: boolean;
  /** What the other side has at the same place, where that is not right. */
  readonly theirs?: Json;
}

function differenceOf(change: Change, one: Divergence, context: Context, other: Other = {}): Difference {
  const { fingerprint, findings, title, because, step, path, request } = one;
  const [side, another]: [Side, Side] = change === 'fixed' ? ['base', 'head'] : ['head', 'base'];
  const answer = context.answerOf(one.case, another, step);
  const answers = {
    reference: one.answers.expected,
    [side]: one.answers.actual,
    ...(answer !== undefined && { [another]: answer }),
  };
  const values = {
    reference: one.expected,
    [side]: one.actual,
    ...(other.theirs !== undefined && { [another]: other.theirs }),
  };
  return {
    ...{ change, by: 'case', fingerprint, case: one.case, class: one.class, severity: one.severity },
    ...{ certainty: certaintyText(one), findings, title, because, step, path, request, values, answers },
    ...(other.otherwise && { otherwise: true as const }),
    repro: context.reproOf(side, fingerprint),
    divergence: one,
  };
}

/** A case without an answer, or without a verdict. */
function lossOf(change: Change, record: CaseRecord, context: Context): Difference {
  const { case: id, verdict, detail = '', lacks } = record;
  const side: Side = change === 'fixed' ? 'base' : 'head';
  return {
    ...{ change, by: 'case', fingerprint: record.loss ?? lacks ?? id, case: id, class: verdict, severity: 'critical' },
    ...{ certainty: 'measured, on the target itself', findings: [], step: '', path: '', answers: {}, detail },
    title: lacks === undefined ? (titles[verdict] ?? `There is no verdict: ${verdict}`) : `${lacks} is not there`,
    because: '',
    values: { reference: 'an answer', [side]: wordsOf(record) },
    repro: context.reproOf(side, record.loss ?? id),
  };
}

const wordsOf = ({ verdict, detail = '', lacks }: CaseRecord): string =>
  lacks === undefined ? `${verdict}${detail === '' ? '' : `: ${detail}`}` : `does not have ${lacks}`;

const titles: { readonly [verdict: string]: string } = {
  crashed: 'The server ends',
  hung: 'The server answers nothing any more',
  silent: 'A request gets no answer',
};

/** An operation that is not there is one difference, however many cases need it. */
function onceAnOperation(all: readonly Difference[]): Difference[] {
  const seen = new Set<string>();
  return all.filter(({ change, class: kind, fingerprint }) => {
    const key = `${change} ${fingerprint}`;
    if (kind !== 'unsupported') return true;
    if (seen.has(key)) return false;
    seen.add(key);
    return true;
  });
}
