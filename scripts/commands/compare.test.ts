import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createOracle } from '../../oracles/oracle.ts';
import { mutate, oracleMutants } from '../../oracles/policies/mutants.ts';
import { type OracleServer, startOracleServer } from '../../oracles/server/server.ts';
import { timingOf } from '../../oracles/server/service.ts';
import { causesOf } from '../../reports/compare/causes.ts';
import type { Difference } from '../../reports/compare/difference.ts';
import { parallax } from '../testing/cli.ts';

const folder = mkdtempSync(join(tmpdir(), 'compare-'));
afterAll(() => rmSync(folder, { recursive: true }));
const file = (name: string): string => join(folder, name);

const timing = timingOf(1);
const serving = (id?: string): Promise<OracleServer> =>
  startOracleServer({ oracle: createOracle({ timing, ...(id && { decisions: mutate(id) }) }) });
const urlOf = ({ port }: OracleServer): string => `http://127.0.0.1:${port}`;

interface Compared {
  regressed: Difference[];
  fixed: Difference[];
  stillDiverging: Difference[];
  new: Difference[];
  unknown: Difference[];
  matching: number;
}

let right: OracleServer;
beforeAll(async () => {
  right = await serving();
});
afterAll(() => right.close());

async function compare(base = '', head = '', ...more: string[]) {
  const { code, out, err } = await parallax(
    ...[
      'compare',
      '--base',
      base,
      '--head',
      head,
      '--json',
      file('review.json'),
      '--markdown',
      file('review.md'),
      ...more,
    ],
  );
  const read = (name: string): string => readFileSync(file(name), 'utf8');
  return { code, out, err, json: JSON.parse(read('review.json')) as Compared, markdown: read('review.md') };
}

/** A head with one planted bug, by the cases of its finding: that regression, as one entry, and nothing else that fails. */
async function reviewed(id: string): Promise<void> {
  const head = await serving(id);
  try {
    const finding = oracleMutants[id]?.finding;
    const { code, json, markdown } = await compare(urlOf(right), urlOf(head), '--finding', String(finding));
    const seen = [code, json.regressed.length > 0, json.fixed, json.stillDiverging, json.unknown];
    expect([id, ...seen]).toEqual([id, 1, true, [], [], []]);
    expect([id, markdown.match(/^#### .*/gm)]).toEqual([id, [expect.stringMatching(/^#### 1\. /)]]);
    expect(markdown).toContain(`\`${finding}\``);
    expect(markdown).toContain(`--target ${urlOf(head)}`);
  } finally {
    await head.close();
  }
}

const planted = [
  'binary-order-length-first',
  'number-comparison-as-text',
  'restore-taken-name-resource-in-use',
] as const;

const plantedOfTheNight = [
  ...['string-order-utf16-units', 'key-number-precision-float64', 'item-identity-joined-by-hash-sign'],
  ...['collection-equality-never', 'between-bounds-as-float64', 'index-entry-identity-index-keys'],
  ...['sparse-removal-kept', 'transaction-indexes-never', 'backward-resume-bound-dropped'],
  ...['gsi-consistent-read-accepted', 'remove-image-the-old-item', 'stream-reenable-accepted'],
  ...['token-mismatch-executed', 'transact-get-missing-not-at-all', 'table-creation-active-at-once'],
  ...['backup-list-limit-ignored', 'backup-name-rules-free'],
];

describe('a head with a planted bug has exactly that regression', () => {
  test.each(planted)('%s', reviewed);
  test.runIf(process.env.PARALLAX_NIGHTLY).each(plantedOfTheNight)('%s', { timeout: 120_000 }, reviewed);
});

describe('two of the same kind', () => {
  const id = 'binary-order-length-first';
  let wrong: OracleServer;
  beforeAll(async () => {
    wrong = await serving(id);
  });
  afterAll(() => wrong.close());

  test('the other way round, the bug is fixed, and that is no failure', async () => {
    const { code, json, markdown } = await compare(urlOf(wrong), urlOf(right), '--case', 'binary-order/sort');
    expect([code, json.regressed, json.stillDiverging]).toEqual([0, [], []]);
    expect(json.fixed.length).toBeGreaterThan(0);
    expect(markdown).toMatch(/^## ✓ Parallax: head breaks nothing/);
    expect(markdown).toContain('Fixed by head');
  });

  test('what both do wrong still diverges, and does not fail', async () => {
    const other = await serving(id);
    const { code, json } = await compare(urlOf(wrong), urlOf(other), '--case', 'binary-order/sort');
    await other.close();
    expect([code, json.regressed, json.fixed]).toEqual([0, [], []]);
    expect(json.stillDiverging.length).toBeGreaterThan(0);
  });

  const night = test.runIf(process.env.PARALLAX_NIGHTLY);
  night('generated sequences are compared by the smallest that shows it', { timeout: 180_000 }, async () => {
    const head = await serving('index-entry-identity-index-keys');
    const { json, out } = await compare(
      ...[urlOf(right), urlOf(head), '--case', 'binary-order/index-sort', '--runs', '24'],
      ...['--seed', 'orders'],
    );
    await head.close();
    const generated = json.regressed.filter(({ by }) => by === 'sequence');
    expect(out).toContain('24 generated sequences');
    expect(generated.length).toBeGreaterThan(0);
    expect(generated[0]?.repro).toMatch(/^npx parallax fuzz --target http.* --seed orders --from \d+ --runs 1$/);
  });

  test('a case that nothing written decides is shown and does not fail', async () => {
    const head = await serving('arn-partition-any');
    const { code, json } = await compare(urlOf(right), urlOf(head), '--finding', 'backup-arn-other-partition');
    await head.close();
    expect([code, json.regressed, json.new.length > 0]).toEqual([0, [], true]);
  });
});

describe('no verdict', () => {
  test('a head that does not start', async () => {
    const silent = 'start:sleep 600 # {port}';
    const { code, out, markdown } = await compare(urlOf(right), silent, '--case', 'binary-order/sort', '--ready', '1');
    expect([code, out]).toEqual([3, expect.stringContaining('head could not be reached')]);
    expect(markdown).toMatch(/^## \? Parallax: no verdict: head unavailable/);
    expect(markdown).toContain('did not answer within 1000 ms');
  });

  test('a base that nothing listens at', async () => {
    const { code, out } = await compare('http://127.0.0.1:1', urlOf(right), '--case', 'binary-order/sort');
    expect([code, out]).toEqual([3, expect.stringContaining('base could not be reached')]);
  });
});

test('a head that ends in the middle where base answers is a regression', async () => {
  const dies =
    'start:node -e \'require("http").createServer((q,s)=>{if(!/ListTables/.test(q.headers["x-amz-target"]))process.exit(1);s.setHeader("content-type","application/x-amz-json-1.0");s.end(`{"TableNames":[]}`)}).listen({port})\'';
  const { code, json } = await compare(urlOf(right), dies, '--case', 'binary-order/sort');
  expect([code, json.regressed.map(({ class: kind }) => kind)]).toEqual([1, ['crashed']]);
});

test.each<[string, string[], RegExp]>([
  ['without a head', ['--base', 'oracle'], /needs a base and a head/],
  [
    'with one endpoint twice',
    ['--base', 'localhost:8000', '--head', 'http://localhost:8000'],
    /the same running store/,
  ],
  [
    'with an unknown target',
    ['--base', 'oracle', '--head', 'dynalit'],
    /no target is called 'dynalit'\nNext: did you mean dynalite/,
  ],
  ['both quick and full', ['--base', 'oracle', '--head', 'dynalite', '--quick', '--full'], /contradict/],
  ['with an unknown case', ['--base', 'oracle', '--head', 'dynalite', '--case', 'nowhere'], /no case is called/],
  [
    'with a recording that is not there',
    [
      '--base',
      'oracle',
      '--head',
      'dynalite',
      '--case',
      'scan/',
      '--reference',
      'recorded',
      '--recording',
      'none.json',
    ],
    /there is no recording none\.json/,
  ],
])('a call %s is wrong', async (_, words, why) => {
  const { code, err } = await parallax('compare', ...words);
  expect([code, err]).toEqual([2, expect.stringMatching(why)]);
  expect(existsSync('none.json')).toBe(false);
});

test('a cause is one entry, however many places show it, and what has no divergence stands for itself', () => {
  const one = { by: 'race', title: 'lost', class: 'lost', severity: 'critical', case: 'x' } as const;
  const causes = causesOf([one, { ...one, case: 'y' }, { ...one, title: 'twice', severity: 'minor' }] as never);
  expect(causes.map(({ title, members }) => [title, members.length])).toEqual([
    ['lost', 2],
    ['twice', 1],
  ]);
});
