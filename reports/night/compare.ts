/** Compares a night with those before it. */
import { itemKey, type Night, type NightEnd, type NightFault, type NightResult } from './record.ts';

export interface NightChange extends NightFault {
  readonly suite: NightResult['suite'];
  readonly target: string;
  readonly version: string;
  readonly id: string;
  /** When the night began that showed it first, of those compared; ISO 8601. */
  readonly since: string;
}

interface Slower {
  readonly unit: string;
  readonly durationMs: number;
  /** The median of the nights before. */
  readonly usualMs: number;
}

/** What a night says that others did not. A fault is in at most one of `new`, `open` and `flaky`. */
export interface Since {
  /** Not accepted, and not there in the night before. */
  readonly new: readonly NightChange[];
  /** Not accepted, and there in the night before, too. */
  readonly open: readonly NightChange[];
  /** There in the night before, and not now, although it was judged, of another version. */
  readonly gone: readonly NightChange[];
  /** Both answers were seen of one version. */
  readonly flaky: readonly NightChange[];
  /** Accepted ones. */
  readonly known: number;
  readonly slower: readonly Slower[];
}

/** A unit is slower from this factor on; below, and under some seconds, it is noise. */
const slowerFrom = 1.5;
const slowerMsLeast = 5_000;
/** Nights that a usual duration needs. */
const usualOfLeast = 3;

/** @param before earlier nights, oldest first */
export function sinceOf(night: Night, before: readonly Night[]): Since {
  const last = before.at(-1);
  const all = [...before, night];
  const seen = last === undefined ? new Map<string, NightChange>() : faultsOf(last, before);
  const now = faultsOf(night, all);
  const flaky = new Map([...now, ...seen].filter(([key, fault]) => isFlaky(key, fault, all)));
  const open = [...now].filter(([key, { status }]) => status === 'new' && !flaky.has(key));
  const judged = new Map(night.results.filter((one) => one.judged).map((one) => [itemKey(one), one]));
  return {
    new: open.flatMap(([key, fault]) => (seen.has(key) ? [] : [fault])),
    open: open.flatMap(([key, fault]) => (seen.has(key) ? [fault] : [])),
    gone: [...seen].flatMap(([key, fault]) =>
      now.has(key) || flaky.has(key) || !judged.has(itemKey(fault)) ? [] : [fault],
    ),
    flaky: [...flaky.values()],
    known: [...now.values()].filter(({ status }) => status === 'known').length,
    slower: slowerIn(night, before),
  };
}

const faultKey = (item: Pick<NightResult, 'suite' | 'target' | 'id'>, fingerprint: string): string =>
  `${itemKey(item)} ${fingerprint}`;

function faultsOf({ results, head }: Night, nights: readonly Night[]): Map<string, NightChange> {
  const faults = new Map<string, NightChange>();
  for (const { suite, target, version, id, faults: own } of results)
    for (const fault of own) {
      const key = faultKey({ suite, target, id }, fault.fingerprint);
      faults.set(key, { ...fault, suite, target, version, id, since: firstOf(key, nights) ?? head.startedAt });
    }
  return faults;
}

const indexes = new WeakMap<Night, { shown: ReadonlySet<string>; judged: ReadonlyMap<string, NightResult> }>();

/** Faults and judged items of a night by key, computed once. */
function indexOf(night: Night): { shown: ReadonlySet<string>; judged: ReadonlyMap<string, NightResult> } {
  const known = indexes.get(night);
  if (known) return known;
  const shown = night.results.flatMap((item) => item.faults.map(({ fingerprint }) => faultKey(item, fingerprint)));
  const judged = night.results.filter((item) => item.judged).map((item) => [itemKey(item), item] as const);
  const index = { shown: new Set(shown), judged: new Map(judged) };
  indexes.set(night, index);
  return index;
}

const firstOf = (key: string, nights: readonly Night[]): string | undefined =>
  nights.find((night) => indexOf(night).shown.has(key))?.head.startedAt;

/**
 * Whether both answers were seen of one version, other than by appearing: a fault that shows first tonight is new until it goes away
 * again while nothing has changed. Generated sequences and rounds differ from night to night, and are left out.
 */
function isFlaky(key: string, fault: NightChange, nights: readonly Night[]): boolean {
  if (fault.suite === 'fuzz' || fault.suite === 'race' || fault.suite === 'crash') return false;
  const answers = nights.flatMap((night) => {
    const item = indexOf(night).judged.get(itemKey(fault));
    const same = item?.version === fault.version && night.head.version === nights.at(-1)!.head.version;
    return same ? [indexOf(night).shown.has(key)] : [];
  });
  const shown = answers.indexOf(true);
  return shown >= 0 && answers.includes(false, shown);
}

function slowerIn(night: Night, before: readonly Night[]): Slower[] {
  return [...night.ends.values()].flatMap(({ unit, durationMs }) => {
    const usual = before.flatMap(({ ends }) => ends.get(unit) ?? []).filter(isWhole);
    if (usual.length < usualOfLeast) return [];
    const usualMs = median(usual.map((end) => end.durationMs));
    const isSlower = durationMs > usualMs * slowerFrom && durationMs > usualMs + slowerMsLeast;
    return isSlower ? [{ unit, durationMs, usualMs }] : [];
  });
}

const isWhole = ({ verdict }: NightEnd): boolean => verdict !== 'unknown';

function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)]!;
}
