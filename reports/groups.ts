/** Divergences with one cause as one entry: a rule that a target breaks, with every place where it shows. */
import { readsOnly } from '../oracles/values/operations.ts';
import type { Json } from '../oracles/values/types.ts';
import { severities } from '../suites/findings/finding.ts';
import { kindOf, speaksForItself } from '../suites/fuzz/kinds/kind.ts';
import type { Divergence, Severity } from '../suites/runner/record.ts';

export interface Group {
  /** The same for what has the same cause on another target. */
  cause: string;
  target: string;
  status: Divergence['status'];
  /** The worst of its members. */
  severity: Severity;
  /** The two answers say by themselves which rule is broken; else the findings of the cases do. */
  namesItself: boolean;
  /** The member with the smallest request, of those that are no consequence of another. */
  representative: Divergence;
  /** All of them, in the order of the run. */
  members: readonly Divergence[];
}

const statuses: readonly Divergence['status'][] = ['new', 'known', 'advisory'];

/** New ones, then known, then advisory; within these the severe first, then the larger. Stable otherwise. */
export function groupsOf(divergences: readonly Divergence[]): Group[] {
  const groups = new Map<string, Placed[]>();
  for (const placed of withJoinedFindings(placedOf(divergences)).map(asAccepted)) {
    const { divergence, cause } = placed;
    const key = JSON.stringify([divergence.target, divergence.status, cause]);
    groups.set(key, [...(groups.get(key) ?? []), placed]);
  }
  return [...groups.values()].map(groupOf).sort(byWeight);
}

/** What was accepted for one reason is one: somebody has looked at it, and knows better than any likeness. */
const asAccepted = (placed: Placed): Placed =>
  placed.divergence.status === 'known' && placed.divergence.reason !== undefined
    ? { ...placed, cause: JSON.stringify([placed.divergence.reason, placed.divergence.note]), follows: false }
    : placed;

/** A divergence with the cause that it counts to. */
interface Placed {
  divergence: Divergence;
  cause: string;
  /** Of the case, where the cause does not name the rule by itself. */
  findings: readonly string[];
  /** It counts to the cause of another one. */
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

/** Case by case, since what comes first in a case may be why the rest of it differs. */
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

/** Findings that cases of one cause have in common make one cause of them: a case may check more than one. */
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
 * A row that is lost and one that comes twice in the same answer are one fault. And where only one side has made a change,
 * the two hold different things, so what is seen of it afterwards cannot agree.
 */
function explains(earlier: Divergence, later: Divergence): boolean {
  if (earlier.step === later.step) return ofRows(earlier) && ofRows(later);
  if (readsOnly(earlier.request.op)) return false;
  if (earlier.class === 'accepted') return readsOnly(later.request.op) && sharesTable(earlier, later);
  return isRefusal(earlier) && (readsOnly(later.request.op) || missesSomething(later));
}

/** Lost rows, others in their place, another order, a cursor too many, rows that never come: faces of one fault. */
const ofRows = ({ path, class: kind, request }: Divergence): boolean =>
  /^(?:Attributes|Count|Item|Items|LastEvaluatedKey|Records|Responses|ScannedCount)\b/.test(path) ||
  (kind === 'endless' && /^(?:GetItem|GetRecords|Query|Scan)$/.test(request.op));
const isRefusal = ({ class: kind }: Divergence): boolean => kind === 'refused' || kind === 'server-error';

/** What an earlier step was to make is not there, or never comes. */
const missesSomething = (d: Divergence): boolean =>
  d.class === 'endless' || (isRefusal(d) && /^\w*NotFoundException\b/.test(String(d.actual)));

/** What an ARN has in place of what the server chose, beside the name of its table. */
const partsOfArns: ReadonlySet<string> = new Set(['<region>', '<account>', '<other account>', '<id>', '<label>']);

const tablesOf = ({ request }: Divergence): string[] =>
  (JSON.stringify(request.input).match(/<[^<>"]+>/g) ?? []).filter((name) => !partsOfArns.has(name));

function sharesTable(a: Divergence, b: Divergence): boolean {
  const own = new Set(tablesOf(a));
  return tablesOf(b).some((name) => own.has(name));
}

/** Members that say where, how much at once and in which direction, and those that hold what an expression names. */
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
  // The input of a table that a case needs is one schema for each name.
  if (step === 'tables') return ['tables'];
  return Object.keys(request.input)
    .filter((name) => !carriers.has(name))
    .sort();
}

/** Request shape and difference; the findings of the case too, where these do not name the rule by themselves. */
function causeOf(d: Divergence): Pick<Placed, 'cause' | 'findings'> {
  const kind = kindOf(masked(d));
  const shapes = [kind.expected, kind.actual];
  const condition = shapes.some((shape) => ofAnyCondition.test(shape)) && shapes.includes('accepted');
  // A condition that holds and should not, and one that should and does not, may be the same comparison.
  const plain = ofRows(d) ? ['rows'] : [kind.class, kind.path, ...shapes];
  const difference = condition ? ['condition', ...shapes.sort()] : plain;
  const named = !condition && (isRefusal(d) || speaksForItself(kind));
  return { cause: JSON.stringify([kind.op, membersOf(d), ...difference]), findings: named ? [] : d.findings };
}

/** A refusal that is the same whatever the condition was. */
const ofAnyCondition = /^(?:ConditionalCheckFailed|TransactionCanceled)Exception/;

/** Texts without the names of tables, without types, and without the value of each `name: value`. */
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
