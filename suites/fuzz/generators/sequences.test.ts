import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { operationNames, operations } from '../../../oracles/values/operations.ts';
import type { Case } from '../../cases/case.ts';
import { virtualPatience } from '../../runner/host/patience.ts';
import { TablePool } from '../../runner/host/pool.ts';
import { operationsOf } from '../../runner/needs.ts';
import { isObject } from '../../runner/play/path.ts';
import { playCase } from '../../runner/play/run-case.ts';
import { createOracleSession } from '../../targets/index.ts';
import { sequenceAt } from './sequences.ts';
import { attributeNames } from './words.ts';

const count = 150;
const sequences: Case[] = Array.from({ length: count }, (_, at) => sequenceAt('sequences', at));

test('a seed gives the same sequences, whatever was drawn before', () => {
  const again = sequenceAt('sequences', count - 1);
  expect(again).toEqual(sequences.at(-1));
  expect(sequenceAt('another seed', count - 1).steps).not.toEqual(again.steps);
  expect(new Set(sequences.map(({ steps }) => JSON.stringify(steps))).size).toBe(count);
});

/** A change here gives every recorded seed another meaning. */
test('the first sequences of a seed never change', () => {
  const digest = (hazards: boolean, length: number): string => {
    const all = Array.from({ length }, (_, at) => sequenceAt('pinned', at, { hazards }));
    return createHash('sha256').update(JSON.stringify(all)).digest('hex').slice(0, 16);
  };
  expect([digest(false, 200), digest(true, 60)]).toEqual(['26363eb89cd613aa', '69996ec4b0289ec1']);
});

/** These attributes have weight 0. Another weight changes the digests above. */
test('known gap: no item of a generated table has a free attribute before an update gives it one', () => {
  const leased = sequences.filter(({ tables }) => tables !== undefined);
  const items = leased.flatMap(({ steps }) =>
    steps.flatMap((step) => ('op' in step && step.op === 'PutItem' && isObject(step.input) ? [step.input.Item] : [])),
  );
  const names = new Set(items.flatMap((item) => (isObject(item) ? Object.keys(item) : [])));
  expect(items.length).toBeGreaterThan(500);
  expect(attributeNames.filter((name) => names.has(name))).toEqual([]);
});

test('a sequence is plain data: it survives JSON', () => {
  for (const one of sequences) expect(JSON.parse(JSON.stringify(one))).toEqual(one);
});

test('exactly the operations marked as generated are generated', () => {
  const seen = new Set(sequences.flatMap(({ steps }) => [...operationsOf(steps)]));
  expect(operationNames.filter((op) => seen.has(op))).toEqual(
    operationNames.filter((op) => operations[op].isGenerated),
  );
});

test('most requests are accepted, some are refused, and none crashes the oracle', async () => {
  const session = createOracleSession();
  const pool = new TablePool(session, 'parallax_generate_', virtualPatience);
  const environment = { session, pool, supported: new Map(), heavyAllowed: false, limits: { loopMs: 10_000 } };
  const kinds = { ok: 0, rejected: 0, unanswered: 0 };
  const broken: string[] = [];
  for (const one of sequences) {
    const { entries, stopped, tableRefused } = await playCase(one, environment);
    expect(stopped ?? tableRefused).toBeUndefined();
    for (const { outcome, op, input, blockedBy } of entries) {
      if (blockedBy !== undefined) continue;
      kinds[outcome.kind]++;
      if (outcome.kind === 'rejected' && outcome.status === 500)
        broken.push(`${op} ${JSON.stringify(input)} ${outcome.message}`);
    }
  }
  expect(broken).toEqual([]);
  expect(kinds.unanswered).toBe(0);
  const share = kinds.ok / (kinds.ok + kinds.rejected);
  expect(share).toBeGreaterThan(0.6);
  expect(share).toBeLessThan(0.95);
});

const far = /\[\d{4,}\]/;
const large = (one: Case): boolean => JSON.stringify(one.steps).length > 50_000;

test('hazards are generated only on request', () => {
  const dangerous = (one: Case): boolean =>
    large(one) || far.test(JSON.stringify(one.steps).replaceAll('delta[99999999999]', ''));
  expect(sequences.filter(dangerous)).toEqual([]);
  expect(sequences.some(({ heavy }) => heavy)).toBe(false);
  const hazards = Array.from({ length: 60 }, (_, at) => sequenceAt('sequences', at, { hazards: true }));
  expect(hazards.every(({ heavy }) => heavy)).toBe(true);
  expect(hazards.some(large)).toBe(true);
  expect(hazards.some(({ steps }) => far.test(JSON.stringify(steps)))).toBe(true);
});
