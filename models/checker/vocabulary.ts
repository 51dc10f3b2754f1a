/** Ids for steps and for marks (sets of properties that an effect judged). Also records which steps and values were ever seen. */
import { ModelError } from '../language/error.ts';
import type { Model, Process } from '../language/model.ts';
import type { ObservedStep } from '../language/state/recorder.ts';

interface StepName {
  readonly process: Process;
  readonly label: string;
}

export class Vocabulary {
  readonly steps: StepName[] = [];
  /** Ids of the properties that a mark stands for; mark 0 stands for none. */
  readonly marks: (readonly number[])[] = [[]];
  /** By step id: whether some reachable state offers it. */
  readonly taken: boolean[] = [];
  /** By variable id and code: whether some reachable state has that value. */
  readonly reached: boolean[][];
  /** Ids of properties that the effect of some reachable step judged. */
  readonly judged = new Set<number>();
  private readonly model: Model;
  private readonly stepIds: Map<string, number>[] = [];
  private readonly markIds = new Map<string, number>([['', 0]]);

  constructor(model: Model) {
    this.model = model;
    this.reached = model.layout.variables.map(({ domain, initial }) => {
      const codes = new Array<boolean>(domain.size).fill(false);
      codes[initial] = true;
      return codes;
    });
    for (const process of model.processes) {
      const ids = new Map<string, number>();
      for (const label of process.labels) {
        ids.set(label, this.steps.push({ process, label }) - 1);
        this.taken.push(false);
      }
      this.stepIds.push(ids);
    }
  }

  /** The ids of a step that a reachable state offers, and of its mark. */
  note(process: Process, step: ObservedStep): { step: number; mark: number } {
    const id = this.stepIds[process.id]?.get(step.label);
    if (id === undefined) throw new ModelError({ model: this.model.name, process: process.name }, `no '${step.label}'`);
    this.taken[id] = true;
    for (const property of step.judged) this.judged.add(property);
    for (const { variable, code } of step.writes) this.reached[variable.id]![code] = true;
    return { step: id, mark: this.markOf(step.marks) };
  }

  private markOf(properties: readonly number[]): number {
    const key = properties.join();
    let id = this.markIds.get(key);
    if (id === undefined) {
      id = this.marks.push(properties) - 1;
      this.markIds.set(key, id);
    }
    return id;
  }
}
