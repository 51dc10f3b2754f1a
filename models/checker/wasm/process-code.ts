/**
 * Emits the steps of one state and the answers of properties: compiled decision trees, and the interpreter for footprints learned
 * later.
 */
import type { Property } from '../../language/model.ts';
import { Code, type FunctionEntry, type Label } from './assembler.ts';
import { shared } from './memory.ts';
import { failed, type Program, wordsOf } from './program.ts';
import { emitTree } from './trees.ts';

/** The two functions that interpret the tables, for footprints learned after compiling. */
interface Interpreter {
  readonly leafOf: number;
  readonly expandLeaf: number;
}

/**
 * (words, address of the words, end of the successors) → the new end. −1: the bodies must look, at an unknown footprint or an open
 * mark.
 */
export function expandProcess(program: Program, process: number, { leafOf, expandLeaf }: Interpreter): FunctionEntry {
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

/** (words, address of the words) → the leaf; 0 when the footprint was not learned. */
export function judge(program: Program, property: Property, { leafOf }: Interpreter): FunctionEntry {
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

/** (address of the words, tree) → the leaf, or 0. The same as `DecisionTrees.find`. */
export function leafOf({ places }: Program): FunctionEntry {
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

/** (leaf, address of the words, end of the successors) → the new end. −1 when there is no leaf, or one of its marks is open. */
export function expandLeaf({ places }: Program): FunctionEntry {
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
