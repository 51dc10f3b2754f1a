/** The tests that every registered model has: its sizes, tables against bodies, and its mutants. */
import { describe, expect, test } from 'vitest';
import { judgeMutant } from '../checker/mutants.ts';
import { replayTrace } from '../checker/replay.ts';
import { everyStep } from '../checker/steps.ts';
import { expectAgreement } from '../checker/testing/agreement.ts';
import { type ModelName, models } from '../index.ts';
import type { ModelEntry } from '../language/entry.ts';
import { readSizes } from '../sizes.ts';
import { documentComplaints } from './document.ts';
import { explored, neverTaken } from './questions.ts';

const isNightly = process.env.PARALLAX_NIGHTLY !== undefined;

const nightlyMs = 600_000;
/** The audit runs the bodies on every state, three times. So only a nightly run audits more than the first variant. */
const agreementMs = 120_000;

/** Sizes of larger scales take too long for every test run. */
const daily = ['tiny', 'small', 'default'];

/** Call it with the name as a literal: the test of the registry searches the test files for such calls. */
export function testModel(name: ModelName): void {
  const entry: ModelEntry = models[name];
  const sizes = readSizes()[name] ?? {};
  const tested = Object.entries(sizes).filter(([which]) => isNightly || daily.includes(which.split(' ')[0]!));
  /** The pinned sizes, which a test below checks. */
  const original = (variant: string) => {
    const [states, transitions] = sizes[`default ${variant}`]!;
    return { states, transitions };
  };
  describe(name, () => {
    test.each(tested)(
      '%s: holds, with the size that it had',
      (which, size) => {
        const [scale, variant] = which.split(' ') as [string, string];
        const result = explored(entry, { scale, variant });
        expect(result.property).toBeNull();
        expect(result.verdict).toBe('holds');
        const { states, transitions, terminal, depth, interleavings } = result;
        expect([states, transitions, terminal, depth, interleavings]).toEqual(size);
      },
      isNightly ? nightlyMs : undefined,
    );

    test('every variant has its size written down', () => {
      const written = Object.keys(sizes).map((which) => which.split(' ').join('/'));
      expect(written).toEqual(expect.arrayContaining(entry.variants.map((variant) => `default/${variant}`)));
    });

    test(`${everyStep}, but for those with a reason`, () => {
      expect(neverTaken(entry).sort()).toEqual(Object.keys(entry.neverTaken).sort());
    });

    test('the document and the model have the same steps, and each sentence says where', () => {
      expect(documentComplaints(entry, Object.keys(models))).toEqual([]);
    });

    test.each(isNightly ? entry.variants : entry.variants.slice(0, 1))(
      '%s: tables, bodies and the naive judge agree on every state',
      (variant) => expectAgreement(() => entry.build({ variant, scale: 'small' })),
      agreementMs,
    );

    test.each(entry.mutants)('mutant $id comes out as declared, and its shortest trace is a run', ({ id }) => {
      const { complaint, result } = judgeMutant(entry, id, { original });
      expect(complaint).toBeNull();
      if (result.trace === null) return;
      expect(replayTrace(entry.build({ mutant: id }), result.trace).complaint).toBeNull();
    });
  });
}
