/** The tests that every model of the registry has: its sizes, its tables against its bodies, and its mutants. */
import { describe, expect, test } from 'vitest';
import type { ModelEntry } from '../../language/entry.ts';
import { readSizes } from '../../sizes.ts';
import { explore } from '../explore.ts';
import { judgeMutant } from '../mutants.ts';
import { replayTrace } from '../replay.ts';

const isNightly = process.env.PARALLAX_NIGHTLY !== undefined;

const nightlyMs = 600_000;

/** Sizes of other scales than these take their time. */
const daily = ['tiny', 'small', 'default'];

export function testModel(entry: ModelEntry): void {
  const sizes = readSizes()[entry.name] ?? {};
  const tested = Object.entries(sizes).filter(([which]) => isNightly || daily.includes(which.split(' ')[0]!));
  describe(entry.name, () => {
    test.each(tested)(
      '%s: holds, with the size that it had',
      (which, size) => {
        const [scale, variant] = which.split(' ') as [string, string];
        const result = explore(entry.build({ scale, variant }));
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

    test.each(entry.variants)('%s: the bodies on every state say what the tables say', (variant) => {
      const choice = { variant, scale: entry.scales.includes('tiny') ? 'tiny' : 'small' };
      const shown = ({ states, transitions, terminal, verdict }: ReturnType<typeof explore>) => {
        return { states, transitions, terminal, verdict };
      };
      const audited = explore(entry.build(choice), { audit: true });
      expect(shown(audited)).toEqual(shown(explore(entry.build(choice))));
    });

    test.each(entry.mutants)('mutant $id comes out as declared, and its shortest trace is a run', ({ id }) => {
      const { complaint, result } = judgeMutant(entry, id);
      expect(complaint).toBeNull();
      if (result.trace === null) return;
      expect(replayTrace(entry.build({ mutant: id }), result.trace).complaint).toBeNull();
    });
  });
}
