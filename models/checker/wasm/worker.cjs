/**
 * One more thread on the memory of a search. It takes pieces of a level until there are none, and waits for the first
 * thread whenever bodies or more room are needed. Plain JavaScript: a thread has no use for the loader of the project.
 */
const { receiveMessageOnPort, workerData } = require('node:worker_threads');

const { id, memories, block, input, output, boxes, port, cells, turns, pieceStates } = workerData;
const control = new Int32Array(memories[0].buffer, 0, 16_384);
const cell = (name) => cells[name] / 4;
const own = (name) => (block + cells[name]) / 4;
/** By partition: its memory as large as it is at the start, which is beyond all buffers, and what is compiled for it. */
const parts = memories.map((memory) => ({ memory, ints: new Int32Array(memory.buffer), exports: undefined }));

// Without a look at what was there, the word that all is over would be lost.
const hand = (turn) => {
  const before = Atomics.load(control, own('turn'));
  if (before === turns.quit || Atomics.compareExchange(control, own('turn'), before, turn) !== before) process.exit();
  Atomics.notify(control, own('turn'));
  while (Atomics.load(control, own('turn')) === turn) Atomics.wait(control, own('turn'), turn);
  if (Atomics.load(control, own('turn')) === turns.quit) process.exit();
};

const stop = (turn, partition) => {
  control[own('stoppedIn')] = partition;
  hand(turn);
  update();
};

const update = () => {
  for (let news = receiveMessageOnPort(port); news !== undefined; news = receiveMessageOnPort(port)) {
    for (const part of parts) {
      part.exports = new WebAssembly.Instance(news.message, { env: { memory: part.memory } }).exports;
    }
  }
};

/** Brings what lies in the boxes of a partition to where it belongs. */
const deliver = (source) => {
  boxes.forEach(({ first, end }, partition) => {
    const until = source.ints[end / 4];
    if (until === first) return;
    const target = parts[partition];
    let at = first;
    let last = until;
    if (target !== source) {
      target.ints.set(source.ints.subarray(first / 4, until / 4), output / 4);
      at = output;
      last = output + until - first;
    }
    while (at < last) {
      at = target.exports.put(block, at, last) >>> 0;
      if (at < last) stop(turns.room, partition);
    }
    source.ints[end / 4] = first;
  });
};

const takePiece = (partition, from, to) => {
  const part = parts[partition];
  let at = from;
  while (at < to) {
    at = part.exports.run(block, input, output, at, to) >>> 0;
    const status = part.ints[own('status')];
    deliver(part);
    if (status === 0) continue;
    control[own('stoppedAt')] = at;
    stop(status === 1 ? turns.event : turns.room, partition);
    if (status === 1) at++;
  }
};

const takePieces = (partition) => {
  const { ints } = parts[partition];
  for (;;) {
    const from = Atomics.add(ints, cell('next'), pieceStates);
    const end = ints[cell('levelEnd')];
    if (from >= end) break;
    takePiece(partition, from, Math.min(from + pieceStates, end));
  }
};

for (;;) {
  hand(turns.idle);
  update();
  // Each thread begins with another partition.
  for (const i of parts.keys()) takePieces((id + i) % parts.length);
}
