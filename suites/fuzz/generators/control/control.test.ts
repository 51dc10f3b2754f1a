import fc from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';
import { shapes } from '../../../../oracles/store/shapes.ts';
import { operationNames, operations } from '../../../../oracles/values/operations.ts';
import type { Operation } from '../../../../oracles/values/types.ts';
import type { Case } from '../../../cases/case.ts';
import { virtualPatience } from '../../../runner/host/patience.ts';
import { TablePool } from '../../../runner/host/pool.ts';
import { operationsOf } from '../../../runner/needs.ts';
import { playCase } from '../../../runner/play/run-case.ts';
import type { Entry } from '../../../runner/record.ts';
import { createOracleSession } from '../../../targets/index.ts';
import { Draw } from './draw.ts';
import { faultyRequest } from './faults.ts';
import { controlSequence } from './index.ts';
import { createInput, newPlan } from './plan.ts';

const count = 120;
const sequences = (seed: number, numRuns = count): Case[] =>
  fc.sample(controlSequence, { seed, numRuns }).map((parts, at) => ({
    ...{ id: `generated/control-${at}`, title: '', area: 'other', findings: [], certainty: 'inferred', because: '' },
    ...parts,
  }));

const inAll = sequences(1);
let entries: Entry[];

beforeAll(async () => {
  const session = createOracleSession();
  const pool = new TablePool(session, 'parallax_control_', virtualPatience);
  const environment = { session, pool, supported: new Map(), heavyAllowed: false, limits: { loopMs: 10_000 } };
  entries = [];
  for (const one of inAll) {
    const played = await playCase(one, environment);
    expect(played.stopped).toBeUndefined();
    entries.push(...played.entries);
  }
}, 120_000);

test('a seed gives the same sequences, which are plain data', () => {
  expect(sequences(1)).toEqual(inAll);
  expect(JSON.parse(JSON.stringify(inAll))).toEqual(inAll);
  expect(sequences(2)).not.toEqual(inAll);
});

test('every operation that is not about items alone is sent, and answered at least once', () => {
  const control = operationNames.filter(
    (op) => !operations[op].leavesOnlyItems && operations[op].effect !== 'runs statements',
  );
  const answered = new Set(entries.flatMap(({ op, outcome }) => (outcome.kind === 'ok' ? [op] : [])));
  expect(control.filter((op) => !answered.has(op))).toEqual([]);
});

test('nothing waits for ever, and nothing is a fault of the oracle', () => {
  expect(entries.filter(({ repeat }) => repeat?.ended === 'turns').map(({ op, repeat }) => [op, repeat])).toEqual([]);
  const failures = entries.filter(({ outcome }) => outcome.kind === 'rejected' && outcome.status >= 500);
  expect(failures.map(({ op, input, outcome }) => [op, input, outcome])).toEqual([]);
});

test('most requests are accepted, and many are refused', () => {
  const share = entries.filter(({ outcome }) => outcome.kind === 'ok').length / entries.length;
  expect(share).toBeGreaterThan(0.6);
  expect(share).toBeLessThan(0.85);
});

test('a target that lacks streams, backups or time to live can play some', () => {
  const plays = (...lacking: RegExp[]): number =>
    inAll.filter(({ steps }) => ![...operationsOf(steps)].some((op) => lacking.some((lack) => lack.test(op)))).length;
  expect(plays(/Stream|Shard|Records/)).toBeGreaterThan(count / 4);
  expect(plays(/Backup/)).toBeGreaterThan(count / 4);
  expect(plays(/Stream|Shard|Records|Backup|UpdateTimeToLive|Transact|Describe(?:Limits|Endpoints)/)).toBeGreaterThan(
    count / 8,
  );
});

describe('a request with one fault', () => {
  const draw = new Draw(1);
  const inputs = Array.from({ length: 400 }, () => createInput(newPlan(draw)));

  test('differs from the right one, and is as often refused as not', () => {
    const faulty = inputs.map((input) => faultyRequest(draw, 'CreateTable', { ...input, TableName: { $name: 'a' } }));
    expect(new Set(faulty.map((one) => JSON.stringify(one))).size).toBeGreaterThan(350);
  });

  test('reaches every member that CreateTable has', () => {
    const seen = new Set(
      inputs.flatMap((input) => {
        const right: { [member: string]: unknown } = { ...input, TableName: { $name: 'a' } };
        const wrong: { [member: string]: unknown } = faultyRequest(
          draw,
          'CreateTable',
          structuredClone({ ...input, TableName: { $name: 'a' } }),
        );
        return Object.keys(shapes.CreateTable).filter(
          (name) => JSON.stringify(right[name]) !== JSON.stringify(wrong[name]),
        );
      }),
    );
    expect(Object.keys(shapes.CreateTable).filter((name) => !seen.has(name))).toEqual([]);
  });

  test('never makes a table under a name outside of the run', () => {
    const makes: Operation[] = ['CreateTable', 'RestoreTableFromBackup'];
    for (const op of makes) {
      const member = op === 'CreateTable' ? 'TableName' : 'TargetTableName';
      for (const input of inputs) {
        const { [member]: name } = faultyRequest(draw, op, { ...input, [member]: { $name: 'a' } });
        if (typeof name === 'string') expect(/^[a-zA-Z0-9_.-]{3,255}$/.test(name)).toBe(false);
      }
    }
  });
});
