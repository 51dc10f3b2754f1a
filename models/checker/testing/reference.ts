/**
 * Small models as data, and the answers to all that the explorer answers about them. The data is interpreted here: no language, no body,
 * no packing, no table, no symmetry, and a graph of lists. When it is slow, it is right to be.
 */
import type { Verdict } from '../../language/kinds.ts';

/** A guarded rule over the variables of a member (0 to own − 1) and shared ones (from own on). */
export interface SpecRule {
  readonly label: 'a' | 'b';
  readonly when: readonly (readonly [variable: number, value: number])[];
  /** `to` becomes `from` plus `add`, modulo `size`. */
  readonly set: readonly (readonly [to: number, add: number, from: number])[];
  /** Instead, each `to` grows by one, and the rule waits while one of them has its last value. */
  readonly rises: boolean;
  /** How often the step is offered; the option is added as well, unless the rule rises. */
  readonly options: number;
}

export interface Fair {
  readonly strength: 'none' | 'weak' | 'strong';
  readonly only: 'a' | null;
}

/** Members and shared variables alone, so that members can be interchanged. */
export interface Predicate {
  readonly of: 'shared' | 'some' | 'every';
  readonly variable: number;
  readonly value: number;
  readonly isNot: boolean;
}

export interface Spec {
  readonly size: number;
  readonly own: number;
  readonly shared: number;
  readonly members: number;
  readonly rules: readonly SpecRule[];
  readonly fair: Fair;
  /** Rules of one more process, on shared variables. */
  readonly outside: readonly SpecRule[];
  readonly outsideFair: Fair;
  /** Members crash where their first variable has this value: one of them, once. */
  readonly crashAt: number | null;
  readonly restarts: boolean;
  /** A step must not make its variables add up to more; the `sometimes` of steps is to make them add up to just this. */
  readonly sumMax: number;
  readonly predicates: { readonly [name in PredicateName]: Predicate };
}

export type PredicateName =
  | 'always'
  | 'sometimes'
  | 'from'
  | 'to'
  | 'eventually'
  | 'settles'
  | 'recoverable'
  | 'ending';

interface Place {
  readonly shared: readonly number[];
  readonly members: readonly { readonly v: readonly number[]; readonly isUp: boolean }[];
  readonly crashes: number;
}

interface Edge {
  readonly process: number;
  readonly label: string;
  readonly target: number;
  /** What the variables of the step add up to after it; null for a fault, which judges nothing. */
  readonly sum: number | null;
}

export interface ReferenceAnswer {
  readonly states: number;
  readonly transitions: number;
  readonly terminal: number;
  readonly depth: number;
  readonly interleavings: string | null;
  readonly properties: { readonly [name: string]: { readonly verdict: Verdict; readonly traceLength: number | null } };
}

const sumOf = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0);

const holdsAt = (
  { of, variable, value, isNot }: Predicate,
  shared: readonly number[],
  members: readonly (readonly number[])[],
): boolean => {
  const is = (values: readonly number[]) => values[variable % values.length] === value;
  return (of === 'shared' ? is(shared) : of === 'some' ? members.some(is) : members.every(is)) !== isNot;
};

/** The values after each option of the rule; none where it is not enabled. */
function outcomesOf({ when, set, rises, options }: SpecRule, size: number, values: readonly number[]): number[][] {
  const isFree = !rises || set.every(([to]) => values[to % values.length]! < size - 1);
  if (!isFree || !when.every(([variable, value]) => values[variable % values.length] === value)) return [];
  return Array.from({ length: options }, (_, option) => {
    const after = [...values];
    for (const [to, add, from] of set) {
      const at = to % values.length;
      after[at] = rises ? after[at]! + 1 : (after[from % values.length]! + add + option) % size;
    }
    return after;
  });
}

type Move = Omit<Edge, 'target'> & { readonly place: Place };

function movesFrom(spec: Spec, place: Place): Move[] {
  const ofMembers = place.members.flatMap(({ v, isUp }, process): Move[] => {
    const put = (member: Partial<Place['members'][number]>, rest: Partial<Place> = {}): Place => ({
      ...place,
      members: place.members.map((one, at) => (at === process ? { ...one, ...member } : one)),
      ...rest,
    });
    if (!isUp) return spec.restarts ? [{ process, label: 'restart', sum: null, place: put({ isUp: true }) }] : [];
    const steps = spec.rules.flatMap((rule) =>
      outcomesOf(rule, spec.size, [...v, ...place.shared]).map((after): Move => {
        const changed = put({ v: after.slice(0, spec.own) }, { shared: after.slice(spec.own) });
        return { process, label: rule.label, sum: sumOf(after), place: changed };
      }),
    );
    const crash = { process, label: 'crash', sum: null, place: put({ isUp: false }, { crashes: place.crashes - 1 }) };
    return spec.crashAt === v[0] && place.crashes > 0 ? [...steps, crash] : steps;
  });
  const outside = spec.outside.flatMap((rule) =>
    outcomesOf(rule, spec.size, place.shared).map(
      (shared): Move => ({ process: spec.members, label: rule.label, sum: sumOf(shared), place: { ...place, shared } }),
    ),
  );
  return [...ofMembers, ...outside];
}

/** Null when there are more states. */
export function answer(spec: Spec, statesMax: number): ReferenceAnswer | null {
  const zeros = (count: number): number[] => new Array<number>(count).fill(0);
  const start: Place = {
    shared: zeros(spec.shared),
    members: zeros(spec.members).map(() => ({ v: zeros(spec.own), isUp: true })),
    crashes: 1,
  };
  const places = [start];
  const depths = [0];
  const numbers = new Map([[JSON.stringify(start), 0]]);
  const edges: Edge[][] = [];
  for (let state = 0; state < places.length; state++) {
    if (places.length > statesMax) return null;
    const out = movesFrom(spec, places[state]!).map(({ place, ...edge }): Edge => {
      const key = JSON.stringify(place);
      const target = numbers.get(key) ?? places.push(place) - 1;
      if (!numbers.has(key)) depths.push(depths[state]! + 1);
      numbers.set(key, target);
      return { ...edge, target };
    });
    edges.push(out);
  }
  return new Judge(spec, places, depths, edges).answer();
}

type Test = (state: number) => boolean;

class Judge {
  private readonly spec: Spec;
  private readonly places: readonly Place[];
  private readonly depths: readonly number[];
  private readonly edges: readonly (readonly Edge[])[];

  constructor(spec: Spec, places: readonly Place[], depths: readonly number[], edges: readonly (readonly Edge[])[]) {
    this.spec = spec;
    this.places = places;
    this.depths = depths;
    this.edges = edges;
  }

  answer(): ReferenceAnswer {
    const { edges, places, depths, spec } = this;
    const is = (name: PredicateName) => (state: number) => this.holds(name, state);
    const stops = (state: number) => edges[state]!.length === 0;
    const onStep = (test: (sum: number) => boolean): number | null => {
      const found = edges.flatMap((out, state) =>
        out.some(({ sum }) => sum !== null && test(sum)) ? [depths[state]! + 1] : [],
      );
      return found.length === 0 ? null : Math.min(...found);
    };
    const safe = this.reaching(is('recoverable'));
    const unless = (traceLength: number | null) =>
      ({ verdict: traceLength === null ? 'holds' : 'violated', traceLength }) as const;
    const onceSeen = (traceLength: number | null) =>
      ({ verdict: traceLength === null ? 'violated' : 'holds', traceLength }) as const;
    return {
      states: places.length,
      transitions: edges.flat().length,
      terminal: edges.filter(({ length }) => length === 0).length,
      depth: Math.max(...depths),
      interleavings: this.interleavings()?.toString() ?? null,
      properties: {
        always: unless(this.nearest((state) => !is('always')(state))),
        'step always': unless(onStep((sum) => sum > spec.sumMax)),
        sometimes: onceSeen(this.nearest(is('sometimes'))),
        'step sometimes': onceSeen(onStep((sum) => sum === spec.sumMax)),
        recoverable: unless(this.nearest((state) => !safe.has(state))),
        'no deadlock': unless(this.nearest((state) => stops(state) && !is('ending')(state))),
        leadsTo: unless(this.lasso(is('from'), is('to'))),
        eventually: unless(this.lasso((state) => state === 0, is('eventually'))),
        eventuallyAlways: unless(
          this.lasso(
            (state) => state === 0,
            () => false,
            is('settles'),
          ),
        ),
      },
    };
  }

  private holds(name: PredicateName, state: number): boolean {
    const { shared, members } = this.places[state]!;
    return holdsAt(
      this.spec.predicates[name],
      shared,
      members.map(({ v }) => v),
    );
  }

  private nearest(isWanted: (state: number) => boolean): number | null {
    const found = this.depths.filter((_, state) => isWanted(state));
    return found.length === 0 ? null : Math.min(...found);
  }

  private reaching(isGoal: (state: number) => boolean): Set<number> {
    const safe = new Set(this.places.flatMap((_, state) => (isGoal(state) ? [state] : [])));
    for (let before = -1; before !== safe.size; ) {
      before = safe.size;
      this.edges.forEach((out, state) => {
        if (out.some(({ target }) => safe.has(target))) safe.add(state);
      });
    }
    return safe;
  }

  private interleavings(): bigint | null {
    const paths = new Map<number, bigint | null>();
    const from = (state: number): bigint | null => {
      const known = paths.get(state);
      if (known !== undefined) return known;
      // Null while it is open: who meets it again has found a cycle.
      paths.set(state, null);
      const out = this.edges[state]!;
      let sum = out.length === 0 ? 1n : 0n;
      for (const { target } of out) {
        const rest = from(target);
        if (rest === null) return null;
        sum += rest;
      }
      paths.set(state, sum);
      return sum;
    };
    return from(0);
  }

  /**
   * The length of a shortest run that reaches `from` and then, without `to`, a place where it can stay with all that is fair: stem and
   * loop together. A breadth-first search over paths: where the run is, whether it has passed `from`, where its loop began, and what
   * the loop has done for each fair group.
   */
  private lasso(from: Test, to: Test, held: Test | null = null): number | null {
    const groups = this.groups();
    const stems = this.stems(from, to);
    let best: number | null = null;
    for (const [home, length] of [...stems].sort(([, a], [, b]) => a - b)) {
      if (best !== null && length >= best) break;
      const loop = this.shortestLoop(home, to, held, groups, best === null ? null : best - length);
      if (loop !== null && (best === null || length + loop < best)) best = length + loop;
    }
    return best;
  }

  /** The fewest steps to each state that is open: reached since `from`, and never through `to`. */
  private stems(from: (state: number) => boolean, to: (state: number) => boolean): Map<number, number> {
    const open = new Map<number, number>();
    const byLength: number[][] = [];
    const reach = (state: number, length: number) => {
      if (to(state) || (open.get(state) ?? Number.POSITIVE_INFINITY) <= length) return;
      open.set(state, length);
      byLength[length] ??= [];
      byLength[length].push(state);
    };
    this.places.forEach((_, state) => {
      if (from(state)) reach(state, this.depths[state]!);
    });
    for (let length = 0; length < byLength.length; length++) {
      for (const state of byLength[length] ?? []) {
        if (open.get(state) === length) for (const { target } of this.edges[state]!) reach(target, length + 1);
      }
    }
    return open;
  }

  private groups(): { strength: 'weak' | 'strong'; owns: (edge: Edge) => boolean }[] {
    const { members, fair, outsideFair } = this.spec;
    return Array.from({ length: members + 1 }, (_, process) => process).flatMap((process) => {
      const { strength, only } = process === members ? outsideFair : fair;
      if (strength === 'none') return [];
      const owns = (edge: Edge) =>
        edge.process === process && edge.sum !== null && (only === null || edge.label === only);
      return [{ strength, owns }];
    });
  }

  /** 0: the run may stop here. Null: no fair loop through `home`, or none below the limit. */
  private shortestLoop(
    home: number,
    to: Test,
    held: Test | null,
    groups: ReturnType<Judge['groups']>,
    below: number | null,
  ): number | null {
    const enabled = (state: number) => groups.map(({ owns }) => this.edges[state]!.some(owns));
    interface Walk {
      readonly at: number;
      readonly taken: readonly boolean[];
      /** By group: it was enabled in all states of the loop so far, and in some. */
      readonly all: readonly boolean[];
      readonly some: readonly boolean[];
      /** It has passed a state where `held` is not so. */
      readonly hasLeft: boolean;
    }
    const here = enabled(home);
    const none = groups.map(() => false);
    const hasLeft = (state: number) => held === null || !held(state);
    let walks: Walk[] = [{ at: home, taken: none, all: here, some: here, hasLeft: hasLeft(home) }];
    const known = new Set<string>();
    for (let length = 0; walks.length > 0 && (below === null || length < below); length++) {
      const isFair = ({ taken, all, some, hasLeft: isLeft }: Walk) =>
        isLeft && groups.every(({ strength }, g) => taken[g] || !(strength === 'weak' ? all[g] : some[g]));
      if (walks.some((walk) => walk.at === home && isFair(walk))) return length;
      const next: Walk[] = [];
      for (const { at, taken, all, some, hasLeft: wasLeft } of walks) {
        for (const edge of this.edges[at]!) {
          if (to(edge.target)) continue;
          const there = enabled(edge.target);
          const walk = {
            at: edge.target,
            taken: taken.map((was, g) => was || groups[g]!.owns(edge)),
            all: all.map((was, g) => was && there[g]!),
            some: some.map((was, g) => was || there[g]!),
            hasLeft: wasLeft || hasLeft(edge.target),
          };
          const key = JSON.stringify(walk);
          if (known.has(key)) continue;
          known.add(key);
          next.push(walk);
        }
      }
      walks = next;
    }
    return null;
  }
}
