/**
 * One more thread on the memory of a search. It takes pieces of a level until there are none, and waits for the first
 * thread whenever bodies or more room are needed. Plain JavaScript: a thread has no use for the loader of the project.
 */
const { receiveMessageOnPort, workerData } = require('node:worker_threads');

const { memory, block, input, output, port, cells, turns, pieceStates } = workerData;
const control = new Int32Array(memory.buffer, 0, 16_384);
const cell = (name) => cells[name] / 4;
const own = (name) => (block + cells[name]) / 4;
let run;

const hand = (turn) => {
  Atomics.store(control, own('turn'), turn);
  Atomics.notify(control, own('turn'));
  while (Atomics.load(control, own('turn')) === turn) Atomics.wait(control, own('turn'), turn);
};

const update = () => {
  for (let news = receiveMessageOnPort(port); news !== undefined; news = receiveMessageOnPort(port)) {
    run = new WebAssembly.Instance(news.message, { env: { memory } }).exports.run;
  }
};

const takePiece = (from, to) => {
  let at = from;
  while (at < to) {
    at = run(block, input, output, at, to) >>> 0;
    const status = control[own('status')];
    if (status === 0) continue;
    control[own('stoppedAt')] = at;
    hand(status === 1 ? turns.event : turns.room);
    update();
    if (status === 1) at++;
  }
};

for (;;) {
  hand(turns.idle);
  if (Atomics.load(control, own('turn')) === turns.quit) break;
  update();
  for (;;) {
    const from = Atomics.add(control, cell('next'), pieceStates);
    const end = control[cell('levelEnd')];
    if (from >= end) break;
    takePiece(from, Math.min(from + pieceStates, end));
  }
}
