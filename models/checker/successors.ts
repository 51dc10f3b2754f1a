/** The steps out of a batch of states, packed. Reused from batch to batch. */

export class Successors {
  readonly words: number;
  count = 0;
  /** The state after each step, `words` numbers each. */
  states: Int32Array;
  /** Which step it is: an id of `Steps`. */
  steps: Int32Array;
  /** What the step's effect judged: an id of `Marks`, 0 for nothing. */
  marks: Int32Array;

  constructor(words: number, room = 1024) {
    this.words = words;
    this.states = new Int32Array(room * words);
    this.steps = new Int32Array(room);
    this.marks = new Int32Array(room);
  }

  clear(): void {
    this.count = 0;
  }

  /** Makes room for `more` steps and answers the number of the first. The caller fills them in. */
  add(more: number): number {
    const first = this.count;
    this.count += more;
    if (this.count > this.steps.length) this.grow();
    return first;
  }

  private grow(): void {
    const room = Math.max(this.count, this.steps.length * 2);
    const larger = (old: Int32Array, length: number): Int32Array => {
      const array = new Int32Array(length);
      array.set(old);
      return array;
    };
    this.states = larger(this.states, room * this.words);
    this.steps = larger(this.steps, room);
    this.marks = larger(this.marks, room);
  }
}
