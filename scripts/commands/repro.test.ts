import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createOracle } from '../../oracles/oracle.ts';
import { mutate } from '../../oracles/policies/mutants.ts';
import { type OracleServer, startOracleServer } from '../../oracles/server/server.ts';
import type { Divergence, RunRecord } from '../../suites/runner/record.ts';
import { parallax } from '../testing/cli.ts';
import { onlyOf } from './repro.ts';

const folder = mkdtempSync(join(tmpdir(), 'repro-'));
afterAll(() => rmSync(folder, { recursive: true }));

describe('a store that returns an old image where there is none', () => {
  let server: OracleServer;
  let url: string;
  let found: Divergence[];
  beforeAll(async () => {
    const decisions = mutate('upsert-event-modify-with-the-key-as-old-image');
    server = await startOracleServer({ oracle: createOracle({ decisions }) });
    url = `http://127.0.0.1:${server.port}`;
    const { out } = await parallax('run', '--target', url, '--finding', 'C8', '--json', '-', '--region', 'eu-west-1');
    found = (JSON.parse(out) as { divergences: Divergence[] }).divergences;
  });
  afterAll(() => server.close());

  const repro = (what: string, ...more: string[]) => parallax('repro', what, '--target', url, ...more);

  test('is found, and the repro command includes the options of the call', () => {
    expect(found.length).toBeGreaterThan(0);
    for (const { fingerprint, repro } of found)
      expect(repro).toBe(`npx parallax repro ${fingerprint} --target ${url} --region eu-west-1`);
  });

  test('the printed command reproduces the result', async () => {
    const [, , ...words] = found[0]!.repro.split(' ');
    const { code, out } = await parallax(...words);
    expect([code, out]).toEqual([1, expect.stringContaining(found[0]!.fingerprint)]);
  });

  test('the beginning of a fingerprint is enough, in upper or lower case', async () => {
    const { fingerprint, case: id } = found[0]!;
    const others = found.filter((one) => one.case === id && one.fingerprint !== fingerprint);
    let digits = 8;
    while (others.some((one) => one.fingerprint.startsWith(fingerprint.slice(0, digits)))) digits += 1;
    const { code, out } = await repro(fingerprint.slice(0, digits).toUpperCase());
    expect([code, out]).toEqual([1, expect.stringContaining(`${fingerprint}  (`)]);
  });

  test('the digits of the case ask for all its divergences', async () => {
    const { fingerprint, case: id } = found[0]!;
    const { code, out } = await repro(fingerprint.slice(0, 7));
    expect(code).toBe(1);
    for (const one of found.filter((other) => other.case === id)) expect(out).toContain(one.fingerprint);
  });

  test('three digits are not a fingerprint', async () => {
    expect((await repro(found[0]!.fingerprint.slice(0, 3))).code).toBe(2);
  });

  test('if the requested divergence is gone, but the case diverges elsewhere, that is no pass', async () => {
    const { fingerprint } = found[0]!;
    const gone = `${fingerprint.slice(0, 7)}${'0'.repeat(5)}`;
    const { code, out } = await repro(gone);
    expect([code, out]).toEqual([
      1,
      expect.stringMatching(new RegExp(`${gone} was not seen. Its case showed .*${fingerprint}`)),
    ]);
  });

  test('--brief shows the step that diverges, and one line for each of the others', async () => {
    const { fingerprint, case: id, step } = found[0]!;
    const { out } = await repro(fingerprint, '--brief');
    const steps = out.split('\n').filter((line) => line.startsWith('step '));
    expect(steps.filter((line) => / {2}(?:accepted|\w+Exception.*)$/.test(line))).toHaveLength(steps.length - 1);
    expect(out).toContain(id);
    expect(out).toMatch(new RegExp(`step ${step}: \\w+ \\{`));
  });
});

test('a case that matches takes a few lines', async () => {
  const [whole, brief] = [
    await parallax('repro', 'C8', '-t', 'oracle'),
    await parallax('repro', 'C8', '-t', 'oracle', '--brief'),
  ];
  expect(whole.out.split('\n').length).toBeLessThan(350);
  expect(brief.out.split('\n').length).toBeLessThan(80);
});

test('the beginning of several fingerprints lists them', () => {
  const one = (fingerprint: string): Divergence => ({ fingerprint, target: 't' }) as Divergence;
  const record = { targets: [], divergences: [one('abcd11112222'), one('abcd11113333')] } as unknown as RunRecord;
  expect(() => onlyOf('abcd1', record)).toThrow(/2 fingerprints begin with abcd1/);
  expect(onlyOf('abcd11112', record).divergences).toEqual([one('abcd11112222')]);
  expect(onlyOf('abcd111', record)).toBe(record);
});

describe('a fingerprint of fuzz', () => {
  const record = join(folder, 'fuzz.json');
  const saved = join(folder, 'saved');
  let fingerprint: string;
  beforeAll(async () => {
    const mutant = 'key-number-precision-float64';
    await parallax('fuzz', '--mutant', mutant, '--runs', '24', '--seed', 'a', '--json', record, '--save', saved);
    fingerprint = (JSON.parse(readFileSync(record, 'utf8')) as RunRecord).divergences[0]!.fingerprint;
  }, 60_000);

  test('is found in a record, a saved file or a folder; the last line is the verdict', async () => {
    for (const source of [record, saved]) {
      const { code, out } = await parallax('repro', fingerprint.slice(0, 8), '--record', source);
      expect(code).toBe(1);
      expect(out.trim().split('\n').at(-1)).toMatch(/^violated: \d+ new kinds? of difference on oracle\+/);
      expect(out).toMatch(new RegExp(`The sequence of ${fingerprint}:\\n {2}oracle\\+\\S+ shows \\S+ \\(new\\)`));
      expect(out).toContain(`repeat: npx parallax repro ${fingerprint} --record ${source}`);
    }
  });

  test('can be replayed on another target', async () => {
    const { code, out } = await parallax('repro', fingerprint, '--record', record, '-t', 'oracle');
    expect(code).toBe(0);
    expect(out).toMatch(/oracle matches the reference[\s\S]*holds: 1 sequence on 1 target, no difference\./);
  });

  test.each<[string, string[], RegExp]>([
    ['without a record', [], /only the record of its run holds[\s\S]*npx parallax fuzz --json FILE/],
    ['that the record does not know', ['--record', record], /does not hold gen0000[\s\S]*it holds gen/],
    ['with a file that is not there', ['--record', join(folder, 'nowhere')], /cannot read/],
    ['with a file of something else', ['--record', 'package.json'], /holds no sequence/],
  ])('%s is a wrong call', async (_, more, sentence) => {
    const { code, err } = await parallax('repro', 'gen0000', ...more);
    expect([code, err]).toEqual([2, expect.stringMatching(sentence)]);
  });

  test('that starts several fingerprints lists them', async () => {
    const two = join(folder, 'two.json');
    const [first] = (JSON.parse(readFileSync(record, 'utf8')) as { divergences: object[] }).divergences;
    const divergences = ['gen000011111', 'gen000022222'].map((mark) => ({ ...first, fingerprint: mark }));
    writeFileSync(two, JSON.stringify({ divergences }));
    const { code, err } = await parallax('repro', 'gen0000', '--record', two);
    expect([code, err]).toEqual([
      2,
      expect.stringMatching(/2 fingerprints begin with gen0000[\s\S]*gen000011111, gen000022222/),
    ]);
  });
});
