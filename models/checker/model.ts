/**
 * The language of models: records of variables over finite domains, processes that offer atomic steps, and properties.
 * Bodies are ordinary functions. They must be deterministic and read and write state only through the records.
 */
import type { Shape, View } from './domains.ts';
import { ModelError } from './error.ts';
import { Layout, type Variable } from './layout.ts';
import { type Observation, Recorder, type Source, type StepOffer } from './recorder.ts';
import { declareRecord } from './records.ts';

export interface Process {
  readonly id: number;
  readonly name: string;
  /** Every step that the process can ever offer. */
  readonly labels: readonly string[];
  readonly body: (step: StepOffer) => void;
}

/** Offers one atomic step: enabled because it is offered, and then done by its effect. */
export type Step<Label extends string> = (label: Label, effect: () => void) => void;

export type PropertyKind = 'always' | 'sometimes' | 'recoverable' | 'ending';

export interface Property {
  readonly id: number;
  readonly name: string;
  readonly kind: PropertyKind;
  /** Absent when steps judge it. */
  readonly predicate?: () => boolean;
}

/** The property of a model that may not stop anywhere but in its declared endings. */
export const noDeadlock = 'no deadlock';

/** `S4: one restore per backup` → `S4`. A property is called by its id or by its whole name. */
export const propertyId = (name: string): string => name.split(':', 1)[0]!;

export interface ModelNames {
  readonly name: string;
  /** Default `default`. */
  readonly variant?: string;
  readonly mutant?: string | null;
}

export class Model {
  readonly name: string;
  readonly variant: string;
  readonly mutant: string | null;
  readonly layout = new Layout();
  readonly processes: Process[] = [];
  readonly properties: Property[] = [];
  private readonly recorder: Recorder;
  private readonly fields = new WeakMap<object, readonly Variable[]>();

  constructor(names: ModelNames | string) {
    const { name, variant = 'default', mutant = null } = typeof names === 'string' ? { name: names } : names;
    this.name = name;
    this.variant = variant;
    this.mutant = mutant;
    this.recorder = new Recorder(mutant === null ? name : `${name} with ${mutant}`);
  }

  /** One record of variables. Each starts with its first value (0, false, the first name) unless `initial` says otherwise. */
  record<S extends Shape>(name: string, shape: S, initial: Partial<View<S>> = {}): View<S> {
    const { view, variables } = declareRecord(this.layout, this.recorder, name, shape, initial);
    this.fields.set(view, variables);
    return view;
  }

  /** Records of one shape, `name[0]`, `name[1]` … */
  family<S extends Shape>(name: string, size: number, shape: S, initial: Partial<View<S>> = {}): View<S>[] {
    return Array.from({ length: size }, (_, index) => this.record(`${name}[${index}]`, shape, initial));
  }

  /** Puts every variable of a record back to where it started. */
  reset(record: object): void {
    for (const variable of this.fields.get(record) ?? []) {
      this.recorder.set(variable, variable.domain.decode(variable.initial));
    }
  }

  /**
   * A process and the labels of all its steps. The body runs on a state and calls `step` for each step that is enabled
   * there; it reads what it needs for that and writes only inside effects.
   */
  process<const L extends readonly string[]>(name: string, labels: L, body: (step: Step<L[number]>) => void): void {
    if (this.processes.some((process) => process.name === name)) this.refuse(`two processes are called '${name}'`);
    if (new Set(labels).size !== labels.length) this.refuse(`'${name}' declares a step twice`);
    this.processes.push({ id: this.processes.length, name, labels, body: body as (step: StepOffer) => void });
  }

  /** Holds in every reachable state; without a predicate: in every step that calls the returned function. */
  always(name: string, predicate: () => boolean): void;
  always(name: string): (holds: boolean) => void;
  always(name: string, predicate?: () => boolean): ((holds: boolean) => void) | undefined {
    const id = this.declare(name, 'always', predicate);
    return predicate === undefined ? (holds) => (holds ? undefined : this.recorder.mark(id, name)) : undefined;
  }

  /** Holds in no reachable state. */
  never(name: string, predicate: () => boolean): void {
    this.always(name, () => !predicate());
  }

  /** Holds in some reachable state; without a predicate: some step calls the returned function. */
  sometimes(name: string, predicate: () => boolean): void;
  sometimes(name: string): (seen?: boolean) => void;
  sometimes(name: string, predicate?: () => boolean): ((seen?: boolean) => void) | undefined {
    const id = this.declare(name, 'sometimes', predicate);
    return predicate === undefined ? (seen = true) => (seen ? this.recorder.mark(id, name) : undefined) : undefined;
  }

  /** From every reachable state a state can be reached where the predicate holds. Weaker than liveness: it assumes luck. */
  recoverable(name: string, predicate: () => boolean): void {
    this.declare(name, 'recoverable', predicate);
  }

  /** A state in which the model may stop. Stopping anywhere else violates `no deadlock`. */
  ending(name: string, predicate: () => boolean): void {
    this.declare(name, 'ending', predicate);
  }

  /** What a process offers in the state that `source` reads from. */
  observe(process: Process, source: Source): Observation {
    return this.recorder.observe(process.name, process.labels, process.body, source);
  }

  judge(property: Property, source: Source): { reads: Observation['reads']; holds: boolean } {
    return this.recorder.judge(property.name, property.predicate ?? (() => true), source);
  }

  /** The property with this id or name. */
  property(wanted: string): Property | undefined {
    return this.properties.find(({ name }) => name === wanted || propertyId(name) === wanted);
  }

  private declare(name: string, kind: PropertyKind, predicate: (() => boolean) | undefined): number {
    const id = this.properties.length;
    if (this.property(propertyId(name)) !== undefined || name === noDeadlock) {
      this.refuse(`two properties are called '${propertyId(name)}'`);
    }
    this.properties.push(predicate === undefined ? { id, name, kind } : { id, name, kind, predicate });
    return id;
  }

  private refuse(problem: string): never {
    throw new ModelError({ model: this.name }, problem);
  }
}
