/** Plays one run of a model on packed words, step by step. */

import { kindOf } from '../language/kinds.ts';
import { type Model, noDeadlock, type Property } from '../language/model.ts';
import type { Expander } from './expander.ts';
import { Successors } from './successors.ts';

/**
 * Identifies a step without its position: its id, and its index among the offers with that id. So it survives when other steps are
 * removed.
 */
export interface Key {
  readonly step: number;
  readonly nth: number;
}

export interface Violation {
  readonly property: string;
  readonly by: 'step' | 'state';
  readonly keys: readonly Key[];
}

export class Player {
  /** The current state. */
  state: Int32Array;
  /** All steps out of the current state. */
  readonly offers: Successors;
  private keys: Key[] = [];
  private readonly model: Model;
  private readonly expander: Expander;
  private readonly always: readonly Property[];
  private readonly endings: readonly Property[];

  constructor(model: Model, expander: Expander) {
    this.model = model;
    this.expander = expander;
    this.always = model.properties.filter((property) => kindOf(property).decisive === false);
    this.endings = model.properties.filter((property) => kindOf(property).allowsStop);
    this.offers = new Successors(model.layout.words);
    this.state = new Int32Array(model.layout.words);
  }

  restart(): void {
    this.keys = [];
    this.enter(this.model.layout.pack(this.model.layout.initialCodes()), 0);
  }

  /** The property that the current state violates, or its deadlock. */
  brokenHere(): Violation | null {
    const { state, keys } = this;
    const broken = this.always.find(
      (property) => property.predicate !== undefined && !this.expander.holds(property, state, 0),
    );
    if (broken !== undefined) return { property: broken.name, by: 'state', keys: [...keys] };
    if (this.offers.count > 0 || this.endings.some((ending) => this.expander.holds(ending, state, 0))) return null;
    return { property: noDeadlock, by: 'state', keys: [...keys] };
  }

  /** Takes the step with this ordinal. Returns what the step itself violated. */
  take(ordinal: number): Violation | null {
    const { offers, expander } = this;
    this.keys.push(this.keyOf(ordinal));
    const marks = expander.vocabulary.marks[offers.marks[ordinal]!]!;
    const broken = this.always.find(({ id }) => marks.includes(id));
    this.enter(offers.states, ordinal * offers.words);
    return broken === undefined ? null : { property: broken.name, by: 'step', keys: [...this.keys] };
  }

  /** Takes the steps of the keys in order, skips those that are not enabled, and stops when the property is violated. */
  play(keys: readonly Key[], property: string): Violation | null {
    this.restart();
    for (const key of keys) {
      const here = this.brokenHere();
      if (here?.property === property) return here;
      const ordinal = this.ordinalOf(key);
      if (ordinal < 0) continue;
      const byStep = this.take(ordinal);
      if (byStep?.property === property) return byStep;
    }
    const end = this.brokenHere();
    return end?.property === property ? end : null;
  }

  /** The ordinals of the keys. All must be enabled. */
  ordinalsOf(keys: readonly Key[]): number[] {
    this.restart();
    return keys.map((key) => {
      const ordinal = this.ordinalOf(key);
      this.take(ordinal);
      return ordinal;
    });
  }

  private keyOf(ordinal: number): Key {
    const step = this.offers.steps[ordinal]!;
    let nth = 0;
    for (let k = 0; k < ordinal; k++) if (this.offers.steps[k] === step) nth++;
    return { step, nth };
  }

  private ordinalOf({ step, nth }: Key): number {
    for (let k = 0, seen = 0; k < this.offers.count; k++) {
      if (this.offers.steps[k] !== step) continue;
      if (seen === nth) return k;
      seen++;
    }
    return -1;
  }

  private enter(from: Int32Array, base: number): void {
    this.state = from.slice(base, base + this.offers.words);
    this.offers.clear();
    this.expander.expand(this.state, 0, this.offers);
  }
}
