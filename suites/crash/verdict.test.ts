import { expect, test } from 'vitest';
import type { Snapshot, TableState } from '../rounds/place.ts';
import { compare } from './verdict.ts';

const table = (...rows: string[]): TableState => ({
  ...{ indexes: ['i'], stream: 'true', timeToLive: '' },
  rows: new Map(rows.map((text) => [text[0]!, text])),
});
const of = (state: TableState | null, ...backups: string[]): Snapshot => ({ tables: [state], backups });
const before = of(table('a1', 'b1'));
const after = of(table('a2', 'b2'));
const judge = (now: Snapshot, acknowledged: boolean, inParts?: string[]) =>
  compare({
    ...{ before, after, now, acknowledged, roles: ['table'] },
    ...(inParts && { inParts: { acknowledged: new Set(inParts) } }),
  });

test('the state before and the state after are allowed, before only without an acknowledgement', () => {
  expect(judge(before, false)).toBe('before');
  expect(judge(after, false)).toBe('after');
  expect(judge(after, true)).toBe('after');
  expect(judge(before, true)).toMatchObject({ kind: 'lost', where: 'table' });
});

test.each([
  ['half of the rows', of(table('a2', 'b1'))],
  ['no index', of({ ...table('a2', 'b2'), indexes: [] })],
  ['no table', of(null)],
  ['a backup more', of(table('a2', 'b2'), 'AVAILABLE')],
])('%s is neither', (_, now) => {
  expect(judge(now, false)).toMatchObject({ kind: 'half-there' });
});

test('work in parts may be half there, but no row that was acknowledged may be old', () => {
  const half = of(table('a2', 'b1'));
  expect(judge(half, false, [])).toBe('part');
  expect(judge(half, false, ['a'])).toBe('part');
  expect(judge(half, false, ['b'])).toMatchObject({ kind: 'lost' });
  expect(judge(of(table('a2', 'b9')), false, [])).toMatchObject({ kind: 'half-there' });
});
