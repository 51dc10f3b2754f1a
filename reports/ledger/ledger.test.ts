import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import {
  judge,
  type LedgerEntry,
  LedgerError,
  type LedgerSubject,
  loadLedger,
  loadLedgers,
  parseLedger,
} from './ledger.ts';

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
const ledger = { target: 'extenddb', entries: [entry] };
const ran = new Set([entry.case]);

describe('loading', () => {
  const directory = mkdtempSync(join(tmpdir(), 'ledger-'));
  afterAll(() => rmSync(directory, { recursive: true }));
  const write = (file: string, value: unknown): void => writeFileSync(join(directory, file), JSON.stringify(value));

  test('a target without a file has an empty ledger', () => {
    expect(loadLedger('dynoxide', directory)).toEqual({ target: 'dynoxide', entries: [] });
    expect(loadLedgers(join(directory, 'nowhere'))).toEqual(new Map());
  });

  test('a name that is an address or a path reads no file', () => {
    write('extenddb.json', ledger);
    expect(loadLedger('http://127.0.0.1:8000', directory).entries).toEqual([]);
    expect(loadLedger('../ledger/extenddb', directory).entries).toEqual([]);
    expect(loadLedger('extenddb', directory)).toEqual(ledger);
  });

  test('a target may share the entries of another', () => {
    write('extenddb.json', ledger);
    write('extenddb-file.json', { target: 'extenddb-file', sameAs: 'extenddb', entries: [] });
    const shared = loadLedger('extenddb-file', directory);
    expect(shared).toEqual({ target: 'extenddb-file', entries: [entry] });
    expect(judge(shared, [{ ...seen, target: 'extenddb-file' }], '0.1.10', ran).judgements[0]?.status).toBe('known');
    write('extenddb-file.json', { target: 'extenddb-file', sameAs: 'extenddb', entries: [entry] });
    expect(() => loadLedger('extenddb-file', directory)).toThrow(/already in entry 1/);
    write('extenddb-file.json', { target: 'extenddb-file', sameAs: 'extenddb-file', entries: [] });
    expect(() => loadLedger('extenddb-file', directory)).toThrow(/sameAs must name another target/);
    rmSync(join(directory, 'extenddb-file.json'));
  });

  test('an error names the file and the entry', () => {
    write('dynalite.json', { target: 'dynalite', entries: [entry, { ...entry, reason: '  ' }] });
    expect(() => loadLedgers(directory)).toThrow(LedgerError);
    expect(() => loadLedgers(directory)).toThrow(
      /dynalite\.json: entry 2 \(binary-order\/sort-key-lengths\): has no reason/,
    );
  });
});

describe('validation', () => {
  const parse = (entries: unknown[]) => parseLedger(JSON.stringify({ target: 't', entries }), 't', 't.json');

  test.each([
    ['reason', undefined, /entry 1 .*no reason/],
    ['fingerprints', ['77B2'], /twelve hex digits/],
    ['fingerprints', [772210019], /twelve hex digits/],
    ['fingerprints', [], /at least one/],
    ['fingerprints', '77b2d1f0ac19', /at least one/],
    ['versions', [], /at least one version/],
    ['versions', '0.1.10', /at least one version/],
    ['case', '', /name the case/],
    ['since', '2026-02-30', /since must be a day/],
    ['since', '29.11.2026', /since must be a day/],
    ['how', 'inferred', /one of measured, recorded, documented/],
    ['how', 'toString', /one of measured/],
    ['verions', ['0.1.10'], /unknown member 'verions'/],
  ])('refuses %s = %j', (member, value, problem) => {
    expect(() => parse([{ ...entry, [member]: value }])).toThrow(problem);
  });

  test('tells of every fault at once', () => {
    expect(() => parse([{ ...entry, how: 'x' }, null])).toThrow(/entry 1 .*\n.*entry 2: must be an object/);
  });

  test('refuses two reasons for one fingerprint and version', () => {
    const next = { ...entry, versions: ['0.1.11'] };
    expect(parse([entry, next]).entries).toHaveLength(2);
    expect(() => parse([entry, { ...entry, reason: 'another' }])).toThrow(
      /entry 2 .*77b2d1f0ac19 of 0\.1\.10 is already in entry 1/,
    );
  });

  test.each([
    ['not json', '{', /is not JSON/],
    ['a list', '[]', /target and entries/],
    ['another target', '{"target": "u", "entries": []}', /is for target "u"/],
  ])('refuses a file that is %s', (_, text, problem) => {
    expect(() => parseLedger(text, 't', 't.json')).toThrow(problem);
  });
});

describe('gaps', () => {
  const gap = {
    operations: ['CreateBackup', 'DescribeBackup'],
    versions: ['4.0.0'],
    reason: 'It has no backups.',
    since: '2026-11-29',
    how: 'documented',
  };
  const parse = (...gaps: unknown[]) => parseLedger(JSON.stringify({ target: 't', entries: [], gaps }), 't', 't.json');

  test('are read', () => expect(parse(gap).gaps).toEqual([gap]));

  test.each([
    ['operations', ['CreateBackups'], /gap 1: operations must list at least one operation of DynamoDB/],
    ['operations', [], /gap 1: operations must list/],
    ['versions', [], /gap 1: versions must list/],
    ['reason', '', /gap 1: has no reason/],
    ['how', 'inferred', /gap 1: how must be one of/],
    ['case', 'x', /gap 1: unknown member 'case'/],
  ])('refuses %s = %j', (member, value, problem) => {
    expect(() => parse({ ...gap, [member]: value })).toThrow(problem);
  });

  test('refuses two reasons for one operation and version', () => {
    expect(() => parse(gap, { ...gap, operations: ['DescribeBackup'] })).toThrow(
      /gap 2: DescribeBackup of 4\.0\.0 is already in gap 1/,
    );
    expect(() => parseLedger('{"target": "t", "entries": [], "gaps": {}}', 't', 't.json')).toThrow(
      /gaps must be a list/,
    );
  });
});

describe('judging', () => {
  const status = (d: LedgerSubject, version = '0.1.10') => judge(ledger, [d], version, ran).judgements[0]?.status;

  test('an accepted one is known, with its reason', () => {
    expect(judge(ledger, [seen], '0.1.10', ran)).toEqual({
      judgements: [{ status: 'known', reason: entry.reason }],
      ...{ stale: [], gone: [] },
    });
  });

  test('one of an older version goes on to the next, with a note, and is known', () => {
    expect(judge(ledger, [seen], '3.2.0', ran).judgements).toEqual([
      { status: 'known', reason: entry.reason, note: 'accepted for 0.1.10, seen on 3.2.0 as well' },
    ]);
  });

  test('an acceptance of the version itself comes before one of an older version', () => {
    const own = { ...entry, versions: ['3.2.0'], reason: 'looked at again' };
    const both = { target: 'extenddb', entries: [entry, own] };
    expect(judge(both, [seen], '3.2.0', ran).judgements).toEqual([{ status: 'known', reason: 'looked at again' }]);
  });

  test('one of an older version that is not seen any more is gone, and not stale', () => {
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

  test('text and inference are advisory unless accepted', () => {
    const other = { ...seen, fingerprint: '000000000000' };
    expect(status({ ...other, tier: 'text' })).toBe('advisory');
    expect(status({ ...other, certainty: 'inferred' })).toBe('advisory');
    expect(status({ ...seen, tier: 'text' })).toBe('known');
  });

  test('an entry is stale when its case came to an answer without it, and only then', () => {
    expect(judge(ledger, [], '0.1.10', ran).stale).toEqual([{ case: entry.case, fingerprint: '77b2d1f0ac19' }]);
    expect(judge(ledger, [], '0.1.10', new Set(['scan/other'])).stale).toEqual([]);
    expect(judge(ledger, [], '0.1.11', ran).stale).toEqual([]);
  });
});
