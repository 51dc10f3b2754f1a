/** The states of one group of items, as small numbers, and what each step does to them. */
import { allows } from './outcomes.ts';
import type { Prepared, Slot, Specification, Transition, Value } from './specification.ts';
import type { Step } from './steps.ts';

export type State = number;
/** In place of a state: the specification does not allow the answer. */
export const forbidden = -1;

interface Move {
  readonly text: string;
  readonly next: State;
}

export class Machine {
  readonly initial: State;
  readonly #specification: Specification;
  readonly #places: ReadonlyMap<Slot, number>;
  readonly #states: (readonly Value[])[] = [];
  readonly #ids = new Map<string, State>();
  readonly #moves = new Map<Prepared, Map<State, Move>>();
  readonly #allowed = new Map<string, boolean>();

  constructor(specification: Specification, slots: readonly Slot[]) {
    this.#specification = specification;
    this.#places = new Map(slots.map((slot, i) => [slot, i]));
    this.initial = this.#stateOf(slots.map(specification.initial));
  }

  valuesOf = (state: State): readonly Value[] => this.#states[state]!;

  /** The state after the step, or `forbidden`. */
  next(state: State, { prepared, heard }: Step): State {
    const { text, next } = this.#move(state, prepared);
    if (heard === undefined || text === heard) return next;
    return this.#allows(text, heard) ? next : forbidden;
  }

  /** What the specification answers, as a text. */
  answer = (state: State, { prepared }: Step): string => this.#move(state, prepared).text;

  #move(state: State, prepared: Prepared): Move {
    let moves = this.#moves.get(prepared);
    if (moves === undefined) {
      moves = new Map();
      this.#moves.set(prepared, moves);
    }
    let move = moves.get(state);
    if (move === undefined) {
      move = this.#moved(state, prepared);
      moves.set(state, move);
    }
    return move;
  }

  #moved(state: State, prepared: Prepared): Move {
    const values = this.#states[state]!;
    const places = prepared.slots.map((slot) => this.#places.get(slot)!);
    const { text, after }: Transition = this.#specification.run(
      prepared,
      places.map((place) => values[place]!),
    );
    if (places.every((place, i) => values[place] === after[i])) return { text, next: state };
    const changed = [...values];
    places.forEach((place, i) => {
      changed[place] = after[i]!;
    });
    return { text, next: this.#stateOf(changed) };
  }

  /** Answers mostly differ at once; what is compared in parts is remembered. */
  #allows(specified: string, heard: string): boolean {
    if (specified[0] !== heard[0]) return false;
    const key = `${specified}\n${heard}`;
    let allowed = this.#allowed.get(key);
    if (allowed === undefined) {
      allowed = allows(specified, heard);
      this.#allowed.set(key, allowed);
    }
    return allowed;
  }

  #stateOf(values: readonly Value[]): State {
    const key = values.join();
    let id = this.#ids.get(key);
    if (id === undefined) {
      id = this.#states.push(values) - 1;
      this.#ids.set(key, id);
    }
    return id;
  }
}
