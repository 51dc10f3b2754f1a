/** The other threads of a compiled search. The first thread stays in charge: the others ask it for bodies and for room. */
import { MessageChannel, type MessagePort, Worker } from 'node:worker_threads';
import { boxOf, counters, pieceStates, shared, turns, workerBlock } from './memory.ts';
import type { CompiledStates } from './states.ts';
import type { Module } from './wasm.ts';

/** What the first thread does for another one. */
export interface Services {
  /** The bodies look at a state of a partition. */
  event(state: number, partition: number): void;
  /** Makes room in a partition, with every other thread at rest. */
  room(partition: number): void;
}

export class Helper {
  private readonly worker: Worker;
  private readonly port: MessagePort;
  /** In its memory is what the threads tell each other. */
  private readonly first: CompiledStates;
  private readonly block: number;

  constructor(parts: readonly CompiledStates[], id: number, module: Module) {
    const { port1, port2 } = new MessageChannel();
    this.first = parts[0]!;
    this.block = workerBlock(id);
    this.port = port1;
    this.send(module);
    this.first.ints[this.cell('turn')] = turns.starting;
    const { places } = this.first;
    const boxes = places.boxes[id];
    this.worker = new Worker(new URL('./worker.cjs', import.meta.url), {
      workerData: {
        ...{ id, block: this.block, port: port2, turns, pieceStates },
        memories: parts.map(({ memory }) => memory),
        input: places.inputs[id],
        output: places.outputs[id],
        boxes: places.isDivided ? parts.map((_, partition) => boxOf(places, boxes!, partition)) : [],
        cells: { ...counters, next: shared.next, levelEnd: shared.levelEnd },
      },
      transferList: [port2],
      // The loader of the first thread would only take its time.
      execArgv: [],
    });
    // A search that ends in an error must not keep the process alive.
    this.worker.unref();
    this.port.unref();
  }

  send(module: Module): void {
    this.port.postMessage(module);
  }

  get turn(): number {
    return Atomics.load(this.first.ints, this.cell('turn'));
  }

  get isIdle(): boolean {
    return this.turn === turns.idle;
  }

  /** At work, or about to be. */
  get isBusy(): boolean {
    return this.turn === turns.work;
  }

  /** The state at which it stopped, by its number in its partition. */
  get stoppedAt(): number {
    return this.first.ints[this.cell('stoppedAt')]! >>> 0;
  }

  get stoppedIn(): number {
    return this.first.ints[this.cell('stoppedIn')]!;
  }

  /** Does what it has stopped for, if it has, and sends it on. */
  attend({ event, room }: Services): void {
    const { turn } = this;
    if (turn !== turns.event && turn !== turns.room) return;
    if (turn === turns.event) event(this.stoppedAt, this.stoppedIn);
    else room(this.stoppedIn);
    this.go();
  }

  go(): void {
    this.set(turns.work);
  }

  quit(): void {
    this.set(turns.quit);
    this.port.close();
  }

  /** Returns when it is no longer at work. */
  wait(): void {
    Atomics.wait(this.first.ints, this.cell('turn'), turns.work);
  }

  private set(turn: number): void {
    Atomics.store(this.first.ints, this.cell('turn'), turn);
    Atomics.notify(this.first.ints, this.cell('turn'));
  }

  private cell(name: keyof typeof counters): number {
    return (this.block + counters[name]) / 4;
  }
}
