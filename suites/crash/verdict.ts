/** Compares what is there after a disturbance with what is there before and after an undisturbed request. */
import type { Anomaly } from '../rounds/anomaly.ts';
import type { Snapshot, TableState } from '../rounds/place.ts';

/** Which of the two states it is. */
export type Found = 'before' | 'after' | 'part';

interface Compared {
  readonly before: Snapshot;
  readonly after: Snapshot;
  readonly now: Snapshot;
  readonly acknowledged: boolean;
  /** The work may be done in part; rows with these keys must be as after it. */
  readonly inParts?: { readonly acknowledged: ReadonlySet<string> };
  /** For the message. */
  readonly roles: readonly string[];
}

export function compare({ before, after, now, acknowledged, inParts, roles }: Compared): Found | Anomaly {
  const seen = textOf(now);
  if (seen === textOf(after)) return 'after';
  const where = roles.find((_, at) => differs(now.tables[at], after.tables[at])) ?? 'backups';
  const difference = { where, expected: worded(after, roles), actual: worded(now, roles) };
  if (seen === textOf(before)) return acknowledged ? { kind: 'lost', ...difference } : 'before';
  if (inParts && !acknowledged && isPart(before, after, now)) {
    const lost = [...inParts.acknowledged].filter((key) => !sameRow(now, after, key));
    if (lost.length === 0) return 'part';
    const expected = `${inParts.acknowledged.size} acknowledged writes`;
    return {
      kind: 'lost',
      where,
      expected,
      actual: `${lost.length} of them are not there: ${lost.slice(0, 5).join(' ')}`,
    };
  }
  const both = `${worded(before, roles)}; or ${worded(after, roles)}`;
  return { kind: 'half-there', ...difference, expected: acknowledged ? difference.expected : both };
}

const differs = (one: TableState | null | undefined, other: TableState | null | undefined): boolean =>
  tableText(one ?? null) !== tableText(other ?? null);

const textOf = ({ tables, backups }: Snapshot): string => [...tables.map(tableText), ...backups].join('\n');

function tableText(state: TableState | null): string {
  if (state === null) return 'none';
  const rows = [...state.rows.values()].sort();
  return [state.indexes.join(), state.stream, state.timeToLive, ...rows].join('\n');
}

const sameRow = (one: Snapshot, other: Snapshot, key: string): boolean =>
  one.tables[0]?.rows.get(key) === other.tables[0]?.rows.get(key);

/** Each row is as before or as after. */
function isPart(before: Snapshot, after: Snapshot, now: Snapshot): boolean {
  return now.tables.every((state, at) => {
    const [old, young] = [before.tables[at], after.tables[at]];
    if (!state || !old || !young) return state === old && state === young;
    const keys = new Set([...state.rows.keys(), ...old.rows.keys(), ...young.rows.keys()]);
    return [...keys].every((key) => [old.rows.get(key), young.rows.get(key)].includes(state.rows.get(key)));
  });
}

function worded({ tables, backups }: Snapshot, roles: readonly string[]): string {
  const of = (state: TableState | null, at: number): string => {
    if (state === null) return `no ${roles[at]}`;
    const expiry = state.timeToLive === '' ? '' : `, time to live ${state.timeToLive}`;
    return `${roles[at]} with indexes [${state.indexes.join(' ')}], stream ${state.stream}${expiry}, ${state.rows.size} rows (${digest(state)})`;
  };
  return [...tables.map(of), `backups [${backups.join(' ')}]`].join(', ');
}

/** Tells rows apart that are equally many. */
function digest({ rows }: TableState): string {
  let hash = 7;
  for (const text of [...rows.values()].sort())
    for (const character of text) hash = (Math.imul(hash, 31) + (character.codePointAt(0) ?? 0)) | 0;
  return (hash >>> 0).toString(36);
}
