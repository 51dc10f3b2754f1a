/** Small graphs as models, and a judge of runs over them that tries every set of states that a run could end up in. */
import { upTo } from '../domains.ts';
import { Model } from '../model.ts';

/** Steps of one process; `fair` as declared of all of them. */
export interface Mover {
  readonly fair: 'none' | 'weak' | 'strong';
  readonly steps: readonly (readonly [from: number, to: number])[];
}

export interface SmallGraph {
  readonly size: number;
  readonly movers: readonly Mover[];
  readonly from: readonly number[];
  readonly to: readonly number[];
}

/** Starts at 0. Property `L` is `from` leads to `to`, and `E` is that `to` comes at all. `idle` more processes are fair and never move. */
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

/** Whether some fair run breaks the property: it comes to a state set that it can stay in, and owes nothing there. */
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
