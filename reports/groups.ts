/** Groups the divergences with the same cause into one entry: a rule that a target breaks, with every place where it shows. */
import { readsOnly } from '../oracles/values/operations.ts';
import type { Json } from '../oracles/values/types.ts';
import { severities } from '../suites/findings/finding.ts';
import { kindOf, speaksForItself } from '../suites/fuzz/kinds/kind.ts';
import type { Divergence, Severity } from '../suites/runner/record.ts';

export interface Group {
  /** Equal for the same cause on another target. */
  cause: string;
  target: string;
  status: Divergence['status'];
  /** The worst severity of the members. */
  severity: Severity;
  /** True when the two answers alone show which rule is broken. Otherwise the findings of the cases name it. */
  namesItself: boolean;
  /** The member with the smallest request, among those that are not a consequence of another. */
  representative: Divergence;
  /** All divergences, in the order of the run. */
  members: readonly Divergence[];
}

const statuses: readonly Divergence['status'][] = ['new', 'known', 'advisory'];

/** In order: new, known, advisory; within these the most severe first, then the largest. The sort is stable. */
export function groupsOf(divergences: readonly Divergence[]): Group[] {
  const groups = new Map<string, Placed[]>();
  for (const placed of withJoinedFindings(placedOf(divergences)).map(asAccepted)) {
    const { divergence, cause } = placed;
    const key = JSON.stringify([divergence.target, divergence.status, cause]);
    groups.set(key, [...(groups.get(key) ?? []), placed]);
  }
  return [...groups.values()].map(groupOf).sort(byWeight);
}

/** Divergences accepted for the same reason are one entry: a person has judged that, which is better than any similarity of texts. */
const asAccepted = (placed: Placed): Placed =>
  placed.divergence.status === 'known' && placed.divergence.reason !== undefined
    ? { ...placed, cause: JSON.stringify([placed.divergence.reason, placed.divergence.note]), follows: false }
    : placed;

/** A divergence with the cause that it is attributed to. */
interface Placed {
  divergence: Divergence;
  cause: string;
  /** The findings of the case, used when the cause alone does not name the rule. */
  findings: readonly string[];
  /** It is a consequence of another divergence, and attributed to that one's cause. */
  follows: boolean;
}

function groupOf(placed: readonly Placed[]): Group {
  const members = placed.map(({ divergence }) => divergence);
  const own = placed.filter(({ follows }) => !follows).map(({ divergence }) => divergence);
  const [representative] = [...own].sort((a, b) => requestSize(a) - requestSize(b)) as [Divergence];
  const severity = severities.find((one) => members.some((d) => d.severity === one)) as Severity;
  const { target, status } = representative;
  const [{ cause, findings }] = placed as [Placed];
  return { cause, target, status, severity, namesItself: findings.length === 0, representative, members };
}

const requestSize = ({ request }: Divergence): number => JSON.stringify(request.body ?? request.input).length;

const byWeight = (a: Group, b: Group): number =>
  statuses.indexOf(a.status) - statuses.indexOf(b.status) ||
  severities.indexOf(a.severity) - severities.indexOf(b.severity) ||
  b.members.length - a.members.length;

/** Works case by case: an earlier divergence of a case may explain the later ones. */
function placedOf(divergences: readonly Divergence[]): Placed[] {
  const before = new Map<string, Placed[]>();
  return divergences.map((divergence) => {
    const key = JSON.stringify([divergence.target, divergence.status, divergence.case]);
    const earlier = before.get(key) ?? [];
    const reason = earlier.findLast((one) => explains(one.divergence, divergence));
    const { cause, findings } = reason ?? causeOf(divergence);
    const placed = { divergence, cause, findings, follows: reason !== undefined };
    before.set(key, [...earlier, placed]);
    return placed;
  });
}

/** Merges causes whose cases share a finding. A case may check several findings. */
function withJoinedFindings(all: readonly Placed[]): Placed[] {
  const heads = new Map<string, string>();
  const headOf = (name: string): string => {
    const head = heads.get(name) ?? name;
    return head === name ? name : headOf(head);
  };
  const names = ({ cause, findings }: Placed): string[] => findings.map((finding) => `${cause} ${finding}`);
  for (const placed of all) {
    const [first, ...others] = names(placed).map(headOf).sort();
    for (const other of others) if (first !== undefined && other !== first) heads.set(other, first);
  }
  return all.map((placed) => ({ ...placed, cause: headOf(names(placed)[0] ?? placed.cause) }));
}

/**
 * Whether the later divergence is a consequence of the earlier one. A lost row and a repeated row in one answer are one fault.
 * After a change that only one side made, the two stores differ, so later reads of it differ as well.
 */
function explains(earlier: Divergence, later: Divergence): boolean {
  if (earlier.invariant !== undefined || later.invariant !== undefined) return false;
  if (earlier.step === later.step) return ofRows(earlier) && ofRows(later);
  if (readsOnly(earlier.request.op)) return false;
  if (earlier.class === 'accepted') return readsOnly(later.request.op) && sharesTable(earlier, later);
  return isRefusal(earlier) && (readsOnly(later.request.op) || missesSomething(later));
}

/** Symptoms of one fault in rows: lost rows, wrong rows, wrong order, an extra cursor, rows that never arrive. */
const ofRows = ({ path, class: kind, request }: Divergence): boolean =>
  /^(?:Attributes|Count|Item|Items|LastEvaluatedKey|Records|Responses|ScannedCount)\b/.test(path) ||
  (kind === 'endless' && /^(?:GetItem|GetRecords|Query|Scan)$/.test(request.op));
const isRefusal = ({ class: kind }: Divergence): boolean => kind === 'refused' || kind === 'server-error';

/** Something that an earlier step should have created does not exist, or does not become ready. */
const missesSomething = (d: Divergence): boolean =>
  d.class === 'endless' || (isRefusal(d) && /^\w*NotFoundException\b/.test(String(d.actual)));

/** Placeholders in a normalised ARN for values that the server chose, other than the name of the table. */
const partsOfArns: ReadonlySet<string> = new Set(['<region>', '<account>', '<other account>', '<id>', '<label>']);

const tablesOf = ({ request }: Divergence): string[] =>
  (JSON.stringify(request.input).match(/<[^<>"]+>/g) ?? []).filter((name) => !partsOfArns.has(name));

function sharesTable(a: Divergence, b: Divergence): boolean {
  const own = new Set(tablesOf(a));
  return tablesOf(b).some((name) => own.has(name));
}

/** Members that do not shape the request: they address a table, limit or order the answer, or hold the values of an expression. */
const carriers: ReadonlySet<string> = new Set([
  'ConsistentRead',
  'ExpressionAttributeNames',
  'ExpressionAttributeValues',
  'Limit',
  'ScanIndexForward',
  'TableName',
]);

function membersOf({ step, request }: Divergence): string[] {
  if (request.body !== undefined) return ['a body'];
  if (request.headers !== undefined) return ['headers'];
  // The tables of a case are one input: a schema for each name.
  if (step === 'tables') return ['tables'];
  return Object.keys(request.input)
    .filter((name) => !carriers.has(name))
    .sort();
}

/** The request shape and the difference; plus the findings of the case when these two do not name the rule. */
function causeOf(d: Divergence): Pick<Placed, 'cause' | 'findings'> {
  const kind = kindOf(masked(d));
  // The request is one of many that would show it.
  if (d.invariant !== undefined) return { cause: JSON.stringify([kind.op, kind.class, kind.path]), findings: [] };
  const shapes = [kind.expected, kind.actual];
  const condition = shapes.some((shape) => ofAnyCondition.test(shape)) && shapes.includes('accepted');
  // A condition that wrongly holds and one that wrongly fails may be the same wrong comparison.
  const plain = ofRows(d) ? ['rows'] : [kind.class, kind.path, ...shapes];
  const difference = condition ? ['condition', ...shapes.sort()] : plain;
  const named = !condition && (isRefusal(d) || speaksForItself(kind));
  return { cause: JSON.stringify([kind.op, membersOf(d), ...difference]), findings: named ? [] : d.findings };
}

/** These refusals do not show which condition failed. */
const ofAnyCondition = /^(?:ConditionalCheckFailed|TransactionCanceled)Exception/;

/** Masks what varies in texts: table names, types, and the values in `name: value`. */
function masked(d: Divergence): Divergence {
  const own = stringsIn(d.request.input as Json);
  const mask = (value: Json): Json => (typeof value === 'string' ? maskedText(value, own) : value);
  return { ...d, expected: mask(d.expected), actual: mask(d.actual) };
}

function maskedText(text: string, ofRequest: readonly string[]): string {
  const named = ofRequest.reduce((shown, one) => shown.replaceAll(`: ${one},`, ': …,'), text);
  return named
    .replace(/<[^<>]*>/g, '<…>')
    .replace(/(?<!^\w+): \S+(?=$| \w+:)/g, ': …')
    .replace(/\b(?:SS|NS|BS|BOOL|NULL|[SNBLM])\b/g, 'T');
}

function stringsIn(value: Json): string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(stringsIn) : [];
}
