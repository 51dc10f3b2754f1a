/** Tarjan's strongly connected components, iterative, within one subgraph. */

export interface Edges {
  readonly size: number;
  firstEdge(node: number): number;
  target(edge: number): number;
}

export class Components {
  private readonly graph: Edges;
  /** By node: the subgraph that it belongs to. */
  private readonly scope: Int32Array;
  private scopes = 0;
  private readonly index: Int32Array;
  private readonly low: Int32Array;
  private readonly onStack: Uint8Array;
  private next = 1;

  constructor(graph: Edges) {
    this.graph = graph;
    this.scope = new Int32Array(graph.size);
    this.index = new Int32Array(graph.size);
    this.low = new Int32Array(graph.size);
    this.onStack = new Uint8Array(graph.size);
  }

  /** Calls `found` with each component of the subgraph of these nodes. A single node without a self-loop is a component, too. */
  of(nodes: Iterable<number>, found: (component: number[]) => void): void {
    const scope = ++this.scopes;
    const all: number[] = [];
    for (const node of nodes) {
      this.scope[node] = scope;
      this.index[node] = 0;
      all.push(node);
    }
    for (const node of all) if (this.index[node] === 0) this.visit(node, scope, found);
  }

  private visit(root: number, scope: number, found: (component: number[]) => void): void {
    const { graph, index, low, onStack } = this;
    const path = [root];
    const edges = [graph.firstEdge(root)];
    const stack = [root];
    this.enter(root);
    while (path.length > 0) {
      const node = path[path.length - 1]!;
      const edge = edges[edges.length - 1]!;
      if (edge < graph.firstEdge(node + 1)) {
        edges[edges.length - 1] = edge + 1;
        const target = graph.target(edge);
        if (this.scope[target] !== scope) continue;
        if (index[target] === 0) {
          this.enter(target);
          path.push(target);
          edges.push(graph.firstEdge(target));
          stack.push(target);
        } else if (onStack[target] === 1) low[node] = Math.min(low[node]!, index[target]!);
        continue;
      }
      path.pop();
      edges.pop();
      const parent = path[path.length - 1];
      if (parent !== undefined) low[parent] = Math.min(low[parent]!, low[node]!);
      if (low[node] !== index[node]) continue;
      const component = stack.splice(stack.lastIndexOf(node));
      for (const member of component) onStack[member] = 0;
      found(component);
    }
  }

  private enter(node: number): void {
    this.index[node] = this.next;
    this.low[node] = this.next++;
    this.onStack[node] = 1;
  }
}
