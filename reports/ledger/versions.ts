/** For which versions of a target an acceptance counts: the one rule of the ledger and of the explanations. */

/** An acceptance that counts. */
export interface Accepted<T> {
  by: T;
  /** What a reader should know of one that was given for an older version. */
  note?: string;
}

/** Of acceptances of the same thing: the first that names this version, else one that names the newest older version. */
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
 * own: it names this version. older: it names none but older ones, of which `from` is the newest.
 *
 * An acceptance goes on to newer versions, since a fault stays until somebody mends it, and since an update of the target
 * should not turn everything red that is known. It does not go back to versions older than all that it names: whoever
 * accepted it may have looked at a fault that the older one does not have, and what is new there is worth a look once.
 * Versions that are no numbers have no order, so only the very same counts.
 */
type Standing = { kind: 'own' } | { kind: 'older'; from: string } | { kind: 'none' };

function standingOf(versions: readonly string[], version: string): Standing {
  if (versions.includes(version)) return { kind: 'own' };
  const newest = versions.filter((one) => isOlder(one, version)).reduce(newer, '');
  return newest === '' ? { kind: 'none' } : { kind: 'older', from: newest };
}

/** `v1.2.0-rc.1`: numbers, then what comes before a release. What follows a `+` orders nothing. */
const form = /^v?(\d+(?:\.\d+)*)(?:-([\w.-]+))?(?:\+.*)?$/;

const isOlder = (a: string, b: string): boolean => (compare(a, b) ?? 0) < 0;
const newer = (a: string, b: string): string => (a === '' || isOlder(a, b) ? b : a);

/** Negative where `a` is the older; undefined where they have no order. */
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
