/** The compiled search: decision tables, canonical forms, table of states and the loop over a level, for one model. */

import type { TableExpander } from '../expander.ts';
import { leafFalse, leafTrue } from '../expander.ts';
import type { Property } from '../model.ts';
import { assemble, Code, type FunctionEntry, i64, type Label } from './assembler.ts';
import { type Canonical, emitCanonical, emitOrbit } from './canonical.ts';
import { batchStates, counters, overhang, type Places, shared, stops } from './memory.ts';
import { emitTree } from './trees.ts';
import { type Module, wasm } from './wasm.ts';

export interface Program {
  readonly expander: TableExpander;
  readonly places: Places;
  readonly canonical: Canonical;
  /** Judged in every state while they are open, by their places in this list. */
  readonly judged: readonly { readonly property: Property; readonly expected: boolean }[];
  readonly endings: readonly Property[];
  readonly processes: number;
  readonly keepGraph: boolean;
  /** For several threads on one memory. */
  readonly parallel: boolean;
}

export interface Exports {
  /** Takes states `from` … `to` − 1; answers the first that it did not take. */
  run(block: number, input: number, output: number, from: number, to: number): number;
  /** Number of the state at an address, which is inserted if it is new. The words must be canonical. */
  insert(address: number): number;
  /** Number of the state at an address, or −1. The words must be canonical. */
  find(address: number): number;
  /** Makes the words at an address canonical. */
  canonicalise(address: number): void;
  grow(slots: number): void;
}

const failed = -1;

export function compileSearch(program: Program): Module {
  const functions: FunctionEntry[] = [];
  const add = (entry: FunctionEntry): number => functions.push(entry) - 1;
  const interpreter = { leafOf: add(leafOf(program)), expandLeaf: add(expandLeaf(program)) };
  const processes = Array.from({ length: program.processes }, (_, id) => add(expandProcess(program, id, interpreter)));
  const judges = program.judged.map(({ property }) => add(judge(program, property, interpreter)));
  const endings = program.endings.map((property) => add(judge(program, property, interpreter)));
  add(run(program, { processes, judges, endings }));
  add(look(program, 'insert'));
  add(look(program, 'find'));
  add(canonicalise(program));
  add(grow(program));
  return new wasm.Module(assemble(functions, program.places.pages, program.parallel));
}

const wordsOf = ({ places }: Program): number[] => Array.from({ length: places.words }, (_, w) => w);

/** The two functions that work on the tables as numbers, where the compiled trees end. */
interface Interpreter {
  readonly leafOf: number;
  readonly expandLeaf: number;
}

/** (words, address of the words, end of the successors) → the new end, or −1 for the bodies to look: an unknown path, or news. */
function expandProcess(program: Program, process: number, { leafOf, expandLeaf }: Interpreter): FunctionEntry {
  const { places, expander } = program;
  const words = wordsOf(program);
  const [at, out] = [places.words, places.words + 1];
  const code = new Code(places.words + 2);
  const leaf = (number: number, news: Label): void => {
    const steps = expander.stepsOf(number);
    for (const mark of new Set(steps.map((step) => step.mark))) {
      if (mark !== 0)
        code
          .const(0)
          .load8(shared.marksOpen + mark)
          .branchIf(news);
    }
    steps.forEach(({ masks }, k) => {
      for (const w of words) {
        const { keep, set } = masks[w]!;
        code.get(out).get(w);
        if (keep !== -1) code.const(keep).do('i32.and');
        if (set !== 0) code.const(set).do('i32.or');
        code.store(k * places.stride + 4 * w);
      }
    });
    code.get(out);
    if (steps.length > 0) code.const(steps.length * places.stride).do('i32.add');
    code.do('return');
  };
  const { trees } = expander;
  code.block((news) => {
    code.block((miss) => {
      emitTree(trees.root(process), { trees, code, words, miss, leaf: (number) => leaf(number, news) });
    });
    code.get(at).const(process).call(leafOf).get(at).get(out).call(expandLeaf).do('return');
  });
  code.const(failed);
  return { parameters: places.words + 2, answers: true, code };
}

/** (words, address of the words) → the leaf, or 0 when the path is not learned. */
function judge(program: Program, property: Property, { leafOf }: Interpreter): FunctionEntry {
  const { places, expander, processes } = program;
  const code = new Code(places.words + 1);
  const tree = processes + property.id;
  const { trees } = expander;
  code.block((miss) => {
    const leaf = (at: number): void => {
      code.const(at).do('return');
    };
    emitTree(trees.root(tree), { trees, code, words: wordsOf(program), miss, leaf });
  });
  code.get(places.words).const(tree).call(leafOf);
  return { parameters: places.words + 1, answers: true, code };
}

/** (address of the words, tree) → the leaf, or 0: `DecisionTrees.find`. */
function leafOf({ places }: Program): FunctionEntry {
  const { roots, nodes, children } = places.tables;
  const code = new Code(2);
  const [at, tree] = [0, 1];
  const pointer = code.local();
  const node = code.local();
  code.get(tree).const(4).do('i32.mul').load(roots).set(pointer);
  code.block((leaf) => {
    code.loop((again) => {
      code.get(pointer).const(1).do('i32.lt_s').branchIf(leaf);
      code.get(pointer).const(1).do('i32.sub').const(16).do('i32.mul').set(node);
      code.get(at).get(node).load(nodes).const(4).do('i32.mul', 'i32.add').load();
      code
        .get(node)
        .load(nodes + 4)
        .do('i32.shr_u');
      code
        .get(node)
        .load(nodes + 8)
        .do('i32.and');
      code
        .get(node)
        .load(nodes + 12)
        .do('i32.add')
        .const(4)
        .do('i32.mul')
        .load(children)
        .set(pointer);
      code.branch(again);
    });
  });
  code.const(0).get(pointer).do('i32.sub');
  return { parameters: 2, answers: true, code };
}

/** (leaf, address of the words, end of the successors) → the new end, or −1 when there is no leaf or one of its marks is news. */
function expandLeaf({ places }: Program): FunctionEntry {
  const { leaves } = places.tables;
  const code = new Code(3);
  const [leaf, at, out] = [0, 1, 2];
  const count = code.local();
  code.block((news) => {
    code.get(leaf).do('i32.eqz').branchIf(news);
    code.get(leaf).const(4).do('i32.mul').tee(leaf).load(leaves).set(count);
    code.get(leaf).const(4).do('i32.add').set(leaf);
    code.block((done) => {
      code.loop((again) => {
        code.get(count).do('i32.eqz').branchIf(done);
        code
          .get(leaf)
          .load(leaves + 4)
          .load8(shared.marksOpen)
          .branchIf(news);
        for (let w = 0; w < places.words; w++) {
          code
            .get(out)
            .get(at)
            .load(4 * w);
          code
            .get(leaf)
            .load(leaves + 8 + 8 * w)
            .do('i32.and');
          code
            .get(leaf)
            .load(leaves + 12 + 8 * w)
            .do('i32.or');
          code.store(4 * w);
        }
        code
          .get(leaf)
          .const(8 + 8 * places.words)
          .do('i32.add')
          .set(leaf);
        code.get(out).const(places.stride).do('i32.add').set(out);
        code.get(count).const(1).do('i32.sub').set(count).branch(again);
      });
    });
    code.get(out).do('return');
  });
  code.const(failed);
  return { parameters: 3, answers: true, code };
}

// Multiplications by odd constants, folded so that every bit of the words reaches the upper half.
const mixers = [0x9e3779b97f4a7c15n, 0xbf58476d1ce4e5b9n, 0x94d049bb133111ebn, 0xd6e8feb86659fd93n];

/** Leaves the 32-bit hash of the words on the stack. Its upper bits choose the slot, so that a larger table keeps the order. */
function emitHash(code: Code, words: readonly number[], hash: number): void {
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
  code.get(hash).const64(mixers[3]!).do('i64.mul').const64(32n).do('i64.shr_u', 'i32.wrap_i64');
}

/** The hash on the stack becomes the address of its slot in a table of `slots`. */
function emitSlotAddress(code: Code, { table, stride }: Places, slots: () => void): void {
  code.do('i64.extend_i32_u');
  slots();
  code.do('i64.extend_i32_u', 'i64.mul').const64(32n).do('i64.shr_u', 'i32.wrap_i64');
  code.const(stride).do('i32.mul').const(table).do('i32.add');
}

interface Callees {
  readonly processes: readonly number[];
  readonly judges: readonly number[];
  readonly endings: readonly number[];
}

/** Batches: the states of one are expanded into a buffer, their homes are touched all at once, and then looked up. */
function run(program: Program, callees: Callees): FunctionEntry {
  const [block, input, output, from, to] = [0, 1, 2, 3, 4];
  const code = new Code(5);
  const words = wordsOf(program).map(() => code.local());
  const local = {
    end: code.local(),
    out: code.local(),
    before: code.local(),
    at: code.local(),
    event: code.local(),
    slot: code.local(),
    hash: code.local(),
    touched: code.local(),
    weight: code.local(),
    run: code.local(),
    answer: code.local(),
    first: code.local(),
    mixed: code.local(i64),
  };
  const emit: Emit = { program, code, words, local, callees, block, input, output, from, to };
  code.get(block).const(stops.done).store(counters.status);
  code.block((leave) => {
    code.loop((again) => {
      code.get(from).get(to).do('i32.ge_u').branchIf(leave);
      code.block((fits) => {
        code.const(0).load(shared.size).const(0).load(shared.limit).do('i32.gt_u', 'i32.eqz').branchIf(fits);
        code.get(block).const(stops.room).store(counters.status).branch(leave);
      });
      emitBatchEnd(emit);
      emitGather(emit);
      emitExpansion(emit);
      emitTouch(emit);
      emitLookUps(emit);
      code.get(local.event).do('i32.eqz').branchIf(again);
      code.get(block).const(stops.event).store(counters.status);
    });
  });
  code.get(from);
  return { parameters: 5, answers: true, code, exported: 'run' };
}

interface Emit {
  readonly program: Program;
  readonly code: Code;
  readonly words: readonly number[];
  readonly local: { readonly [name: string]: number };
  readonly callees: Callees;
  readonly block: number;
  readonly input: number;
  readonly output: number;
  readonly from: number;
  readonly to: number;
}

function emitBatchEnd({ code, local, from, to }: Emit): void {
  code.get(from).const(batchStates).do('i32.add').set(local.end!);
  code.get(to).get(local.end!).get(local.end!).get(to).do('i32.gt_u', 'select').set(local.end!);
}

/** Copies the states of the batch, so that their slots are fetched all at once. */
function emitGather({ program, code, local, input, from }: Emit): void {
  const { places } = program;
  code.get(from).set(local.at!).get(input).set(local.out!);
  code.loop((again) => {
    code.get(local.at!).const(4).do('i32.mul').load(places.order).const(places.stride).do('i32.mul').set(local.slot!);
    for (let w = 0; w < places.words; w++) {
      code
        .get(local.out!)
        .get(local.slot!)
        .load(places.table + 4 * w)
        .store(4 * w);
    }
    code
      .get(local.out!)
      .const(4 * places.words)
      .do('i32.add')
      .set(local.out!);
    code.get(local.at!).const(1).do('i32.add').tee(local.at!).get(local.end!).do('i32.lt_u').branchIf(again);
  });
}

/** Steps of every state of the batch, up to one that has to be looked at by the bodies. */
function emitExpansion(emit: Emit): void {
  const { program, code, local, words, callees, input, output, from } = emit;
  const { places } = program;
  code.get(output).set(local.out!).get(input).set(local.at!).const(0).set(local.event!);
  code.block((finished) => {
    code.block((event) => {
      code.loop((again) => {
        words.forEach((word, w) => {
          code
            .get(local.at!)
            .load(4 * w)
            .set(word);
        });
        code.get(local.out!).set(local.before!);
        for (const process of callees.processes) {
          for (const word of words) code.get(word);
          code.get(local.at!).get(local.out!).call(process).tee(local.out!).const(failed).do('i32.eq').branchIf(event);
        }
        emitStop(emit, event);
        emitJudgements(emit, event);
        emitOrbitSums(emit);
        if (program.keepGraph) emitCount(emit);
        code
          .get(local.at!)
          .const(4 * places.words)
          .do('i32.add')
          .set(local.at!);
        code.get(from).const(1).do('i32.add').tee(from).get(local.end!).do('i32.lt_u').branchIf(again);
      });
      code.branch(finished);
    });
    code.get(local.before!).set(local.out!).const(1).set(local.event!);
  });
  addTo(emit, counters.transitions, () => {
    code.get(local.out!).get(output).do('i32.sub').const(places.stride).do('i32.div_u');
  });
}

function addTo({ code, block }: Emit, counter: number, amount: () => void): void {
  code.get(block).get(block).load64(counter);
  amount();
  code.do('i64.extend_i32_u', 'i64.add').store64(counter);
}

/** A state without steps is an ending, or news. */
function emitStop(emit: Emit, event: Label): void {
  const { code, local, words, callees } = emit;
  code.get(local.out!).get(local.before!).do('i32.eq');
  code.if(() => {
    code.block((fine) => {
      code.const(0).load8(shared.deadlockOpen).do('i32.eqz').branchIf(fine);
      for (const ending of callees.endings) {
        for (const word of words) code.get(word);
        code.get(local.at!).call(ending).const(leafTrue).do('i32.eq').branchIf(fine);
      }
      code.branch(event);
    });
  });
}

function emitJudgements({ program, code, local, words, callees }: Emit, event: Label): void {
  program.judged.forEach(({ expected }, index) => {
    code.const(0).load8(shared.propertiesOpen + index);
    code.if(() => {
      for (const word of words) code.get(word);
      code
        .get(local.at!)
        .call(callees.judges[index]!)
        .const(expected ? leafTrue : leafFalse)
        .do('i32.ne')
        .branchIf(event);
    });
  });
}

function emitOrbitSums(emit: Emit): void {
  const { program, code, local, words } = emit;
  // Only now is the state sure to be taken; what comes before may still leave it to the bodies.
  emitOrbit(code, program.canonical, words, { weight: local.weight!, run: local.run! });
  code.get(local.out!).get(local.before!).do('i32.eq');
  code.if(() => addTo(emit, counters.terminal, () => code.get(local.weight!)));
  if (program.canonical.groups.length === 0) return;
  addTo(emit, counters.covered, () => code.get(local.weight!));
  addTo(emit, counters.coveredTransitions, () => {
    code.get(local.out!).get(local.before!).do('i32.sub').const(program.places.stride).do('i32.div_u');
    code.get(local.weight!).do('i32.mul');
  });
}

function emitCount({ program, code, local, block }: Emit): void {
  code.get(block).load(counters.countsEnd).tee(local.first!);
  code.get(local.out!).get(local.before!).do('i32.sub').const(program.places.stride).do('i32.div_u').store(0);
  code.get(block).get(local.first!).const(4).do('i32.add').store(counters.countsEnd);
}

/** Puts every successor into its canonical form, notes its slot, and reads that slot to have it fetched. */
function emitTouch(emit: Emit): void {
  const { program, code, local, words, block, output } = emit;
  const { places, canonical } = program;
  code.get(output).set(local.at!).const(0).set(local.touched!);
  code.block((done) => {
    code.loop((again) => {
      code.get(local.at!).get(local.out!).do('i32.ge_u').branchIf(done);
      words.forEach((word, w) => {
        code
          .get(local.at!)
          .load(4 * w)
          .set(word);
      });
      const changed = emitCanonical(code, canonical, words);
      for (const w of changed)
        code
          .get(local.at!)
          .get(words[w]!)
          .store(4 * w);
      emitHash(code, words, local.mixed!);
      emitSlotAddress(code, places, () => code.const(0).load(shared.slots));
      code.set(local.slot!);
      code
        .get(local.at!)
        .get(local.slot!)
        .store(4 * places.words);
      code.get(local.at!).const(places.stride).do('i32.add').set(local.at!).branch(again);
    });
  });
  // A loop of its own, as short as can be, so that as many reads as possible are under way at once.
  code.get(output).set(local.at!);
  code.block((done) => {
    code.loop((again) => {
      code.get(local.at!).get(local.out!).do('i32.ge_u').branchIf(done);
      code
        .get(local.at!)
        .load(4 * places.words)
        .load();
      code.get(local.touched!).do('i32.xor').set(local.touched!);
      code.get(local.at!).const(places.stride).do('i32.add').set(local.at!).branch(again);
    });
  });
  code.get(block).get(local.touched!).store(counters.touched);
}

function emitLookUps(emit: Emit): void {
  const { program, code, local, words, block, output } = emit;
  const { places } = program;
  code.get(output).set(local.at!);
  code.block((done) => {
    code.loop((again) => {
      code.get(local.at!).get(local.out!).do('i32.ge_u').branchIf(done);
      words.forEach((word, w) => {
        code
          .get(local.at!)
          .load(4 * w)
          .set(word);
      });
      code
        .get(local.at!)
        .load(4 * places.words)
        .set(local.slot!);
      emitProbe(program, code, words, { slot: local.slot!, answer: local.answer! }, 'insert');
      if (program.keepGraph) {
        code.get(block).load(counters.targetsEnd).tee(local.first!).get(local.answer!).store(0);
        code.get(block).get(local.first!).const(4).do('i32.add').store(counters.targetsEnd);
      }
      code.get(local.at!).const(places.stride).do('i32.add').set(local.at!).branch(again);
    });
  });
}

// Stands in a slot while its words are being written, and after that until the state has its number.
const claimed = -1;

/** From `slot` on; leaves the number of the state in `answer`, −1 when it is to be found and is not there. */
function emitProbe(
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
      // One jump for all words: which of them differs would be unpredictable.
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

function look(program: Program, what: 'insert' | 'find'): FunctionEntry {
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

function canonicalise(program: Program): FunctionEntry {
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
 * The table grows where it lies. Homes keep their order, so the old slots are moved to the end of the new table and then
 * read from the first to the last, each state going to a place below: a state is behind no more others than before.
 */
function grow(program: Program): FunctionEntry {
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
  // What was moved away, or lay there before.
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
