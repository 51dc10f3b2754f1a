/**
 * Successors and property answers of packed states, computed in two ways that must agree exactly: from learned tables, and by
 * running the bodies on every state (the audit). A body whose answer is kept runs twice, to detect non-determinism.
 */
import { computeFromVariables, ModelError } from '../language/error.ts';
import type { Model, Process, Property } from '../language/model.ts';
import type { Observation, Read, VariableReader } from '../language/state/recorder.ts';
import { codeIn, written } from '../language/state/variable.ts';
import type { Successors } from './successors.ts';
import { DecisionTrees } from './tables.ts';
import { Vocabulary } from './vocabulary.ts';

export interface Expander {
  readonly vocabulary: Vocabulary;
  /** Runs of bodies and predicates so far. */
  readonly bodiesRun: number;
  /** Appends every step out of the state at `states[base]`, in order of process, then in the order in which the body offers them. */
  expand(states: Int32Array, base: number, out: Successors): void;
  holds(property: Property, states: Int32Array, base: number): boolean;
  /** What has been learned of the property. */
  learnedOf(property: Property): Learned;
}

/** How many footprints, and how many variables these have together. */
export interface Learned {
  readonly footprints: number;
  readonly reads: number;
}

const nothing: Learned = { footprints: 0, reads: 0 };

/** The conjunction of several properties, as one property. */
export const conjunction = (model: Model, properties: readonly Property[]): Property => ({
  id: model.properties.length,
  name: properties.map(({ name }) => name).join(' and '),
  kind: 'always',
  predicate: () => properties.every(({ predicate }) => predicate === undefined || predicate()),
});

export const sourceOf =
  (states: Int32Array, base: number): VariableReader =>
  (variable) =>
    codeIn(variable, states, base);

const codesText = (list: readonly Read[]): string => list.map(({ variable, code }) => `${variable.id}=${code}`).join();

const answerText = ({ steps }: Observation): string =>
  steps.map(({ label, writes, marks }) => [label, codesText(writes), marks.join()].join(';')).join('|');

const asText = (observation: Observation): string => `${codesText(observation.reads)}:${answerText(observation)}`;

/** Throws ModelError for the body of a process, or a predicate, that depends on more than its variables. */
export function refuseHiddenState(model: Model, { name }: { readonly name: string }): never {
  const problem = 'gives another result on the same values: it depends on something other than its variables';
  throw new ModelError({ model: model.name, process: name }, problem, { next: computeFromVariables });
}

function observeTwice(model: Model, process: Process, source: VariableReader): Observation {
  const first = model.observe(process, source);
  const second = model.observe(process, source);
  if (asText(first) === asText(second)) return first;
  const changed = first.steps.find((step, i) => step.label !== second.steps[i]?.label)?.label;
  const place = { model: model.name, process: process.name, step: changed ?? first.steps[0]?.label };
  const problem = 'the body is not deterministic: two runs on one state differ';
  throw new ModelError(place, problem, { next: computeFromVariables });
}

/** Runs the bodies on every state: slow, and the reference for the tables. */
export class BodyExpander implements Expander {
  readonly vocabulary: Vocabulary;
  bodiesRun = 0;
  private readonly model: Model;
  /** Of each process and each predicate: its answer by what it has read. Equal values must give equal answers, however far apart. */
  private readonly answers = new Map<string, Map<string, string>>();

  constructor(model: Model) {
    this.model = model;
    this.vocabulary = new Vocabulary(model);
  }

  expand(states: Int32Array, base: number, out: Successors): void {
    const source = sourceOf(states, base);
    for (const process of this.model.processes) {
      this.bodiesRun++;
      const observed = this.model.observe(process, source);
      this.confirm(process, observed.reads, answerText(observed));
      for (const step of observed.steps) {
        const noted = this.vocabulary.note(process, step);
        const at = out.add(1);
        out.steps[at] = noted.step;
        out.marks[at] = noted.mark;
        const target = at * out.words;
        for (let w = 0; w < out.words; w++) out.states[target + w] = states[base + w]!;
        for (const { place, code } of step.writes.flatMap((write) => written(write.variable, write.code))) {
          const word = target + place.word;
          out.states[word] = (out.states[word]! & ~(place.mask << place.shift)) | (code << place.shift);
        }
      }
    }
  }

  holds(property: Property, states: Int32Array, base: number): boolean {
    this.bodiesRun++;
    const { reads, holds } = this.model.judge(property, sourceOf(states, base));
    this.confirm(property, reads, String(holds));
    return holds;
  }

  private confirm(of: { readonly name: string }, reads: readonly Read[], answer: string): void {
    const known = this.answers.get(of.name) ?? new Map<string, string>();
    this.answers.set(of.name, known);
    const values = codesText(reads);
    if ((known.get(values) ?? answer) !== answer) refuseHiddenState(this.model, of);
    known.set(values, answer);
  }

  learnedOf(): Learned {
    return nothing;
  }
}

// A leaf: the number of steps, then for each its id, its mark, and for each word an and-mask and an or-mask.
const stepHead = 2;
/** Leaves of the decision trees of properties. */
export const leafFalse = 1;
export const leafTrue = 2;

interface LeafStep {
  readonly step: number;
  readonly mark: number;
  readonly masks: readonly { readonly keep: number; readonly set: number }[];
}

export class TableExpander implements Expander {
  readonly vocabulary: Vocabulary;
  bodiesRun = 0;
  private readonly model: Model;
  private readonly words: number;
  /** A tree for each process, then one for each property, then one for all properties together. */
  readonly trees: DecisionTrees;
  /** The most steps that each process offers in one state. */
  readonly stepsMax: number[];
  private leaves = new Int32Array(4096);
  private leafEnd = 1;
  private readonly learned = new Map<number, Learned>();

  constructor(model: Model) {
    this.model = model;
    this.words = model.layout.words;
    this.vocabulary = new Vocabulary(model);
    this.stepsMax = model.processes.map(() => 0);
    this.trees = new DecisionTrees(
      model.name,
      [...model.processes, ...model.properties, { name: 'all properties' }].map(({ name }) => name),
    );
  }

  expand(states: Int32Array, base: number, out: Successors): void {
    const words = this.words;
    const processes = this.model.processes.length;
    for (let process = 0; process < processes; process++) {
      let at = this.trees.find(process, states, base);
      if (at === 0) at = this.learn(this.model.processes[process]!, states, base);
      const leaves = this.leaves;
      const count = leaves[at++]!;
      if (count === 0) continue;
      const first = out.add(count);
      let target = first * words;
      for (let k = 0; k < count; k++) {
        out.steps[first + k] = leaves[at]!;
        out.marks[first + k] = leaves[at + 1]!;
        at += stepHead;
        for (let w = 0; w < words; w++) {
          out.states[target++] = (states[base + w]! & leaves[at]!) | leaves[at + 1]!;
          at += 2;
        }
      }
    }
  }

  holds(property: Property, states: Int32Array, base: number): boolean {
    const tree = this.model.processes.length + property.id;
    const known = this.trees.find(tree, states, base);
    if (known !== 0) return known === leafTrue;
    const source = sourceOf(states, base);
    const { reads, holds } = this.model.judge(property, source);
    if (this.model.judge(property, source).holds !== holds) {
      const place = { model: this.model.name, process: property.name };
      throw new ModelError(place, 'the predicate is not deterministic', { next: computeFromVariables });
    }
    this.bodiesRun += 2;
    this.trees.learn(tree, reads, holds ? leafTrue : leafFalse);
    const before = this.learnedOf(property);
    this.learned.set(property.id, {
      footprints: before.footprints + 1,
      reads: before.reads + reads.length,
    });
    return holds;
  }

  learnedOf(property: Property): Learned {
    return this.learned.get(property.id) ?? nothing;
  }

  /** The data that leaves of process trees point to: a count, then for each step its id, its mark and two masks for each word. */
  get leafNumbers(): Int32Array {
    return this.leaves.subarray(0, this.leafEnd);
  }

  /** Size of the learned tables, in numbers stored. Only comparisons of two sizes mean something. */
  get size(): number {
    return this.trees.size + this.leafEnd;
  }

  /** The steps of a leaf of a process. For each word: the bits that are kept and the bits that are set. */
  stepsOf(leaf: number): LeafStep[] {
    const { leaves, words } = this;
    const length = stepHead + 2 * words;
    return Array.from({ length: leaves[leaf]! }, (_, k) => {
      const at = leaf + 1 + k * length;
      const masks = Array.from({ length: words }, (_, w) => ({
        keep: leaves[at + stepHead + 2 * w]!,
        set: leaves[at + stepHead + 2 * w + 1]!,
      }));
      return { step: leaves[at]!, mark: leaves[at + 1]!, masks };
    });
  }

  private learn(process: Process, states: Int32Array, base: number): number {
    const { reads, steps } = observeTwice(this.model, process, sourceOf(states, base));
    this.bodiesRun += 2;
    const leaf = this.leafEnd;
    this.stepsMax[process.id] = Math.max(this.stepsMax[process.id]!, steps.length);
    this.reserve(1 + steps.length * (stepHead + 2 * this.words));
    this.leaves[this.leafEnd++] = steps.length;
    for (const step of steps) {
      const noted = this.vocabulary.note(process, step);
      this.leaves[this.leafEnd++] = noted.step;
      this.leaves[this.leafEnd++] = noted.mark;
      this.appendMasks(step.writes);
    }
    this.trees.learn(process.id, reads, leaf);
    return leaf;
  }

  private appendMasks(writes: readonly Read[]): void {
    const start = this.leafEnd;
    for (let w = 0; w < this.words; w++) {
      this.leaves[this.leafEnd++] = -1;
      this.leaves[this.leafEnd++] = 0;
    }
    for (const { place, code } of writes.flatMap((write) => written(write.variable, write.code))) {
      const at = start + 2 * place.word;
      this.leaves[at]! &= ~(place.mask << place.shift);
      this.leaves[at + 1]! |= code << place.shift;
    }
  }

  private reserve(more: number): void {
    if (this.leafEnd + more <= this.leaves.length) return;
    const larger = new Int32Array(Math.max(this.leafEnd + more, this.leaves.length * 2));
    larger.set(this.leaves);
    this.leaves = larger;
  }
}
