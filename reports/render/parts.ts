/** Texts that every rendering of a report shows. They are plain text: each rendering must escape them. */
import { isFingerprint } from '../../suites/runner/judge/fingerprint.ts';
import {
  type CaseRecord,
  type Divergence,
  noVerdict,
  type RunRecord,
  type TargetRecord,
} from '../../suites/runner/record.ts';
import type { Group } from '../groups.ts';
import type { ModelRecord, Report } from '../report.ts';
import { cutText, type ModelStatus, modelName, modelStatus, verdictWords } from '../summary.ts';
import { count, duration, magnitude, thousands } from '../text/format.ts';
import { jsonLine } from '../text/visible.ts';

/** Signs beside the words, so that no colour is needed. */
export const statusSigns = { new: '✗', known: '≈', advisory: 'i' } as const;

/** ` (44)`: how often the cause was seen; empty for once. */
export const timesText = ({ members }: Pick<Group, 'members'>): string =>
  members.length === 1 ? '' : ` (${thousands(members.length)})`;

/** Both sides at the place where they differ, one line each. An absent value has no JSON, so it is named. */
export const expectedText = (d: Divergence): string =>
  d.expected === null ? nullText(d.class, '-extra', '(none)') : jsonLine(d.expected);
export const actualText = (d: Divergence): string =>
  d.actual === null ? nullText(d.class, '-missing', '(missing)') : jsonLine(d.actual);

const nullText = (kind: Divergence['class'], ending: string, ofRows: string): string => {
  if (!kind.endsWith(ending)) return jsonLine(null);
  return kind.startsWith('rows') ? ofRows : '(absent)';
};

/** `measured, written down in the case`, `inferred, by oracle`, or `documented, by the invariant index-rows`. */
export function certaintyText({ certainty, evidence, invariant }: Divergence): string {
  if (invariant !== undefined) return `${certainty}, by the invariant ${invariant}, which needs no reference`;
  return evidence === 'case' ? `${certainty}, written down in the case` : `${certainty}, by ${evidence}`;
}

/** Why it is accepted, and for which version. */
export const acceptedText = ({ reason = '', note }: Divergence): string =>
  note === undefined ? reason : `${reason} (${note})`;

/** What to do about an acceptance that no longer applies. */
export const staleText = (stale: string): string =>
  isFingerprint(stale) ? 'accepted, but no longer seen: remove it' : 'listed as a gap, but supported: remove it';

/** Acceptances for older versions that are no longer needed. They fail nothing. */
export const goneTexts = (run: RunRecord): string[] =>
  run.targets.flatMap(({ name, version, gone = 0 }) =>
    gone === 0
      ? []
      : [`${count(gone, 'divergence')} accepted for older versions of ${name}, no longer seen on ${version}`],
  );

/** What a run created on a target and could not remove. */
interface LeftBehind {
  /** `Left behind on http://127.0.0.1:8000: 2 things`. */
  title: string;
  /** One line for each, by name. */
  lines: string[];
  /** The command that removes the leftovers. */
  remedy: string;
}

export const leftBehind = (targets: readonly Pick<TargetRecord, 'name' | 'leftovers'>[]): LeftBehind[] =>
  targets
    .filter(({ leftovers }) => leftovers.length > 0)
    .map(({ name, leftovers }) => ({
      title: `Left behind on ${name}: ${count(leftovers.length, 'resource')} that could not be removed`,
      lines: leftovers.map((one) => `${one.kind} ${one.name}: ${one.why}`),
      remedy: `npx parallax sweep --target ${name}`,
    }));

/** `secondary-index/two-items-one-key, step 4, Items[1]`. */
export const placeText = (d: Divergence): string =>
  [d.case, `step ${d.step}`, d.path].filter((part) => part !== '').join(', ');

export const areaOf = (caseId: string): string => caseId.slice(0, Math.max(0, caseId.indexOf('/'))) || caseId;

/** `extenddb 0.1.10`; only the name when the target does not report its version. */
export const named = (name: string, version: string): string =>
  version === '' || version === 'unknown' ? name : `${name} ${version}`;

/** The name of a target with its version in a run. */
export function targetLabel(run: RunRecord | undefined, name: string): string {
  const version = run?.targets.find((target) => target.name === name)?.version ?? '';
  return named(name, version);
}

interface CaseWithoutVerdict {
  target: string;
  result: CaseRecord;
}

/** Cases without a verdict, with the reason. */
export const casesWithoutVerdict = (run: RunRecord): CaseWithoutVerdict[] =>
  run.targets.flatMap((target) =>
    target.results
      .filter(({ verdict }) => noVerdict.includes(verdict))
      .map((result) => ({ target: target.name, result })),
  );

/** Why there is no verdict, whether that is accepted, and the fingerprint for accepting it. */
export const noVerdictDetail = ({ detail = '', accepted, loss = '' }: CaseRecord): string =>
  accepted === undefined ? `${detail} (${loss})` : `accepted: ${accepted} (${loss}) ${detail}`;

export const modelColumns = ['model', 'states', 'transitions', 'interleavings', 'depth', 'time', 'verdict'] as const;

export const modelRow = (report: Report, model: ModelRecord): string[] => [
  modelName(model),
  thousands(model.states),
  thousands(model.transitions),
  // Not counted; or infinite, when the model has cycles.
  model.interleavings === null ? '–' : magnitude(model.interleavings),
  thousands(model.depth),
  duration(model.durationMs),
  statusWords[modelStatus(report, model)],
];

const statusWords: { readonly [status in ModelStatus]: string } = { ...verdictWords, caught: 'caught' };

/** One row for several variants of a model that all hold: sums, and the largest depth and number of interleavings. */
export function variantsRow(name: string, variants: readonly ModelRecord[]): string[] {
  const sum = (of: (model: ModelRecord) => number) => variants.reduce((total, model) => total + of(model), 0);
  const interleavings = variants.flatMap((model) =>
    model.interleavings === null ? [] : [BigInt(model.interleavings)],
  );
  const [most = 0n] = interleavings.sort((a, b) => (a > b ? -1 : 1));
  return [
    variants.length === 1 ? name : `${name}, ${count(variants.length, 'variant')}`,
    thousands(sum(({ states }) => states)),
    thousands(sum(({ transitions }) => transitions)),
    interleavings.length === 0 ? '–' : magnitude(String(most)),
    thousands(Math.max(...variants.map(({ depth }) => depth))),
    duration(sum(({ durationMs }) => durationMs)),
    'holds',
  ];
}

/** `tour, seed 20261129, reference oracle, 2026-11-29 03:00:00 UTC, 61.4 s`. */
export const headline = (report: Report): string[] => [
  `parallax ${report.version} ${report.command}`,
  `seed ${report.seed}`,
  ...[report.run ?? report.fuzz ?? []].flat().map(({ reference }) => `reference ${reference}`),
  `${report.startedAt.replace('T', ' ').replace(/(\.\d+)?Z$/, ' UTC')}`,
  duration(report.durationMs),
  ...[cutText(report) ?? []].flat(),
];

// More are not read; the page of each model has its own.
const fairnessMax = 4;

/**
 * The fairness assumptions, one sentence for each model with liveness properties; with many models, one sentence that says where
 * they are.
 */
export function fairnessTexts(models: readonly ModelRecord[]): string[] {
  if (new Set(models.map(({ name }) => name)).size > fairnessMax) {
    return ['The page of each model lists its fairness assumptions, and so does `npx parallax model NAME`.'];
  }
  const texts = models.flatMap(({ name, fairness = [] }) =>
    fairness.length === 0 ? [] : [`fairness assumptions of ${name}: ${fairness.join('; ')}`],
  );
  return [...new Set(texts)];
}
