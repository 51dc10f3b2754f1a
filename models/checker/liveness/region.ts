/**
 * The part of a state space where an obligation is open: states reachable from a premise before the conclusion holds. A fair run
 * that stays in it for ever violates the property. Nodes are numbered in order of discovery.
 */

import type { Model } from '../../language/model.ts';
import type { Expander } from '../expander.ts';
import type { Space } from '../search.ts';
import { Successors } from '../successors.ts';
import { Groups } from './groups.ts';

class Numbers {
  all = new Int32Array(1024);
  count = 0;
  add(value: number): void {
    if (this.count === this.all.length) {
      const larger = new Int32Array(this.count * 2);
      larger.set(this.all);
      this.all = larger;
    }
    this.all[this.count++] = value;
  }
}

export class Region {
  readonly groups: Groups;
  /** Nodes below this number are seeds. */
  readonly seeds: number;
  private readonly stateOfNode = new Numbers();
  /** By state: its node + 1. */
  private readonly nodeOfState: Int32Array;
  private readonly offsets = new Numbers();
  private readonly targets = new Numbers();
  private readonly ordinals = new Numbers();
  private readonly taken = new Numbers();
  private readonly enabled = new Numbers();

  /**
   * `seeds`: numbers of the states where the obligation opens. `isOver`: whether the obligation is met in a state. `isLeft`: only runs
   * that leave these states again and again are of interest.
   */
  constructor(
    model: Model,
    expander: Expander,
    { set, graph }: Pick<Space, 'set' | 'graph'>,
    seeds: readonly number[],
    isOver: (state: number) => boolean,
    isLeft: ((state: number) => boolean) | null = null,
  ) {
    this.groups = new Groups(model, expander.vocabulary, isLeft !== null);
    const { states } = set;
    this.nodeOfState = new Int32Array(set.size);
    for (const state of seeds) this.nodeFor(state);
    this.seeds = this.size;
    const out = new Successors(set.words);
    const mask = new Int32Array(this.groups.words);
    for (let node = 0; node < this.size; node++) {
      out.clear();
      const state = this.stateOf(node);
      expander.expand(states, state * set.words, out);
      this.offsets.add(this.targets.count);
      mask.fill(0);
      if (isLeft?.(state)) this.groups.enableLeaving(mask);
      for (let k = 0; k < out.count; k++) {
        this.groups.addTo(mask, out.steps[k]!);
        const target = graph === null ? set.find(out.states, k * out.words) : graph.target(state, k);
        // The search did not reach the state, or the obligation is met there.
        if (target < 0 || (this.nodeOfState[target] === 0 && isOver(target))) continue;
        this.targets.add(this.nodeFor(target));
        this.ordinals.add(k);
        this.taken.add(out.steps[k]!);
      }
      for (let word = 0; word < mask.length; word++) this.enabled.add(mask[word]!);
    }
    this.offsets.add(this.targets.count);
  }

  get size(): number {
    return this.stateOfNode.count;
  }

  get edges(): number {
    return this.targets.count;
  }

  stateOf = (node: number): number => this.stateOfNode.all[node]!;
  /** The edges of a node are numbered from here to `firstEdge(node + 1)` − 1. */
  firstEdge = (node: number): number => this.offsets.all[node]!;
  target = (edge: number): number => this.targets.all[edge]!;
  /** The index of the edge's step among all steps out of its state. */
  ordinal = (edge: number): number => this.ordinals.all[edge]!;
  /** The step's id in the vocabulary. */
  step = (edge: number): number => this.taken.all[edge]!;
  /** The id of the process that takes the step. */
  process = (edge: number): number => this.groups.processOf(this.step(edge));
  /** One word of the mask of groups enabled at a node. */
  enabledAt = (node: number, word: number): number => this.enabled.all[node * this.groups.words + word]!;

  private nodeFor(state: number): number {
    const known = this.nodeOfState[state]!;
    if (known !== 0) return known - 1;
    this.stateOfNode.add(state);
    this.nodeOfState[state] = this.size;
    return this.size - 1;
  }
}
