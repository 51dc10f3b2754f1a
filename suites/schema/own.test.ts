import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { describe, expect, test, vi } from 'vitest';
import { mutate } from '../../oracles/policies/mutants.ts';
import type { Case } from '../cases/case.ts';
import { faultsOf, leaves, nameOf } from '../cases/check.ts';
import { fuzz } from '../fuzz/fuzz.ts';
import type { Schema } from '../fuzz/generators/schemas.ts';
import { sequenceAt } from '../fuzz/generators/sequences.ts';
import { featuresOf } from '../fuzz/kinds/features.ts';
import { virtualPatience } from '../runner/host/patience.ts';
import { TablePool } from '../runner/host/pool.ts';
import { playCase } from '../runner/play/run-case.ts';
import { runCases } from '../runner/run.ts';
import { createOracleSession, targets } from '../targets/index.ts';
import type { Target } from '../targets/target.ts';
import { casesOf } from './cases/index.ts';
import { readSchema } from './read.ts';
import { assigned, readRows, textOf } from './rows.ts';
import { sampled, shapeOf, variantsOf } from './vocabulary.ts';

vi.setConfig({ testTimeout: 120_000 });

const text = (name: string): string => textOf(readFileSync(new URL(`testing/${name}`, import.meta.url)));

function own(schema: string, rows?: string) {
  const { tables } = readSchema(text(schema));
  return assigned(rows === undefined ? [] : readRows(text(rows)), tables).rows;
}

const orders = own('orders.create-table.json', 'orders.export.json.gz');
const fixtures = {
  orders,
  songs: own('music.workbench.json', 'songs.batch-write.json'),
  shop: own('shop.template.yaml'),
  sessions: own('sessions.sam.yaml'),
  chat: own('chat.serverless.yml'),
  inventory: own('inventory.cdk.json'),
  counters: own('counters.describe-table.json', 'counters.scan.json'),
};
const schemasOf = (tables: typeof orders): Schema[] => [...tables].flatMap(([table, rows]) => variantsOf(table, rows));

const mutant = (id: string): Target => ({
  ...targets.oracle,
  name: id,
  start: async () => ({ ...createOracleSession(mutate(id)), target: id }),
});

describe.each(Object.entries(fixtures))('the cases of %s', (_, tables) => {
  const cases = casesOf(tables);

  test('are of area own, with unique ids and a source, and refer only to existing things', () => {
    expect(new Set(cases.map(({ id }) => id)).size).toBe(cases.length);
    for (const subject of cases) {
      expect(subject.id).toMatch(/^own\/[a-z0-9-]+$/);
      expect(subject).toMatchObject({ area: 'own', certainty: 'documented' });
      expect(subject.sources?.length).toBeGreaterThan(0);
      expect(faultsOf(subject)).toEqual([]);
      const names = leaves(subject.steps).flatMap((step) => nameOf(step) ?? []);
      expect(new Set(names).size).toBe(names.length);
      expect(JSON.parse(JSON.stringify(subject))).toEqual(subject);
    }
  });

  test('are the same each time', () => {
    expect(casesOf(tables)).toEqual(cases);
  });

  test('expect the oracle’s answers, without a reference that would void wrong expectations', async () => {
    const { divergences, targets: all } = await runCases({ cases, targets: [targets.oracle], runId: 'own' });
    expect(divergences.map(({ case: id, step, path, actual }) => [id, step, path, actual])).toEqual([]);
    expect(all[0]?.matched).toBe(cases.length);
  });
});

const ordersCases = casesOf(orders);

/** Each mutant is found by the written expectations of a generated case, without a reference. */
test.each([
  ['binary-order-signed-bytes', 'own/orders-index-by-checksum'],
  ['key-number-precision-float64', 'own/orders-query'],
  ['resume-range-the-start-key-only', 'own/orders-query'],
  ['backward-resume-bound-dropped', 'own/orders-query'],
  ['index-resume-the-last-with-these-index-keys', 'own/orders-index-by-checksum'],
  ['index-entry-identity-index-keys', 'own/orders-index-by-checksum'],
  ['index-entry-removal-all-with-its-index-keys', 'own/orders-index-by-checksum-kept'],
  ['sparse-removal-kept', 'own/orders-index-status-timestamp-index-kept'],
  ['sparse-entry-under-null', 'own/orders-index-status-timestamp-index'],
  ['transaction-indexes-never', 'own/orders-transactions'],
  ['index-key-type-stored', 'own/orders-wrong-keys'],
  ['limit-counts-items-returned', 'own/orders-filters'],
  ['parallel-scan-it-filters-a-window-of-all', 'own/orders-scan'],
  ['upsert-event-modify-with-the-key-as-old-image', 'own/orders-stream'],
  ['condition-outcome-when-it-does-not', 'own/orders-conditions'],
])('a planted bug is found by a case: %s', async (id, caseId) => {
  const cases = ordersCases.filter((one) => one.id === caseId);
  const { divergences } = await runCases({ cases, targets: [mutant(id)], runId: 'own' });
  expect(divergences.map((one) => one.case)).toContain(caseId);
});

const fuzzing = (target: Target, schemas: readonly Schema[], runs: number) =>
  fuzz({ seed: 'own', runs, targets: [target], reference: targets.oracle, runId: 'own', schemas });

describe('generated sequences', () => {
  const schemas = Object.values(fixtures).flatMap(schemasOf);

  test('go to the user’s tables, and survive JSON', () => {
    const all = Array.from({ length: 60 }, (_, at) => sequenceAt('own', at, { schemas }));
    const known = schemas.map(({ table }) => JSON.stringify(table));
    for (const one of all) {
      expect(known).toContain(JSON.stringify(one.tables?.rows));
      expect(JSON.parse(JSON.stringify(one))).toEqual(one);
    }
    expect(JSON.stringify(all)).toContain('cust#001');
    expect(JSON.stringify(all)).toContain('Łódź');
  });

  /** A change here gives every recorded seed another meaning. */
  test('the first sequences of a seed never change', () => {
    const all = Array.from({ length: 200 }, (_, at) => sequenceAt('pinned', at, { schemas }));
    expect(createHash('sha256').update(JSON.stringify(all)).digest('hex').slice(0, 16)).toBe('4cb0d0cd3cc93093');
  });

  test('most requests are accepted, some are refused, and all are answered', async () => {
    const session = createOracleSession();
    const pool = new TablePool(session, 'parallax_own_', virtualPatience);
    const environment = { session, pool, supported: new Map(), heavyAllowed: false, limits: { loopMs: 10_000 } };
    const kinds = { ok: 0, rejected: 0, unanswered: 0 };
    for (let at = 0; at < 120; at++) {
      const { entries, stopped, tableRefused } = await playCase(sequenceAt('accepted', at, { schemas }), environment);
      expect(stopped ?? tableRefused).toBeUndefined();
      for (const { outcome } of entries) kinds[outcome.kind]++;
    }
    expect(kinds.unanswered).toBe(0);
    const share = kinds.ok / (kinds.ok + kinds.rejected);
    expect(share).toBeGreaterThan(0.6);
    expect(share).toBeLessThan(0.95);
  });

  test('the oracle does not differ from itself in 300 of them', async () => {
    const [target] = (await fuzzing(targets.oracle, schemas, 300)).targets;
    expect(target).toMatchObject({ cases: 300, matched: 300, found: [] });
  });

  test.each(['binary-order-signed-bytes', 'index-entry-identity-index-keys', 'number-identity-by-spelling'])(
    'a planted bug is found: %s',
    async (id) => {
      const [target] = (await fuzzing(mutant(id), schemasOf(orders), 24)).targets;
      expect(target?.found.length).toBeGreaterThan(0);
      const keys = /customer-id|timestamp|by\.checksum/;
      for (const { kind, case: smallest } of target?.found ?? []) {
        expect(JSON.stringify(kind)).not.toMatch(keys);
        expect(JSON.stringify(smallest)).toMatch(keys);
      }
    },
  );
});

test('one request on two tables is described in the same words, those of the generator', () => {
  const [schema] = schemasOf(fixtures.songs);
  const steps = (pk: string, attribute: string): Case['steps'] => [
    {
      op: 'UpdateItem',
      input: {
        TableName: { $table: 'rows' },
        Key: { [pk]: { S: 'a' }, [pk === 'pk' ? 'sk' : 'SK']: { S: 'b' } },
        UpdateExpression: `SET ${attribute} = :v`,
        ConditionExpression: `attribute_exists(${pk})`,
        ExpressionAttributeValues: { ':v': { S: 'x' } },
      },
    },
    {
      op: 'Query',
      input: {
        TableName: { $table: 'rows' },
        IndexName: pk === 'pk' ? 'by-group' : 'GSI1',
        KeyConditionExpression: '#k = :v',
        ExpressionAttributeNames: { '#k': pk === 'pk' ? 'gk' : 'GSI1PK' },
        ExpressionAttributeValues: { ':v': { S: 'x' } },
      },
    },
  ];
  expect(featuresOf(steps('PK', 'Title'), schema?.words.aliases)).toEqual(featuresOf(steps('pk', 'beta')));
});

test('a large input is sampled by seed, in whole partitions', () => {
  const [[table]] = [...orders] as [[Parameters<typeof shapeOf>[0], unknown]];
  const rows = Array.from({ length: 5_000 }, (_, at) => ({
    'customer-id': { S: `c${at % 900}` },
    timestamp: { N: String(at) },
  }));
  const { hash } = shapeOf(table);
  const part = sampled(rows, hash.name, 'one', 60);
  expect(part).toHaveLength(60);
  expect(sampled(rows, hash.name, 'one', 60)).toEqual(part);
  expect(sampled(rows, hash.name, 'two', 60)).not.toEqual(part);
  expect(new Set(part.map((row) => JSON.stringify(row['customer-id']))).size).toBeLessThan(20);
});
