/** The transition graph over state numbers: counts interleavings, finds cycles, and answers what can still be reached. */

const larger = (old: Int32Array): Int32Array => {
  const array = new Int32Array(old.length * 2);
  array.set(old);
  return array;
};

export class Graph {
  /** Steps of state s end in `targets[offsets[s]] … targets[offsets[s + 1] − 1]`, one for each step. */
  private targets: Int32Array = new Int32Array(1 << 12);
  private offsets: Int32Array = new Int32Array(1 << 10);
  private edges = 0;
  private closed = 0;

  get bytes(): number {
    return 4 * (this.targets.length + this.offsets.length);
  }

  addStep(target: number): void {
    if (this.edges === this.targets.length) this.targets = larger(this.targets);
    this.targets[this.edges++] = target;
  }

  /** Ends the list of the current state. States are added in order of their numbers. */
  endState(steps: number): void {
    if (this.closed + 2 > this.offsets.length) this.offsets = larger(this.offsets);
    this.offsets[this.closed + 1] = this.offsets[this.closed]! + steps;
    this.closed++;
  }

  /** Adds several states at once: all their targets, and for each state the number of its targets. */
  append(targets: Int32Array, counts: Int32Array): void {
    while (this.edges + targets.length > this.targets.length) this.targets = larger(this.targets);
    this.targets.set(targets, this.edges);
    this.edges += targets.length;
    for (const count of counts) this.endState(count);
  }

  /** Where step `ordinal` out of a state leads; −1 when the state's steps have not been added. */
  target(state: number, ordinal: number): number {
    return state < this.closed ? this.targets[this.offsets[state]! + ordinal]! : -1;
  }

  /**
   * The number of runs from state 0 to terminal states; parallel steps count separately. `null` when the graph has a cycle, since
   * there are infinitely many runs then. Uses Kahn's topological order, so a state is processed after all its predecessors.
   */
  interleavings(): bigint | null {
    const waiting = this.inDegrees();
    // An edge back to the initial state closes a cycle.
    if (waiting[0] !== 0) return null;
    const paths = new Array<bigint | undefined>(this.closed);
    paths[0] = 1n;
    const ready = [0];
    let total = 0n;
    let done = 0;
    for (let state = ready.pop(); state !== undefined; state = ready.pop()) {
      done++;
      const here = paths[state]!;
      paths[state] = undefined;
      const end = this.offsets[state + 1]!;
      if (this.offsets[state] === end) total += here;
      for (let edge = this.offsets[state]!; edge < end; edge++) {
        const target = this.targets[edge]!;
        paths[target] = (paths[target] ?? 0n) + here;
        waiting[target]!--;
        if (waiting[target] === 0) ready.push(target);
      }
    }
    return done === this.closed ? total : null;
  }

  /** The lowest number of a state from which no state of `goals` can be reached, or −1. */
  firstStuck(goals: (state: number) => boolean): number {
    const { offsets, sources } = this.reversed();
    const safe = new Uint8Array(this.closed);
    const pending: number[] = [];
    for (let state = 0; state < this.closed; state++) {
      if (!goals(state)) continue;
      safe[state] = 1;
      pending.push(state);
    }
    for (let state = pending.pop(); state !== undefined; state = pending.pop()) {
      for (let edge = offsets[state]!; edge < offsets[state + 1]!; edge++) {
        const source = sources[edge]!;
        if (safe[source] === 1) continue;
        safe[source] = 1;
        pending.push(source);
      }
    }
    return safe.indexOf(0);
  }

  private inDegrees(): Int32Array {
    const degrees = new Int32Array(this.closed);
    for (let edge = 0; edge < this.edges; edge++) degrees[this.targets[edge]!]!++;
    return degrees;
  }

  private reversed(): { offsets: Int32Array; sources: Int32Array } {
    const offsets = new Int32Array(this.closed + 1);
    const degrees = this.inDegrees();
    for (let state = 0; state < this.closed; state++) offsets[state + 1] = offsets[state]! + degrees[state]!;
    const next = offsets.slice();
    const sources = new Int32Array(this.edges);
    for (let state = 0; state < this.closed; state++) {
      for (let edge = this.offsets[state]!; edge < this.offsets[state + 1]!; edge++) {
        const target = this.targets[edge]!;
        sources[next[target]!] = state;
        next[target]!++;
      }
    }
    return { offsets, sources };
  }
}
