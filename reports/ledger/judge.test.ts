import { describe, expect, test } from 'vitest';
import { judge, type LedgerSubject } from './judge.ts';
import { emptyLedger } from './ledger.ts';
import type { LedgerEntry } from './schema.ts';

const entry: LedgerEntry = {
  case: 'binary-order/sort-key-lengths',
  fingerprints: ['77b2d1f0ac19'],
  versions: ['0.1.10'],
  reason: 'A fix is planned for the next major version.',
  since: '2026-11-29',
  how: 'measured',
};
const seen: LedgerSubject = {
  fingerprint: '77b2d1f0ac19',
  case: entry.case,
  target: 'extenddb',
  class: 'rows-order',
  tier: 'outcome',
  certainty: 'measured',
};
const ledger = { ...emptyLedger('extenddb'), entries: [entry] };
const ran = new Set([entry.case]);

describe('judging', () => {
  const status = (d: LedgerSubject, version = '0.1.10') => judge(ledger, [d], version, ran).judgements[0]?.status;

  test('an accepted divergence is known, with its reason', () => {
    expect(judge(ledger, [seen], '0.1.10', ran)).toEqual({
      judgements: [{ status: 'known', reason: entry.reason }],
      ...{ stale: [], gone: [] },
    });
  });

  test('an acceptance for an older version also holds for the next one, with a note', () => {
    expect(judge(ledger, [seen], '3.2.0', ran).judgements).toEqual([
      { status: 'known', reason: entry.reason, note: 'accepted for 0.1.10, seen on 3.2.0 as well' },
    ]);
  });

  test('an acceptance of the version itself comes before one of an older version', () => {
    const own = { ...entry, versions: ['3.2.0'], reason: 'looked at again' };
    const both = { ...ledger, entries: [entry, own] };
    expect(judge(both, [seen], '3.2.0', ran).judgements).toEqual([{ status: 'known', reason: 'looked at again' }]);
  });

  test('an acceptance for an older version whose divergence no longer shows is gone, not stale', () => {
    const unseen = [{ case: entry.case, fingerprint: '77b2d1f0ac19' }];
    expect(judge(ledger, [], '3.2.0', ran)).toEqual({ judgements: [], stale: [], gone: unseen });
    expect(judge(ledger, [], '0.1.10', ran)).toEqual({ judgements: [], stale: unseen, gone: [] });
  });

  test.each([
    ['an older version', seen, '0.1.9'],
    ['another fingerprint', { ...seen, fingerprint: '77b2d1f0ac1a' }, '0.1.10'],
    ['the same fingerprint in another case', { ...seen, case: 'scan/other' }, '0.1.10'],
    ['another target', { ...seen, target: 'dynalite' }, '0.1.10'],
  ] as [string, LedgerSubject, string][])('%s is new', (_, divergence, version) => {
    expect(status(divergence, version)).toBe('new');
  });

  test('a differing text and an inferred answer are advisory unless accepted', () => {
    const other = { ...seen, fingerprint: '000000000000' };
    expect(status({ ...other, tier: 'text' })).toBe('advisory');
    expect(status({ ...other, certainty: 'inferred' })).toBe('advisory');
    expect(status({ ...seen, tier: 'text' })).toBe('known');
  });

  test('of an entry one of whose fingerprints shows, none is stale as long as one shows', () => {
    const marks = { ...entry, fingerprints: [seen.fingerprint, '000000000001'] };
    const staleIn = (one: LedgerEntry, found: LedgerSubject[]) =>
      judge({ ...ledger, entries: [one] }, found, '0.1.10', ran).stale.map(({ fingerprint }) => fingerprint);
    expect(staleIn({ ...marks, oneOf: true }, [seen])).toEqual([]);
    expect(staleIn({ ...marks, oneOf: true }, [])).toEqual(marks.fingerprints);
    expect(staleIn(marks, [seen])).toEqual(['000000000001']);
  });

  test('an entry is stale only if its case got an answer without the divergence', () => {
    expect(judge(ledger, [], '0.1.10', ran).stale).toEqual([{ case: entry.case, fingerprint: '77b2d1f0ac19' }]);
    expect(judge(ledger, [], '0.1.10', new Set(['scan/other'])).stale).toEqual([]);
    expect(judge(ledger, [], '0.1.11', ran).stale).toEqual([]);
  });
});
