/** A table with an index of each kind and projection, and its rows. */
import { n, s, table } from '../case.ts';

export const indexed = table({
  hash: ['pk', 'S'],
  range: ['sk', 'S'],
  gsi: {
    all: { hash: ['g', 'S'], range: ['h', 'S'] },
    keys: { hash: ['g', 'S'], projection: 'KEYS_ONLY' },
    some: { hash: ['g', 'S'], projection: ['v'] },
  },
  lsi: { local: { hash: ['pk', 'S'], range: ['l', 'S'], projection: 'KEYS_ONLY' } },
});
const key = (sk: string) => ({ pk: s('p'), sk: s(sk) });
export const indexedRows = [
  { ...key('apple'), g: s('x'), h: s('1'), l: s('c'), v: n(1), far: s('f1') },
  { ...key('bread'), g: s('x'), h: s('2'), l: s('b'), v: n(2), far: s('f2') },
  { ...key('corn'), g: s('y'), h: s('3'), l: s('a'), v: n(3), far: s('f3') },
  // In no index.
  { ...key('none'), far: s('f4') },
];
