/** To which versions of a target an acceptance applies: one rule for the whole ledger. */

/** An acceptance that applies. */
export interface Accepted<T> {
  by: T;
  /** A note for readers on an acceptance for an older version. */
  note?: string;
}

/** Among acceptances of the same thing: the first that names this version, else one that names the newest older version. */
export function acceptedBy<T extends { readonly versions: readonly string[] }>(
  ones: readonly T[],
  version: string,
): Accepted<T> | undefined {
  const standing = standingOf(
    ones.flatMap(({ versions }) => versions),
    version,
  );
  if (standing.kind === 'none') return undefined;
  const named = standing.kind === 'own' ? version : standing.from;
  const by = ones.find(({ versions }) => versions.includes(named)) as T;
  return standing.kind === 'own' ? { by } : { by, note: `accepted for ${named}, seen on ${version} as well` };
}

/**
 * own: it names this version. older: it names only older ones; `from` is the newest of them.
 *
 * An acceptance applies to newer versions, since a fault remains until somebody fixes it, and since an update of the target should
 * not turn every known fault red. It does not apply to versions older than all that it names: the fault may not exist there, so it
 * deserves a look. Versions that are not numbers have no order, so they must be equal.
 */
type Standing = { kind: 'own' } | { kind: 'older'; from: string } | { kind: 'none' };

function standingOf(versions: readonly string[], version: string): Standing {
  if (versions.includes(version)) return { kind: 'own' };
  const newest = versions.filter((one) => isOlder(one, version)).reduce(newer, '');
  return newest === '' ? { kind: 'none' } : { kind: 'older', from: newest };
}

/** `v1.2.0-rc.1`: the numbers, then the pre-release. What follows a `+` does not affect the order. */
const form = /^v?(\d+(?:\.\d+)*)(?:-([\w.-]+))?(?:\+.*)?$/;

const isOlder = (a: string, b: string): boolean => (compare(a, b) ?? 0) < 0;
const newer = (a: string, b: string): string => (a === '' || isOlder(a, b) ? b : a);

/** Negative when `a` is older; undefined when the two have no order. */
function compare(a: string, b: string): number | undefined {
  const [left, right] = [form.exec(a), form.exec(b)];
  if (!left || !right) return undefined;
  return byParts(left[1] ?? '', right[1] ?? '') || beforeRelease(left[2], right[2]);
}

function byParts(a: string, b: string): number {
  const [left, right] = [a.split('.').map(Number), b.split('.').map(Number)];
  const length = Math.max(left.length, right.length);
  const at = Array.from({ length }, (_, index) => (left[index] ?? 0) - (right[index] ?? 0));
  return at.find((difference) => difference !== 0) ?? 0;
}

function beforeRelease(a: string | undefined, b: string | undefined): number {
  if (a === undefined || b === undefined) return Number(a === undefined) - Number(b === undefined);
  return a.localeCompare(b, 'en', { numeric: true });
}
