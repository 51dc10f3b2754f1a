import { expect, test } from 'vitest';
import { models } from './index.ts';

test.each(Object.entries(models))('%s goes by its key, and every mutant speaks of what there is', (key, entry) => {
  expect(entry.name).toBe(key);
  const ids = entry.mutants.map(({ id }) => id);
  for (const { id, together, variant, expect: expectation } of entry.mutants) {
    expect(entry.variants).toContain(variant);
    if (together.length > 0) expect(id).toBe(together.join('+'));
    if (!('masked' in expectation)) continue;
    // Each partner makes a pair that is in the list and breaks something.
    for (const partner of expectation.with) {
      const pair = entry.mutants.find((other) => other.together.includes(id) && other.together.includes(partner));
      expect(ids, `${id} with ${partner}`).toContain(pair?.id);
      expect(pair?.expect).toHaveProperty('breaks');
    }
  }
});
