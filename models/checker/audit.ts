/** Checks the decision tables: runs the bodies on a sample of the explored states and compares the successors. */

import type { Model, Process } from '../language/model.ts';
import { BodyExpander, type Expander, refuseHiddenState } from './expander.ts';
import type { States } from './stateset.ts';
import { Successors } from './successors.ts';

/** Compares every `every`-th state, in order of state numbers. Call `upTo` as the search proceeds. */
export class Auditor {
  /** States compared so far. */
  audited = 0;
  private next = 0;
  private readonly model: Model;
  private readonly expander: Expander;
  private readonly bodies: BodyExpander;
  private readonly every: number;
  private readonly byTables: Successors;
  private readonly byBodies: Successors;

  constructor(model: Model, expander: Expander, every: number) {
    this.model = model;
    this.expander = expander;
    this.every = every;
    this.bodies = new BodyExpander(model);
    this.byTables = new Successors(model.layout.words);
    this.byBodies = new Successors(model.layout.words);
  }

  /** Compares up to state `end`. Throws ModelError where body and table disagree: then the body depends on more than its variables. */
  upTo(set: States, end: number): void {
    for (; this.next < end; this.next += this.every, this.audited++) this.look(set.ints, set.baseOf(this.next));
  }

  private look(ints: Int32Array, base: number): void {
    const { model, expander, bodies, byTables, byBodies } = this;
    byTables.clear();
    byBodies.clear();
    expander.expand(ints, base, byTables);
    bodies.expand(ints, base, byBodies);
    const other = firstOther(bodies, byBodies, expander, byTables);
    if (other !== null) refuseHiddenState(model, other);
    for (const property of model.properties) {
      if (property.predicate === undefined) continue;
      if (bodies.holds(property, ints, base) === expander.holds(property, ints, base)) continue;
      refuseHiddenState(model, property);
    }
  }
}

/** The process of the first step that differs or that one side lacks. Both sides use the same step ids. */
function firstOther(bodies: Expander, byBodies: Successors, expander: Expander, byTables: Successors): Process | null {
  const { words } = byBodies;
  for (let k = 0; k < Math.max(byBodies.count, byTables.count); k++) {
    const step = k < byBodies.count ? byBodies.steps[k]! : byTables.steps[k]!;
    let isSame = k < byTables.count && k < byBodies.count && step === byTables.steps[k];
    for (let w = k * words; w < (k + 1) * words; w++) isSame &&= byBodies.states[w] === byTables.states[w];
    const marks = [bodies.vocabulary.marks[byBodies.marks[k]!], expander.vocabulary.marks[byTables.marks[k]!]];
    isSame &&= marks[0]!.join() === marks[1]!.join();
    if (!isSame) return bodies.vocabulary.steps[step]!.process;
  }
  return null;
}
