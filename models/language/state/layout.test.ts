import fc from 'fast-check';
import { test } from 'vitest';
import { StateSet } from '../../checker/stateset.ts';
import { upTo } from '../domains.ts';
import { Layout } from './layout.ts';

const sizes = fc.array(fc.oneof(fc.integer({ min: 1, max: 9 }), fc.integer({ min: 1, max: 65_536 })), {
  minLength: 1,
  maxLength: 40,
});
const states = sizes.chain((all) =>
  fc.record({
    all: fc.constant(all),
    codes: fc.array(fc.tuple(...all.map((size) => fc.integer({ min: 0, max: size - 1 }))), {
      minLength: 1,
      maxLength: 30,
    }),
  }),
);

test('packing and unpacking a state gives the same state, and sets number states as a Map does', () => {
  fc.assert(
    fc.property(states, ({ all, codes }) => {
      const layout = new Layout();
      all.forEach((size, i) => {
        layout.add(`v${i}`, upTo(size - 1), 0);
      });
      const set = new StateSet('m', layout.words);
      const numbers = new Map<string, number>();
      for (const state of codes) {
        const words = layout.pack(state);
        if (layout.unpack(words).join() !== state.join()) return false;
        if (!numbers.has(state.join())) numbers.set(state.join(), numbers.size);
        if (set.insert(words, 0) !== numbers.get(state.join())) return false;
      }
      return set.size === numbers.size && codes.every((state) => set.find(layout.pack(state), 0) >= 0);
    }),
    { numRuns: 300 },
  );
});

test('growing keeps every number', () => {
  const set = new StateSet('m', 2);
  for (let i = 0; i < 50_000; i++) set.insert(Int32Array.of(i, -i), 0);
  for (let i = 0; i < 50_000; i++) if (set.find(Int32Array.of(i, -i), 0) !== i) throw new Error(`lost ${i}`);
});
