import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { emptyLedger, LedgerError, loadLedger, loadLedgers, readLedger } from './ledger.ts';
import type { Explanation, Gap, LedgerEntry, RoundFault } from './schema.ts';

const entry: LedgerEntry = {
  case: 'binary-order/sort-key-lengths',
  fingerprints: ['77b2d1f0ac19'],
  versions: ['0.1.10'],
  reason: 'A fix is planned for the next major version.',
  since: '2026-11-29',
  how: 'measured',
};
const gap: Gap = {
  operations: ['CreateBackup', 'DescribeBackup'],
  versions: ['4.0.0'],
  reason: 'It has no backups.',
  since: '2026-11-29',
  how: 'documented',
};
const explanation: Explanation = {
  kinds: [{ class: 'refused', with: ['Scan ScanFilter *'] }],
  versions: ['1.0.0'],
  reason: 'It builds an expression of the names and does not quote them.',
  how: 'inferred',
  since: '2026-11-29',
};
const fault: RoundFault = {
  anomalies: [{ round: 'put/kill*', kind: 'lost' }],
  versions: ['1.0.0'],
  reason: 'It acknowledges before it stores.',
  how: 'measured',
  since: '2026-11-30',
};
const ledger = { target: 'extenddb', entries: [entry], gaps: [gap], explanations: [explanation], rounds: [fault] };

const directory = mkdtempSync(join(tmpdir(), 'ledger-'));
afterAll(() => rmSync(directory, { recursive: true }));
const write = (file: string, value: unknown): string => {
  const path = join(directory, file);
  writeFileSync(path, typeof value === 'string' ? value : JSON.stringify(value));
  return path;
};

describe('loading', () => {
  test('a target without a file has an empty ledger', () => {
    expect(loadLedger('dynoxide', directory)).toEqual(emptyLedger('dynoxide'));
    expect(loadLedgers(join(directory, 'nowhere'))).toEqual(new Map());
  });

  test('a target named by an address or a path reads no file', () => {
    write('extenddb.json', ledger);
    expect(loadLedger('http://127.0.0.1:8000', directory).entries).toEqual([]);
    expect(loadLedger('../ledger/extenddb', directory)).toEqual(emptyLedger('../ledger/extenddb'));
    expect(loadLedger('extenddb', directory)).toEqual(ledger);
  });

  test('a file of any name, anywhere, can be read', () => {
    expect(readLedger(write('of-my-own.txt', ledger))).toEqual(ledger);
  });

  test('a section that the file does not have is empty', () => {
    expect(readLedger(write('short.json', { target: 'short' }))).toEqual(emptyLedger('short'));
  });

  test('a target may share the acceptances of another', () => {
    write('extenddb.json', ledger);
    write('extenddb-file.json', { target: 'extenddb-file', sameAs: 'extenddb' });
    expect(loadLedger('extenddb-file', directory)).toEqual({ ...ledger, target: 'extenddb-file' });
    write('extenddb-file.json', { target: 'extenddb-file', sameAs: 'extenddb', entries: [entry] });
    expect(() => loadLedger('extenddb-file', directory)).toThrow(/entries accept 77b2d1f0ac19 of 0\.1\.10 twice/);
    rmSync(join(directory, 'extenddb-file.json'));
  });

  test('a target that shares with itself is refused, also through others', () => {
    const own = write('own.json', { target: 'own', sameAs: 'own' });
    expect(() => readLedger(own)).toThrow(/own\.json:1: sameAs must name another target/);
    write('one.json', { target: 'one', sameAs: 'two' });
    write('two.json', { target: 'two', sameAs: 'one' });
    expect(() => loadLedger('one', directory)).toThrow(/sameAs must name another target/);
    for (const file of ['own', 'one', 'two']) rmSync(join(directory, `${file}.json`));
  });

  test('an error names the file and the member', () => {
    const file = write('dynalite.json', { target: 'dynalite', entries: [entry, { ...entry, reason: '  ' }] });
    const wanted = `${file}:1: entries[1].reason must not be empty`;
    expect(() => loadLedgers(directory)).toThrow(LedgerError);
    expect(() => loadLedgers(directory)).toThrow(wanted);
    expect(() => readLedger(file)).toThrow(expect.objectContaining({ file, message: wanted }));
    rmSync(file);
  });

  test('a file whose target differs from its name is refused', () => {
    write('dynalite.json', { target: 'u' });
    expect(() => loadLedger('dynalite', directory)).toThrow(/has the target 'u', but its file name says 'dynalite'/);
    rmSync(join(directory, 'dynalite.json'));
  });
});

describe('the line of a fault', () => {
  const lines = JSON.stringify(ledger, null, 2).split('\n');
  const lineWith = (text: string): number => lines.findIndex((line) => line.includes(text)) + 1;

  test('is that of the member', () => {
    const file = write('long.json', lines.join('\n').replace('"measured"', '"guessed"'));
    expect(() => readLedger(file)).toThrow(`long.json:${lineWith('"how": "measured"')}: entries[0].how must be one of`);
  });

  test('is that of the object, for a member that is missing', () => {
    const file = write('long.json', lines.filter((line) => !line.includes('"reason": "It has no')).join('\n'));
    expect(() => readLedger(file)).toThrow(`long.json:${lineWith('"operations"') - 1}: gaps[0].reason is missing`);
  });

  test('is where the text stops being JSON', () => {
    const at = lineWith('"fingerprints"');
    const file = write('long.json', lines.map((line, index) => (index === at ? '?' : line)).join('\n'));
    expect(() => readLedger(file)).toThrow(`long.json:${at + 1}: is not JSON: `);
    expect(() => readLedger(write('long.json', lines.slice(0, 5).join('\n')))).toThrow('long.json:5: is not JSON: ');
  });

  test('is the second of two acceptances', () => {
    const twice = JSON.stringify({ ...ledger, entries: [entry, { ...entry, reason: 'other' }] }, null, 2);
    const at = twice.slice(0, twice.lastIndexOf('77b2d1f0ac19')).split('\n').length;
    expect(() => readLedger(write('long.json', twice))).toThrow(`long.json:${at}: entries accept 77b2d1f0ac19`);
  });
});

/** A ledger file with these members, read. */
const parse = (members: object) => readLedger(write('t.json', { target: 't', ...members }));

test.each<[string, unknown, RegExp]>([
  ['is no JSON', '{', /t\.json:1: is not JSON/],
  ['is a list', '[]', /t\.json:1: the file must be an object/],
  ['is null', 'null', /t\.json:1: the file must be an object/],
  ['names no target', { entries: [] }, /t\.json:1: target is missing/],
  ['has no list of gaps', { target: 't', gaps: {} }, /t\.json:1: gaps must be a list/],
  ['has no list of entries', { target: 't', entries: 'none' }, /t\.json:1: entries must be a list/],
  ['has a misspelt section', { target: 't', entires: [] }, /t\.json:1: entires is not a known member/],
])('a file that %s is refused', (_, value, problem) => {
  expect(() => readLedger(write('t.json', value))).toThrow(problem);
});

describe('an entry of a case', () => {
  test.each<[string, unknown, RegExp]>([
    ['reason', undefined, /entries\[0\]\.reason is missing/],
    ['fingerprints', ['77B2'], /entries\[0\]\.fingerprints\[0\] .*twelve hex digits/],
    ['fingerprints', [772210019], /entries\[0\]\.fingerprints\[0\] must be a fingerprint/],
    ['fingerprints', [], /entries\[0\]\.fingerprints must not be an empty list/],
    ['fingerprints', '77b2d1f0ac19', /entries\[0\]\.fingerprints must be a list of fingerprints/],
    ['versions', [], /entries\[0\]\.versions must not be an empty list/],
    ['versions', '0.1.10', /entries\[0\]\.versions must be a list of versions/],
    ['case', '', /entries\[0\]\.case must not be empty/],
    ['since', '2026-02-30', /entries\[0\]\.since must be a date/],
    ['since', '29.11.2026', /entries\[0\]\.since must be a date/],
    ['how', 'inferred', /entries\[0\]\.how must be one of measured, recorded, documented$/],
    ['how', 'toString', /entries\[0\]\.how must be one of measured/],
    ['verions', ['0.1.10'], /entries\[0\]\.verions is not a known member/],
  ])('is refused with %s = %j', (member, value, problem) => {
    expect(() => parse({ entries: [{ ...entry, [member]: value }] })).toThrow(problem);
  });

  test('all faults are reported at once', () => {
    expect(() => parse({ entries: [{ ...entry, how: 'x' }, null] })).toThrow(
      /entries\[0\]\.how .*\n.*entries\[1\] must be an object/,
    );
  });

  test('two reasons for one fingerprint and version are refused', () => {
    const next = { ...entry, versions: ['0.1.11'] };
    expect(parse({ entries: [entry, next] }).entries).toHaveLength(2);
    expect(() => parse({ entries: [entry, { ...entry, reason: 'another' }] })).toThrow(
      /entries accept 77b2d1f0ac19 of 0\.1\.10 twice/,
    );
  });
});

describe('a gap', () => {
  test('is read', () => expect(parse({ gaps: [gap] }).gaps).toEqual([gap]));

  test.each<[string, unknown, RegExp]>([
    ['operations', ['CreateBackups'], /gaps\[0\]\.operations\[0\] must be an operation of DynamoDB/],
    ['operations', [], /gaps\[0\]\.operations must not be an empty list/],
    ['versions', [], /gaps\[0\]\.versions must not be an empty list/],
    ['reason', '', /gaps\[0\]\.reason must not be empty/],
    ['how', 'inferred', /gaps\[0\]\.how must be one of/],
    ['case', 'x', /gaps\[0\]\.case is not a known member/],
  ])('is refused with %s = %j', (member, value, problem) => {
    expect(() => parse({ gaps: [{ ...gap, [member]: value }] })).toThrow(problem);
  });

  test('two reasons for one operation and version are refused', () => {
    expect(() => parse({ gaps: [gap, { ...gap, operations: ['DescribeBackup'] }] })).toThrow(
      /gaps accept DescribeBackup of 4\.0\.0 twice/,
    );
  });
});

describe('an explanation of generated sequences', () => {
  test('is read', () => expect(parse({ explanations: [explanation] }).explanations).toEqual([explanation]));

  const kind = (pattern: object): object => ({ kinds: [pattern] });
  test.each<[string, object, RegExp]>([
    ['no reason', { reason: ' ' }, /explanations\[0\]\.reason must not be empty/],
    ['no version', { versions: [] }, /explanations\[0\]\.versions must not be an empty list/],
    ['a day that is none', { since: '2026-02-30' }, /explanations\[0\]\.since must be a date/],
    ['a certainty that is none', { how: 'guessed' }, /\.how must be one of measured, recorded, documented, inferred/],
    ['a source that is none', { source: 3 }, /explanations\[0\]\.source must be a string/],
    ['no kind', { kinds: [] }, /explanations\[0\]\.kinds must not be an empty list/],
    ['a kind of everything', kind({ class: 'refused' }), /kinds\[0\] must say what was expected/],
    [
      'a wildcard alone',
      kind({ class: 'refused', actual: '*' }),
      /\.actual must not be a pattern that matches everything/,
    ],
    ['one of several', kind({ class: 'refused', actual: ['x', '*'] }), /\.actual\[1\] must not be a pattern that/],
    ['a wildcard among features', kind({ class: 'refused', with: ['*'] }), /\.with\[0\] must not be a pattern that/],
    ['features that are no list', kind({ class: 'refused', with: 'Scan *' }), /\.with must be a list of strings/],
    [
      'a pattern that is none',
      kind({ class: 'refused', actual: 3 }),
      /\.actual must be a string, or a list of strings/,
    ],
    ['a kind without a class', kind({ actual: 'x' }), /kinds\[0\]\.class is missing/],
    [
      'a class that is none',
      kind({ class: 'refuse', actual: 'x' }),
      /kinds\[0\]\.class must be one or several of accepted, refused,/,
    ],
    [
      'a pattern as one of several classes',
      kind({ class: ['refused', 'rows-*'], actual: 'x' }),
      /\.class must be one or several of/,
    ],
    ['a misspelt member of a kind', kind({ class: 'refused', actual: 'x', when: 'y' }), /\.when is not a known member/],
    ['a misspelt member', { because: 'y' }, /explanations\[0\]\.because is not a known member/],
  ])('is refused with %s', (_, members, problem) => {
    expect(() => parse({ explanations: [{ ...explanation, ...members }] })).toThrow(problem);
  });
});
