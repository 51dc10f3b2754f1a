/**
 * An explanation must not cover every kind by which some fault shows: a store with that fault would look explained. All mutants of
 * the oracle's policies, and a sample of the mechanical ones, with PARALLAX_NIGHTLY; a few here.
 */
import { readFileSync } from 'node:fs';
import * as v from 'valibot';
import { expect, test } from 'vitest';
import { mutate, oracleMutants } from '../oracles/policies/mutants.ts';
import { loadLedgers } from '../reports/ledger/ledger.ts';
import type { Ledger } from '../reports/ledger/schema.ts';
import type { Kind } from '../suites/fuzz/kinds/kind.ts';
import { createOracleSession } from '../suites/targets/index.ts';
import type { Session } from '../suites/targets/target.ts';
import { drawn } from './mechanical/drawn.ts';
import { buildMutants } from './mechanical/kill.ts';
import { subjectsOf } from './mechanical/subject.ts';
import { type Hidden, hiddenBy, isNeverExplained } from './testing/hiding/hidden.ts';
import { Hunt } from './testing/hiding/shows.ts';

const isNightly = process.env.PARALLAX_NIGHTLY !== undefined;
const seed = 'hiding';
const ledgers = [...loadLedgers().values()];

/** Explanations that are about the very fault of a mutant. */
const allowed = v.parse(
  v.array(
    v.strictObject({ target: v.string(), explanation: v.string(), allows: v.array(v.string()), because: v.string() }),
  ),
  JSON.parse(readFileSync(new URL('./testing/hiding/allowed.json', import.meta.url), 'utf8')),
);

const isAllowed = ({ target, mutant, reasons }: Hidden): boolean =>
  reasons.every((reason) =>
    allowed.some((one) => one.target === target && one.explanation === reason && one.allows.includes(mutant)),
  );

const inWords = ({ mutant, target, view, reasons }: Hidden): string =>
  `${mutant} would be hidden on ${target} (${view}): ${reasons.join(' | ')}`;

async function hunted(stores: readonly (readonly [string, () => Session])[], runs: number): Promise<Hidden[]> {
  const hunt = new Hunt({ seed, runs, ledgers });
  const hidden: Hidden[] = [];
  await hunt.start();
  for (const [mutant, open] of stores) hidden.push(...hiddenBy(mutant, await hunt.kindsOf(mutant, open), ledgers));
  await hunt.stop();
  return hidden;
}

/** In the ordinary run: of several parts of the oracle, each seen within a few sequences. */
const few = ['number-identity-by-spelling', 'condition-outcome-when-it-does-not', 'string-order-utf16-units'];
const ids = isNightly ? Object.keys(oracleMutants) : few;

test('no explanation hides a mutant of a policy', { timeout: isNightly ? 3_600_000 : 180_000 }, async () => {
  const stores = ids.map((id) => [id, () => createOracleSession(mutate(id))] as const);
  const hidden = await hunted(stores, isNightly ? 120 : 12);
  expect(hidden.filter((one) => !isAllowed(one)).map(inWords)).toEqual([]);
  const needless = allowed.flatMap(({ target, explanation, allows }) =>
    allows.filter(
      (id) =>
        ids.includes(id) &&
        !hidden.some((one) => one.mutant === id && one.target === target && one.reasons.includes(explanation)),
    ),
  );
  // A few sequences may not reach what was allowed.
  if (isNightly) expect(needless).toEqual([]);
});

test.runIf(isNightly)('no explanation hides a mechanical mutant', { timeout: 3_600_000 }, async () => {
  const { code, mutants } = await buildMutants();
  const subjects = subjectsOf(code, mutants.length);
  const numbers = new Map(mutants.map(({ id }, number) => [id, number]));
  const sample = drawn(mutants, seed).slice(0, 200);
  const stores = sample.map(({ id }) => [id, subjects.with(numbers.get(id)!)] as const);
  const hidden = await hunted(stores, 40);
  expect(hidden.filter((one) => !isAllowed(one)).map(inWords)).toEqual([]);
});

test('an allowance speaks of an explanation and of mutants that exist', () => {
  for (const { target, explanation, allows } of allowed) {
    const reasons = ledgers.find((one) => one.target === target)?.explanations.map(({ reason }) => reason);
    expect(reasons).toContain(explanation);
    for (const id of allows.filter((one) => !/^[0-9a-f]{8,}$/.test(one))) expect(oracleMutants).toHaveProperty([id]);
  }
});

const kind: Kind = {
  op: 'Scan',
  class: 'rows-missing',
  path: 'Items',
  expected: 'list',
  actual: 'absent',
  with: ['Scan Limit'],
};
const violation: Kind = { ...kind, path: 'invariant index-rows Items[]' };
const ledgerOf = (...paths: string[]): Ledger => ({
  ...{ target: 'x', gaps: [], entries: [], rounds: [] },
  explanations: paths.map((path) => ({
    ...{ kinds: [{ class: 'rows-missing', path, with: ['Scan Limit'] }], reason: `about ${path}` },
    ...{ versions: ['1'], since: '2026-11-30', how: 'documented' },
  })),
});

test('a fault is hidden when everything by which it shows is explained', () => {
  const both = { ...kind, path: 'Count' };
  expect(hiddenBy('m', [kind], [ledgerOf('Items')])).toMatchObject([
    { mutant: 'm', target: 'x', view: 'reference', reasons: ['about Items'] },
  ]);
  expect(hiddenBy('m', [kind, both], [ledgerOf('Items')])).toEqual([]);
  expect(hiddenBy('m', [kind, both], [ledgerOf('Items', 'Count')])).toHaveLength(1);
  expect(hiddenBy('m', [], [ledgerOf('Items')])).toEqual([]);
});

test('the invariants must show it by themselves', () => {
  const ledger = ledgerOf('invariant index-rows*');
  expect(hiddenBy('m', [kind, violation], [ledger])).toMatchObject([{ view: 'invariants' }]);
  expect(hiddenBy('m', [kind, violation], [ledgerOf('other')])).toEqual([]);
});

test('what no pattern can match needs no smaller sequence', () => {
  expect(isNeverExplained({ ...kind, with: [] }, [ledgerOf('Items')])).toBe(false);
  expect(isNeverExplained({ ...kind, path: 'Count' }, [ledgerOf('Items')])).toBe(true);
});
