/** The verdict of a report: counts, reasons, and one sentence. */
import type { Cut, RunRecord, TargetRecord, Verdict } from '../suites/runner/record.ts';
import { fuzzDoubts, fuzzScope, fuzzViolations } from './fuzz/summary.ts';
import { judgedText, skipsOf, tooLittleJudged } from './judged.ts';
import type { ModelRecord, MutantRecord, Report, Scores } from './report.ts';
import { count, percent, thousands } from './text/format.ts';

/** `caught`: a violation that was wanted. */
export type ModelStatus = ModelRecord['verdict'] | 'caught';

/** A mutant's violation is wanted in a report that judges mutants; it is a violation where a user explores one mutant. */
export const modelStatus = ({ mutants }: Report, model: ModelRecord): ModelStatus =>
  mutants !== undefined && model.mutant !== null && model.verdict === 'violated' ? 'caught' : model.verdict;

/** The models that count for the verdict. Mutants do not, when the report has a mutant matrix. */
export const modelsJudged = (report: Report): ModelRecord[] =>
  (report.models ?? []).filter((model) => report.mutants === undefined || model.mutant === null);

export const survivors = (mutants: readonly MutantRecord[]): MutantRecord[] =>
  mutants.filter((m) => !m.killed && !m.equivalent);

/** Called equivalent, with an argument that does not hold: something has caught them. */
const refuted = (mutants: readonly MutantRecord[]): MutantRecord[] => mutants.filter((m) => m.killed && m.equivalent);

/** `31 of 33 mutants killed, 1 equivalent`. */
export function mutantCounts(mutants: readonly MutantRecord[]): string {
  const killed = mutants.filter((m) => m.killed).length;
  const equivalent = mutants.filter((m) => m.equivalent && !m.killed).length;
  return `${killed} of ${count(mutants.length, 'mutant')} killed${equivalent > 0 ? `, ${equivalent} equivalent` : ''}`;
}

type Asked = Pick<TargetRecord, 'name' | 'version' | 'unavailable' | 'leftovers'>;

/** The targets of the command, for cases as for generated sequences. */
export const targetsAsked = ({ run, fuzz }: Report): Asked[] => [
  ...(run?.targets ?? []),
  ...(fuzz?.targets ?? []).map(({ target }) => target),
];

export const unavailableTargets = (report: Report): Asked[] =>
  targetsAsked(report).filter((target) => target.unavailable !== undefined);

/** An interrupted run with findings is still violated. Without findings it has no verdict, since the interruption is a doubt. */
export function verdictOf(report: Report): Verdict {
  if (violations(report).length > 0) return 'violated';
  return doubts(report).length > 0 ? 'unknown' : 'holds';
}

/** The reasons for `violated`. */
export function violations(report: Report): string[] {
  const targets = report.run?.targets ?? [];
  const models = modelsJudged(report).filter((m) => m.verdict === 'violated');
  const surviving = survivors(report.mutants ?? []).length;
  return [
    ...targets.filter((t) => t.new > 0).map((t) => `${count(t.new, 'new divergence')} on ${t.name}`),
    ...targets.filter((t) => t.stale.length > 0).map((t) => `${entries(t.stale.length)} of ${t.name} no longer seen`),
    ...(report.fuzz ? fuzzViolations(report.fuzz, isInterrupted(report)) : []),
    ...models.map((m) => `model ${modelName(m)} violates ${m.property ?? 'a property'}`),
    ...(surviving > 0 ? survivalText(surviving, report.scores) : []),
    ...refuted(report.mutants ?? []).map(({ id, by }) => `mutant ${id} is called equivalent, and is caught by ${by}`),
  ];
}

/** Survivors among thousands of mechanical mutants are tolerated where a least share was asked for and is reached. */
function survivalText(surviving: number, scores: Scores | undefined): string[] {
  if (scores?.least === undefined) return [count(surviving, 'surviving mutant')];
  const together = scores.together ?? 0;
  return together * 100 >= scores.least
    ? []
    : [`${percent(together)} of the mutants caught, less than ${scores.least} %`];
}

const entries = (number: number): string => count(number, 'ledger entry', 'ledger entries');

const isInterrupted = ({ interrupted, run, fuzz }: Report): boolean =>
  interrupted === true || [...cutsOf(run), fuzz?.cut].includes('interrupted');

const cutsOf = (run: RunRecord | undefined): (Cut | undefined)[] => [
  run?.cut,
  ...(run?.targets ?? []).map(({ cut }) => cut),
];

/**
 * Why not everything was tested, if so: a signal or a time limit. Generated sequences have no fixed end, so a time limit does not
 * count for them.
 */
export function cutText(report: Report): string | undefined {
  if (isInterrupted(report)) return 'interrupted before the end';
  return cutsOf(report.run).includes('time') ? 'out of time before the end' : undefined;
}

/** The reasons for no verdict. */
export function doubts(report: Report): string[] {
  const targets = report.run?.targets ?? [];
  const cut = cutText(report);
  const unjudged = targets.filter((t) => t.unavailable === undefined && t.unknown > 0);
  const models = modelsJudged(report).filter((m) => m.verdict === 'unknown');
  const blind = targets.filter((t) => t.unavailable === undefined && tooLittleJudged(t));
  return [
    ...(cut === undefined ? [] : [cut]),
    ...unavailableTargets(report).map((t) => `${t.name} unavailable`),
    ...targetsAsked(report).flatMap(leftText),
    ...blind.map((t) => `${t.judged === 0 ? 'nothing' : 'too little'} judged on ${t.name} (${judgedText(t)})`),
    ...unjudged.map((t) => `${count(t.unknown, 'case')} without a verdict on ${t.name}`),
    ...(report.fuzz ? fuzzDoubts(report.fuzz) : []),
    ...(report.scores && report.mutants?.length === 0 ? ['no mutant judged'] : []),
    ...models.map((m) => {
      const why =
        m.simulations === undefined ? 'ran out of budget' : `was only simulated, in ${count(m.simulations, 'run')}`;
      return `model ${modelName(m)} ${why}`;
    }),
  ];
}

/** A target where a deletion failed, or only seemed to succeed, has not shown that it is right. */
const leftText = ({ name, leftovers }: Asked): string[] =>
  leftovers.length > 0 ? [`${count(leftovers.length, 'resource')} left behind on ${name}`] : [];

/** `6 models`, or `6 models in 14 variants`. */
function modelCounts(models: readonly ModelRecord[]): string {
  const names = new Set(models.map(({ name }) => name)).size;
  return names === models.length ? count(names, 'model') : `${count(names, 'model')} in ${models.length} variants`;
}

/** What was tested: `123 cases on 3 targets, 9 known divergences, 6 models, 31 of 33 mutants killed`. */
export function scope(report: Report): string {
  const ran = (report.run?.targets ?? []).filter((t) => t.unavailable === undefined);
  const cases = Math.max(0, ...ran.map((t) => t.cases));
  const known = ran.reduce((sum, t) => sum + t.known, 0);
  const parts = [
    ...(report.run ? [`${count(cases, 'case')} on ${count(ran.length, 'target')}`] : []),
    ...judgedRange(ran),
    ...lacksOf(ran),
    ...(known > 0 ? [count(known, 'known divergence')] : []),
    ...(report.fuzz ? fuzzScope(report.fuzz) : []),
    ...(report.models ? [modelCounts(modelsJudged(report))] : []),
    ...(report.mutants ? [mutantCounts(report.mutants)] : []),
  ];
  return parts.join(', ') || 'nothing was checked';
}

/** Only when something was skipped: `71 judged`, or `71 to 157 judged` when targets differ. */
function judgedRange(targets: readonly TargetRecord[]): string[] {
  if (targets.every(({ judged, cases }) => judged === cases)) return [];
  const judged = targets.map((target) => target.judged);
  const [least, most] = [thousands(Math.min(...judged)), thousands(Math.max(...judged))];
  return [`${least === most ? least : `${least} to ${most}`} judged`];
}

/** Missing operations that no ledger accepts: the last line must say what was not tested. */
function lacksOf(targets: readonly TargetRecord[]): string[] {
  return targets.flatMap((target) => {
    const lacking = skipsOf(target).filter(({ label, detail, accepted }) => label !== detail && accepted === undefined);
    return lacking.length === 0
      ? []
      : [
          `${target.name} lacks ${lacking.map(({ label, cases }) => `${label} (${count(cases.length, 'case')})`).join(', ')}`,
        ];
  });
}

export function verdictSentence(report: Report): string {
  return `${verdictWords[report.verdict]}: ${reasonsOf(report).join('; ')}.`;
}

export const verdictWords = { holds: 'holds', violated: 'violated', unknown: 'no verdict' } as const;

function reasonsOf(report: Report): string[] {
  const wrong = violations(report);
  const unsure = doubts(report);
  const cut = cutText(report);
  switch (report.verdict) {
    case 'holds':
      return [scope(report), ...unsure];
    case 'violated':
      return [...(wrong.length > 0 ? wrong : [scope(report)]), ...(cut === undefined ? [] : [cut])];
    case 'unknown':
      return [...(unsure.length === 0 || report.fuzz ? [scope(report)] : []), ...unsure];
    default:
      return report.verdict satisfies never;
  }
}

/** `owner-generation/mongodb`; with a mutant, `+` and its id. */
export const modelName = (model: ModelRecord): string =>
  (model.variant === 'default' ? model.name : `${model.name}/${model.variant}`) +
  (model.mutant === null ? '' : ` + ${model.mutant}`);
