import fc from 'fast-check';
import { expect, test } from 'vitest';
import { assemble, Code, type FunctionEntry } from './assembler.ts';
import { wasm } from './wasm.ts';

function exportsOf(...functions: FunctionEntry[]): { [name: string]: (...numbers: number[]) => number } {
  const memory = new wasm.Memory({ initial: 1, maximum: 1, shared: false });
  const module = new wasm.Module(assemble(functions, 1, false));
  return new wasm.Instance(module, { env: { memory } }).exports as { [name: string]: (...numbers: number[]) => number };
}

const run = (code: Code, ...numbers: number[]): number =>
  exportsOf({ parameters: numbers.length, answers: true, code, exported: 'f' }).f!(...numbers);

test('every 32-bit number survives encoding as a constant', () => {
  const edges = [0, 63, 64, -64, -65, 127, 128, 8191, 8192, -8192, -8193, 2 ** 31 - 1, -(2 ** 31)];
  for (const value of edges) expect(run(new Code(0).const(value))).toBe(value);
  fc.assert(
    fc.property(fc.integer(), (value) => {
      expect(run(new Code(0).const(value))).toBe(value);
    }),
  );
});

test('the upper half of every 64-bit number survives encoding as a constant', () => {
  fc.assert(
    fc.property(fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }), (value) => {
      const code = new Code(0).const64(value).const64(32n).do('i64.shr_u', 'i32.wrap_i64');
      expect(run(code)).toBe(Number(BigInt.asIntN(32, value >> 32n)));
    }),
  );
});

test('a jump by number ends in the block of that number, and any other number in the default block', () => {
  const code = new Code(1);
  code.block((other) => {
    code.block((second) => {
      code.block((first) => {
        code.get(0).branchTable([first, second], other);
      });
      code.const(10).do('return');
    });
    code.const(20).do('return');
  });
  code.const(30);
  const { f } = exportsOf({ parameters: 1, answers: true, code, exported: 'f' });
  expect([0, 1, 2, -1].map((value) => f!(value))).toEqual([10, 20, 30, 30]);
});

test('locals come after parameters, and loops end', () => {
  const code = new Code(1);
  const sum = code.local();
  code.loop((again) => {
    code.get(sum).get(0).do('i32.add').set(sum);
    code.get(0).const(1).do('i32.sub').tee(0).branchIf(again);
  });
  code.get(sum);
  expect(run(code, 100)).toBe(5050);
});
