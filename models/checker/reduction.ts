/** Which states need not be told apart: those that differ in what nothing reads, or in the order of interchangeable members. */

import type { Model } from '../language/model.ts';
import { type Variable, written } from '../language/state/variable.ts';
import type { Canonical } from './canonical.ts';
import { type Expander, TableExpander } from './expander.ts';
import type { Reductions } from './result.ts';

export class Reduction {
  private dropped: readonly Variable[] = [];
  private readonly model: Model;
  private readonly expander: Expander;
  private readonly drops: boolean;

  constructor(model: Model, expander: Expander, drops: boolean) {
    this.model = model;
    this.expander = expander;
    this.drops = drops;
  }

  get canonical(): Canonical {
    const { words, groups, renamed } = this.model.layout;
    const masks = Array.from({ length: words }, () => -1);
    for (const { place } of this.dropped.flatMap((variable) => written(variable, 0))) {
      masks[place.word]! &= ~(place.mask << place.shift);
    }
    return { masks, groups, renamed };
  }

  /** Whether other variables are unread than those that are dropped. */
  get isOutdated(): boolean {
    const unread = this.unread();
    return unread.length !== this.dropped.length || unread.some((variable) => !this.dropped.includes(variable));
  }

  /** Whether something that was dropped has been read since. */
  get isUnsound(): boolean {
    return this.dropped.length > 0 && this.isOutdated;
  }

  update(): void {
    this.dropped = this.unread();
  }

  report(stored: number, bytes: number): Reductions {
    return {
      stored,
      bytes,
      dropped: this.dropped.map(({ name }) => name),
      sorted: this.model.layout.groups.length > 0,
    };
  }

  // A member's field counts as read when that of any other member is, lest dropping it tell them apart; and so does a set.
  private unread(): Variable[] {
    const { expander, drops } = this;
    if (!drops || !(expander instanceof TableExpander)) return [];
    const { layout } = this.model;
    const variables: readonly Variable[] = layout.variables;
    const read = new Set(variables.filter((variable) => expander.trees.reads(variable)));
    for (const members of layout.interchanges) {
      const blocks = layout.blocksOf(members);
      const firstOf = ({ mark }: Variable, block: readonly Variable[], i: number) =>
        mark === null ? i : block.findIndex((other) => other.mark?.set === mark.set);
      const fields = new Map<number, Variable[]>();
      for (const block of blocks) {
        block.forEach((variable, i) => {
          const first = firstOf(variable, block, i);
          fields.set(first, [...(fields.get(first) ?? []), variable]);
        });
      }
      for (const field of fields.values()) {
        if (field.some((variable) => read.has(variable))) for (const variable of field) read.add(variable);
      }
    }
    return variables.filter((variable) => !read.has(variable));
  }
}
