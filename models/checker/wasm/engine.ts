/** Runs a compiled search, level by level, on one or several threads. */
import type { GrowingStates } from '../stateset.ts';
import { Compilation, type EngineOptions, type Open, roomFor } from './compilation.ts';
import type { Helper, Services } from './helpers.ts';
import { callStates, counters, pieceStates, placesFor, shared, workerBlock } from './memory.ts';
import { CompiledStates } from './states.ts';

/** The result of a call. */
interface Stretch {
  /** The first state that was not expanded. */
  readonly end: number;
  /** `event`: the bodies must look at state `end`. `room`: the table is full or the budget is spent. */
  readonly stop: 'done' | 'event' | 'room';
}

const stopNames = ['done', 'event', 'room'] as const;

export class Engine extends Compilation {
  private constructor(options: EngineOptions, states: CompiledStates) {
    super(options, states);
  }

  /** Copies the states found so far into the new memory. Null when no memory can be allocated. */
  static start(options: EngineOptions, before: GrowingStates, open: Open): Engine | null {
    const states = statesFor(options);
    if (states === null) return null;
    const engine = new Engine(options, states);
    for (let number = 0; number < before.size; number++) {
      if (states.canGrow) states.grow();
      states.insert(before.ints, before.baseOf(number));
    }
    engine.setOpen(open);
    return engine;
  }

  /** Expands states from `from` to at most `to` − 1. */
  run(from: number, to: number): Stretch {
    const stretch = this.take(from, Math.min(to, from + callStates));
    if (stretch.stop !== 'room' || !this.states.canGrow) return stretch;
    this.states.grow();
    return { end: stretch.end, stop: 'done' };
  }

  /** Stops recording the edges of the graph. */
  forgetGraph(): void {
    this.options = { ...this.options, keepGraph: false };
    this.refresh();
  }

  /**
   * Expands a level with all threads. Returns the first state that was not expanded: a piece that was started is finished even when
   * `isOver` ends the level. `meanwhile` runs here while the other threads start.
   */
  runTogether(
    from: number,
    to: number,
    event: (state: number) => void,
    isOver: () => boolean,
    meanwhile: () => void,
  ): number {
    const { ints } = this.states;
    let end = to;
    Atomics.store(ints, shared.next / 4, from);
    ints[shared.levelEnd / 4] = to;
    const crew = this.helpers.filter(({ isIdle }) => isIdle);
    const services = { event, room: () => this.makeRoom(crew) };
    for (const helper of crew) helper.go();
    if (crew.length > 0) meanwhile();
    for (;;) {
      const at = Atomics.add(this.states.ints, shared.next / 4, pieceStates);
      if (at >= to) break;
      this.takePiece(at, Math.min(at + pieceStates, to), services);
      for (const helper of crew) helper.serve(services);
      if (isOver()) end = Math.min(end, Atomics.exchange(this.states.ints, shared.next / 4, to));
    }
    while (!crew.every(({ isIdle }) => isIdle)) {
      for (const helper of crew) {
        helper.wait();
        helper.serve(services);
      }
    }
    return end;
  }

  private takePiece(from: number, to: number, { event, room }: Services): void {
    let at = from;
    while (at < to) {
      const { end, stop } = this.take(at, to);
      at = end;
      if (stop === 'event') event(at++);
      if (stop === 'room') room();
    }
  }

  /** The table moves only while no thread works on it. A thread that stopped at an event stays stopped. */
  private makeRoom(crew: readonly Helper[]): void {
    for (const helper of crew) while (helper.isBusy) helper.wait();
    if (this.states.canGrow) this.states.grow();
    else if (this.states.isFull) this.states.lift();
  }

  private take(from: number, to: number): Stretch {
    const { ints, places } = this.states;
    const block = workerBlock(0);
    ints[(block + counters.targetsEnd) / 4] = places.targets;
    ints[(block + counters.countsEnd) / 4] = places.counts;
    const end = this.exports.run(block, places.inputs[0]!, places.outputs[0]!, from, to) >>> 0;
    return { end, stop: stopNames[ints[(block + counters.status) / 4]!]! };
  }

  /** The targets of the steps of the last call, and the number of steps of each expanded state. */
  get edges(): { targets: Int32Array; counts: Int32Array } {
    const { ints, places } = this.states;
    const block = workerBlock(0);
    const upTo = (counter: number) => ints[(block + counter) / 4]! >>> 2;
    return {
      targets: ints.subarray(places.targets >>> 2, upTo(counters.targetsEnd)),
      counts: ints.subarray(places.counts >>> 2, upTo(counters.countsEnd)),
    };
  }
}

function statesFor(options: EngineOptions): CompiledStates | null {
  const { model, statesMax, bytesMax, expander, workers } = options;
  const places = placesFor({ ...roomFor(expander), ...{ words: model.layout.words, workers, statesMax } });
  // When memory ends, the pieces in progress must still fit.
  const most = places.statesMax - workers * pieceStates * places.stepsMax;
  try {
    const states: CompiledStates = new CompiledStates(places, workers > 1, {
      budget: Math.min(statesMax, most),
      allowance: () => bytesMax - states.bytes,
    });
    return states;
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}
