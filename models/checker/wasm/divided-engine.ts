/**
 * A compiled search in several memories, for more states than one can hold. Every thread works in all of them: it takes
 * pieces of a level where there are some, puts what follows into boxes by partition, and brings those to their memories.
 */
import { Compilation, type EngineOptions, type Open, roomFor } from './compilation.ts';
import { DividedStates } from './divided-states.ts';
import { type Engine, stopNames } from './engine.ts';
import type { Helper, Services } from './helpers.ts';
import { boxOf, counters, pieceStates, placesFor, shared, workerBlock } from './memory.ts';
import { CompiledStates } from './states.ts';

// Between two growths of the table.
const loadAtFirst = 0.6;

export class DividedEngine extends Compilation {
  readonly states: DividedStates;
  /** Where the part of the current level begins that has not been taken, by partition; null when that is all of it. */
  private rest: readonly number[] | null = null;

  private constructor(options: EngineOptions, parts: readonly CompiledStates[]) {
    super({ ...options, keepGraph: false }, parts);
    this.states = new DividedStates(parts);
  }

  /**
   * Takes over the states of a search in one memory. `levels` holds the first state of each level, the one that comes after
   * included; `taken` is the first state that has not been expanded. Null when there is no memory to be had.
   */
  static start(
    options: EngineOptions,
    before: Engine,
    levels: readonly number[],
    taken: number,
    open: Open,
  ): DividedEngine | null {
    const parts = partsFor(options, before.states.size, before.states.bytes);
    if (parts === null) return null;
    const engine = new DividedEngine(options, parts);
    engine.takeOver(before, levels, taken);
    engine.setOpen(open);
    if (options.workers > 1) engine.hire();
    return engine;
  }

  /** Takes the level that has not been taken, with all threads; pieces that are begun are ended even when `isOver` says that it is enough. */
  level(event: (state: number) => void, isOver: () => boolean, meanwhile: () => void): void {
    const { parts, states } = this;
    const from = this.rest ?? states.lastLevel;
    if (this.rest === null) states.beginLevel();
    this.rest = null;
    const to = states.lastLevel;
    const crew = this.helpers.filter(({ isIdle }) => isIdle);
    parts.forEach(({ ints }, partition) => {
      Atomics.store(ints, shared.next / 4, from[partition]!);
      ints[shared.levelEnd / 4] = to[partition]!;
    });
    const services: Services = {
      event: (state, partition) => event(states.numberOf(partition, state)),
      room: (partition) => this.makeRoom(crew, partition),
    };
    const afterPiece = () => {
      for (const helper of crew) helper.attend(services);
      if (isOver()) for (const { ints } of parts) Atomics.store(ints, shared.next / 4, ints[shared.levelEnd / 4]!);
    };
    for (const helper of crew) helper.go();
    if (crew.length > 0) meanwhile();
    for (const partition of parts.keys()) this.takePieces(partition, to[partition]!, services, afterPiece);
    while (!crew.every(({ isIdle }) => isIdle)) {
      for (const helper of crew) {
        helper.wait();
        helper.attend(services);
      }
    }
  }

  private takePieces(partition: number, to: number, services: Services, afterPiece: () => void): void {
    const part = this.parts[partition]!;
    for (;;) {
      const at = Atomics.add(part.ints, shared.next / 4, pieceStates);
      if (at >= to) break;
      this.takePiece(partition, at, Math.min(at + pieceStates, to), services);
      afterPiece();
    }
  }

  private takePiece(partition: number, from: number, to: number, { event, room }: Services): void {
    const part = this.parts[partition]!;
    const { places, ints } = part;
    const block = workerBlock(0);
    let at = from;
    while (at < to) {
      at = this.exports[partition]!.run(block, places.inputs[0]!, places.outputs[0]!, at, to) >>> 0;
      const stop = stopNames[ints[(block + counters.status) / 4]!]!;
      this.deliver(part, room);
      if (stop === 'event') event(at++, partition);
    }
  }

  /** Brings what lies in the first thread's boxes to where it belongs. */
  private deliver(source: CompiledStates, room: (partition: number) => void): void {
    const block = workerBlock(0);
    this.parts.forEach((target, partition) => {
      const { first, end } = boxOf(source.places, source.places.boxes[0]!, partition);
      const until = source.ints[end / 4]!;
      if (until === first) return;
      const inbox = target.places.outputs[0]!;
      let at = first;
      let last = until;
      if (target !== source) {
        target.ints.set(source.ints.subarray(first / 4, until / 4), inbox / 4);
        at = inbox;
        last = inbox + until - first;
      }
      while (at < last) {
        at = this.exports[partition]!.put(block, at, last) >>> 0;
        if (at < last) room(partition);
      }
      source.ints[end / 4] = first;
    });
  }

  /** A table is moved only while nobody looks at it; a thread that stopped at an event stays where it is. */
  private makeRoom(crew: readonly Helper[], partition: number): void {
    for (const helper of crew) while (helper.isBusy) helper.wait();
    const part = this.parts[partition]!;
    if (part.canGrow) part.grow();
  }

  private takeOver(before: Engine, levels: readonly number[], taken: number): void {
    const { size } = before.states;
    const marks = [...new Set([...levels, taken, size])].sort((a, b) => a - b);
    const room = (partition: number) => this.makeRoom([], partition);
    marks.forEach((mark, i) => {
      if (levels.includes(mark)) this.states.beginLevel();
      if (mark === taken) this.rest = this.states.sizes;
      const to = marks[i + 1] ?? mark;
      for (let at = mark; at < to; at += pieceStates) {
        before.spread(at, Math.min(at + pieceStates, to));
        this.deliver(before.states, room);
      }
    });
  }
}

function partsFor(options: EngineOptions, size: number, bytes: number): CompiledStates[] | null {
  const { model, statesMax, bytesMax, expander, workers, partitions } = options;
  const places = placesFor({
    ...roomFor(expander),
    ...{ words: model.layout.words, workers, statesMax, partitions, isDivided: true },
  });
  const slots = Math.ceil(size / partitions / loadAtFirst);
  // Buffers for many steps and threads may leave too little room; and while states change places they are there twice.
  if (slots > places.slotsMax || bytes + partitions * slots * places.stride > bytesMax) return null;
  const parts: CompiledStates[] = [];
  const used = () => parts.reduce((total, part) => total + part.bytes, 0);
  try {
    for (let i = 0; i < partitions; i++) {
      const bounds = { budget: Number.POSITIVE_INFINITY, allowance: () => bytesMax - used(), slots };
      parts.push(new CompiledStates(places, workers > 1, bounds));
    }
    return parts;
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}
