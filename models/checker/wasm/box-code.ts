/** Entries on their way to other memories: each goes into the box of the partition that it belongs to. */
import type { Code } from './assembler.ts';
import { emitCanonical } from './canonical-code.ts';
import { type Entries, emitEach, emitLoad } from './look-up-code.ts';
import { boxOf, counters } from './memory.ts';
import type { Program } from './program.ts';
import { emitHash, emitPartition } from './slot-code.ts';

/** In canonical form, with the hash behind the words. */
export function emitPost(
  program: Program,
  code: Code,
  entries: Entries & {
    readonly stride: number;
    readonly mixed: number;
    readonly hash: number;
    readonly cell: number;
    readonly boxes: number;
  },
): void {
  const { places, canonical } = program;
  const { block, words, slot, mixed, hash, cell, boxes } = entries;
  code.get(block).load(counters.boxes).set(boxes);
  emitEach(code, entries, entries.stride, () => {
    emitLoad(code, entries);
    emitCanonical(code, canonical, words);
    emitHash(code, words, mixed);
    code.set(hash);
    emitPartition(code, places, mixed);
    code.const(4).do('i32.mul').get(boxes).do('i32.add').tee(cell);
    code.load(boxOf(places, 0, 0).end).set(slot);
    words.forEach((word, w) => {
      code
        .get(slot)
        .get(word)
        .store(4 * w);
    });
    code
      .get(slot)
      .get(hash)
      .store(4 * places.words);
    code
      .get(cell)
      .get(slot)
      .const(places.stride)
      .do('i32.add')
      .store(boxOf(places, 0, 0).end);
  });
}
