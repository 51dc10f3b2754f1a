import { describe, expect, test } from 'vitest';
import { createOracle } from '../oracle.ts';
import { OracleDriver } from '../testing/probes/driver.ts';
import { probes } from '../testing/probes/index.ts';
import { type PolicyName, policies, rightDecisions } from './index.ts';
import { mutate, oracleMutants } from './mutants.ts';

const asked = (policy: PolicyName, id?: string) =>
  probes[policy].ask(new OracleDriver(createOracle(id === undefined ? {} : { decisions: mutate(id) })));

describe('the right decision', () => {
  test.each(Object.keys(policies) as PolicyName[])('%s answers as DynamoDB does', (policy) => {
    expect(asked(policy)).toEqual(probes[policy].right);
  });
});

describe('a wrong decision', () => {
  test.each(Object.values(oracleMutants))('$id changes the answer', ({ id, policy }) => {
    expect(asked(policy, id)).not.toEqual(probes[policy].right);
  });
});

test('every wrong value of every policy is a mutant with an id of its own', () => {
  const wrong = Object.values(policies).reduce((count, { wrong: values }) => count + values.length, 0);
  expect(Object.keys(oracleMutants)).toHaveLength(wrong);
  for (const id of Object.keys(oracleMutants)) expect(id).toMatch(/^[a-z0-9]+(-[a-z0-9]+)*$/);
});

test('a mutant changes only its own policy', () => {
  for (const { id, policy, value } of Object.values(oracleMutants))
    expect(mutate(id)).toEqual({ ...rightDecisions, [policy]: value });
});

test('an unknown mutant is an error, whatever its name', () => {
  for (const id of ['no-such', '__proto__', 'constructor', 'toString']) expect(() => mutate(id)).toThrow(id);
});
