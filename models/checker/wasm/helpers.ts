/**
 * The worker threads of a compiled search. The first thread is in charge: the others stop and wait when they need the bodies or
 * more room.
 */
import { MessageChannel, type MessagePort, Worker } from 'node:worker_threads';
import { counters, pieceStates, shared, turns, workerBlock } from './memory.ts';
import type { CompiledStates } from './states.ts';
import type { Module } from './wasm.ts';

/** What a worker thread asks of the first one. */
export interface Services {
  /** Runs the bodies on a state. */
  event(state: number): void;
  /** Makes room in the table, while no other thread works. */
  room(): void;
}

export class Helper {
  private readonly worker: Worker;
  private readonly port: MessagePort;
  /** The threads communicate through this memory. */
  private readonly states: CompiledStates;
  private readonly block: number;

  constructor(states: CompiledStates, id: number, module: Module) {
    const { port1, port2 } = new MessageChannel();
    this.states = states;
    this.block = workerBlock(id);
    this.port = port1;
    this.send(module);
    this.states.ints[this.cell('turn')] = turns.starting;
    const { places, memory } = states;
    this.worker = new Worker(new URL('./worker.cjs', import.meta.url), {
      workerData: {
        ...{ memory, block: this.block, port: port2, turns, pieceStates },
        input: places.inputs[id],
        output: places.outputs[id],
        cells: { ...counters, next: shared.next, levelEnd: shared.levelEnd },
      },
      transferList: [port2],
      // No loader: the worker is plain JavaScript, and loading would only cost time.
      execArgv: [],
    });
    // A search that throws must not keep the process alive.
    this.worker.unref();
    this.port.unref();
  }

  send(module: Module): void {
    this.port.postMessage(module);
  }

  get turn(): number {
    return Atomics.load(this.states.ints, this.cell('turn'));
  }

  get isIdle(): boolean {
    return this.turn === turns.idle;
  }

  /** Working, or about to. */
  get isBusy(): boolean {
    return this.turn === turns.work;
  }

  /** The state at which the worker stopped. */
  get stoppedAt(): number {
    return this.states.ints[this.cell('stoppedAt')]! >>> 0;
  }

  /** If the worker has stopped, does what it needs and lets it continue. */
  serve({ event, room }: Services): void {
    const { turn } = this;
    if (turn !== turns.event && turn !== turns.room) return;
    if (turn === turns.event) event(this.stoppedAt);
    else room();
    this.go();
  }

  go(): void {
    this.set(turns.work);
  }

  quit(): void {
    this.set(turns.quit);
    this.port.close();
  }

  /** Blocks until the worker has stopped. */
  wait(): void {
    Atomics.wait(this.states.ints, this.cell('turn'), turns.work);
  }

  private set(turn: number): void {
    Atomics.store(this.states.ints, this.cell('turn'), turn);
    Atomics.notify(this.states.ints, this.cell('turn'));
  }

  private cell(name: keyof typeof counters): number {
    return (this.block + counters[name]) / 4;
  }
}
