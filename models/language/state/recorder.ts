/**
 * Runs a body on one state and records what it read, which steps it offered and what each step wrote. Reads come from a source;
 * writes go to an overlay that lasts for the effect of one step. So a body never changes a state.
 */
import { ModelError } from '../error.ts';
import { misuseText } from '../misuse.ts';
import { valueText } from '../names.ts';
import type { Variable } from './variable.ts';

/** Reads the code of a variable in the current state. */
export type VariableReader = (variable: Variable) => number;

export interface Read {
  readonly variable: Variable;
  readonly code: number;
}

export class ObservedStep {
  readonly label: string;
  /** Every variable that the effect assigned, in order of declaration, with its last value. */
  readonly writes: readonly Read[];
  /** Ids of the step properties that the effect decided: violated ones, and `sometimes` that it witnessed. */
  readonly marks: readonly number[];
  /** Ids of all step properties that the effect judged. */
  readonly judged: readonly number[];
  private readonly seen: readonly Read[];
  private readonly seenBefore: number;
  private readonly ownReads: readonly Read[];

  /** `seen`: all reads of the body's run. The first `seenBefore` of them happened before the step was offered. */
  constructor(
    { label, writes, marks, judged }: Pick<ObservedStep, 'label' | 'writes' | 'marks' | 'judged'>,
    seen: readonly Read[],
    seenBefore: number,
    ownReads: readonly Read[],
  ) {
    this.label = label;
    this.writes = writes;
    this.marks = marks;
    this.judged = judged;
    this.seen = seen;
    this.seenBefore = seenBefore;
    this.ownReads = ownReads;
  }

  /** What the body had read when it offered the step. */
  get guard(): readonly Read[] {
    return this.seen.slice(0, this.seenBefore);
  }

  /** The guard, plus what the effect itself read. */
  get reads(): readonly Read[] {
    return [...new Set([...this.guard, ...this.ownReads])];
  }
}

export interface Observation {
  /** In the order in which the body first read them. */
  readonly reads: readonly Read[];
  readonly steps: readonly ObservedStep[];
}

export type StepOffer = (label: string, effect: () => void) => void;

/** What one store operation may access: its text for messages, and the records. */
interface Reach {
  readonly operation: string;
  readonly reads: readonly object[];
  readonly writes: readonly object[];
}

const nothingRuns: VariableReader = () => {
  throw new Error('no body runs');
};

export class Recorder {
  readonly model: string;
  /** By variable id: the one process that may write it. */
  readonly owners: string[] = [];
  /** By variable id: the store that holds it. A process accesses it only by operations of that store. */
  readonly stored: string[] = [];
  /** By variable id: the record that it is a field of. */
  readonly records: object[] = [];
  /** Processes that are no clients of a store, such as passing time. They may access every record. */
  readonly environment = new Set<string>();
  private reach: Reach | undefined;
  private isJudging = false;
  private process: string | undefined;
  private step: string | undefined;
  private source = nothingRuns;
  /** What this run has read, in order. Lists instead of maps, since runs are short and very many. */
  private seen: Read[] = [];
  /** The same by variable id. */
  private readonly known: (Read | undefined)[] = [];
  private overlay: Read[] = [];
  /** The same by variable id. */
  private readonly assigned: (Read | undefined)[] = [];
  private effectReads: Read[] = [];
  private marks: number[] = [];
  private judged: number[] = [];

  constructor(model: string) {
    this.model = model;
  }

  get(variable: Variable): number {
    const { id } = variable;
    if (this.stored[id] !== undefined) this.checkReach(variable, 'reads');
    const written = this.assigned[id];
    if (written !== undefined) return written.code;
    let read = this.known[id];
    if (read === undefined) {
      if (this.source === nothingRuns) this.fail('is read while no process or property runs', variable);
      read = { variable, code: this.source(variable) };
      this.known[id] = read;
      this.seen.push(read);
    }
    if (this.step !== undefined) this.effectReads.push(read);
    return read.code;
  }

  set(variable: Variable, value: unknown): void {
    const { id } = variable;
    if (this.step === undefined) this.fail('is written outside the effect of a step', variable);
    if (this.isJudging) this.fail('is written by a predicate', variable);
    if (this.stored[id] !== undefined) this.checkReach(variable, 'writes');
    const owner = this.owners[id];
    if (owner !== undefined && owner !== this.process) this.fail(`is private to '${owner}'`, variable);
    const code = variable.domain.encode(value);
    if (code < 0) this.fail(`${valueText(value)} is not ${variable.domain.text}`, variable, wayBackInto(value));
    const written = { variable, code };
    const before = this.assigned[id];
    if (before === undefined) this.overlay.push(written);
    else this.overlay[this.overlay.indexOf(before)] = written;
    this.assigned[id] = written;
  }

  /** Called by the handle of a step property. Marks the step when the judgement equals `marks`. The judgement may read everything. */
  mark(property: number, name: string, judgement: boolean | (() => boolean), marks: boolean): void {
    if (this.step === undefined) this.fail(`'${name}' is judged outside the effect of a step`);
    addTo(this.judged, property);
    if (this.judgement(judgement) === marks) addTo(this.marks, property);
  }

  /** Runs `body`, which offers the steps of one store operation. Operations do not nest, since each is an atomic step. */
  reaching(reach: Reach, body: () => void): void {
    if (this.reach !== undefined) this.fail(`${reach.operation} begins inside ${this.reach.operation}`);
    if (this.step !== undefined) this.fail(`${reach.operation} begins inside the effect of a step`);
    this.reach = reach;
    body();
    this.reach = undefined;
  }

  observe(
    process: string,
    labels: readonly string[],
    body: (step: StepOffer) => void,
    source: VariableReader,
  ): Observation {
    const steps: ObservedStep[] = [];
    this.within(process, source, () =>
      body((label, effect) => {
        if (!labels.includes(label)) this.fail(`offers '${label}', which is not among its declared steps`);
        if (this.step !== undefined) this.fail(`offers '${label}' inside the effect of another step`);
        steps.push(this.observeStep(label, effect));
      }),
    );
    return { reads: this.seen, steps };
  }

  /** The answer of a predicate, and what it read. */
  judge(name: string, predicate: () => boolean, source: VariableReader): { reads: readonly Read[]; holds: boolean } {
    let holds = false;
    this.within(name, source, () => {
      holds = this.judgement(predicate);
    });
    return { reads: this.seen, holds };
  }

  private judgement(judgement: boolean | (() => boolean)): boolean {
    if (typeof judgement === 'boolean') return judgement;
    this.isJudging = true;
    const holds = judgement();
    this.isJudging = false;
    return holds;
  }

  private checkReach(variable: Variable, access: 'reads' | 'writes'): void {
    if (this.isJudging || this.process === undefined || this.environment.has(this.process)) return;
    if (this.reach?.[access].includes(this.records[variable.id]!)) return;
    const store = this.stored[variable.id];
    const verb = access === 'reads' ? 'read' : 'write';
    const problem = this.reach
      ? `is stored in ${store}, and ${this.reach.operation} must not ${verb} it`
      : `is stored in ${store}: only an operation of that store may ${verb} it`;
    this.fail(problem, variable, `reach it through an operation of ${store}`);
  }

  private observeStep(label: string, effect: () => void): ObservedStep {
    const seenBefore = this.seen.length;
    this.effectReads = [];
    this.marks = [];
    this.judged = [];
    this.step = label;
    effect();
    this.step = undefined;
    const writes = this.overlay.sort((a, b) => a.variable.id - b.variable.id);
    this.forgetWrites();
    const { marks, judged, seen, effectReads } = this;
    return new ObservedStep({ label, writes, marks, judged }, seen, seenBefore, effectReads);
  }

  private forgetWrites(): void {
    for (const { variable } of this.overlay) this.assigned[variable.id] = undefined;
    this.overlay = [];
  }

  private within(process: string, source: VariableReader, run: () => void): void {
    for (const { variable } of this.seen) this.known[variable.id] = undefined;
    this.seen = [];
    this.forgetWrites();
    this.step = undefined;
    this.reach = undefined;
    this.isJudging = false;
    this.process = process;
    this.source = source;
    try {
      run();
    } catch (error) {
      if (error instanceof ModelError) throw error;
      throw new ModelError(this.place(), misuseText(error), { cause: error });
    } finally {
      this.source = nothingRuns;
      this.step = undefined;
    }
  }

  private place(variable?: { readonly name: string }) {
    return { model: this.model, process: this.process, step: this.step, variable: variable?.name };
  }

  /** Throws ModelError with the model, and the process and step that are running. */
  fail(problem: string, variable?: { readonly name: string }, next?: string): never {
    throw new ModelError(this.place(variable), problem, next === undefined ? {} : { next });
  }
}

const wayBackInto = (value: unknown): string =>
  typeof value === 'number'
    ? 'offer the step only where the value stays in the domain, or enlarge the domain'
    : 'write one of these values, or add it to the domain';

function addTo(list: number[], id: number): void {
  if (!list.includes(id)) list.push(id);
}
