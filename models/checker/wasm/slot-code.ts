/** The hash table of states: computing a slot, looking it up, and growing. */
import { Code, type FunctionEntry, i64, type Label } from './assembler.ts';
import { emitCanonical } from './canonical-code.ts';
import { overhang, type Places, shared } from './memory.ts';
import { type Program, wordsOf } from './program.ts';

// The state is multiplied by odd constants and folded, so that every bit of the words reaches the upper half.
const mixers = [0x9e3779b97f4a7c15n, 0xbf58476d1ce4e5b9n, 0x94d049bb133111ebn, 0xd6e8feb86659fd93n];

/**
 * Pushes the 32-bit hash of the words. The upper bits choose the slot, so a larger table keeps the states in the same order.
 * `hash`: a scratch local of 64 bits.
 */
export function emitHash(code: Code, words: readonly number[], hash: number): void {
  for (let w = 0; w < words.length; w += 2) {
    code.get(words[w]!).do('i64.extend_i32_u');
    if (w + 1 < words.length) {
      code
        .get(words[w + 1]!)
        .do('i64.extend_i32_u')
        .const64(32n)
        .do('i64.shl', 'i64.or');
    }
    if (w > 0) code.get(hash).do('i64.xor');
    code
      .const64(mixers[(w / 2) % 4]!)
      .do('i64.mul')
      .tee(hash);
    code.get(hash).const64(32n).do('i64.shr_u', 'i64.xor').set(hash);
  }
  code.get(hash).const64(mixers[3]!).do('i64.mul').tee(hash).const64(32n).do('i64.shr_u', 'i32.wrap_i64');
}

/** Replaces the hash on the stack by the address of its slot in a table of `slots`. */
export function emitSlotAddress(code: Code, { table, stride }: Places, slots: () => void): void {
  code.do('i64.extend_i32_u');
  slots();
  code.do('i64.extend_i32_u', 'i64.mul').const64(32n).do('i64.shr_u', 'i32.wrap_i64');
  code.const(stride).do('i32.mul').const(table).do('i32.add');
}

// Marks a slot that a thread has claimed but whose words or state number are not written yet. Other threads wait for it.
const claimed = -1;

/** Probes from `slot` on. Sets `answer` to the number of the state; to −1 when `find` does not find it. */
export function emitProbe(
  program: Program,
  code: Code,
  words: readonly number[],
  { slot, answer }: { readonly slot: number; readonly answer: number },
  what: 'insert' | 'find',
): void {
  const { places, parallel } = program;
  const mark = 4 * places.words;
  code.block((done) => {
    code.loop((again) => {
      code.get(slot);
      if (parallel) code.atomicLoad(mark);
      else code.load(mark);
      code.tee(answer).do('i32.eqz');
      code.if(() => {
        if (what === 'find') code.const(-1).set(answer).branch(done);
        else emitClaim(program, code, words, { slot, answer }, again, done);
      });
      if (parallel) code.get(answer).const(claimed).do('i32.eq').branchIf(again);
      // Compare all words with one jump: a jump for each word would be unpredictable.
      words.forEach((word, w) => {
        code
          .get(word)
          .get(slot)
          .load(4 * w)
          .do('i32.xor');
        if (w > 0) code.do('i32.or');
      });
      code.do('i32.eqz');
      code.if(() => {
        code.get(answer).const(1).do('i32.sub').set(answer).branch(done);
      });
      code.get(slot).const(places.stride).do('i32.add').set(slot).branch(again);
    });
  });
}

/** Takes an empty slot. With threads, a compare-and-exchange claims it, and storing the state number last publishes the words. */
function emitClaim(
  { places, parallel }: Program,
  code: Code,
  words: readonly number[],
  { slot, answer }: { readonly slot: number; readonly answer: number },
  again: Label,
  done: Label,
): void {
  const mark = 4 * places.words;
  if (parallel) code.get(slot).const(0).const(claimed).atomicExchange(mark).branchIf(again);
  words.forEach((word, w) => {
    code
      .get(slot)
      .get(word)
      .store(4 * w);
  });
  if (parallel) code.const(0).const(1).atomicAdd(shared.size).set(answer);
  else {
    code.const(0).const(0).load(shared.size).tee(answer).const(1).do('i32.add').store(shared.size);
  }
  code.get(answer).const(4).do('i32.mul');
  code.get(slot).const(places.table).do('i32.sub').const(places.stride).do('i32.div_u').store(places.order);
  code.get(slot).get(answer).const(1).do('i32.add');
  if (parallel) code.atomicStore(mark);
  else code.store(mark);
  code.branch(done);
}

/** (address of the words) → the number of the state. The words must be canonical. */
export function look(program: Program, what: 'insert' | 'find'): FunctionEntry {
  const { places } = program;
  const code = new Code(1);
  const words = wordsOf(program).map(() => code.local());
  const slot = code.local();
  const answer = code.local();
  words.forEach((word, w) => {
    code
      .get(0)
      .load(4 * w)
      .set(word);
  });
  emitHash(code, words, code.local(i64));
  emitSlotAddress(code, places, () => code.const(0).load(shared.slots));
  code.set(slot);
  emitProbe(program, code, words, { slot, answer }, what);
  code.get(answer);
  return { parameters: 1, answers: true, code, exported: what };
}

/** (address of the words): canonicalises them in place. */
export function canonicalise(program: Program): FunctionEntry {
  const code = new Code(1);
  const words = wordsOf(program).map(() => code.local());
  words.forEach((word, w) => {
    code
      .get(0)
      .load(4 * w)
      .set(word);
  });
  for (const w of emitCanonical(code, program.canonical, words))
    code
      .get(0)
      .get(words[w]!)
      .store(4 * w);
  return { parameters: 1, answers: false, code, exported: 'canonicalise' };
}

/**
 * Grows the table in place. The hash order is the same in the larger table, so the old slots are moved to its end and then
 * reinserted from first to last. Each state lands below its old place, so no slot is overwritten before it is read.
 */
export function grow(program: Program): FunctionEntry {
  const { places } = program;
  const { stride, table } = places;
  const code = new Code(1);
  const words = wordsOf(program).map(() => code.local());
  const [shift, at, end, slot, number] = [0, 0, 0, 0, 0].map(() => code.local()) as [
    number,
    number,
    number,
    number,
    number,
  ];
  const mixed = code.local(i64);
  code.get(0).const(0).load(shared.slots).do('i32.sub').const(stride).do('i32.mul').set(shift);
  code.const(table).get(shift).do('i32.add').const(table);
  code.const(0).load(shared.slots).const(overhang).do('i32.add').const(stride).do('i32.mul').copyMemory();
  // Clear the first slots: copying has left the old contents there.
  code.const(table).const(0).get(shift).fillMemory();
  code.const(0).get(0).store(shared.slots);
  code.const(table).get(shift).do('i32.add').set(at);
  code.const(table).get(0).const(overhang).do('i32.add').const(stride).do('i32.mul', 'i32.add').set(end);
  code.loop((again) => {
    code.block((next) => {
      code
        .get(at)
        .load(4 * places.words)
        .tee(number)
        .do('i32.eqz')
        .branchIf(next);
      words.forEach((word, w) => {
        code
          .get(at)
          .load(4 * w)
          .set(word);
      });
      code
        .get(at)
        .const(0)
        .store(4 * places.words);
      emitHash(code, words, mixed);
      emitSlotAddress(code, places, () => code.get(0));
      code.set(slot);
      code.block((free) => {
        code.loop((on) => {
          code
            .get(slot)
            .load(4 * places.words)
            .do('i32.eqz')
            .branchIf(free);
          code.get(slot).const(stride).do('i32.add').set(slot).branch(on);
        });
      });
      words.forEach((word, w) => {
        code
          .get(slot)
          .get(word)
          .store(4 * w);
      });
      code
        .get(slot)
        .get(number)
        .store(4 * places.words);
      code.get(number).const(1).do('i32.sub').const(4).do('i32.mul');
      code.get(slot).const(table).do('i32.sub').const(stride).do('i32.div_u').store(places.order);
    });
    code.get(at).const(stride).do('i32.add').tee(at).get(end).do('i32.lt_u').branchIf(again);
  });
  return { parameters: 1, answers: false, code, exported: 'grow' };
}
