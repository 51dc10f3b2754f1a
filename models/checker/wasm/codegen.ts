/** The compiled search: decision tables, canonical forms, table of states and the loop over a level, for one model. */
import { assemble, type FunctionEntry } from './assembler.ts';
import { run } from './level-code.ts';
import { expandLeaf, expandProcess, judge, leafOf } from './process-code.ts';
import type { Program } from './program.ts';
import { canonicalise, grow, look } from './slot-code.ts';
import { type Module, wasm } from './wasm.ts';

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
