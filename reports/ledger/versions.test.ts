import { expect, test } from 'vitest';
import { acceptedBy } from './versions.ts';

const note = (from: string, version: string): string => `accepted for ${from}, seen on ${version} as well`;

test.each([
  ['the version itself', ['1.2.1'], '1.2.1', 'own'],
  ['one of several', ['1.2.1', '1.3.0'], '1.2.1', 'own'],
  ['a newer one', ['1.2.1'], '3.2.0', '1.2.1'],
  ['numbers and not texts', ['1.9.0'], '1.10.0', '1.9.0'],
  ['the newest of the older', ['0.9', '1.10.0', '1.9.0', '4.0.0'], '3.2.0', '1.10.0'],
  ['fewer numbers', ['1.2'], '1.2.1', '1.2'],
  ['a release after its candidate', ['2.0.0-rc.1'], '2.0.0', '2.0.0-rc.1'],
  ['candidates in order', ['2.0.0-rc.9'], '2.0.0-rc.10', '2.0.0-rc.9'],
  ['one older than all', ['1.2.1'], '1.2.0', undefined],
  ['the candidate of a release that is named', ['2.0.0'], '2.0.0-rc.1', undefined],
  ['the same with another build', ['1.2.1+a'], '1.2.1+b', undefined],
  ['what is no number', ['nightly'], '1.2.1', undefined],
  ['a version that is not told', ['1.2.1'], 'unknown', undefined],
  ['a build by its name', ['nightly'], 'nightly', 'own'],
])('%s', (_, versions, version, from) => {
  const by = { versions };
  const expected = from === 'own' ? { by } : from && { by, note: note(from, version) };
  expect(acceptedBy([by], version)).toEqual(expected);
});

test('the first acceptance that names the version, else the one that names the newest older version', () => {
  const [old, newer, newest] = [{ versions: ['1.0'] }, { versions: ['2.0', '0.5'] }, { versions: ['3.0'] }];
  const all = [old, newer, newest, { versions: ['3.0'] }];
  expect(acceptedBy(all, '3.0')?.by).toBe(newest);
  expect(acceptedBy(all, '2.5')).toEqual({ by: newer, note: note('2.0', '2.5') });
});
