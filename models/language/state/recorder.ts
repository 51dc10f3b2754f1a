/**
 * Runs a body on one state and writes down what it read, which steps it offers and what each step writes. Reads come from
 * a source, writes go to an overlay that lasts as long as the effect of one step, so a body never alters a state.
 */
import { ModelError } from '../error.ts';
import type { Variable } from './variable.ts';

/** The code of a variable in the state that the body runs on. */
export type VariableReader = (variable: Variable) => number;

export interface Read {
  readonly variable: Variable;
  readonly code: number;
}

export interface ObservedStep {
  readonly label: string;
  /** Every variable that the effect assigned, in order of declaration, with its last value. */
  readonly writes: readonly Read[];
  /** Ids of step properties that the effect spoke of: broken ones, and `sometimes` that it reached. */
  readonly marks: readonly number[];
  /** Ids of all step properties that the effect spoke of. */
  readonly judged: readonly number[];
  /** What the body had read when it offered the step. */
  readonly guard: readonly Read[];
  /** The guard, and what the effect itself read. */
  readonly reads: readonly Read[];
}

export interface Observation {
  /** In the order in which the body first read them. */
  readonly reads: readonly Read[];
  readonly steps: readonly ObservedStep[];
}

export type StepOffer = (label: string, effect: () => void) => void;

/** What one operation of a store reaches: its text for messages, and the ids of the variables. */
export interface Reach {
  readonly operation: string;
  readonly reads: ReadonlySet<number>;
  readonly writes: ReadonlySet<number>;
}

const nothingRuns: VariableReader = () => {
  throw new Error('no body runs');
};

export class Recorder {
  readonly model: string;
  /** By variable id: the one process that may write it. */
  readonly owners = new Map<number, string>();
  /** By variable id: the store that it lies in. A process reaches it by the operations of that store alone. */
  readonly stored = new Map<number, string>();
  /** Processes that are no clients of any store, such as the passing of time. */
  readonly environment = new Set<string>();
  private reach: Reach | undefined;
  private isJudging = false;
  private process: string | undefined;
  private step: string | undefined;
  private source = nothingRuns;
  private readonly seen = new Map<number, Read>();
  private readonly overlay = new Map<number, Read>();
  private effectReads = new Map<number, Read>();
  private marks = new Set<number>();
  private judged = new Set<number>();

  constructor(model: string) {
    this.model = model;
  }

  get(variable: Variable): number {
    if (this.stored.has(variable.id)) this.checkReach(variable, 'reads');
    const written = this.overlay.get(variable.id);
    if (written !== undefined) return written.code;
    let read = this.seen.get(variable.id);
    if (read === undefined) {
      if (this.source === nothingRuns) this.fail('is read while no process or property runs', variable);
      read = { variable, code: this.source(variable) };
      this.seen.set(variable.id, read);
    }
    if (this.step !== undefined) this.effectReads.set(variable.id, read);
    return read.code;
  }

  set(variable: Variable, value: unknown): void {
    if (this.step === undefined) this.fail('is written outside the effect of a step', variable);
    if (this.isJudging) this.fail('is written by what judges a step', variable);
    if (this.stored.has(variable.id)) this.checkReach(variable, 'writes');
    const owner = this.owners.get(variable.id);
    if (owner !== undefined && owner !== this.process) this.fail(`is private to '${owner}'`, variable);
    const code = variable.domain.encode(value);
    if (code < 0) this.fail(`${JSON.stringify(value) ?? String(value)} is not ${variable.domain.text}`, variable);
    this.overlay.set(variable.id, { variable, code });
  }

  /** Called by the handle of a step property; marked when it comes out as `marks`. A judgement may look at everything. */
  mark(property: number, name: string, judgement: boolean | (() => boolean), marks: boolean): void {
    if (this.step === undefined) this.fail(`'${name}' is judged outside the effect of a step`);
    this.judged.add(property);
    if (this.judgement(judgement) === marks) this.marks.add(property);
  }

  /** Runs what offers the steps of one operation of a store. Operations do not nest: each is a step of its own. */
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
    return { reads: [...this.seen.values()], steps };
  }

  /** What a predicate answers, and what it read for it. */
  judge(name: string, predicate: () => boolean, source: VariableReader): { reads: readonly Read[]; holds: boolean } {
    let holds = false;
    this.within(name, source, () => {
      holds = this.judgement(predicate);
    });
    return { reads: [...this.seen.values()], holds };
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
    if (this.reach?.[access].has(variable.id)) return;
    const store = this.stored.get(variable.id);
    const problem = this.reach
      ? `lies in ${store}, where ${this.reach.operation} ${access} no such thing`
      : `lies in ${store}, and no operation of it ${access} it here`;
    this.fail(problem, variable);
  }

  private observeStep(label: string, effect: () => void): ObservedStep {
    const guardReads = new Map(this.seen);
    this.effectReads = new Map();
    this.marks = new Set();
    this.judged = new Set();
    this.step = label;
    effect();
    this.step = undefined;
    const writes = [...this.overlay.values()].sort((a, b) => a.variable.id - b.variable.id);
    this.overlay.clear();
    const reads = [...new Map([...guardReads, ...this.effectReads]).values()];
    const guard = [...guardReads.values()];
    return { label, writes, marks: [...this.marks], judged: [...this.judged], guard, reads };
  }

  private within(process: string, source: VariableReader, run: () => void): void {
    this.seen.clear();
    this.overlay.clear();
    this.step = undefined;
    this.reach = undefined;
    this.isJudging = false;
    this.process = process;
    this.source = source;
    try {
      run();
    } catch (error) {
      if (error instanceof ModelError) throw error;
      const problem = error instanceof Error ? `throws ${error.name}: ${error.message}` : `throws ${String(error)}`;
      throw new ModelError(this.place(), problem, error);
    } finally {
      this.source = nothingRuns;
      this.step = undefined;
    }
  }

  private place(variable?: { readonly name: string }) {
    return { model: this.model, process: this.process, step: this.step, variable: variable?.name };
  }

  /** Names the model, and the process and step that run. */
  fail(problem: string, variable?: { readonly name: string }): never {
    throw new ModelError(this.place(variable), problem);
  }
}
