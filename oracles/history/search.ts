/**
 * Is there an order of the steps, each between its start and its end, in which the specification gives every answer that was heard?
 *
 * Wing and Gong, "Testing and verifying concurrent objects" (1993), with the memory of configurations of Lowe, "Testing for
 * linearizability" (2017): what is done already, and the state. As in Lowe's just-in-time variant only what the step with the first answer may need comes before
 * it, and as in porcupine (https://github.com/anishathalye/porcupine) what is done is a bitset and the search has no recursion. Beyond them:
 *
 * - A step that changes nothing is done as soon as it is allowed: in any order that has it later it could be moved to here.
 * - Of equal steps with equal answers the one that ends first is tried, since two such steps can change places.
 * - A step without an answer is tried last, once for each equal request. A configuration is dropped when an earlier one has the same
 *   state and answered steps, and needed no other unanswered steps: those that nobody observed are never kept.
 * - Where no order goes on, the items that this follows from are remembered, and the search returns at once to the last step on one of them:
 *   conflict-directed backjumping, Prosser (1993).
 * - Next comes only what shares items, directly or through others, with the step whose answer came first. Nothing that starts later can come
 *   before that step, and the others can change places with all of these: a persistent set, Godefroid (1996).
 */
import { forbidden, type Machine, type State } from './machine.ts';
import type { Step } from './steps.ts';

export type Found =
  | { readonly kind: 'order'; readonly order: readonly Step[]; readonly configurations: number }
  /** `stuckAt`: the step with the earliest end that no order contains together with all that ended before it. */
  | {
      readonly kind: 'none';
      readonly stuckAt: Step;
      readonly states: ReadonlySet<State>;
      readonly configurations: number;
    }
  | { readonly kind: 'budget'; readonly configurations: number };

const bitsOfWord = 16;

/** @param initial the states that the first step may find. @param configurationsMax how many are visited before the search gives up */
export function findOrder(
  machine: Machine,
  steps: readonly Step[],
  initial: Iterable<State>,
  configurationsMax: number,
): Found {
  return new Search(machine, steps, configurationsMax).run(initial);
}

/** A set of items, a bit each; with more than 31 of them some share a bit, which makes such a set only larger. */
type Items = number;
const bitsOfItems = 31;
const everything: Items = -1;

interface Seen {
  /** The unanswered steps that were done. */
  readonly needed: Uint16Array;
  /** Where no order goes on from it, the items that this follows from: what they hold, and which of their steps are done. */
  blamed: Items;
}

interface Frame {
  readonly state: State;
  readonly seen: Seen;
  readonly candidates: readonly number[];
  at: number;
  blamed: Items;
  /** The step that led here; -1 in the first frame. */
  readonly by: number;
}

class Search {
  readonly #machine: Machine;
  readonly #configurationsMax: number;
  /** Answered steps by their end, then those without an answer by their start. */
  readonly #steps: readonly Step[];
  readonly #answered: number;
  /** The same number for steps that can change places. */
  readonly #alike: readonly number[];
  /** Answered steps not done yet, linked in the order of their starts; the last place is the head. */
  readonly #next: Int32Array;
  readonly #previous: Int32Array;
  readonly #done: Uint16Array;
  readonly #doneUnanswered: Uint16Array;
  /** The first answered step, by its end, that is not done. */
  #first = 0;
  #reached = 0;
  #configurations = 0;
  readonly #seen = new Map<string, Seen[]>();
  readonly #items: readonly Items[];
  readonly #states = new Set<State>();
  /** For each class of alike steps the last walk that met it. */
  readonly #met: Int32Array;
  #walk = 0;

  constructor(machine: Machine, steps: readonly Step[], configurationsMax: number) {
    this.#machine = machine;
    this.#configurationsMax = configurationsMax;
    const answered = steps.filter(({ endUs }) => endUs !== Number.POSITIVE_INFINITY);
    const unanswered = steps.filter(({ endUs }) => endUs === Number.POSITIVE_INFINITY);
    answered.sort((a, b) => a.endUs - b.endUs || a.startUs - b.startUs);
    unanswered.sort((a, b) => a.startUs - b.startUs);
    this.#steps = [...answered, ...unanswered];
    this.#answered = answered.length;
    this.#alike = classesOf(this.#steps);
    this.#items = itemsOf(this.#steps);
    this.#met = new Int32Array(this.#steps.length);
    this.#done = new Uint16Array(Math.ceil(answered.length / bitsOfWord) + 1);
    this.#doneUnanswered = new Uint16Array(Math.ceil(unanswered.length / bitsOfWord));
    this.#next = new Int32Array(answered.length + 1);
    this.#previous = new Int32Array(answered.length + 1);
    this.#link();
  }

  run(initial: Iterable<State>): Found {
    for (const state of initial) {
      const found = this.#from(state);
      if (found !== undefined) return found;
    }
    const configurations = this.#configurations;
    return { kind: 'none', stuckAt: this.#steps[this.#reached]!, states: this.#states, configurations };
  }

  /** Undefined when no order begins in this state. */
  #from(initial: State): Found | undefined {
    if (this.#answered === 0) return { kind: 'order', order: [], configurations: 0 };
    const seen = this.#meet(initial);
    if (seen.blamed !== everything) return undefined;
    const frames: Frame[] = [this.#frame(initial, seen, -1)];
    for (let top = frames.at(-1); top !== undefined; top = frames.at(-1)) {
      const index = top.candidates[top.at++];
      if (index === undefined) {
        top.seen.blamed = top.blamed;
        frames.pop();
        if (top.by !== -1) this.#undo(top.by);
        const above = frames.at(-1);
        if (above !== undefined) this.#blame(above, top.by, top.blamed);
        continue;
      }
      const state = this.#machine.next(top.state, this.#steps[index]!);
      if (state === forbidden || (index >= this.#answered && state === top.state)) continue;
      this.#do(index);
      if (this.#first === this.#answered) return this.#order(frames, index);
      const met = this.#meet(state);
      if (met.blamed !== everything) {
        this.#undo(index);
        this.#blame(top, index, met.blamed);
        continue;
      }
      if (this.#configurations > this.#configurationsMax)
        return { kind: 'budget', configurations: this.#configurations };
      frames.push(this.#frame(state, met, index));
    }
    return undefined;
  }

  #frame(state: State, seen: Seen, by: number): Frame {
    const candidates = this.#candidates(state);
    const blamed = candidates.reduce((items, at) => items | this.#items[at]!, 0);
    return { state, seen, candidates, at: 0, blamed, by };
  }

  /** No order goes on after the step. Where it has nothing to do with why, no other step in its place helps. */
  #blame(frame: Frame, step: number, blamed: Items): void {
    if ((this.#items[step]! & blamed) !== 0) {
      frame.blamed |= blamed;
      return;
    }
    frame.blamed = blamed;
    frame.at = frame.candidates.length;
  }

  #order(frames: readonly Frame[], last: number): Found {
    const order = [...frames.map(({ by }) => by).filter((by) => by !== -1), last].map((by) => this.#steps[by]!);
    return { kind: 'order', order, configurations: this.#configurations };
  }

  /** What may come next: only one step where that loses no order. */
  #candidates(state: State): number[] {
    const { endUs } = this.#steps[this.#first]!;
    const found = [this.#first];
    this.#walk++;
    this.#met[this.#alike[this.#first]!] = this.#walk;
    const head = this.#answered;
    for (let at = this.#next[head]!; at !== head; at = this.#next[at]!) {
      const step = this.#steps[at]!;
      if (step.startUs > endUs) break;
      if (step.changesNothing && this.#machine.next(state, step) !== forbidden) return [at];
      // A read of several items is no choice now, but joins them: what it waits for must come before what it must not see.
      if ((!step.changesNothing || step.prepared.slots.length > 1) && this.#isFirstMet(at)) found.push(at);
    }
    for (let at = this.#answered; at < this.#steps.length; at++) {
      if (this.#steps[at]!.startUs > endUs) break;
      if (!isSet(this.#doneUnanswered, at - this.#answered) && this.#isFirstMet(at)) found.push(at);
    }
    return this.#connected(found);
  }

  /** Those that share items with the first, or with one that does. */
  #connected(found: readonly number[]): number[] {
    const marks = new Set(this.#steps[found[0]!]!.prepared.slots);
    const kept = new Set([found[0]!]);
    for (let before = 0; before < kept.size; ) {
      before = kept.size;
      for (const at of found) {
        const { slots } = this.#steps[at]!.prepared;
        if (kept.has(at) || !slots.some((slot) => marks.has(slot))) continue;
        kept.add(at);
        for (const slot of slots) marks.add(slot);
      }
    }
    return found.filter((at) => kept.has(at)).sort((a, b) => this.#middle(a) - this.#middle(b));
  }

  /** What comes first is tried first, as far as a middle can tell; what has no answer comes last. */
  #middle(at: number): number {
    const { startUs, endUs } = this.#steps[at]!;
    return endUs === Number.POSITIVE_INFINITY ? Number.MAX_VALUE : startUs + endUs;
  }

  /** Whether no step like it was met in this walk. Of answered ones the walk must meet the one that ends first. */
  #isFirstMet(at: number): boolean {
    const alike = this.#alike[at]!;
    if (this.#met[alike] === this.#walk) return false;
    if (at >= this.#answered || !this.#hasEarlierAlike(at)) {
      this.#met[alike] = this.#walk;
      return true;
    }
    return false;
  }

  /** A step like this one that can be done now and ends before it. */
  #hasEarlierAlike(at: number): boolean {
    const { endUs } = this.#steps[this.#first]!;
    for (let other = this.#first; other < at; other++)
      if (this.#alike[other] === this.#alike[at] && !isSet(this.#done, other) && this.#steps[other]!.startUs <= endUs)
        return true;
    return false;
  }

  #do(index: number): void {
    if (index >= this.#answered) {
      flip(this.#doneUnanswered, index - this.#answered);
      return;
    }
    flip(this.#done, index);
    this.#next[this.#previous[index]!] = this.#next[index]!;
    this.#previous[this.#next[index]!] = this.#previous[index]!;
    while (this.#first < this.#answered && isSet(this.#done, this.#first)) this.#first++;
    this.#reached = Math.max(this.#reached, this.#first);
  }

  /** Undoes the step that was done last. */
  #undo(index: number): void {
    if (index >= this.#answered) {
      flip(this.#doneUnanswered, index - this.#answered);
      return;
    }
    flip(this.#done, index);
    this.#next[this.#previous[index]!] = index;
    this.#previous[this.#next[index]!] = index;
    this.#first = Math.min(this.#first, index);
  }

  /** The configuration, or an earlier one that allows as much: that one is known to lead nowhere. */
  #meet(state: State): Seen {
    const key = this.#key(state);
    const known = this.#seen.get(key);
    const earlier = known?.find(({ needed }) => isPart(needed, this.#doneUnanswered));
    if (earlier !== undefined) return earlier;
    const needed = this.#doneUnanswered.length === 0 ? this.#doneUnanswered : this.#doneUnanswered.slice();
    const seen = { needed, blamed: everything };
    if (known === undefined) this.#seen.set(key, [seen]);
    else known.push(seen);
    this.#configurations++;
    this.#states.add(state);
    return seen;
  }

  /** The state and the answered steps that are done: all before the first word, and the words from there to the last that is not zero. */
  #key(state: State): string {
    const from = Math.floor(this.#first / bitsOfWord);
    let to = this.#done.length;
    while (to > from && this.#done[to - 1] === 0) to--;
    const words = this.#done.subarray(from, to);
    const head = String.fromCharCode(state & 0xffff, state >>> bitsOfWord, from);
    return words.length < wordsAtOnce ? head + String.fromCharCode(...words) : head + words.join();
  }

  #link(): void {
    const head = this.#answered;
    const byStart = [...this.#steps.keys()].slice(0, head);
    byStart.sort((a, b) => this.#steps[a]!.startUs - this.#steps[b]!.startUs || a - b);
    let last = head;
    for (const at of byStart) {
      this.#next[last] = at;
      this.#previous[at] = last;
      last = at;
    }
    this.#next[last] = head;
    this.#previous[head] = last;
  }
}

/** A longer list of arguments may not fit on the stack. */
const wordsAtOnce = 4096;

function itemsOf(steps: readonly Step[]): Items[] {
  const bits = new Map<number, number>();
  const bitOf = (slot: number): number => {
    if (!bits.has(slot)) bits.set(slot, 1 << (bits.size % bitsOfItems));
    return bits.get(slot)!;
  };
  return steps.map(({ prepared }) => prepared.slots.reduce((items, slot) => items | bitOf(slot), 0));
}

function classesOf(steps: readonly Step[]): number[] {
  const classes = new Map<string, number>();
  return steps.map(({ prepared, heard, endUs }, i) => {
    const key = `${prepared.id} ${endUs === Number.POSITIVE_INFINITY ? '?' : heard}`;
    const known = classes.get(key) ?? i;
    classes.set(key, known);
    return known;
  });
}

const isSet = (bits: Uint16Array, at: number): boolean => (bits[at >> 4]! & (1 << (at & 15))) !== 0;
function flip(bits: Uint16Array, at: number): void {
  bits[at >> 4]! ^= 1 << (at & 15);
}
const isPart = (part: Uint16Array, whole: Uint16Array): boolean => part.every((word, i) => (word & ~whole[i]!) === 0);
