import { expect, test } from 'vitest';
import { upTo } from '../../models/language/domains.ts';
import { defineModel } from '../../models/language/entry.ts';
import type { Model } from '../../models/language/model.ts';
import { searchWithPauses } from './search.ts';

/** More states than can be searched in a test: several seconds of work. */
const large = defineModel({
  name: 'large',
  title: 'sides that count',
  variants: { default: {} },
  scales: { default: {} },
  rules: {},
  build: (m: Model) => {
    m.family('side', 6, { at: upTo(15) }).forEach((side, id) => {
      m.process(`side ${id}`, ['go on'], (step) => {
        if (side.at < 15) step('go on', () => side.at++);
      });
    });
    m.ending('anywhere', () => true);
  },
});

test('an interruption ends a search in progress, and its result says how far it came', async () => {
  const abort = new AbortController();
  const host = { signal: abort.signal, blocking: <T>(run: () => T): T => run() };
  // Only a pause lets the timer fire.
  setTimeout(() => abort.abort(), 1);
  const { verdict, ranOutOf, states } = await searchWithPauses(host, large, {}, { workers: 1 }, () => {});
  expect([verdict, ranOutOf]).toEqual(['unknown', 'interruption']);
  expect(states).toBeGreaterThan(1);
  expect(states).toBeLessThan(16 ** 6);
});
