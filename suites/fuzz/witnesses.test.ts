import { expect, test, vi } from 'vitest';
import { mutate } from '../../oracles/policies/mutants.ts';
import type { Case } from '../cases/case.ts';
import { createOracleSession, targets } from '../targets/index.ts';
import type { Target } from '../targets/target.ts';
import type { StepDifference } from './compare.ts';
import { type FuzzOptions, fuzz, type Witness } from './fuzz.ts';
import { table } from './generators/request.ts';
import { sequenceAt } from './generators/sequences.ts';
import { testimonyIn } from './witnesses.ts';

vi.setConfig({ testTimeout: 120_000 });

const { oracle } = targets;

/** The right oracle under another name, or a wrong one. */
const storeOf = (name: string, mutant?: string): Target => ({
  ...{ ...oracle, name },
  start: async () => ({ ...createOracleSession(...(mutant === undefined ? [] : [mutate(mutant)])), target: name }),
});

const fault = 'size-in-comparisons-refused';
const sized: Case = {
  ...sequenceAt('witness', 0),
  steps: [
    {
      op: 'Scan',
      input: {
        TableName: table,
        FilterExpression: 'size(a) <= :n',
        ExpressionAttributeValues: { ':n': { N: '3' } },
      },
    },
  ],
};

async function heardOn(name: string, options: Pick<FuzzOptions, 'targets'> & Partial<FuzzOptions>) {
  const base = { seed: 'fuzz', runs: 1, runId: 'witness', reference: oracle, cases: [sized] };
  const { targets: records } = await fuzz({ ...base, ...options });
  const [found, ...others] = records.find((one) => one.name === name)?.found ?? [];
  expect([found?.kind.op, others]).toEqual(['Scan', []]);
  return found?.witnesses;
}

test('what is unexplained is put to the other targets', async () => {
  const store = [storeOf('a', fault), storeOf('right'), storeOf('b', fault)];
  expect(await heardOn('a', { targets: store })).toEqual([
    { target: 'right', as: 'reference' },
    { target: 'b', as: 'target' },
  ] satisfies Witness[]);
});

test('all others agree against a wrong reference', async () => {
  const heard = await heardOn('a', { reference: storeOf('wrong', fault), targets: [storeOf('a'), storeOf('b')] });
  expect(heard).toEqual([{ target: 'b', as: 'target' }]);
});

test('what is explained is put to nobody, and who may not testify is not asked', async () => {
  const both = { targets: [storeOf('a', fault), storeOf('b')] };
  expect(await heardOn('a', { ...both, explained: () => true })).toBeUndefined();
  expect(await heardOn('a', { ...both, mayTestify: (name) => name !== 'b' })).toBeUndefined();
});

const difference = (actual: string, path = ''): StepDifference => ({
  ...{ step: 0, divergence: { tier: 'outcome' } as StepDifference['divergence'] & object },
  kind: { op: 'Scan', class: 'refused', path, expected: 'accepted', actual, with: [] },
});

test.each([
  ['as the reference', 'matches', [], 'reference'],
  ['as the target, in other words', 'diverges', [difference('ValidationException: y')], 'target'],
  ['with another error', 'diverges', [difference('InternalServerError: x')], 'otherwise'],
  ['at another place', 'diverges', [difference('ValidationException: x', 'Items')], 'otherwise'],
  ['an operation that is lacking', 'unsupported', [], 'nothing'],
  ['a crash', 'crashed', [], 'nothing'],
] as const)('%s', (_, verdict, differences, expected) => {
  const { kind } = difference('ValidationException: x');
  expect(testimonyIn({ verdict, differences: [...differences], judged: 1 }, { kind })).toBe(expected);
});
