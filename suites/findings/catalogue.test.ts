import { describe, expect, test } from 'vitest';
import { findFinding, findingAreas, loadCatalogue, parseCatalogue } from './catalogue.ts';

const wordsIn = (text: string): number => text.split(/\s+/).length;

const line = (changes: Record<string, unknown> = {}): string =>
  JSON.stringify({
    id: 'doc/C1',
    area: 'scan',
    severity: 'minor',
    evidence: 'code-reading',
    checks: ['wire-differential'],
    appliesTo: ['any'],
    title: 'A title',
    expected: 'What is right.',
    ...changes,
  });

const lookUp = (id: string): string | readonly string[] => {
  const lookup = findFinding(id);
  return lookup.kind === 'found' ? lookup.finding.id : lookup.suggestions;
};

describe('the catalogue', () => {
  const findings = [...loadCatalogue().values()];

  test('holds 440 findings, from four documents in this order', () => {
    const documents = findings.map((finding) => finding.id.split('/')[0]!);
    const runs = documents.filter((name, index) => name !== documents[index - 1]);
    expect(runs.map((name) => [name, documents.filter((each) => each === name).length])).toEqual([
      ['mongo-rfc', 118],
      ['restore-parity', 184],
      ['catalog-index', 103],
      ['kv-provider', 35],
    ]);
  });

  test('uses every area', () => {
    expect([...new Set(findings.map((finding) => finding.area))].sort()).toEqual([...findingAreas]);
  });

  test('is brief: titles of 12 words, expectations of 40, faults of 25', () => {
    const long = findings.filter(
      ({ title, expected, faulty }) => wordsIn(title) > 12 || wordsIn(expected) > 40 || wordsIn(faulty ?? '') > 25,
    );
    expect(long.map((finding) => finding.id)).toEqual([]);
  });

  test('gives each finding a unique title, and ends expectations and faults as sentences', () => {
    expect(new Set(findings.map((finding) => finding.title)).size).toBe(440);
    const sentence = /\."?$/;
    const ragged = findings.filter(
      ({ title, expected, faulty = '.' }) => title.endsWith('.') || !sentence.test(expected) || !sentence.test(faulty),
    );
    expect(ragged.map((finding) => finding.id)).toEqual([]);
  });

  test('says so where nothing was measured or sources disagree', () => {
    const silent = findings.filter(
      ({ evidence, title, expected }) =>
        evidence === 'not-measured' && !/not measured|sources disagree/i.test(`${title} ${expected}`),
    );
    expect(silent.map((finding) => finding.id)).toEqual([]);
    expect(findings.filter(({ expected }) => expected.includes('CONFLICT')).map(({ id }) => id)).toEqual([
      'mongo-rfc/m13',
      'restore-parity/override-empty-index-list',
      'restore-parity/override-unknown-index',
      'catalog-index/backup-status-visibility',
    ]);
  });

  test('keeps the texts that answers are compared with', () => {
    const expected = (id: string): string | undefined => loadCatalogue().get(id)?.expected;
    expect(expected('restore-parity/cursor-account')).toContain(
      '"Invalid Request: The supplied ExclusiveStartBackupArn does not match the account"',
    );
    expect(expected('catalog-index/in-use-text')).toContain('"Backup is being used to restore another table: <arn>"');
    expect(expected('catalog-index/table-arn-region')).toContain(
      '"1 validation error detected: Invalid AWS region in \'<arn>\'"',
    );
  });

  test('is read only once', () => {
    expect(loadCatalogue()).toBe(loadCatalogue());
  });
});

describe('a catalogue that is wrong', () => {
  test.each([
    ['area', { area: 'scans' }, /^catalogue\.jsonl:2: area must be one of backup-api, .*, and is "scans"$/],
    [
      'area that is a member of every object',
      { area: 'constructor' },
      /:2: area must be one of .*, and is "constructor"$/,
    ],
    ['severity', { severity: 'huge' }, /:2: severity must be one of critical, major, minor, fact, and is "huge"$/],
    ['evidence', { evidence: undefined }, /:2: evidence is missing$/],
    ['check', { checks: ['wire-differential', 'by-eye'] }, /:2: checks\[1\] must be one of .*, and is "by-eye"$/],
    ['repeated check', { checks: ['kv-contract', 'kv-contract'] }, /:2: checks must not repeat a word$/],
    ['empty list', { appliesTo: [] }, /:2: appliesTo must not be an empty list$/],
    ['id', { id: 'C2' }, /:2: id must be of the form document\/name$/],
    ['title', { title: ' ' }, /:2: title must be a string, trimmed/],
    ['faulty', { faulty: '' }, /:2: faulty must be a string, trimmed/],
    ['member', { fault: 'x' }, /:2: fault is not a known member$/],
  ])('names the line of an unknown %s', (_, changes, message) => {
    expect(() => parseCatalogue(`${line()}\n${line({ id: 'doc/C2', ...changes })}\n`)).toThrow(message);
  });

  test('names the line of a repeated id, of a blank line and of what is no object', () => {
    expect(() => parseCatalogue(`${line()}\n${line()}\n`)).toThrow('catalogue.jsonl:2: doc/C1 occurs twice');
    expect(() => parseCatalogue(`${line()}\n\n`)).toThrow(/^catalogue\.jsonl:2: /);
    expect(() => parseCatalogue(`${line()}\n[]\n`)).toThrow('catalogue.jsonl:2: the line must be an object');
  });
});

describe('findFinding', () => {
  test.each([
    ['mongo-rfc/C9', 'mongo-rfc/C9'],
    ['C9', 'mongo-rfc/C9'],
    ['c9', 'mongo-rfc/C9'],
    ['M9', 'mongo-rfc/M9'],
    ['m9', 'mongo-rfc/m9'],
    ['MONGO-RFC/C9', 'mongo-rfc/C9'],
    ['in-use-text', 'catalog-index/in-use-text'],
    ['VC-Sparse', 'mongo-rfc/VC-sparse'],
  ])('%s is %s', (typed, id) => {
    expect(lookUp(typed)).toBe(id);
  });

  test('does not choose between two that differ only in case, or only in document', () => {
    expect(lookUp('MONGO-RFC/m13').slice(0, 2)).toEqual(['mongo-rfc/M13', 'mongo-rfc/m13']);
    const two = parseCatalogue([line({ id: 'one/C1' }), line({ id: 'two/C1' })].join('\n'));
    expect(findFinding('C1', two)).toEqual({ kind: 'unknown', suggestions: ['one/C1', 'two/C1'] });
    expect(findFinding('two/C1', two)).toMatchObject({ kind: 'found', finding: { id: 'two/C1' } });
  });

  test('corrects a typing error', () => {
    expect(lookUp('monog-rfc/C9-scan')[0]).toBe('mongo-rfc/C9-scan');
    expect(lookUp('cas-nil-insret')[0]).toBe('kv-provider/cas-nil-insert');
    expect(lookUp('catalog-index/in-use-txt')[0]).toBe('catalog-index/in-use-text');
  });

  test('completes a part of a name', () => {
    expect(lookUp('restore-race')).toContain('mongo-rfc/R3-restore-race');
    expect(lookUp('override-')).toHaveLength(5);
  });

  test('suggests nothing for an unrelated text', () => {
    for (const typed of ['', 'zzzzzzzz', '__proto__', 'constructor']) expect(lookUp(typed)).toEqual([]);
  });
});
