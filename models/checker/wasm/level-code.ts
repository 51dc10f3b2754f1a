/** The loop over the states of a level, batch by batch. */
import { leafFalse, leafTrue } from '../expander.ts';
import { Code, type FunctionEntry, i64, type Label } from './assembler.ts';
import { emitOrbit } from './canonical-code.ts';
import { emitHomes, emitLookUps, emitRoom, emitTouch } from './look-up-code.ts';
import { batchStates, counters, shared, stops } from './memory.ts';
import { failed, type Program, wordsOf } from './program.ts';

interface Callees {
  readonly processes: readonly number[];
  readonly judges: readonly number[];
  readonly endings: readonly number[];
}

/**
 * Works in batches: the states of a batch are expanded into a buffer, the slots of their successors are prefetched together, then
 * looked up. Otherwise each look-up would wait for memory.
 */
export function run(program: Program, callees: Callees): FunctionEntry {
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
    touched: code.local(),
    weight: code.local(),
    run: code.local(),
    answer: code.local(),
    first: code.local(),
    mixed: code.local(i64),
  };
  const successors = { block, from: output, to: local.out, words, ...local };
  const emit: Emit = { program, code, words, local, callees, block, input, output, from, to };
  code.get(block).const(stops.done).store(counters.status);
  code.block((leave) => {
    code.loop((again) => {
      code.get(from).get(to).do('i32.ge_u').branchIf(leave);
      emitRoom(code, block, leave);
      emitBatchEnd(emit);
      emitGather(emit);
      emitExpansion(emit);
      emitHomes(program, code, successors);
      emitTouch(program, code, successors);
      emitLookUps(program, code, successors);
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

/** Copies the states of the batch first, so that their memory reads overlap. */
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

/** Expands the states of the batch, up to the first one that needs the bodies. */
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

/** A state without steps is an ending, or a deadlock to report. */
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
  // Counted last: only here is it certain that the state is not handed to the bodies instead.
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
