/** A ledger as a document for the users of a product: its differences from DynamoDB, the worst first. */
import { allCases } from '../../suites/cases/index.ts';
import { loadCatalogue } from '../../suites/findings/catalogue.ts';
import { severities } from '../../suites/findings/finding.ts';
import type { Severity } from '../../suites/runner/record.ts';
import { count, thousands } from '../text/format.ts';
import { cellCode, code, markdownTable, prose } from '../text/markdown-text.ts';
import type { Ledger, LedgerEntry } from './schema.ts';

/** Divergences that were accepted for one reason, in one area. */
interface Rule {
  readonly area: string;
  readonly severity: Severity;
  readonly reason: string;
  /** Places where it shows. */
  readonly places: number;
  readonly hows: ReadonlySet<string>;
}

const reasonMax = 600;

export function ledgerMarkdown(ledger: Ledger): string {
  const rules = rulesOf(ledger.entries);
  return [
    `# ${prose(ledger.target)}: differences from DynamoDB`,
    intro(ledger, rules),
    ...overview(rules),
    ...section('Operations that it does not have', ledger.gaps.map(gapLine)),
    ...areasOf(rules).map((area) => areaText(area, rules)),
    ...section('Further differences, seen on generated requests', linesOf(ledger.explanations)),
    ...section('Under races, kills and clients that leave', linesOf(ledger.rounds)),
  ]
    .join('\n\n')
    .concat('\n');
}

function intro(ledger: Ledger, rules: readonly Rule[]): string {
  const { target, gaps, entries, explanations, rounds } = ledger;
  const versions = [...new Set([gaps, entries, explanations, rounds].flat().flatMap((one) => one.versions))].sort();
  const places = rules.reduce((sum, rule) => sum + rule.places, 0);
  const differ = count(rules.length, 'difference');
  const seen = count(places, 'place');
  return [
    `Version ${versions.map((one) => prose(one)).join(', ') || 'unknown'}. ${differ}, seen in ${seen}.`,
    `Each is accepted in the ledger of ${prose(target)} with the reason that stands here. The number in brackets says in how many places`,
    'of the checks it shows; the word after it says how the right answer is known.',
  ].join('\n');
}

/** One rule has the worst severity that a finding of its cases has. */
function rulesOf(entries: readonly LedgerEntry[]): Rule[] {
  const cases = new Map(allCases.map((one) => [one.id, one]));
  const catalogue = loadCatalogue();
  const rules = new Map<string, Rule>();
  for (const { case: id, fingerprints, reason, how } of entries) {
    const found = cases.get(id);
    const area = found?.area ?? id.split('/', 1)[0] ?? id;
    const own = found?.findings.map((finding) => catalogue.get(finding)?.severity) ?? [];
    const key = JSON.stringify([area, reason]);
    const before = rules.get(key);
    const severity = worst([before?.severity, ...own]);
    const places = (before?.places ?? 0) + fingerprints.length;
    rules.set(key, { ...{ area, severity, reason, places }, hows: new Set([...(before?.hows ?? []), how]) });
  }
  return [...rules.values()].sort(bySeverity);
}

const worst = (all: readonly (Severity | undefined)[]): Severity =>
  severities.find((one) => all.includes(one)) ?? 'minor';

const bySeverity = (a: Rule, b: Rule): number =>
  severities.indexOf(a.severity) - severities.indexOf(b.severity) ||
  b.places - a.places ||
  (a.reason < b.reason ? -1 : 1);

/** Areas in the order of their worst rule, then by name. */
function areasOf(rules: readonly Rule[]): string[] {
  const first = (area: string): number =>
    severities.indexOf(rules.find((rule) => rule.area === area)?.severity ?? 'minor');
  const areas = [...new Set(rules.map(({ area }) => area))];
  return areas.sort((a, b) => first(a) - first(b) || (a < b ? -1 : 1));
}

function overview(rules: readonly Rule[]): string[] {
  if (rules.length === 0) return [];
  const rows = areasOf(rules).map((area) => [
    cellCode(area),
    ...severities.map((severity) => numberOf(rules.filter((one) => one.area === area && one.severity === severity))),
  ]);
  const all = severities.map((severity) => numberOf(rules.filter((one) => one.severity === severity)));
  return [markdownTable(['area', ...severities], [...rows, ['all', ...all]], [1, 2, 3, 4])];
}

const numberOf = (rules: readonly Rule[]): string => (rules.length === 0 ? '' : thousands(rules.length));

const areaText = (area: string, rules: readonly Rule[]): string =>
  section(area, rules.filter((rule) => rule.area === area).map(ruleLine)).join('\n\n');

const ruleLine = ({ severity, reason, places, hows }: Rule): string =>
  `**${severity}** ${prose(reason, reasonMax)} (${thousands(places)}, ${[...hows].sort().join(' and ')})`;

const gapLine = ({ operations, reason, how }: Ledger['gaps'][number]): string =>
  `${operations.map((one) => code(one)).join(', ')}: ${prose(reason, reasonMax)} (${how})`;

const section = (title: string, lines: readonly string[]): string[] =>
  lines.length === 0 ? [] : [`## ${prose(title)}`, lines.map((line) => `- ${line}`).join('\n')];

type Patterned = Ledger['explanations'][number] | Ledger['rounds'][number];

/** One line a reason; of rounds with the kinds of what was seen. */
function linesOf(list: readonly Patterned[]): string[] {
  const reasons = new Map<string, Patterned[]>();
  for (const one of list) reasons.set(one.reason, [...(reasons.get(one.reason) ?? []), one]);
  return [...reasons].map(([reason, ones]) => {
    const hows = [...new Set(ones.map(({ how }) => how))].sort().join(' and ');
    const anomalies = ones.flatMap((one) => ('anomalies' in one ? one.anomalies : []));
    const kinds = [...new Set(anomalies.flatMap(({ kind }) => [kind].flat()))].sort().join(', ');
    return `${kinds === '' ? '' : `**${kinds}** `}${prose(reason, reasonMax)} (${hows})`;
  });
}
