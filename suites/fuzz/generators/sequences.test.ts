import { createHash } from 'node:crypto';
import { expect, test, vi } from 'vitest';
import { operationNames } from '../../../oracles/values/operations.ts';
import type { Case } from '../../cases/case.ts';
import { virtualPatience } from '../../runner/host/patience.ts';
import { TablePool } from '../../runner/host/pool.ts';
import { operationsOf } from '../../runner/needs.ts';
import { isObject } from '../../runner/play/path.ts';
import { playCase } from '../../runner/play/run-case.ts';
import { createOracleSession } from '../../targets/index.ts';
import { sequenceAt } from './sequences.ts';
import { attributeNames } from './words.ts';

// Each test draws hundreds of sequences, possibly on a busy machine.
vi.setConfig({ testTimeout: 120_000 });

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
  expect([digest(false, 200), digest(true, 60)]).toEqual(['c98120399537b731', '59f3a04058df6cf4']);
});

test('items of a generated table have every free attribute, before an update gives it one', () => {
  const leased = sequences.filter(({ tables }) => tables !== undefined);
  const items = leased.flatMap(({ steps }) =>
    steps.flatMap((step) => ('op' in step && step.op === 'PutItem' && isObject(step.input) ? [step.input.Item] : [])),
  );
  const names = items.flatMap((item) => (isObject(item) ? Object.keys(item) : []));
  expect(items.length).toBeGreaterThan(500);
  for (const name of attributeNames)
    expect(names.filter((one) => one === name).length, name).toBeGreaterThan(items.length / 5);
});

test('a sequence is plain data: it survives JSON', () => {
  for (const one of sequences) expect(JSON.parse(JSON.stringify(one))).toEqual(one);
});

test('every operation is generated', () => {
  const seen = new Set(sequences.flatMap(({ steps }) => [...operationsOf(steps)]));
  expect(operationNames.filter((op) => !seen.has(op))).toEqual([]);
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
const wrongIndexes = /\[(?:99999999999|4294967295)\]/g;
/** The longest text that only fills an item. */
const longestFill = (text: string): number => Math.max(0, ...(text.match(/x+/g) ?? []).map(({ length }) => length));
/** Sizes around the limit are generated without hazards; only a hazard is far beyond it. */
const large = (one: Case): boolean => longestFill(JSON.stringify(one.steps)) >= 1_000_000;

test('hazards are generated only on request', () => {
  const dangerous = (one: Case): boolean =>
    large(one) || far.test(JSON.stringify(one.steps).replaceAll(wrongIndexes, ''));
  expect(sequences.filter(dangerous)).toEqual([]);
  expect(sequences.some(({ heavy }) => heavy)).toBe(false);
  const hazards = Array.from({ length: 60 }, (_, at) => sequenceAt('sequences', at, { hazards: true }));
  expect(hazards.every(({ heavy }) => heavy)).toBe(true);
  expect(hazards.some(large)).toBe(true);
  expect(hazards.some(({ steps }) => far.test(JSON.stringify(steps)))).toBe(true);
});

const count500 = 500;
const traits: { readonly [trait: string]: (text: string, one: Case) => boolean } = {
  'two tables': (_, { tables = {} }) => Object.keys(tables).length === 2,
  'requests in flight together': (text) => text.includes('"parallel"'),
  'more than 25 rows': (text) => text.includes('row 40'),
  'a page of 1 MB': (text) => text.includes('"times":12'),
  'the largest item': (text) => longestFill(text) >= 400_000,
  'a key of 1024 bytes': (text) => text.includes('k'.repeat(1024)),
  'a transaction of ten actions': (_, { steps }) =>
    steps.some((step) => 'op' in step && isObject(step.input) && [step.input.TransactItems].flat().length >= 10),
  'a statement with ORDER BY': (text) => text.includes('ORDER BY'),
  'half of a surrogate pair': (text) => text.includes('\\ud83d'),
  'a start key made by hand': (text) => /"ExclusiveStartKey":\{"pk"/.test(text),
  'every kind of Select': (text) => text.includes('ALL_PROJECTED_ATTRIBUTES'),
  'several list elements in one update': (text) => /REMOVE #?\w{1,9}\[\d\], #?\w{1,9}\[\d\]/.test(text),
};

test('what is rare is drawn in 500 sequences', () => {
  const all = Array.from({ length: count500 }, (_, at) => sequenceAt('traits', at));
  const texts = all.map(({ steps }) => JSON.stringify(steps));
  const missing = Object.entries(traits).filter(([, has]) => !all.some((one, at) => has(texts[at]!, one)));
  expect(missing.map(([trait]) => trait)).toEqual([]);
});
