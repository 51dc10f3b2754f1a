/** The steps out of a batch of states, packed. The buffer is reused for every batch. */

export class Successors {
  readonly words: number;
  count = 0;
  /** The state after each step, `words` numbers each. */
  states: Int32Array;
  /** The id of each step in the vocabulary. */
  steps: Int32Array;
  /** For each step, the id of the mark that its effect left; 0 for none. */
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

  /** Makes room for `more` steps and returns the index of the first. The caller fills them in. */
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
