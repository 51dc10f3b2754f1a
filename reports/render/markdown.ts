/** A report as GitHub-flavoured Markdown, for a comment on a pull request or a nightly issue. */
import type { Divergence } from '../../suites/runner/record.ts';
import { groupsOf } from '../groups.ts';
import type { Catalogue, Report } from '../report.ts';
import { verdictSentence, verdictWords } from '../summary.ts';
import { code, prose } from '../text/markdown-text.ts';
import { commentMax, within } from './markdown/blocks.ts';
import { listed, newDivergences } from './markdown/divergences.ts';
import { fuzzBlocks } from './markdown/fuzz.ts';
import { counterexamples, models, mutants } from './markdown/models.ts';
import { leftBlocks, stale, unavailable, withoutVerdict } from './markdown/remarks.ts';
import { judged, matrix, rules } from './markdown/targets.ts';
import { headline } from './parts.ts';

interface MarkdownOptions {
  catalogue?: Catalogue;
  /** Default: those of a comment. */
  charactersMax?: number;
}

/** Whole blocks, most important first. Blocks beyond the limit are left out; their number is stated at the end. */
export function renderMarkdown(report: Report, options: MarkdownOptions = {}): string {
  const { catalogue = new Map(), charactersMax = commentMax } = options;
  const groups = groupsOf(report.run?.divergences ?? []);
  const withStatus = (status: Divergence['status']) => groups.filter((group) => group.status === status);
  const blocks = [
    ...heading(report),
    ...rules(report, groups),
    ...matrix(report),
    ...judged(report),
    ...newDivergences(report, withStatus('new'), catalogue),
    ...fuzzBlocks(report.fuzz),
    ...stale(report),
    ...withoutVerdict(report),
    ...unavailable(report),
    ...leftBlocks(report),
    ...models(report),
    ...mutants(report),
    ...listed(report, withStatus('known'), 'Known divergences'),
    ...listed(report, withStatus('advisory'), 'Advisory divergences'),
    ...counterexamples(report),
  ];
  return within(blocks, charactersMax, 'the HTML report');
}

const signs = { holds: '✓', violated: '✗', unknown: '?' } as const;

const heading = (report: Report): string[] => [
  `## ${signs[report.verdict]} Parallax: ${verdictWords[report.verdict]}`,
  prose(verdictSentence(report), 2000),
  headline(report)
    .map((part) => code(part))
    .join(' · '),
];
