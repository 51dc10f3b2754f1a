/** A thread that does not start would go unnoticed: the search does its share alone, only later. */
import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { MessageChannel, Worker } from 'node:worker_threads';
import { expect, test } from 'vitest';
import { assemble, Code } from './assembler.ts';
import { counters, pieceStates, shared, turns, workerBlock } from './memory.ts';
import { wasm } from './wasm.ts';

const pages = 2;

/** Of a search in which nothing is left to do: each call ends where its piece ends. */
const idleSearch = assemble([{ parameters: 5, answers: true, code: new Code(0).get(4), exported: 'run' }], pages, true);

test('a thread starts, takes every piece of a level, waits for the next, and ends when it is told to', async () => {
  const memory = new wasm.Memory({ initial: pages, maximum: pages, shared: true });
  const control = new Int32Array(memory.buffer);
  const block = workerBlock(1);
  const turn = (block + counters.turn) / 4;
  const { port1, port2 } = new MessageChannel();
  port1.postMessage(new wasm.Module(idleSearch));
  const cells = { ...counters, next: shared.next, levelEnd: shared.levelEnd };
  const worker = new Worker(new URL('./worker.cjs', import.meta.url), {
    workerData: { memory, block, input: 0, output: 0, port: port2, cells, turns, pieceStates },
    transferList: [port2],
    execArgv: [],
  });
  let broken: unknown;
  worker.once('error', (error) => {
    broken = error;
  });
  const ended = once(worker, 'exit');
  const idle = async (): Promise<void> => {
    while (Atomics.load(control, turn) !== turns.idle && broken === undefined) await pause(1);
    expect(broken).toBeUndefined();
  };
  const give = (next: number): void => {
    Atomics.store(control, turn, next);
    Atomics.notify(control, turn);
  };
  await idle();
  const end = 3 * pieceStates + 1;
  control[shared.levelEnd / 4] = end;
  give(turns.work);
  await idle();
  expect(control[shared.next / 4]).toBeGreaterThanOrEqual(end);
  give(turns.quit);
  port1.close();
  expect(await ended).toEqual([0]);
});
