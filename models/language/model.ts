/**
 * The language of models: records of variables over finite domains, processes that offer atomic steps, and properties.
 * Bodies are ordinary functions. They must be deterministic and read and write state only through the records.
 */
import type { Initial, Shape, View } from './domains.ts';
import { ModelError } from './error.ts';
import { type FairGroup, fairGroup, type StepsOf, type Strength } from './fairness.ts';
import {
  FaultBudget,
  type FaultBudgets,
  type FaultLabel,
  type Faults,
  faultLabels,
  type ProcessCondition,
  withFaults,
} from './faults.ts';
import { kindOf, type PropertyKind } from './kinds.ts';
import { declareRecord } from './records.ts';
import { Starts } from './starts.ts';
import { Layout } from './state/layout.ts';
import { type Observation, Recorder, type StepOffer, type VariableReader } from './state/recorder.ts';
import type { Member, Variable } from './state/variable.ts';

export interface Process {
  readonly id: number;
  readonly name: string;
  /** The labels of all steps that the process can ever offer. */
  readonly labels: readonly string[];
  readonly body: (step: StepOffer) => void;
}

export interface Step<Label extends string> {
  /** Offers one atomic step. Offering it makes it enabled; the effect runs when it is taken. */
  (label: Label, effect: () => void): void;
  /** Offers the step once for each option: a non-deterministic choice. */
  either<T>(label: Label, options: Iterable<T>, effect: (option: T) => void): void;
}

/** The records that one operation of a store may read and write. */
interface RecordsInReach {
  readonly reads?: readonly object[];
  readonly writes?: readonly object[];
}

/** Whether a step satisfies a property: a known answer, or a function that may read everything, stores included. */
export type Judgement = boolean | (() => boolean);

/** The result of `process`: used to declare which of its steps are fair. */
export interface ProcessHandle<Label extends string> {
  readonly process: Process;
  readonly labels: readonly Label[];
  /** Labels of the faults. */
  readonly faults: readonly Label[];
  /** The record that says whether the process is up, if a fault can stop it. Declare it interchangeable with those of similar processes. */
  readonly condition?: { readonly is: ProcessCondition } | null;
}

export interface Property {
  readonly id: number;
  readonly name: string;
  readonly kind: PropertyKind;
  /** Absent when steps judge the property. */
  readonly predicate?: () => boolean;
  /** Of a `leadsTo`: the condition that opens the obligation. */
  readonly premise?: Property;
}

/** A property of infinite runs, not of states. */
export const isLiveness = (property: Property): boolean => kindOf(property).isLiveness;
export const isJudged = (property: Pick<Property, 'kind'>): boolean => kindOf(property).judge !== null;

/** A property that reports list and users may name. */
const isNamed = (property: Pick<Property, 'kind'>): boolean => kindOf(property).text !== null;

/** The property that a model stops only in its declared endings. */
export const noDeadlock = 'no deadlock';

/** `S4: one restore per backup` → `S4`. Users may name a property by its id or by its whole name. */
export const propertyId = (name: string): string => name.split(':', 1)[0]!;

interface ModelNames {
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
  readonly fairness: FairGroup[] = [];
  /** By property id: a note for readers, such as why the property is weaker than one would expect. */
  readonly remarks = new Map<number, string>();
  private budget: FaultBudget | null = null;
  private starts: Starts | null = null;
  private printer: (() => string | readonly string[]) | null = null;
  private readonly recorder: Recorder;
  private readonly names = new Set<string>();
  private readonly fields = new WeakMap<object, readonly Variable[]>();

  constructor(names: ModelNames | string) {
    const { name, variant = 'default', mutant = null } = typeof names === 'string' ? { name: names } : names;
    this.name = name;
    this.variant = variant;
    this.mutant = mutant;
    this.recorder = new Recorder(mutant === null ? name : `${name} with ${mutant}`);
  }

  /** A record of variables. Each starts with the first value of its domain (0, false, the first name) unless `initial` gives another. */
  record<S extends Shape>(name: string, shape: S, initial: Initial<S> = {}): View<S> {
    if (this.names.has(name)) this.refuse(`two records are called '${name}'`);
    this.names.add(name);
    return this.added(name, shape, initial);
  }

  /** Records of one shape, `name[0]`, `name[1]` … */
  family<S extends Shape>(name: string, size: number, shape: S, initial: Initial<S> = {}): View<S>[] {
    return Array.from({ length: size }, (_, index) => this.record(`${name}[${index}]`, shape, initial));
  }

  /**
   * Declares symmetry: members of these families may be permuted, index by index, since no process or property distinguishes the
   * indices. The search then stores one state for each orbit. Records outside may refer to members: to none initially, to any
   * later.
   */
  interchangeable(...families: readonly (readonly object[])[]): void {
    const count = families[0]?.length ?? 0;
    const members = Array.from({ length: count }, (_, i): Member => {
      const records = families.flatMap((family) => family[i] ?? []);
      return { records, variables: records.flatMap((record) => this.fieldsOf(record)) };
    });
    const text = ({ variables }: Member) =>
      JSON.stringify(variables.map(({ domain, initial }) => [domain.size, domain.text, initial]));
    if (members.some((one) => text(one) !== text(members[0]!)) || families.some(({ length }) => length !== count)) {
      this.refuse('interchangeable members must have the same variables and the same initial values');
    }
    if (count > 1) this.layout.interchange(members);
    this.refuseUnequal();
  }

  /** Sets every variable of a record back to its initial value. */
  reset(record: object): void {
    for (const variable of this.fieldsOf(record)) {
      this.recorder.set(variable, variable.domain.decode(variable.initial));
    }
  }

  /**
   * A process and the labels of all its steps. The body runs on a state and calls `step` for each step enabled there. It may write
   * only inside effects.
   */
  process<const L extends string>(name: string, labels: readonly L[], body: (step: Step<L>) => void): ProcessHandle<L>;
  /** With faults: crash, restart and pause become steps with these labels, and the body runs while the process is up. */
  process<const L extends string>(
    name: string,
    labels: readonly L[],
    body: (step: Step<L>) => void,
    faults: Faults,
  ): ProcessHandle<L | FaultLabel>;
  process(
    name: string,
    own: readonly string[],
    offering: (step: Step<string>) => void,
    faults: Faults = {},
  ): ProcessHandle<string> {
    const labels = [...own, ...faultLabels(faults)];
    if (this.processes.some((process) => process.name === name)) this.refuse(`two processes are called '${name}'`);
    if (new Set(labels).size !== labels.length) this.refuse(`'${name}' declares a step twice`);
    // The record of a process that can stop has its name, and so may have the record of what the process remembers.
    const declarer = { record: this.added.bind(this) as Model['record'] };
    const stoppable = withFaults(declarer, name, faults, this.budget, stepping(offering));
    const body = this.starts === null ? stoppable.body : this.starts.after(stoppable.body);
    const process: Process = { id: this.processes.length, name, labels, body };
    this.processes.push(process);
    const handle = { process, labels, faults: faultLabels(faults), condition: stoppable.condition };
    if (stoppable.condition !== null) this.privateTo(handle, stoppable.condition);
    return handle;
  }

  /**
   * Several initial states, one for each option: a first step chooses one, before anything else happens or is judged. So there is one
   * state more, where nothing is chosen. Declared before processes and properties.
   */
  initial<T>(options: Iterable<T>, effect: (option: T) => void): void {
    if (this.processes.length > 0 || this.properties.length > 0)
      this.refuse('declares initial states after processes or properties');
    const all = [...options];
    if (all.length === 0) this.refuse('has no initial state');
    const { process, label } = Starts;
    const starts = new Starts(this, (step) => {
      for (const option of all) step(label, () => effect(option));
    });
    this.weaklyFair(this.environment(process, [label], (step) => starts.body(step)));
    this.starts = starts;
  }

  /** What traces show of each state instead of the variables that change: a line, or several. */
  show(print: () => string | readonly string[]): void {
    if (this.printer !== null) this.refuse('declares twice what traces show');
    this.printer = print;
  }

  /** Declares the private memory of a process: others may read it in properties, and never write it. */
  privateTo({ process }: ProcessHandle<string>, ...records: readonly object[]): void {
    for (const { id } of records.flatMap((record) => this.fieldsOf(record))) this.recorder.owners[id] = process.name;
  }

  /** Puts records into a store: a process may access them only inside `reach`, which the operations of the store call. */
  stored(store: string, ...records: readonly object[]): void {
    for (const { id } of records.flatMap((record) => this.fieldsOf(record))) this.recorder.stored[id] = store;
  }

  /** Runs `body`, which offers the possible outcomes of one store operation. It may access no other record of the store. */
  reach(operation: string, reach: RecordsInReach, body: () => void): void {
    this.recorder.reaching({ operation, reads: reach.reads ?? [], writes: reach.writes ?? [] }, body);
  }

  /** Sets how many faults a run may have, for the processes declared after it. */
  faults(budgets: FaultBudgets): void {
    const before = [...this.names].filter((name) => name.startsWith('faults left')).length;
    this.budget = new FaultBudget(this, before === 0 ? 'faults left' : `faults left ${before + 1}`, budgets);
  }

  /** An event that happens as time passes. It is weakly fair, but nothing says how long it takes. */
  timePasses(name: string, label: string, event: { readonly when: () => boolean; readonly effect: () => void }): void {
    const clock = this.environment(name, [label], (step) => {
      if (event.when()) step(label, event.effect);
    });
    this.weaklyFair(clock);
  }

  /** A process that is not a client of a store, but part of the environment: time, replication, failover. It may access everything. */
  environment<const L extends string>(name: string, labels: readonly L[], body: (step: Step<L>) => void) {
    this.recorder.environment.add(name);
    return this.process(name, labels, body);
  }

  /** Weak fairness of these steps as one group: if some step of it stays enabled, one is eventually taken. Default: all except faults. */
  weaklyFair<L extends string>(process: ProcessHandle<L>, steps?: StepsOf<NoInfer<L>>): void {
    this.declareFair('weak', process, steps);
  }

  /** Strong fairness of these steps as one group: enabled infinitely often, it is taken infinitely often. Default: all except faults. */
  stronglyFair<L extends string>(process: ProcessHandle<L>, steps?: StepsOf<NoInfer<L>>): void {
    this.declareFair('strong', process, steps);
  }

  /** An invariant: holds in every reachable state. Without a predicate: in every step that calls the returned function. */
  always(name: string, predicate: () => boolean): void;
  always(name: string): (holds: Judgement) => void;
  always(name: string, predicate?: () => boolean): ((holds: Judgement) => void) | undefined {
    const id = this.declare(name, 'always', predicate);
    return predicate === undefined ? (holds) => this.recorder.mark(id, name, holds, false) : undefined;
  }

  /** Holds in no reachable state. */
  never(name: string, predicate: () => boolean): void {
    this.always(name, () => !predicate());
  }

  /** Is witnessed: holds in some reachable state. Without a predicate: some step calls the returned function. */
  sometimes(name: string, predicate: () => boolean): void;
  sometimes(name: string): (seen?: Judgement) => void;
  sometimes(name: string, predicate?: () => boolean): ((seen?: Judgement) => void) | undefined {
    const id = this.declare(name, 'sometimes', predicate);
    return predicate === undefined ? (seen = true) => this.recorder.mark(id, name, seen, true) : undefined;
  }

  /** Always recoverable (AG EF): from every reachable state, a state where the predicate holds is reachable. Weaker than liveness. */
  recoverable(name: string, predicate: () => boolean): void {
    this.declare(name, 'recoverable', predicate);
  }

  /** Whenever `from` holds, every fair run reaches a state where `to` holds, then or later. */
  leadsTo(name: string, from: () => boolean, to: () => boolean): void {
    const premise = this.properties[this.declare(`${name}, from where`, 'premise', from)]!;
    this.declare(name, 'leadsTo', to, premise);
  }

  /** Every fair run reaches a state where the predicate holds. */
  eventually(name: string, predicate: () => boolean): void {
    this.declare(name, 'eventually', predicate);
  }

  /** Every fair run reaches a point from which on the predicate holds for ever. */
  eventuallyAlways(name: string, predicate: () => boolean): void {
    this.declare(name, 'eventuallyAlways', predicate);
  }

  /** A state in which the model may stop. Stopping anywhere else violates `no deadlock`. */
  ending(name: string, predicate: () => boolean): void {
    this.declare(name, 'ending', predicate);
  }

  /** Adds a note for readers to a declared property, by its id: why it is weakened, or where it does not apply. */
  remark(id: string, text: string): void {
    const property = this.property(id);
    if (property === undefined) this.refuse(`remark on '${id}', which is not a property`);
    this.remarks.set(property.id, text);
  }

  /** Runs the body of a process on the state that `source` reads from, and returns what it offers. */
  observe(process: Process, source: VariableReader): Observation {
    return this.recorder.observe(process.name, process.labels, process.body, source);
  }

  judge(property: Property, source: VariableReader): { reads: Observation['reads']; holds: boolean } {
    return this.recorder.judge(property.name, property.predicate ?? (() => true), source);
  }

  /** What the model shows of a state in traces; null when it leaves that to the variables. */
  shownAt(source: VariableReader): readonly string[] | null {
    const { printer } = this;
    if (printer === null) return null;
    let lines: readonly string[] = [];
    const print = () => {
      lines = [printer()].flat();
      return true;
    };
    this.recorder.judge('show', print, source);
    return lines;
  }

  /** The property with this id or name; else the ending. */
  property(wanted: string): Property | undefined {
    const named = this.properties.filter(
      (property) => isNamed(property) && (property.name === wanted || propertyId(property.name) === wanted),
    );
    return named.find(isJudged) ?? named[0];
  }

  private added<S extends Shape>(name: string, shape: S, initial: Initial<S> = {}): View<S> {
    const { view, variables } = declareRecord(this.layout, this.recorder, name, shape, initial);
    this.fields.set(view, variables);
    for (const { id } of variables) this.recorder.records[id] = view;
    this.refuseUnequal();
    return view;
  }

  private declare(
    name: string,
    kind: PropertyKind,
    predicate: (() => boolean) | undefined,
    premise?: Property,
  ): number {
    const id = this.properties.length;
    const judged = isJudged({ kind });
    const isTaken = this.properties.some(
      (other) => isNamed(other) && isJudged(other) === judged && propertyId(other.name) === propertyId(name),
    );
    if (isNamed({ kind }) && (isTaken || (judged && name === noDeadlock)))
      this.refuse(`two ${judged ? 'properties' : 'endings'} are called '${propertyId(name)}'`);
    const shifted = predicate && (this.starts?.judged(kind, predicate) ?? predicate);
    this.properties.push({ id, name, kind, ...(shifted && { predicate: shifted }), ...(premise && { premise }) });
    return id;
  }

  private fieldsOf(record: object | undefined): readonly Variable[] {
    return (record === undefined ? undefined : this.fields.get(record)) ?? [];
  }

  private declareFair(
    strength: Strength,
    { process, faults }: ProcessHandle<string>,
    steps: StepsOf<string> = { except: faults },
  ): void {
    try {
      this.fairness.push(fairGroup(strength, process.name, process.labels, steps));
    } catch (error) {
      if (error instanceof RangeError) this.refuse(error.message);
      throw error;
    }
  }

  private refuseUnequal(): void {
    const { complaint } = this.layout;
    if (complaint !== null) this.refuse(complaint);
  }

  private refuse(problem: string): never {
    throw new ModelError({ model: this.name }, problem);
  }
}

/** Wraps a body so that one `step` object serves every call; the engine passes a plain offer function. */
function stepping(body: (step: Step<string>) => void): (offer: StepOffer) => void {
  let offered: StepOffer = () => undefined;
  const step: Step<string> = Object.assign((label: string, effect: () => void) => offered(label, effect), {
    either<T>(label: string, options: Iterable<T>, effect: (option: T) => void): void {
      for (const option of options) offered(label, () => effect(option));
    },
  });
  return (offer) => {
    offered = offer;
    body(step);
  };
}
