/** The verdicts that a search has reached so far: where each property was first decided, and where the model first deadlocked. */

import { kindOf } from '../language/kinds.ts';
import type { Model, Property } from '../language/model.ts';
import { conjunction, type Expander } from './expander.ts';
import type { Open } from './wasm/compilation.ts';

/** Where a property was first decided: an `always` was violated or a `sometimes` was witnessed. */
export interface Sighting {
  /** Steps from the start. */
  readonly length: number;
  readonly by: 'step' | 'state';
}

interface JudgedProperty {
  readonly property: Property;
  /** The answer that decides nothing. Any other answer is a sighting. */
  readonly expected: boolean;
}

// One decision tree for all properties is learned faster than one for each where each reads nearly all of a state, and much slower where
// they read different parts: in the worst case it has the product of their footprints. So both are learned for a while.
const trialStates = 500;
const togetherMax = 20_000;

export class Judgements {
  readonly sightings = new Map<number, Sighting>();
  deadlock: Sighting | null = null;
  readonly endings: readonly Property[];
  /** Everything judged in states: the conjunction of all `always` first, then each one alone, then each `sometimes`. */
  readonly all: readonly JudgedProperty[];
  private readonly always: Property[];
  private readonly sometimes: Property[];
  private together: Property | null;
  private tried = 0;
  private readonly expander: Expander;
  private readonly wanted: ReadonlySet<number>;
  private readonly judgesDeadlock: boolean;

  constructor(model: Model, expander: Expander, properties: readonly Property[], judgesDeadlock: boolean) {
    this.expander = expander;
    this.judgesDeadlock = judgesDeadlock;
    this.wanted = new Set(properties.map(({ id }) => id));
    this.endings = model.properties.filter((property) => kindOf(property).allowsStop);
    const decidedBy = (answer: boolean) =>
      properties.filter((property) => kindOf(property).decisive === answer && property.predicate !== undefined);
    this.always = decidedBy(false);
    this.sometimes = decidedBy(true);
    this.together = this.always.length > 1 ? conjunction(model, this.always) : null;
    const both = this.together === null ? this.always : [this.together, ...this.always];
    this.all = [
      ...both.map((property) => ({ property, expected: true })),
      ...this.sometimes.map((property) => ({ property, expected: false })),
    ];
  }

  /** The properties that are not decided yet. */
  get open(): Open {
    const isOpen = (property: Property) =>
      this.sometimes.includes(property) ||
      (this.together === null ? this.always.includes(property) : property === this.together);
    return {
      judged: this.all.map(({ property }) => isOpen(property)),
      marks: this.expander.vocabulary.marks.map((ids) => ids.some((id) => this.isNews(id))),
      deadlock: this.judgesDeadlock && this.deadlock === null,
    };
  }

  state(states: Int32Array, base: number, depth: number): void {
    const { together, expander } = this;
    if (this.sometimes.length > 0) this.decide(this.sometimes, { states, base, depth }, true);
    if (together === null) {
      this.decide(this.always, { states, base, depth }, false);
    } else if (!expander.holds(together, states, base)) {
      this.decide(this.always, { states, base, depth }, false);
      this.together = null;
    } else if (this.isTooDear(together, states, base)) this.together = null;
  }

  private isTooDear(together: Property, states: Int32Array, base: number): boolean {
    const { expander, always } = this;
    if (this.tried++ >= trialStates) return expander.learnedOf(together).footprints > togetherMax;
    for (const property of always) expander.holds(property, states, base);
    if (this.tried < trialStates) return false;
    const apart = always.reduce((sum, property) => sum + expander.learnedOf(property).reads, 0);
    return expander.learnedOf(together).reads > apart;
  }

  /** Records that a step with this mark leads out of a state at this depth. */
  mark(mark: number, depth: number): void {
    for (const id of this.expander.vocabulary.marks[mark]!) {
      if (this.isNews(id)) this.sightings.set(id, { length: depth + 1, by: 'step' });
    }
  }

  /** Records a terminal state. */
  stop(states: Int32Array, base: number, depth: number): void {
    if (this.deadlock !== null || !this.judgesDeadlock) return;
    if (this.endings.some((ending) => this.expander.holds(ending, states, base))) return;
    this.deadlock = { length: depth, by: 'state' };
  }

  private isNews(id: number): boolean {
    return this.wanted.has(id) && !this.sightings.has(id);
  }

  // A decided property is not judged again: only its shortest run is wanted, and the search is breadth-first.
  private decide(
    open: Property[],
    { states, base, depth }: { states: Int32Array; base: number; depth: number },
    by: boolean,
  ): void {
    for (let i = open.length - 1; i >= 0; i--) {
      const property = open[i]!;
      if (this.expander.holds(property, states, base) !== by) continue;
      this.sightings.set(property.id, { length: depth, by: 'state' });
      open.splice(i, 1);
    }
  }
}
