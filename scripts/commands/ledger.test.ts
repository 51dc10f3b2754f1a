import { copyFileSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createOracle } from '../../oracles/oracle.ts';
import { mutate } from '../../oracles/policies/mutants.ts';
import { type OracleServer, startOracleServer } from '../../oracles/server/server.ts';
import { timingOf } from '../../oracles/server/service.ts';
import { parseLedger } from '../../reports/ledger/ledger.ts';
import { count } from '../../reports/text/format.ts';
import { parallax } from '../testing/cli.ts';

const folder = mkdtempSync(join(tmpdir(), 'ledger-'));
afterAll(() => rmSync(folder, { recursive: true }));

const timing = timingOf(1);
const record = join(folder, 'run.json');
const file = join(folder, 'my-store.json');
const accept = (...words: string[]) => parallax('ledger', 'accept', ...words, '--from', record, '--ledger', file);
const accepted = () => parseLedger(readFileSync(file, 'utf8'), file);

describe('the ledger of a store of one’s own', () => {
  let wrong: OracleServer;
  let right: OracleServer;
  beforeAll(async () => {
    const decisions = mutate('upsert-event-modify-with-the-key-as-old-image');
    wrong = await startOracleServer({ oracle: createOracle({ decisions, timing }) });
    right = await startOracleServer({ oracle: createOracle({ timing }) });
    await run(wrong, '--json', record);
  });
  afterAll(() => Promise.all([wrong.close(), right.close()]));
  beforeEach(() => rmSync(file, { force: true }));

  const run = ({ port }: OracleServer, ...more: string[]) =>
    parallax('run', '--target', `http://127.0.0.1:${port}`, '--case', 'streams/upsert-is-insert', ...more);
  const found = (): { fingerprint: string; status: string }[] =>
    JSON.parse(readFileSync(record, 'utf8')).divergences.filter((one: { status: string }) => one.status === 'new');

  test('lets a run hold, and fails it once an entry is stale', async () => {
    expect((await run(wrong)).code).toBe(1);
    const distinct = new Set(found().map(({ fingerprint }) => fingerprint)).size;
    const { code, out } = await accept('--all', '--reason', 'Not looked at yet.');
    expect([code, out]).toEqual([0, expect.stringContaining(`${file}: ${count(distinct, 'fingerprint')}`)]);
    expect(await run(wrong, '--ledger', file)).toMatchObject({
      code: 0,
      out: expect.stringMatching(/\d known diverg/),
    });
    const { code: stale, out: why } = await run(right, '--ledger', file);
    expect([stale, why]).toEqual([1, expect.stringContaining('no longer seen')]);
    expect(readdirSync(folder).sort()).toEqual(['my-store.json', 'run.json']);
  });

  test('is named after its file, and is repeated in the command of a divergence', async () => {
    const [one] = found();
    await accept(one!.fingerprint, '--reason', 'Old images are not kept.');
    expect(accepted()).toMatchObject({
      target: 'my-store',
      entries: [{ fingerprints: [one!.fingerprint], reason: 'Old images are not kept.' }],
    });
    const { out } = await run(wrong, '--ledger', file, '--json', '-');
    expect(JSON.parse(out).divergences[0].repro).toContain(` --ledger ${file}`);
  });

  test('grows without a change to what it has, and not by what it has', async () => {
    await accept('--all', '--reason', 'Not looked at yet.');
    const before = readFileSync(file, 'utf8');
    const { code, out } = await accept(found()[0]!.fingerprint, '--reason', 'Another.');
    expect([code, out.trim(), readFileSync(file, 'utf8')]).toEqual([0, 'holds: nothing to change.', before]);
  });

  test('loses what is removed, and an entry that has nothing left', async () => {
    await accept('--all', '--reason', 'Not looked at yet.');
    const all = accepted().entries.flatMap(({ fingerprints }) => fingerprints);
    expect((await parallax('ledger', 'remove', ...all, '--ledger', file)).code).toBe(0);
    expect(accepted().entries).toEqual([]);
    const { code, err } = await parallax('ledger', 'remove', all[0]!, '--ledger', file);
    expect([code, err]).toEqual([2, expect.stringContaining(`no ledger accepts ${all[0]}`)]);
  });

  test.each<[string, string[], RegExp]>([
    ['no reason', ['--all'], /needs a reason/],
    ['a blank reason', ['--all', '--reason', ' '], /needs a reason/],
    ['nothing to accept', ['--reason', 'x'], /nothing to accept/],
    ['everything and something', ['--all', '123456789abc', '--reason', 'x'], /too much/],
    [
      'an unknown fingerprint',
      ['123456789abc', '--reason', 'x'],
      /does not have 123456789abc\nNext: .*it has [0-9a-f]{12}/,
    ],
  ])('is not written with %s', async (_, words, why) => {
    const { code, err } = await accept(...words);
    expect([code, err, existsSync(file)]).toEqual([2, expect.stringMatching(why), false]);
  });

  test('a malformed one is refused with line and cause before any request, and stays as it is', async () => {
    const bad = '{\n  "target": "x",\n  "entries": 3\n}\n';
    writeFileSync(file, bad);
    const wanted = [2, expect.stringContaining(`${file}:3: entries must be a list`)];
    for (const ran of [await run(wrong, '--ledger', file), await accept('--all', '--reason', 'x')])
      expect([ran.code, ran.err]).toEqual(wanted);
    expect(readFileSync(file, 'utf8')).toBe(bad);
  });

  test('is for one target, and must be there', async () => {
    const missing = await run(wrong, '--ledger', join(folder, 'none.json'));
    expect([missing.code, missing.err]).toEqual([2, expect.stringContaining('there is no ledger')]);
    writeFileSync(file, '{ "target": "x" }');
    const several = await run(wrong, '--target', `http://127.0.0.1:${right.port}`, '--ledger', file);
    expect([several.code, several.err]).toEqual([2, expect.stringContaining('a ledger is for one target')]);
  });

  test('a target without one needs a file', async () => {
    const { code, err } = await parallax('ledger', 'accept', '--all', '--reason', 'x', '--from', record);
    expect([code, err]).toEqual([2, expect.stringMatching(/has no ledger among the built-in ones\nNext: .*--ledger/)]);
  });
});

describe('a record', () => {
  const text = (value: unknown): void =>
    writeFileSync(record, typeof value === 'string' ? value : JSON.stringify(value));
  const target = { name: 't', version: '1.0' };
  const acceptAll = () => accept('--all', '--reason', 'Known.');
  beforeEach(() => rmSync(file, { force: true }));

  test.each<[string, unknown, RegExp]>([
    ['is no JSON', '{', /cannot read .*run\.json/],
    ['is a list', [], /no record of a run: it must be an object/],
    ['has no targets', {}, /no record of a run: targets is missing/],
    [
      'has a divergence without fingerprint',
      { targets: [], divergences: [{}] },
      /divergences\[0\]\.fingerprint is missing/,
    ],
    ['has nothing to accept', { targets: [target] }, /nothing in .* is left to accept/],
  ])('that %s is refused', async (_, value, why) => {
    text(value);
    const { code, err } = await acceptAll();
    expect([code, err]).toEqual([2, expect.stringMatching(why)]);
  });

  test('that is missing is refused with how to make one', async () => {
    rmSync(record);
    const { code, err } = await acceptAll();
    expect([code, err]).toEqual([2, expect.stringMatching(/there is no record.*\nNext: .*--json/)]);
  });

  test('gives gaps, explanations of generated differences and faults of rounds', async () => {
    const kind = { op: 'Scan', class: 'value', path: 'Count', expected: '1', actual: '2', with: ['Scan Limit'] };
    const anomaly = { kind: 'lost', where: 'table', actual: 'no item', status: 'new' };
    const of = { target: 't', case: 'generated/x', title: 'x', status: 'new', certainty: 'inferred' };
    text({
      targets: [{ ...target, lacks: { CreateBackup: 3, ListBackups: 1 } }],
      divergences: [{ ...of, fingerprint: 'gen123456', kind }],
      rounds: [{ target: 't', name: 'put/kill/answer-50', anomalies: [anomaly] }],
    });
    expect((await acceptAll()).code).toBe(0);
    const grounds = { versions: ['1.0'], reason: expect.stringMatching(/\(Known\.\)$/), since: expect.any(String) };
    expect(accepted()).toEqual({
      target: 'my-store',
      gaps: [{ ...grounds, operations: ['CreateBackup', 'ListBackups'], how: 'documented' }],
      entries: [],
      explanations: [{ ...grounds, kinds: [kind], how: 'inferred' }],
      rounds: [{ ...grounds, anomalies: [{ round: 'put/kill/*', kind: 'lost', where: 'table' }], how: 'measured' }],
    });
    expect((await accept('put/kill', 'gen1234', 'CreateBackup', '--reason', 'x')).out).toContain('nothing to change');
  });
});

describe('check', () => {
  const entry = (id: string, fingerprint: string) => ({
    case: id,
    fingerprints: [fingerprint],
    versions: ['1'],
    reason: 'x',
    since: '2026-11-29',
    how: 'measured',
  });
  const check = (...entries: object[]) => {
    writeFileSync(file, JSON.stringify({ target: 'x', entries }, null, 2));
    return parallax('ledger', 'check', file);
  };

  test('of the built-in ledgers holds', async () => {
    const { code, out } = await parallax('ledger', 'check');
    expect([code, out]).toEqual([0, expect.stringMatching(/^holds: \d+ ledgers, no problem\.\n$/)]);
  });

  test('names the line of what is out of order, dead, or of another case', async () => {
    const { code, out } = await check(entry('wire/x', '000000000000'), entry('batches/get-bad-enum', '111111111111'));
    expect([code, out.split('\n').map((line) => line.replace(`${file}:`, ''))]).toEqual([
      1,
      [
        '5: no case is called wire/x',
        '7: 000000000000 belongs to another case than wire/x',
        expect.stringMatching(/^1\d: entries are sorted by case: batches\/get-bad-enum comes before wire\/x/),
        expect.stringMatching(/^1\d: 111111111111 belongs to another case than batches\/get-bad-enum/),
        'violated: 1 ledger, 4 problems.',
        '',
      ],
    ]);
  });

  test('a product that shares with a file that is not there is told', async () => {
    writeFileSync(file, '{\n  "target": "x",\n  "sameAs": "y"\n}');
    const { code, out } = await parallax('ledger', 'check', file);
    expect([code, out]).toEqual([1, expect.stringContaining(`${file}:3: sameAs names y`)]);
    copyFileSync(file, join(folder, 'y.json'));
    writeFileSync(join(folder, 'y.json'), '{ "target": "y" }');
    expect((await parallax('ledger', 'check', file)).code).toBe(0);
  });

  test.each([
    [['check', 'extendb'], /no ledger 'extendb'\nNext: did you mean extenddb/],
    [['chekc'], /no action 'chekc'\nNext: did you mean check/],
    [[], /needs to know what to do/],
    [['remove'], /nothing to remove/],
    [['check', 'x', '--ledger', 'y'], /named twice/],
  ])('ledger %j is a wrong call', async (words, why) => {
    const { code, err } = await parallax('ledger', ...words);
    expect([code, err]).toEqual([2, expect.stringMatching(why)]);
  });
});

test('the document of a product has a line a rule, by area, the worst first', async () => {
  const { code, out } = await parallax('ledger', '--markdown', 'dynoxide');
  expect(code).toBe(0);
  const lines = out.split('\n');
  expect(lines[0]).toBe('# dynoxide: differences from DynamoDB');
  const area = lines.slice(lines.indexOf('## conditions') + 2);
  const own = area.slice(0, area.indexOf(''));
  const severities = own.map((line) => /^- \*\*(critical|major|minor|fact)\*\* .*\(\d+, .*\)$/.exec(line)?.[1]);
  expect(severities.length).toBeGreaterThan(3);
  expect(severities).toEqual([...severities].sort());
  expect(lines).toContain(
    '- `DescribeLimits`, `DescribeEndpoints`: Dynoxide has neither DescribeLimits nor DescribeEndpoints. (documented)',
  );
});
