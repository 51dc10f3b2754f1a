/** Which transaction must come before which, and the shortest cycles of that. */

import { grouped } from './grouped.ts';

/** `ww`: its element comes before. `wr`: it wrote what was read. `rw`: it read what was then overwritten. */
type EdgeKind = 'ww' | 'wr' | 'rw';
export interface Edge {
  readonly from: number;
  readonly to: number;
  readonly kind: EdgeKind;
  /** What it follows from, in words. */
  readonly because: string;
}
export interface Cycle {
  /** Adya, "Weak consistency" (1999), and elle (https://github.com/jepsen-io/elle). */
  readonly kind: 'G0' | 'G1c' | 'G-single' | 'G2';
  readonly edges: readonly Edge[];
}

type Graph = ReadonlyMap<number, readonly Edge[]>;

const graphOf = (edges: readonly Edge[], kinds: readonly EdgeKind[]): Graph =>
  grouped(
    edges.filter(({ kind }) => kinds.includes(kind)),
    ({ from }) => from,
  );

/** The worst and shortest cycle; undefined without one. */
export function worstCycle(edges: readonly Edge[]): Cycle | undefined {
  const distinct = edges.filter(({ from, to }) => from !== to);
  const writes = graphOf(distinct, ['ww']);
  const committed = graphOf(distinct, ['ww', 'wr']);
  const all = graphOf(distinct, ['ww', 'wr', 'rw']);
  const closedBy = (kind: EdgeKind, graph: Graph): readonly Edge[] | undefined =>
    shortest(distinct.filter((edge) => edge.kind === kind).map((edge) => closed(graph, edge)));
  const found = [
    ['G0', closedBy('ww', writes)],
    ['G1c', closedBy('wr', committed)],
    ['G-single', closedBy('rw', committed)],
    ['G2', closedBy('rw', all)],
  ] as const;
  for (const [kind, cycle] of found) if (cycle !== undefined) return { kind, edges: cycle };
  return undefined;
}

const shortest = (cycles: readonly (readonly Edge[] | undefined)[]): readonly Edge[] | undefined =>
  cycles.filter((one) => one !== undefined).sort((a, b) => a.length - b.length)[0];

/** The edge and the shortest way back from its end to its begin, breadth first. */
function closed(graph: Graph, edge: Edge): readonly Edge[] | undefined {
  const by = new Map<number, Edge | undefined>([[edge.to, undefined]]);
  const queue = [edge.to];
  for (const at of queue) {
    if (at === edge.from) return [edge, ...wayTo(at, by)];
    for (const next of graph.get(at) ?? []) {
      if (by.has(next.to)) continue;
      by.set(next.to, next);
      queue.push(next.to);
    }
  }
  return undefined;
}

function wayTo(end: number, by: ReadonlyMap<number, Edge | undefined>): Edge[] {
  const way: Edge[] = [];
  for (let edge = by.get(end); edge !== undefined; edge = by.get(edge.from)) way.unshift(edge);
  return way;
}

/** Of each strongly connected part the edges inside: cycles lie nowhere else. Tarjan (1972), without recursion. */
export function connectedParts(edges: readonly Edge[]): Edge[][] {
  const graph = graphOf(edges, ['ww', 'wr', 'rw']);
  const order = new Map<number, number>();
  const low = new Map<number, number>();
  const part = new Map<number, number>();
  const open: number[] = [];
  for (const root of graph.keys()) {
    if (order.has(root)) continue;
    const frames: { node: number; next: number }[] = [{ node: root, next: 0 }];
    for (let frame = frames.at(-1); frame !== undefined; frame = frames.at(-1)) {
      const { node } = frame;
      if (frame.next === 0 && !order.has(node)) {
        order.set(node, order.size);
        low.set(node, order.get(node)!);
        open.push(node);
      }
      const edge = graph.get(node)?.[frame.next++];
      if (edge !== undefined) {
        if (!order.has(edge.to)) frames.push({ node: edge.to, next: 0 });
        else if (!part.has(edge.to)) low.set(node, Math.min(low.get(node)!, order.get(edge.to)!));
        continue;
      }
      frames.pop();
      if (low.get(node) === order.get(node)) for (let one = -1; one !== node; part.set(one, node)) one = open.pop()!;
      const above = frames.at(-1);
      if (above !== undefined && !part.has(node)) low.set(above.node, Math.min(low.get(above.node)!, low.get(node)!));
    }
  }
  const inside = edges.filter(({ from, to }) => from !== to && part.has(from) && part.get(from) === part.get(to));
  return [...grouped(inside, ({ from }) => part.get(from)).values()];
}
