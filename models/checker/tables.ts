/**
 * Decision trees over packed words, learned from read footprints. A body is a function of the variables it reads, so its answer on
 * one state holds for every state with the same values in those variables. A tree branches on these variables in the order of
 * reading; a leaf stands for the answer. Leaves are positive numbers; their owner gives them meaning.
 */
import { computeFromVariables, ModelError } from '../language/error.ts';
import type { Read } from '../language/state/recorder.ts';
import { lookedAt, type Variable } from '../language/state/variable.ts';

// A node is four numbers: word, shift, mask, first child.
const nodeSize = 4;

const grown = (old: Int32Array, needed: number): Int32Array => {
  if (needed <= old.length) return old;
  const larger = new Int32Array(Math.max(needed, old.length * 2));
  larger.set(old);
  return larger;
};

export class DecisionTrees {
  private nodes: Int32Array = new Int32Array(1024);
  private readonly nodeVariables: Variable[] = [];
  /** For each child: a node (n + 1), a leaf (−leaf), or 0 for a footprint not learned yet. */
  private children: Int32Array = new Int32Array(4096);
  private childCount = 0;
  /** Null until somebody asks: what copies the tables for the first time copies all. */
  private changed: number[] | null = null;
  private readonly roots: Int32Array;
  private readonly names: readonly string[];
  private readonly model: string;

  constructor(model: string, names: readonly string[]) {
    this.model = model;
    this.names = names;
    this.roots = new Int32Array(names.length);
  }

  get nodeCount(): number {
    return this.nodeVariables.length;
  }

  /** The most values of a variable that some node reads. */
  get widest(): number {
    return this.nodeVariables.reduce((most, { domain }) => Math.max(most, domain.size), 0);
  }

  /** How many numbers the trees consist of. */
  get size(): number {
    return this.roots.length + this.nodeCount * nodeSize + this.childCount;
  }

  /** The leaf of tree `root` for the state at `states[base]`, or 0 when this footprint has not been learned. */
  find(root: number, states: Int32Array, base: number): number {
    const { nodes, children } = this;
    let pointer = this.roots[root]!;
    while (pointer > 0) {
      const node = (pointer - 1) * nodeSize;
      const code = (states[base + nodes[node]!]! >>> nodes[node + 1]!) & nodes[node + 2]!;
      pointer = children[nodes[node + 3]! + code]!;
    }
    return -pointer;
  }

  /** The entry at the root of a tree, encoded as in `children` below. */
  root(tree: number): number {
    return this.roots[tree]!;
  }

  /** The variable that a node reads, and by its code: a node (positive), a leaf (negative), or 0 for not learned. */
  node(pointer: number): { variable: Variable; children: readonly number[] } {
    const variable = this.nodeVariables[pointer - 1]!;
    const first = this.nodes[(pointer - 1) * nodeSize + 3]!;
    return { variable, children: Array.from(this.children.subarray(first, first + variable.domain.size)) };
  }

  /** All that `find` works on. Entries of roots and children change only from 0 to their value, so readers may run while the trees grow. */
  get arrays(): { roots: Int32Array; nodes: Int32Array; children: Int32Array } {
    return {
      roots: this.roots,
      nodes: this.nodes.subarray(0, this.nodeCount * nodeSize),
      children: this.children.subarray(0, this.childCount),
    };
  }

  /** The indexes of the children that have got a value since the last call; none at the first call. */
  takeChanged(): number[] {
    const changed = this.changed ?? [];
    this.changed = [];
    return changed;
  }

  /** Adds one footprint: the variables read, in order, and the leaf of the answer. */
  learn(root: number, reads: readonly Read[], leaf: number): void {
    let pointer = this.roots[root]!;
    let assign = (value: number): void => {
      this.roots[root] = value;
    };
    for (const { variable, code } of reads.flatMap((read) => lookedAt(read.variable, read.code))) {
      if (pointer < 0) this.disagree(root, variable);
      if (pointer === 0) {
        pointer = this.addNode(variable);
        assign(pointer);
      }
      if (this.nodeVariables[pointer - 1] !== variable) this.disagree(root, variable);
      const child = this.nodes[(pointer - 1) * nodeSize + 3]! + code;
      pointer = this.children[child]!;
      assign = (value) => {
        this.children[child] = value;
        this.changed?.push(child);
      };
    }
    if (pointer !== 0) this.disagree(root, undefined);
    assign(-leaf);
  }

  private addNode(variable: Variable): number {
    const first = this.nodeVariables.push(variable) - 1;
    this.nodes = grown(this.nodes, (first + 1) * nodeSize);
    this.nodes.set([variable.word, variable.shift, variable.mask, this.childCount], first * nodeSize);
    this.childCount += variable.domain.size;
    this.children = grown(this.children, this.childCount);
    return first + 1;
  }

  // Two runs that read the same values so far went on differently: the body is not deterministic.
  private disagree(root: number, variable: Variable | undefined): never {
    const place = { model: this.model, process: this.names[root], variable: variable?.name };
    const problem = 'the body is not deterministic: with equal values it read other variables';
    throw new ModelError(place, problem, { next: computeFromVariables });
  }
}
