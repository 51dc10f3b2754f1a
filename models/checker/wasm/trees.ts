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

interface Met {
  readonly value: number;
  readonly child: number;
}

function emitNode(pointer: number, emission: Emission, done: Label): void {
  const { variable, children } = emission.trees.node(pointer);
  const met = children.flatMap((child, value): Met[] => (child === 0 ? [] : [{ child, value }]));
  emitChoice(variable, met, emission, done);
}

// Blocks nest as deep as a jump table has cases, and an engine takes 65,520 entries at most.
const casesMax = 256;
const entriesMax = 1024;

/** `met`: by rising value. Any other value is a miss. */
function emitChoice(variable: Variable, met: readonly Met[], emission: Emission, done: Label): void {
  const { code, miss } = emission;
  // Up to two known values are compared one by one.
  if (met.length <= 2) {
    for (const { child, value } of met) {
      emitValue(variable, emission);
      code.const(value).do('i32.eq');
      code.if(() => emitPointer(child, emission, done));
    }
    code.branch(miss);
    return;
  }
  if (met.length <= casesMax && met.at(-1)!.value - met[0]!.value < entriesMax) {
    emitTable(variable, met, emission, done);
    return;
  }
  const middle = met.length >> 1;
  emitValue(variable, emission);
  code.const(met[middle]!.value).do('i32.lt_u');
  code.if(() => emitChoice(variable, met.slice(0, middle), emission, done));
  emitChoice(variable, met.slice(middle), emission, done);
}

function emitTable(variable: Variable, met: readonly Met[], emission: Emission, done: Label): void {
  const { code, miss } = emission;
  const first = met[0]!.value;
  const labels: Label[] = [];
  const choose = (): void => {
    emitValue(variable, emission);
    if (first > 0) code.const(first).do('i32.sub');
    const entries = Array.from({ length: met.at(-1)!.value - first + 1 }, () => miss);
    met.forEach(({ value }, at) => {
      entries[value - first] = labels[at]!;
    });
    code.branchTable(entries, miss);
  };
  const open = (index: number): void => {
    code.block((label) => {
      labels[index] = label;
      if (index === 0) choose();
      else open(index - 1);
    });
    emitPointer(met[index]!.child, emission, done);
  };
  open(met.length - 1);
}

function emitValue({ word, shift, mask }: Variable, { code, words }: Emission): void {
  code.get(words[word]!);
  if (shift > 0) code.const(shift).do('i32.shr_u');
  if (shift + (32 - Math.clz32(mask)) < 32) code.const(mask).do('i32.and');
}
