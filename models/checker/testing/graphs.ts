/** Small graphs as models, and a brute-force liveness check that tries every set of states in which a run can remain. */
import { upTo } from '../../language/domains.ts';
import { Model } from '../../language/model.ts';

/** Steps of one process; `fair` is the declared fairness of all of them. */
interface Mover {
  readonly fair: 'none' | 'weak' | 'strong';
  readonly steps: readonly (readonly [from: number, to: number])[];
}

export interface SmallGraph {
  readonly size: number;
  readonly movers: readonly Mover[];
  readonly from: readonly number[];
  readonly to: readonly number[];
}

/** Starts at 0. Property `L`: `from` leads to `to`. Property `E`: eventually `to`. `idle` more processes are fair and never enabled. */
export function modelOf({ size, movers, from, to }: SmallGraph, idle = 0): Model {
  const m = new Model('graph');
  const it = m.record('it', { at: upTo(size - 1) });
  for (let i = 0; i < idle; i++) m.stronglyFair(m.process(`idle ${i}`, ['go'], () => undefined));
  movers.forEach(({ fair, steps }, i) => {
    const mover = m.process(`mover ${i}`, ['go'], (step) => {
      const here = steps.filter(([source]) => source === it.at).map(([, target]) => target);
      step.either('go', here, (target) => {
        it.at = target;
      });
    });
    if (fair === 'weak') m.weaklyFair(mover);
    if (fair === 'strong') m.stronglyFair(mover);
  });
  m.leadsTo(
    'L',
    () => from.includes(it.at),
    () => to.includes(it.at),
  );
  m.eventually('E', () => to.includes(it.at));
  m.ending('anywhere', () => true);
  return m;
}

/** Whether some fair run violates the property: it reaches a set of states where it can remain with all fairness assumptions met. */
export function brokenByBruteForce(graph: SmallGraph, property: 'L' | 'E'): boolean {
  const steps = graph.movers.flatMap(({ steps: all }) => all);
  const within = (allowed: (state: number) => boolean, starts: readonly number[]) => {
    const seen = new Set(starts.filter(allowed));
    for (const state of seen) for (const [a, b] of steps) if (a === state && allowed(b)) seen.add(b);
    return seen;
  };
  const everything = within(() => true, [0]);
  const open = (state: number) => !graph.to.includes(state);
  const starts = property === 'E' ? [0] : graph.from.filter((state) => everything.has(state));
  const region = [...within(open, starts)];
  for (let bits = 1; bits < 1 << region.length; bits++) {
    const set = region.filter((_, i) => (bits >> i) & 1);
    const inside = (state: number) => set.includes(state);
    const isConnected = set.every((state) => within(inside, [state]).size === set.length);
    if (isConnected && graph.movers.every((mover) => owesNothing(mover, set))) return true;
  }
  return false;
}

function owesNothing({ fair, steps }: Mover, set: readonly number[]): boolean {
  if (steps.some(([a, b]) => set.includes(a) && set.includes(b))) return true;
  const enabled = (state: number) => steps.some(([a]) => a === state);
  if (fair === 'weak') return !set.every(enabled);
  return fair === 'none' || !set.some(enabled);
}

/**
 * Length of a shortest fair lasso that violates `E`, by breadth-first search over paths. Paths with the same visited states and the
 * same moved processes count as one.
 */
export function shortestLassoByBruteForce(graph: SmallGraph): number {
  const open = (state: number) => !graph.to.includes(state);
  const distances = new Map(open(0) ? [[0, 0]] : []);
  for (const [state, distance] of distances) {
    for (const [a, b] of graph.movers.flatMap(({ steps }) => steps)) {
      if (a === state && open(b) && !distances.has(b)) distances.set(b, distance + 1);
    }
  }
  const lengths = [...distances].map(([start, distance]) => distance + shortestLoop(graph, start, open));
  return Math.min(...lengths);
}

interface Walk {
  readonly at: number;
  readonly been: readonly number[];
  readonly moved: readonly number[];
}

/**
 * The movers of every path of this length between two states through open states; with `fair`, only paths whose repetition is a
 * fair cycle.
 */
export function walksOf(graph: SmallGraph, from: number, to: number, length: number, fair: boolean): number[][] {
  const open = (state: number) => !graph.to.includes(state);
  let walks = [{ at: from, been: [from], moved: [] as number[] }];
  for (let steps = 0; steps < length; steps++) {
    walks = walks.flatMap(({ at, been, moved }) =>
      graph.movers.flatMap(({ steps: all }, mover) =>
        all
          .filter(([a, b]) => a === at && open(b))
          .map(([, b]) => ({ at: b, been: [...been, b], moved: [...moved, mover] })),
      ),
    );
  }
  return walks.filter((walk) => walk.at === to && (!fair || isFairWalk(graph, walk))).map(({ moved }) => moved);
}

const isFairWalk = ({ movers }: SmallGraph, { been, moved }: Omit<Walk, 'at'>): boolean =>
  movers.every(({ fair, steps }, mover) => {
    const enabled = (state: number) => steps.some(([a]) => a === state);
    if (fair === 'none' || moved.includes(mover)) return true;
    return fair === 'weak' ? !been.every(enabled) : !been.some(enabled);
  });

function shortestLoop(graph: SmallGraph, start: number, open: (state: number) => boolean): number {
  let walks: Walk[] = [{ at: start, been: [start], moved: [] }];
  const known = new Set<string>();
  const joined = (all: readonly number[], one: number) => [...new Set([...all, one])].sort();
  for (let length = 0; walks.length > 0; length++) {
    if (walks.some((walk) => walk.at === start && isFairWalk(graph, walk))) return length;
    walks = walks.flatMap(({ at, been, moved }) =>
      graph.movers.flatMap(({ steps }, mover) =>
        steps
          .filter(([a, b]) => a === at && open(b))
          .map(([, b]): Walk => ({ at: b, been: joined(been, b), moved: joined(moved, mover) }))
          .filter((walk) => !known.has(JSON.stringify(walk)) && known.add(JSON.stringify(walk))),
      ),
    );
  }
  return Number.POSITIVE_INFINITY;
}
