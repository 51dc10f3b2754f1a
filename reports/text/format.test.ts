import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { count, duration, magnitude, mebibytes, roughDuration, tenths, thousands } from './format.ts';

test('counts', () => {
  expect([0, 999, 1_000, 4_148_427, 1234.5678].map(thousands)).toEqual([
    '0',
    '999',
    '1,000',
    '4,148,427',
    '1,234.5678',
  ]);
  expect(thousands('705880015015824139888994381086')).toBe('705,880,015,015,824,139,888,994,381,086');
  expect(magnitude('705880015015824139888994381086')).toBe('7.06 × 10^29');
  expect(magnitude('999999999999999999')).toBe('1.00 × 10^18');
  expect(magnitude('1534790221')).toBe('1,534,790,221');
  expect([0, 1, 2_000].map((number) => count(number, 'case'))).toEqual(['0 cases', '1 case', '2,000 cases']);
  expect(count(2, 'index', 'indexes')).toBe('2 indexes');
  expect([mebibytes(1), mebibytes(2 ** 31)]).toEqual(['1 MiB', '2,048 MiB']);
  expect(tenths(1.25)).toBe('1.3');
});

test('durations', () => {
  expect([12.4, 1_500, 59_949, 59_999, 61_400, 7_265_000].map(duration)).toEqual([
    ...['12 ms', '1.5 s', '59.9 s', '1 min', '1 min 1 s', '2 h 1 min 5 s'],
  ]);
  expect([0, 9_100, 11_000, 50_000, 100_000, 6_000_000].map(roughDuration)).toEqual([
    ...['1 s', '10 s', '20 s', '1 min', '2 min', '2 h'],
  ]);
});

const root = new URL('../../', import.meta.url);

// Allowed exceptions. `toFixed`: coordinates of a drawing. `toLocaleString`: code that runs in a browser, without these functions.
const elsewhere: { readonly [file: string]: string } = {
  'reports/render/html/targets.ts': 'toFixed',
  'reports/render/html/script.ts': 'toLocaleString',
};

const sources = ['reports', 'scripts'].flatMap((folder) =>
  readdirSync(new URL(folder, root), { recursive: true, encoding: 'utf8' })
    .map((name) => `${folder}/${name}`)
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts') && !/^reports\/text\/|\/testing\//.test(file)),
);

test('numbers and columns are formatted nowhere else', () => {
  const found = sources.flatMap((file) =>
    [...readFileSync(new URL(file, root), 'utf8').matchAll(/toLocaleString|toFixed|padEnd|padStart|Intl\.|\\B\(\?=/g)]
      .filter(([what]) => elsewhere[file] !== what)
      .map(([what]) => `${file}: ${what}`),
  );
  expect(sources.length).toBeGreaterThan(50);
  expect(found).toEqual([]);
});
