/** Inserts many entries into the table at once: first all slots are computed, then all are prefetched, then the entries are looked up. */
import type { Code, Label } from './assembler.ts';
import { emitCanonical } from './canonical-code.ts';
import { counters, shared, stops } from './memory.ts';
import type { Program } from './program.ts';
import { emitHash, emitProbe, emitSlotAddress } from './slot-code.ts';

/** Locals: the worker's block, begin and end of the entries, and scratch locals. */
interface Entries {
  readonly block: number;
  readonly from: number;
  readonly to: number;
  readonly words: readonly number[];
  readonly at: number;
  readonly slot: number;
}

/** Branches to `leave` when the table is full. */
export function emitRoom(code: Code, block: number, leave: Label): void {
  code.block((fits) => {
    code.const(0).load(shared.size).const(0).load(shared.limit).do('i32.gt_u', 'i32.eqz').branchIf(fits);
    code.get(block).const(stops.room).store(counters.status).branch(leave);
  });
}

function emitEach(code: Code, { from, to, at }: Entries, stride: number, work: () => void): void {
  code.get(from).set(at);
  code.block((done) => {
    code.loop((again) => {
      code.get(at).get(to).do('i32.ge_u').branchIf(done);
      work();
      code.get(at).const(stride).do('i32.add').set(at).branch(again);
    });
  });
}

function emitLoad(code: Code, { at, words }: Entries): void {
  words.forEach((word, w) => {
    code
      .get(at)
      .load(4 * w)
      .set(word);
  });
}

/** Canonicalises every entry and stores the address of its slot in it. */
export function emitHomes(program: Program, code: Code, entries: Entries & { readonly mixed: number }): void {
  const { places, canonical } = program;
  const { at, words, slot, mixed } = entries;
  emitEach(code, entries, places.stride, () => {
    emitLoad(code, entries);
    for (const w of emitCanonical(code, canonical, words)) {
      code
        .get(at)
        .get(words[w]!)
        .store(4 * w);
    }
    emitHash(code, words, mixed);
    emitSlotAddress(code, places, () => code.const(0).load(shared.slots));
    code.set(slot);
    code
      .get(at)
      .get(slot)
      .store(4 * places.words);
  });
}

/** Prefetches the slots. A separate, minimal loop, so that as many memory reads as possible overlap. */
export function emitTouch({ places }: Program, code: Code, entries: Entries & { readonly touched: number }): void {
  const { at, block, touched } = entries;
  code.const(0).set(touched);
  emitEach(code, entries, places.stride, () => {
    code
      .get(at)
      .load(4 * places.words)
      .load();
    code.get(touched).do('i32.xor').set(touched);
  });
  code.get(block).get(touched).store(counters.touched);
}

export function emitLookUps(
  program: Program,
  code: Code,
  entries: Entries & { readonly answer: number; readonly first: number },
): void {
  const { places } = program;
  const { at, words, slot, block, answer, first } = entries;
  emitEach(code, entries, places.stride, () => {
    emitLoad(code, entries);
    code
      .get(at)
      .load(4 * places.words)
      .set(slot);
    emitProbe(program, code, words, { slot, answer }, 'insert');
    if (!program.keepGraph) return;
    code.get(block).load(counters.targetsEnd).tee(first).get(answer).store(0);
    code.get(block).get(first).const(4).do('i32.add').store(counters.targetsEnd);
  });
}
