import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, test, vi } from 'vitest';
import { parallax } from '../testing/cli.ts';

vi.setConfig({ testTimeout: 120_000 });

const directory = mkdtempSync(join(tmpdir(), 'parallax-own-'));
afterAll(() => rmSync(directory, { recursive: true, force: true }));

const fixture = (name: string): string =>
  fileURLToPath(new URL(`../../suites/schema/testing/${name}`, import.meta.url));
const written = (name: string, content: string | Buffer): string => {
  const file = join(directory, name);
  writeFileSync(file, content);
  return file;
};
const orders = ['--schema', fixture('orders.create-table.json'), '--rows', fixture('orders.export.json.gz')];

test('run: only the cases of the tables, with what was read and what was skipped', async () => {
  const { code, out } = await parallax('run', '--schema', fixture('shop.template.yaml'), '--target', 'oracle');
  expect(out).toMatch(
    /^Own tables of \S+: EventTable \(1 index, a stream, no rows given\), Everywhere \(a stream, no rows given\)/,
  );
  expect(out).toMatch(
    /Left out: ProdOnlyTable: its condition IsProd is false; AWS::KMS::Key: not a table; AWS::IAM::Role \(2\)/,
  );
  expect(out.trim().split('\n').at(-1)).toMatch(/^holds: \d+ cases on 1 target/);
  expect(code).toBe(0);
  const listed = await parallax('run', '--schema', fixture('shop.template.yaml'), '--list', '--case', 'own/event');
  expect(listed.out).toContain('own/event-table-query  EventTable: ');
  expect(listed.out).not.toContain('own/everywhere');
});

test('fuzz: a planted bug is found, and the printed command repeats it', async () => {
  const bug = ['--mutant', 'binary-order-signed-bytes', '--runs', '40', '--seed', 'own', ...orders];
  const { code, out } = await parallax('fuzz', ...bug);
  expect(out).toMatch(/^Own tables of \S+: Orders \(2 indexes, a stream, 40 rows\)/);
  expect(code).toBe(1);
  const [, line = ''] = /repeat: npx parallax (.*)/.exec(out) ?? [];
  expect(line).toContain(` ${orders.join(' ')}`);
  const again = await parallax(...line.split(' '));
  expect(again.code).toBe(1);
  expect(again.out).toContain('binary-order-signed-bytes');
});

test('fuzz: a saved sequence on own tables is replayed without their file', async () => {
  const saved = join(directory, 'saved');
  const bug = ['--mutant', 'binary-order-signed-bytes', '--runs', '40', '--seed', 'own'];
  const { out } = await parallax('fuzz', ...bug, ...orders, '--save', saved);
  const [, line = ''] = /repeat: npx parallax (fuzz \S+ \S+ --replay \S+)/.exec(out) ?? [];
  const [, fingerprint] = /-(gen[0-9a-f]{9})\.json$/.exec(line) ?? [];
  const again = await parallax(...line.split(' '));
  expect(again.code).toBe(1);
  expect(again.out).toContain(fingerprint);
});

test('the repro command of a divergence names the files, and repro accepts them', async () => {
  const { out } = await parallax('run', ...orders, '--target', 'oracle', '--json', '-');
  expect(JSON.parse(out)).toMatchObject({ verdict: 'holds', divergences: [] });
  const wrong = await parallax('repro', '0123456789ab', ...orders, '--target', 'oracle');
  expect(wrong.code).toBe(2);
  expect(wrong.err).toMatch(/no case has divergences with the fingerprint/);
});

describe('a usage error gives a sentence and exit code 2', () => {
  const id =
    '"KeySchema":[{"AttributeName":"id","KeyType":"HASH"}],"AttributeDefinitions":[{"AttributeName":"id","AttributeType":"S"}]';
  const good = written('good.json', `{${id}}`);
  test.each<[string, string[], RegExp]>([
    ['a schema that is not there', ['--schema', join(directory, 'nowhere.json')], /cannot read \S+nowhere\.json/],
    ['a folder', ['--schema', directory], /cannot read /],
    ['bytes', ['--schema', written('bytes', Buffer.from([0xff, 0xfe, 0x00]))], /is not UTF-8 text/],
    ['an empty file', ['--schema', written('empty.json', '')], /is not one of these: CreateTable input/],
    ['broken JSON', ['--schema', written('broken.json', '{"KeySchema": [')], /broken\.json: is not JSON/],
    ['broken YAML', ['--schema', written('broken.yaml', 'Resources:\n  a: [')], /is not YAML: line \d+/],
    [
      'a template without a table',
      ['--schema', written('none.yaml', 'Resources:\n  B: { Type: AWS::S3::Bucket }')],
      /holds no DynamoDB table/,
    ],
    ['an empty list', ['--schema', written('list.json', '[]')], /holds no DynamoDB table/],
    [
      'a key without definition',
      ['--schema', written('undefined.json', `{${id.replace('"id","AttributeType"', '"x","AttributeType"')}}`)],
      /names 'id', which AttributeDefinitions does not define/,
    ],
    [
      'a model without keys',
      ['--schema', written('model.json', '{"DataModel":[{"TableName":"T"}]}')],
      /DataModel\[0\]\.KeyAttributes/,
    ],
    [
      'sample data that is none',
      [
        '--schema',
        written(
          'data.json',
          `{"DataModel":[{"TableName":"T","KeyAttributes":{"PartitionKey":{"AttributeName":"id","AttributeType":"S"}},"TableData":[{"id":7}]}]}`,
        ),
      ],
      /TableData\[0\]: the attribute id/,
    ],
    [
      'anchors without end',
      [
        '--schema',
        written(
          'bomb.yaml',
          `a: &a [x, x, x, x, x, x, x, x, x, x]\nb: &b [*a, *a, *a, *a, *a, *a, *a, *a, *a, *a]\nc: &c [*b, *b, *b, *b, *b, *b, *b, *b, *b, *b]\nd: &d [*c, *c, *c, *c, *c, *c, *c, *c, *c, *c]\nResources: *d`,
        ),
      ],
      /is not one of these|is not YAML that can be read/,
    ],
    [
      'signs that steer a terminal',
      [
        '--schema',
        written(
          'esc.json',
          `{"TableName":"x","KeySchema":[{"AttributeName":"\\u001b[31m","KeyType":"HASH"}],"AttributeDefinitions":[]}`,
        ),
      ],
      /names '.*\[31m'/,
    ],
    ['rows without a schema', ['--rows', fixture('counters.scan.json')], /--rows needs --schema/],
    [
      'rows that fit nothing',
      ['--schema', good, '--rows', fixture('counters.scan.json')],
      /no row fits a table of \S+: its id is not of type S/,
    ],
    [
      'rows that are none',
      ['--schema', good, '--rows', written('plain.jsonl', '{"id": "a"}\n')],
      /the attribute id is not an attribute value/,
    ],
    [
      'rows packed wrongly',
      ['--schema', good, '--rows', written('rows.gz', Buffer.from([0x1f, 0x8b, 8]))],
      /cannot be unpacked/,
    ],
  ])('%s', async (_, args, message) => {
    for (const command of ['run', 'fuzz']) {
      const { code, err } = await parallax(command, ...args, '--target', 'oracle');
      expect(err).toMatch(message);
      expect(err).toMatch(/\nNext: /);
      expect(err).not.toMatch(/\n {4}at |internal error/);
      expect(err).not.toContain('\u001b');
      expect(code).toBe(2);
    }
  });
});

test('rows that cannot be played are counted', async () => {
  const rows = written(
    'rows.jsonl',
    ['{"Item":{"id":{"N":"1"}}}', '{"Item":{"id":{"N":"2"},"$x":{"S":"a"}}}', '{"Item":{"id":{"S":"a"}}}'].join('\n'),
  );
  const schema = fixture('counters.describe-table.json');
  const { code, out } = await parallax('run', '--schema', schema, '--rows', rows, '--target', 'oracle', '--list');
  expect(out).toContain('Counters (a stream, 1 of 2 rows)');
  expect(out).toContain(
    'Left out: 1 row: its id is not of type N, which the key of Counters requires; 1 row with names that begin with $',
  );
  expect(code).toBe(0);
});

test('--help of run, fuzz and repro names the options, with an example', async () => {
  for (const command of ['run', 'fuzz', 'repro']) {
    const { out } = await parallax(command, '--help');
    expect(out).toMatch(/--schema <file>/);
    expect(out).toMatch(/--rows <files>/);
    if (command !== 'repro') expect(out).toMatch(/Example:[\s\S]*--schema \S+ --rows \S+/);
  }
});
