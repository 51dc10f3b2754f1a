/** Finds where a target's answers to one sequence differ from the reference's. */
import { mayWriteItems, type Operation, readsOnly } from '../../oracles/values/operations.ts';
import type { Case } from '../cases/case.ts';
import { violationDivergence } from '../runner/invariants/divergence.ts';
import { atEnd as atEndStep } from '../runner/invariants/exchange.ts';
import { judge, tableDivergence } from '../runner/judge/judge.ts';
import type { TargetTranscript } from '../runner/judge/shown.ts';
import type { Played } from '../runner/play/run-case.ts';
import { type CaseVerdict, type Divergence, noVerdict } from '../runner/record.ts';
import { type Kind, kindOf } from './kinds/kind.ts';

/** A difference at one step. A request without an answer has no divergence. */
export interface StepDifference {
  /** Zero-based number of the step; -1 when the table itself was refused. */
  step: number;
  kind: Kind;
  divergence?: Divergence;
  /** Seen by a read of our own after the last step, so that no step has to be kept for it. */
  atEnd?: boolean;
  /** Seen in such a read, and it may lag. */
  lags?: boolean;
}

export interface Comparison {
  verdict: CaseVerdict;
  detail?: string;
  /** The operation that the target lacks, if that is why the sequence was not played. */
  lacks?: Operation;
  differences: StepDifference[];
  /** Number of compared answers: those before the two stores held different items. */
  judged: number;
}

const ofTheAnswerOnly = /^(?:ConsumedCapacity|ItemCollectionMetrics|UnprocessedItems|message)\b/;

/** Whether the stores may hold different items after this step. If so, later differences are only consequences. */
const separatesTheStores = (divergence: Divergence): boolean =>
  mayWriteItems(divergence.request.op) ? separatesItems(divergence) : separatesTables(divergence);

/** Only one of the stores has made the change, or its state has not passed. */
const separatesTables = ({ request, class: kind }: Divergence): boolean =>
  kind === 'endless' ||
  (!readsOnly(request.op) && (kind === 'accepted' || kind === 'refused' || kind === 'server-error'));

const separatesItems = ({ class: kind, path, answers }: Divergence): boolean =>
  !ofTheAnswerOnly.test(path) &&
  kind !== 'error-type' &&
  kind !== 'error-member' &&
  kind !== 'error-text' &&
  !bothRefused(answers);

const isRefusal = (answer: unknown): boolean => typeof answer === 'object' && answer !== null && '__type' in answer;
const bothRefused = ({ expected, actual }: Divergence['answers']): boolean => isRefusal(expected) && isRefusal(actual);

/** A different cancellation code also changes its message and the error text, so those differences are dropped. */
function withoutConsequences(found: readonly Divergence[]): Divergence[] {
  const steps = new Set(
    found.flatMap(({ step, path }) => (/^CancellationReasons\[\d+\]\.Code$/.test(path) ? [step] : [])),
  );
  return found.filter(
    ({ step, path }) => !steps.has(step) || !/^CancellationReasons\[\d+\]\.Message$|^message$/.test(path),
  );
}

/** A generated request has no written expectation, so the evidence is always the reference. */
const byReference = (divergence: Divergence, { target }: TargetTranscript): Divergence => ({
  ...divergence,
  evidence: target,
});

export const transcriptOf = (target: string, { entries, names }: Played): TargetTranscript => ({
  target,
  entries,
  names,
});

/** They need no reference, so they count after the stores have diverged, too. */
const violations = (subject: Case, transcript: TargetTranscript, played: Played): StepDifference[] =>
  played.violations.map((one) => {
    const atEnd = one.exchange.step === atEndStep;
    const divergence = violationDivergence(subject, transcript, one);
    return {
      ...{ step: atEnd ? subject.steps.length - 1 : Number.parseInt(one.exchange.step, 10), divergence },
      ...{ kind: kindOf(divergence, subject.aliases), atEnd, lags: one.lags },
    };
  });

export function compare(subject: Case, reference: TargetTranscript, target: string, played: Played): Comparison {
  const { stopped, tableRefused } = played;
  const transcript = transcriptOf(target, played);
  if (tableRefused) {
    const divergence = byReference(tableDivergence(subject, transcript, tableRefused), reference);
    return {
      verdict: 'diverges',
      differences: [{ step: -1, kind: kindOf(divergence, subject.aliases), divergence }],
      judged: 0,
    };
  }
  const found = withoutConsequences(judge(subject, transcript, reference)).map(
    (divergence): StepDifference => ({
      step: Number(divergence.step),
      kind: kindOf(divergence, subject.aliases),
      divergence: byReference(divergence, reference),
    }),
  );
  const last =
    found.find(({ divergence }) => divergence && separatesTheStores(divergence))?.step ?? subject.steps.length;
  const differences = [...found.filter(({ step }) => step <= last), ...violations(subject, transcript, played)];
  const judged = Math.min(last + 1, played.entries.length);
  if (stopped && noVerdict.includes(stopped.verdict)) {
    const step = played.entries.length - 1;
    const op = played.entries.at(-1)?.op ?? 'CreateTable';
    // A lost request is reported even after the stores have diverged.
    differences.push({
      step,
      kind: { op, class: stopped.verdict, path: '', expected: 'an answer', actual: 'none', with: [] },
    });
  }
  if (stopped) return { ...stopped, differences, judged };
  const beyondText = differences.some(({ divergence }) => divergence?.tier !== 'text');
  return { verdict: beyondText ? 'diverges' : 'matches', differences, judged };
}
