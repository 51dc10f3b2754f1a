import { expect, test } from 'vitest';
import { rightDecisions } from '../../oracles/policies/index.ts';
import { mutate } from '../../oracles/policies/mutants.ts';
import { allCases } from '../cases/index.ts';
import { createOracleSession, targets } from '../targets/index.ts';
import { killMatrix } from './kill.ts';

const cases = allCases.filter(({ area }) => area === 'binary-order' || area === 'update-item');
const bug = (id: string, findings: string[] = []) => ({ id, findings, open: () => createOracleSession(mutate(id)) });

test('a bug is killed by the case that it breaks, and a correct oracle survives', async () => {
  const harmless = { id: 'no bug at all', findings: [], open: () => createOracleSession(rightDecisions) };
  const kills = await killMatrix([bug('binary-order-length-first'), harmless], {
    cases,
    right: targets.oracle,
    all: true,
  });
  expect(kills.map(({ id }) => id)).toEqual(['binary-order-length-first', 'no bug at all']);
  expect(kills[0]?.by).toContain('binary-order/sort');
  expect(kills[0]?.by.every((id) => id.startsWith('binary-order/'))).toBe(true);
  expect(kills[1]?.by).toEqual([]);
});

test('cases of the bug’s own findings come first, and one killer is enough', async () => {
  const [kill] = await killMatrix([bug('binary-order-length-first', ['mongo-rfc/M5-range'])], {
    cases,
    right: targets.oracle,
  });
  expect(kill?.by).toHaveLength(1);
  const killer = cases.find(({ id }) => id === kill?.by[0]);
  expect(killer?.findings).toContain('mongo-rfc/M5-range');
});
