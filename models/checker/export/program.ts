/**
 * A model as guarded commands, for the languages of other checkers. Bodies are functions of TypeScript, so what they do is taken from
 * the decision tables of a complete search: exact for every reachable state, and silent on all others.
 */
import { ModelError } from '../../language/error.ts';
import { kindOf } from '../../language/kinds.ts';
import type { Model, Process, Property } from '../../language/model.ts';
import type { Variable } from '../../language/state/variable.ts';
import { Auditor } from '../audit.ts';
import { canonicalOf } from '../canonical.ts';
import { compileAfter } from '../compile-trigger.ts';
import { leafTrue, TableExpander } from '../expander.ts';
import { Search, type Space, toEnd } from '../search.ts';
import { Successors } from '../successors.ts';
import { answersOf } from './predicate.ts';
import { type Guard, joined, type Row, rowOf } from './rows.ts';

/** A predicate as the states where it holds, or as those where it does not: whichever is shorter. */
export interface Condition {
  readonly holds: boolean;
  readonly guards: readonly Guard[];
  /** False: the condition is exact in reachable states only, where it may be nothing but true. */
  readonly isWhole: boolean;
}

export interface Action {
  readonly process: Process;
  readonly label: string;
  readonly rows: readonly Row[];
  /** In some reachable state the step leads to that same state. */
  readonly mayStay: boolean;
}

export interface Program {
  readonly model: Model;
  readonly states: number;
  readonly transitions: number;
  /** Every step that some reachable state offers, in the order of declaration. */
  readonly actions: readonly Action[];
  /** By id of the property; only of those with a predicate. */
  readonly conditions: ReadonlyMap<number, Condition>;
}

export interface ExportLimits {
  /** Default 5 million. */
  readonly statesMax?: number;
  readonly onProgress?: (states: number) => void;
}

/** Throws ModelError when the model is faulty, or has too many states. */
export function programOf(model: Model, { statesMax = 5_000_000, onProgress }: ExportLimits = {}): Program {
  model.layout.arrange(false);
  const expander = new TableExpander(model);
  const search = new Search(model, expander, {
    ...{ properties: [], deadlock: false, keepGoing: true, keepGraph: false, graphStatesMax: 0, needsGraph: false },
    ...{ workers: 1, compileAfter, shareAfter: Number.POSITIVE_INFINITY },
    canonical: canonicalOf(model.layout),
    limits: { states: statesMax, timeMs: Number.POSITIVE_INFINITY, bytes: Number.POSITIVE_INFINITY },
    now: () => performance.now(),
    onProgress: onProgress && (({ states }) => onProgress(states)),
  });
  const space = toEnd(search.run());
  if (!space.complete) {
    const problem = `has more than ${statesMax} states, and an export needs all of them`;
    throw new ModelError({ model: model.name }, problem, { next: 'choose a smaller scale' });
  }
  new Auditor(model, expander, 1000).upTo(space.set, space.set.size);
  const predicates = model.properties.filter(({ predicate }) => predicate !== undefined);
  const stays = lookAtAll(expander, space, predicates);
  return {
    model,
    states: space.covered.states,
    transitions: space.covered.transitions,
    actions: actionsOf(model, expander, stays),
    conditions: new Map(predicates.map((property) => [property.id, conditionOf(model, expander, property)])),
  };
}

/** Judges the predicates in every state. Returns the ids of the steps that some state offers and that lead nowhere else. */
function lookAtAll(expander: TableExpander, { set }: Space, predicates: readonly Property[]): Set<number> {
  const out = new Successors(set.words);
  const stays = new Set<number>();
  for (let state = 0; state < set.size; state++) {
    const base = set.baseOf(state);
    for (const property of predicates) expander.holds(property, set.ints, base);
    out.clear();
    expander.expand(set.ints, base, out);
    for (let k = 0; k < out.count; k++) {
      if (set.find(out.states, k * out.words) === state) stays.add(out.steps[k]!);
    }
  }
  return stays;
}

function actionsOf(model: Model, expander: TableExpander, stays: ReadonlySet<number>): Action[] {
  const { steps, taken } = expander.vocabulary;
  const rows: Row[][] = steps.map(() => []);
  for (const { id } of model.processes) {
    for (const { reads, leaf } of leavesOf(expander, id)) {
      const offered = new Map<string, number>();
      for (const { step, mark, masks } of expander.stepsOf(leaf)) {
        const nth = offered.get(String(step)) ?? 0;
        offered.set(String(step), nth + 1);
        const writes = new Map(
          model.layout.variables.flatMap((variable): [Variable, number][] => {
            const { keep, set } = masks[variable.word]!;
            const isWritten = variable.mask !== 0 && (keep & (variable.mask << variable.shift)) === 0;
            return isWritten ? [[variable, (set >>> variable.shift) & variable.mask]] : [];
          }),
        );
        rows[step]!.push(rowOf({ reads, writes, marks: expander.vocabulary.marks[mark]!, nth }));
      }
    }
  }
  return steps.flatMap(({ process, label }, id) =>
    taken[id] === true ? [{ process, label, rows: joined(rows[id]!), mayStay: stays.has(id) }] : [],
  );
}

function conditionOf(model: Model, expander: TableExpander, property: Property): Condition {
  const everywhere = answersOf(model, property);
  const answers =
    everywhere ??
    leavesOf(expander, model.processes.length + property.id).map(({ reads, leaf }) => ({
      reads,
      holds: leaf === leafTrue,
    }));
  const guardsOf = (wanted: boolean): Guard[] =>
    joined(
      answers
        .filter(({ holds }) => holds === wanted)
        .map(({ reads }) => rowOf({ reads, writes: new Map(), marks: [], nth: 0 })),
    ).map(({ guard }) => guard);
  const [yes, no] = [guardsOf(true), guardsOf(false)];
  const isWhole = everywhere !== null;
  return yes.length <= no.length ? { holds: true, guards: yes, isWhole } : { holds: false, guards: no, isWhole };
}

interface Leaf {
  readonly reads: ReadonlyMap<Variable, number>;
  readonly leaf: number;
}

/** Every footprint that was learned of one tree. */
function leavesOf({ trees }: TableExpander, tree: number): Leaf[] {
  const walk = (pointer: number, reads: ReadonlyMap<Variable, number>): Leaf[] => {
    if (pointer === 0) return [];
    if (pointer < 0) return [{ reads, leaf: -pointer }];
    const { variable, children } = trees.node(pointer);
    return children.flatMap((child, code) => walk(child, new Map(reads).set(variable, code)));
  };
  return walk(trees.root(tree), new Map());
}

/** A step property is violated, or a `sometimes` witnessed, where a step with its mark is offered. */
export const guardsThatMark = ({ actions }: Program, { id }: Property): Guard[] =>
  actions.flatMap(({ rows }) => rows.filter(({ marks }) => marks.includes(id)).map(({ guard }) => guard));

/** The declared properties of one way of judging, in order. */
export const judgedBy = ({ model }: Program, judged: ReturnType<typeof kindOf>['judged']): Property[] =>
  model.properties.filter((property) => kindOf(property).judged === judged);
