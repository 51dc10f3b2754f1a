/** The protocols with one of their mutants switched on, as models that the explorer takes. */
import { createRequire } from 'node:module';
import { Script } from 'node:vm';
import type { ModelEntry } from '../../../models/language/entry.ts';
import type { Faults } from '../../../models/language/faults.ts';
import type { Model, ProcessHandle, Step } from '../../../models/language/model.ts';
import type { Read } from '../../../models/language/state/recorder.ts';
import type { Variable } from '../../../models/language/state/variable.ts';
import { deadNumber, type Mutant, switchName } from '../mutant.ts';
import type * as Entry from './entry.ts';

/** What instrumented code calls: whether a mutant is on, and the two changes that need more than other text. */
type Switch = ((number: number) => boolean) & {
  /** Here an effect may be interrupted. */
  cut(number: number): void;
  /** @returns what the process takes the condition for */
  other(holds: number, fails: number, condition: unknown): unknown;
};

/** The recorder of a model, with what it keeps to itself. */
interface RecorderParts {
  observe(...given: unknown[]): unknown;
  get(variable: Variable): number;
  set(variable: Variable, value: unknown): void;
  readonly seen: readonly Read[];
  reach: unknown;
  readonly stored: readonly (string | undefined)[];
  judgement(judgement: boolean | (() => boolean)): boolean;
}

/** The rest of an interrupted effect. It runs later, in the state of then, with what it has read before. */
interface Rest {
  readonly label: string;
  readonly effect: () => void;
  readonly reach: unknown;
  /** The codes that the first part read, in order. */
  readonly read: readonly number[];
}

/** Of one process. Each is a way in which its guards can have read the state. */
const restsMax = 1_000;

/** Rules of mutants that interrupt effects. */
export const interruptions: ReadonlySet<string> = new Set(['late effect', 'split step']);

const interruption = new Error('the effect is interrupted');

type Program = (module: { exports: Partial<typeof Entry> }, require: NodeJS.Require, isActive: Switch) => void;

/**
 * A mutant is on while a body or an effect runs, and not while a property judges: a property that changed along with the protocol
 * would judge nothing.
 */
export class Protocols {
  readonly entries: { readonly [name: string]: ModelEntry };
  #active = -1;
  #marks: Uint8Array;
  /** Whether a body runs, and no property judges. */
  #isOn = false;
  #effect: 'none' | 'whole' | 'until the cut' | 'from the cut' = 'none';
  /** The next step that is offered leaves the store as it is. */
  #isQuiet = false;
  /** What the first part of an effect has read so far; while the rest runs, what is left of that. */
  #read: number[] = [];
  /** What is written now is lost. */
  #drops: 'nothing' | 'all' | 'what is stored' = 'nothing';
  readonly #mutants: readonly Mutant[];
  readonly #exports: typeof Entry;

  constructor(code: string, mutants: readonly Mutant[]) {
    this.#mutants = mutants;
    this.#marks = new Uint8Array(mutants.length);
    const program = new Script(`(function (module, require, ${switchName}) {${code}\n})`).runInThisContext() as Program;
    const module: { exports: Partial<typeof Entry> } = { exports: {} };
    program(module, createRequire(import.meta.url), this.#switch());
    this.#exports = module.exports as typeof Entry;
    this.entries = this.#exports.models;
    this.#wrapRecorder(this.#exports.Recorder.prototype as unknown as RecorderParts);
    this.#wrapModel(this.#exports.Model.prototype);
  }

  /** Models that are built from now on have this mutant; −1 for none. */
  activate(number: number): void {
    this.#active = number;
  }

  /** The mutants whose place was come to since the last call. */
  reached(): number[] {
    const numbers = [...this.#marks.keys()].filter((number) => this.#marks[number] === 1);
    this.#marks.fill(0);
    return numbers;
  }

  #switch(): Switch {
    const isActive = (number: number): boolean => {
      if (!this.#isOn) return false;
      if (number === deadNumber) throw new Error('the right protocol runs what only a wrong rule comes to');
      this.#marks[number] = 1;
      return number === this.#active;
    };
    return Object.assign(isActive, {
      cut: (number: number) => {
        if (this.#effect === 'none' || !isActive(number)) return;
        if (this.#effect === 'until the cut') throw interruption;
        this.#drops = 'nothing';
      },
      other: (holds: number, fails: number, condition: unknown) => {
        if (this.#effect !== 'none' || !isActive(condition ? holds : fails)) return condition;
        this.#isQuiet = true;
        return !condition;
      },
    });
  }

  #wrapRecorder(recorder: RecorderParts): void {
    const { observe, get, judgement, set } = recorder;
    const protocols = this;
    Object.assign(recorder, {
      observe(this: RecorderParts, ...given: unknown[]) {
        return protocols.#while(true, () => observe.apply(this, given));
      },
      judgement(this: RecorderParts, judged: boolean | (() => boolean)) {
        return protocols.#while(false, () => judgement.call(this, judged));
      },
      get(this: RecorderParts, variable: Variable) {
        const known = protocols.#drops === 'all' && protocols.#isOn ? protocols.#read.shift() : undefined;
        const code = known ?? get.call(this, variable);
        if (protocols.#effect === 'until the cut' && protocols.#isOn) protocols.#read.push(code);
        return code;
      },
      set(this: RecorderParts, variable: Variable, value: unknown) {
        const drops = protocols.#drops;
        if (drops === 'all' || (drops === 'what is stored' && this.stored[variable.id] !== undefined)) return;
        set.call(this, variable, value);
      },
    });
  }

  #while<T>(isOn: boolean, run: () => T): T {
    const before = this.#isOn;
    this.#isOn = isOn;
    try {
      return run();
    } finally {
      this.#isOn = before;
    }
  }

  #wrapModel(model: Model): void {
    const process = model.process as (...given: unknown[]) => ProcessHandle<string>;
    const protocols = this;
    Object.assign(model, {
      process(this: Model, name: string, labels: readonly string[], body: Body, faults: Faults = {}) {
        const isInterrupted = interruptions.has(protocols.#mutants[protocols.#active]?.rule ?? '');
        const places = isInterrupted ? protocols.#exports.upTo(restsMax) : undefined;
        const wrapped = new Interruptible(this, name, places);
        const offered = (step: Step<string>): void => protocols.#offer(wrapped, step, body);
        return process.call(this, name, labels, offered, wrapped.withFaults(faults));
      },
    });
  }

  #offer(process: Interruptible, step: Step<string>, body: Body): void {
    this.#isQuiet = false;
    this.#effect = 'none';
    const rest = process.rest;
    if (rest !== undefined) step(rest.label, () => this.#resume(process, rest));
    else body(offers((label, choice, effect) => step(label, this.#interruptible(process, label, choice, effect))));
  }

  #interruptible(process: Interruptible, label: string, choice: number, effect: () => void): () => void {
    const isQuiet = this.#isQuiet;
    this.#isQuiet = false;
    const guard = process.guard(label, choice);
    return () => {
      this.#read = [];
      try {
        this.#run(isQuiet ? 'whole' : 'until the cut', isQuiet ? 'what is stored' : 'nothing', effect);
      } catch (error) {
        if (error !== interruption) throw error;
        const read = [...this.#read];
        process.interrupt(`${guard()} ${read}`, { label, effect, reach: process.recorder.reach, read });
      }
    };
  }

  /** What comes before the cut runs again, reads what it has read, and writes nothing. The rest sees the state of now. */
  #resume(process: Interruptible, { effect, reach, read }: Rest): void {
    const { recorder } = process;
    process.goOn();
    this.#read = [...read];
    recorder.reach = reach;
    try {
      this.#run('from the cut', 'all', effect);
    } finally {
      recorder.reach = undefined;
    }
  }

  #run(
    effect: 'whole' | 'until the cut' | 'from the cut',
    drops: 'nothing' | 'all' | 'what is stored',
    run: () => void,
  ) {
    this.#effect = effect;
    this.#drops = drops;
    try {
      run();
    } finally {
      this.#effect = 'none';
      this.#drops = 'nothing';
    }
  }
}

type Body = (step: Step<string>) => void;

/** A step function that hands on each offer, with the number of the option. */
const offers = (offer: (label: string, choice: number, effect: () => void) => void): Step<string> =>
  Object.assign((label: string, effect: () => void) => offer(label, 0, effect), {
    either<T>(label: string, options: Iterable<T>, effect: (option: T) => void): void {
      for (const [choice, option] of [...options].entries()) offer(label, choice, () => effect(option));
    },
  });

/** A process that may stop within an effect. */
class Interruptible {
  readonly recorder: RecorderParts;
  /** One more than the number of the rest that comes next; 0 for none. */
  readonly #place: { at: number };
  readonly #rests: Rest[] = [];
  readonly #known = new Map<string, number>();

  /** @param places none when nothing interrupts it */
  constructor(model: Model, name: string, places: ReturnType<typeof Entry.upTo> | undefined) {
    this.recorder = (model as unknown as { readonly recorder: RecorderParts }).recorder;
    this.#place = places === undefined ? { at: 0 } : model.record(`rest of ${name}`, { at: places });
  }

  get rest(): Rest | undefined {
    return this.#rests[this.#place.at - 1];
  }

  /** What tells one offer from another: closures may hold what the body read before it offered them. */
  guard(label: string, choice: number): () => string {
    const { seen } = this.recorder;
    const { length } = seen;
    return () => `${label} ${choice} ${seen.slice(0, length).map(({ variable, code }) => `${variable.id}=${code}`)}`;
  }

  interrupt(guard: string, rest: Rest): void {
    const number = this.#known.get(guard) ?? this.#rests.push(rest);
    this.#known.set(guard, number);
    this.#place.at = number;
  }

  goOn(): void {
    this.#place.at = 0;
  }

  /** A crash loses the rest. */
  withFaults({ crash, ...others }: Faults): Faults {
    if (crash === undefined) return others;
    const effect = () => {
      this.goOn();
      crash.effect?.();
    };
    return { ...others, crash: { ...crash, effect } };
  }
}
