/** A decision tree as WebAssembly: a branch for each known value, and a jump to `miss` for any other value. */
import type { Variable } from '../../language/state/variable.ts';
import type { DecisionTrees } from '../tables.ts';
import type { Code, Label } from './assembler.ts';

interface Emission {
  readonly trees: DecisionTrees;
  readonly code: Code;
  /** The locals that hold the words of the state. */
  readonly words: readonly number[];
  readonly miss: Label;
  readonly leaf: (leaf: number, done: Label) => void;
}

/** Every leaf jumps to `done`, so the code after the tree is reached from leaves only. */
export function emitTree(root: number, emission: Emission): void {
  emission.code.block((done) => emitPointer(root, emission, done));
}

function emitPointer(pointer: number, emission: Emission, done: Label): void {
  if (pointer === 0) emission.code.branch(emission.miss);
  else if (pointer < 0) emission.leaf(-pointer, done);
  else emitNode(pointer, emission, done);
}

// Up to two known values are compared one by one; more of them take a jump table.
function emitNode(pointer: number, emission: Emission, done: Label): void {
  const { code, trees, miss } = emission;
  const { variable, children } = trees.node(pointer);
  const met = children.flatMap((child, value) => (child === 0 ? [] : [{ child, value }]));
  if (met.length <= 2) {
    for (const { child, value } of met) {
      emitValue(variable, emission);
      code.const(value).do('i32.eq');
      code.if(() => emitPointer(child, emission, done));
    }
    code.branch(miss);
    return;
  }
  emitCases(met.length - 1, (labels) => {
    emitValue(variable, emission);
    const byValue = children.map((child, value) =>
      child === 0 ? miss : labels[met.findIndex((one) => one.value === value)]!,
    );
    code.branchTable(byValue, miss);
  });

  function emitCases(last: number, choose: (labels: readonly Label[]) => void): void {
    const labels: Label[] = [];
    const open = (index: number): void => {
      code.block((label) => {
        labels[index] = label;
        if (index === 0) choose(labels);
        else open(index - 1);
      });
      emitPointer(met[index]!.child, emission, done);
    };
    open(last);
  }
}

function emitValue({ word, shift, mask }: Variable, { code, words }: Emission): void {
  code.get(words[word]!);
  if (shift > 0) code.const(shift).do('i32.shr_u');
  if (shift + (32 - Math.clz32(mask)) < 32) code.const(mask).do('i32.and');
}
