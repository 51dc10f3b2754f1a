/**
 * A worker thread on the memory of a search. It takes pieces of a level until none are left, and waits for the first thread when it
 * needs the bodies or more room. Plain JavaScript, so that it starts without the project's loader.
 */
const { receiveMessageOnPort, workerData } = require('node:worker_threads');

const { memory, block, input, output, port, cells, turns, pieceStates } = workerData;
/** The first 64 KiB hold everything that the threads communicate, and never move when the memory grows. */
const control = new Int32Array(memory.buffer, 0, 16_384);
const cell = (name) => cells[name] / 4;
const own = (name) => (block + cells[name]) / 4;
let program;

// Compare and exchange, since a plain store could overwrite `quit` from the first thread.
const hand = (turn) => {
  const before = Atomics.load(control, own('turn'));
  if (before === turns.quit || Atomics.compareExchange(control, own('turn'), before, turn) !== before) process.exit();
  Atomics.notify(control, own('turn'));
  while (Atomics.load(control, own('turn')) === turn) Atomics.wait(control, own('turn'), turn);
  if (Atomics.load(control, own('turn')) === turns.quit) process.exit();
};

const stop = (turn) => {
  hand(turn);
  update();
};

const update = () => {
  for (let news = receiveMessageOnPort(port); news !== undefined; news = receiveMessageOnPort(port)) {
    program = new WebAssembly.Instance(news.message, { env: { memory } }).exports;
  }
};

const takePiece = (from, to) => {
  let at = from;
  while (at < to) {
    at = program.run(block, input, output, at, to) >>> 0;
    const status = control[own('status')];
    if (status === 0) continue;
    control[own('stoppedAt')] = at;
    stop(status === 1 ? turns.event : turns.room);
    if (status === 1) at++;
  }
};

const takePieces = () => {
  for (;;) {
    const from = Atomics.add(control, cell('next'), pieceStates);
    const end = control[cell('levelEnd')];
    if (from >= end) break;
    takePiece(from, Math.min(from + pieceStates, end));
  }
};

for (;;) {
  hand(turns.idle);
  update();
  takePieces();
}
