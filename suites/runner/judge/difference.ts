import type { Json, Outcome } from '../../../oracles/values/types.ts';
import { sameJson, without } from '../play/canonical.ts';
import { isObject, omit, project } from '../play/path.ts';
import { otherType } from '../play/value-type.ts';
import type { DivergenceClass, Tier } from '../record.ts';
import { summary } from '../summary.ts';
import { isServerError, serverError } from './expectation.ts';
import { membersNamed, sameText } from './texts.ts';

/** One position where two normalised outcomes differ. */
export interface Difference {
  tier: Tier;
  class: DivergenceClass;
  path: string;
  expected: Json;
  actual: Json;
}

/** All differences of two normalised outcomes, by tier. The paths limit what of a success is compared. */
export function differences(
  expected: Outcome,
  actual: Outcome,
  observe?: readonly string[],
  ignore: readonly string[] = [],
): Difference[] {
  if (expected.kind === 'ok' && actual.kind === 'ok') {
    const seen = (output: Json): Json => omit(observe === undefined ? output : project(output, observe), ignore);
    return withoutConsequences(valueDifferences(seen(expected.output), seen(actual.output), ''));
  }
  if (isServerError(actual) && !isServerError(expected)) return [serverError(summary(expected), actual)];
  if (expected.kind === 'rejected' && actual.kind === 'rejected') return rejectionDifferences(expected, actual);
  const kind = actual.kind === 'ok' ? 'accepted' : 'refused';
  return [{ tier: 'outcome', class: kind, path: '', expected: summary(expected), actual: summary(actual) }];
}

const rowsOf = /^(Items|Records|BackupSummaries)$/;
const countsOfRows: ReadonlySet<string> = new Set(['Count', 'ScannedCount']);

/** A wrong count caused by missing or extra rows is not a second divergence. */
function withoutConsequences(found: Difference[]): Difference[] {
  const otherRows = found.some(({ class: kind, path }) => kind.startsWith('rows-') && rowsOf.test(path));
  return otherRows ? found.filter(({ path }) => !countsOfRows.has(path)) : found;
}

type Rejected = Extract<Outcome, { kind: 'rejected' }>;

function rejectionDifferences(expected: Rejected, actual: Rejected): Difference[] {
  if (expected.type !== actual.type) {
    return [
      { tier: 'error-type', class: 'error-type', path: '', expected: summary(expected), actual: summary(actual) },
    ];
  }
  const members = valueDifferences(expected.members, actual.members, '').map(
    (found): Difference => ({ ...found, tier: 'member', class: 'error-member' }),
  );
  if (sameText(expected.message, actual.message)) return members;
  const [ours, theirs] = [membersNamed(expected.message), membersNamed(actual.message)];
  const otherMember = ours.length === 1 && theirs.length === 1 && ours[0] !== theirs[0];
  const text = { path: 'message', expected: expected.message, actual: actual.message };
  return [
    ...members,
    otherMember ? { tier: 'member', class: 'error-member', ...text } : { tier: 'text', class: 'error-text', ...text },
  ];
}

const join = (path: string, member: string): string => (path === '' ? member : `${path}.${member}`);

function valueDifferences(expected: Json, actual: Json, path: string): Difference[] {
  if (sameJson(expected, actual) || isSameErrorText(expected, actual, path)) return [];
  if (Array.isArray(expected) && Array.isArray(actual)) return listDifferences(expected, actual, path);
  if (!isObject(expected) || !isObject(actual) || otherType(expected, actual))
    return [at('value', path, expected, actual)];
  const members = [...new Set([...Object.keys(expected), ...Object.keys(actual)])];
  return members.flatMap((member) => {
    const [left, right] = [own(expected, member), own(actual, member)];
    if (right === undefined) return [at('member-missing', join(path, member), left ?? null, null)];
    if (left === undefined) return [at('member-extra', join(path, member), null, right)];
    return valueDifferences(left, right, join(path, member));
  });
}

/** The text of a statement's error in a batch is as free as the text of a refusal. */
const isSameErrorText = (expected: Json, actual: Json, path: string): boolean =>
  /^Responses\[\d+\]\.Error\.Message$/.test(path) &&
  typeof expected === 'string' &&
  typeof actual === 'string' &&
  sameText(expected, actual);

const own = (object: { [member: string]: Json }, member: string): Json | undefined =>
  Object.hasOwn(object, member) ? object[member] : undefined;

/** Finds missing, extra, duplicated and reordered rows. Changed rows are compared one by one. */
function listDifferences(expected: Json[], actual: Json[], path: string): Difference[] {
  const missing = without(expected, actual);
  const extra = without(actual, expected);
  if (missing.length === 0 && extra.length === 0) return [at('rows-order', path, expected, actual)];
  if (expected.length === actual.length && missing.length === extra.length) {
    return expected.flatMap((element, index) => valueDifferences(element, actual[index] ?? null, `${path}[${index}]`));
  }
  const repeated = extra.length > 0 && extra.every((row) => expected.some((one) => sameJson(one, row)));
  return [
    ...(missing.length > 0 ? [at('rows-missing', path, missing, null)] : []),
    ...(extra.length > 0 ? [at(repeated ? 'rows-repeated' : 'rows-extra', path, null, extra)] : []),
  ];
}

const at = (kind: DivergenceClass, path: string, expected: Json, actual: Json): Difference => ({
  tier: 'outcome',
  class: kind,
  path,
  expected,
  actual,
});
