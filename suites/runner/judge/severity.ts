/**
 * The severity of a divergence: depends on what was observed, and never exceeds the severity of the case's findings.
 */
import { type Operation, readsOnly } from '../../../oracles/values/operations.ts';
import type { Json } from '../../../oracles/values/types.ts';
import { severities } from '../../findings/finding.ts';
import { isObject } from '../play/path.ts';
import type { Divergence, DivergenceClass, Severity } from '../record.ts';

/** The input of a rule. */
export type SeenDifference = Pick<Divergence, 'class' | 'tier' | 'path' | 'expected' | 'actual'> & { op: Operation };

const isEmpty = (value: Json): boolean =>
  (Array.isArray(value) && value.length === 0) || (isObject(value) && Object.keys(value).length === 0);

/** Paths of rows, items and cursors: what a client stored, or loses when it resumes from there. */
const data =
  /^(?:Attributes|BackupSummaries|Count|Item|Items|LastEvaluatedKey|Records|Responses|TableNames|UnprocessedItems|UnprocessedKeys)\b/;
const insideAnItem = /^(?:Attributes|Item|Items\[\d*\]|Responses\b.*\])\./;
/** Members that clients poll before they continue. */
const state = /(?:^|\.)(?:Backup|Index|Stream|Table|TimeToLive)Status$/;

type Rule = readonly [when: string, holds: (seen: SeenDifference) => boolean, atMost: Severity];
const isOneOf =
  (...classes: DivergenceClass[]) =>
  ({ class: kind }: SeenDifference): boolean =>
    classes.includes(kind);

/** The first matching rule gives the maximum severity. */
const rules: readonly Rule[] = [
  ['only a text differs', ({ tier }) => tier === 'text', 'minor'],
  ['the server fails, refuses what is right, or never ends', isOneOf('server-error', 'refused', 'endless'), 'critical'],
  ['a read that should be refused is answered', (seen) => seen.class === 'accepted' && readsOnly(seen.op), 'major'],
  ['a change that should be refused is made', isOneOf('accepted'), 'critical'],
  ['a refusal has another type', isOneOf('error-type'), 'major'],
  ['a refusal names another member', (seen) => seen.class === 'error-member' && seen.path === 'message', 'minor'],
  ['a refusal lacks what clients read', isOneOf('error-member'), 'major'],
  ['data is lost, added or changed inside an item', ({ path }) => insideAnItem.test(path), 'critical'],
  ['an empty member is left out', (seen) => seen.class === 'member-missing' && isEmpty(seen.expected), 'minor'],
  ['an empty member is added', (seen) => seen.class === 'member-extra' && isEmpty(seen.actual), 'minor'],
  ['data is lost, added, changed or out of order', ({ path }) => data.test(path), 'critical'],
  ['a status is wrong', ({ path }) => state.test(path), 'critical'],
  ['a description says more than it should', isOneOf('member-extra'), 'minor'],
  ['a description says less, or something else', () => true, 'major'],
];

/** @param findings severities of the case's findings; minor if there are none */
export function severityOf(seen: SeenDifference, findings: readonly Severity[]): Severity {
  const bound = severities.find((severity) => findings.includes(severity)) ?? 'minor';
  const atMost = rules.find(([, holds]) => holds(seen))?.[2] ?? 'minor';
  return severities.indexOf(atMost) > severities.indexOf(bound) ? atMost : bound;
}
