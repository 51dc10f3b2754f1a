import { readdirSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { operationNames } from '../../oracles/values/operations.ts';
import { loadCatalogue } from '../findings/catalogue.ts';
import { type Case, caseAreas, certainties, isRepeat, isTimes, type Leaf } from './case.ts';
import { danglingReferences, faultsOf, leaves, mentions, nameOf, templates, undeclaredTables } from './check.ts';
import { allCases, caseById } from './index.ts';
import { headOf } from './leaf.ts';

const says = (step: Leaf): boolean => {
  const written = isRepeat(step) ? (step.expect ?? step.repeat.expect) : isTimes(step) ? step.step.expect : step.expect;
  // {ok: {}} says only that a step was accepted.
  return (
    written !== undefined && (written.rejected !== undefined || Object.keys((written.ok ?? {}) as object).length > 0)
  );
};

describe('all cases', () => {
  test('ids are unique and can be looked up', () => {
    const ids = allCases.map(({ id }) => id);
    expect(ids.filter((id, at) => ids.indexOf(id) !== at)).toEqual([]);
    expect(allCases.filter((subject) => caseById(subject.id) !== subject)).toEqual([]);
    expect(caseById('no/such')).toBeUndefined();
  });

  test('every file’s cases are registered, and are in the folder of their area', async () => {
    const here = new URL('.', import.meta.url);
    const names = readdirSync(here, { recursive: true, encoding: 'utf8' }).filter((name) =>
      /\/.*(?<!\.test|\/index)\.ts$/.test(name),
    );
    const isCase = (value: unknown): value is Case => typeof value === 'object' && value !== null && 'steps' in value;
    const exported = await Promise.all(
      names.map(async (name) => {
        const file = (await import(new URL(name, here).href)) as object;
        return [name, Object.values(file).flat().filter(isCase)] as const;
      }),
    );
    const all = exported.flatMap(([, cases]) => cases);
    expect(all.filter((one) => !allCases.includes(one)).map(({ id }) => id)).toEqual([]);
    expect(all.length).toBe(allCases.length);
    const astray = exported.filter(([name, cases]) => cases.some(({ area }) => !name.startsWith(`${area}/`)));
    expect(astray.map(([name]) => name)).toEqual([]);
  });

  test('every operation is played by a case', () => {
    const played = new Set(allCases.flatMap(({ steps }) => leaves(steps).map((step) => headOf(step).op)));
    expect(operationNames.filter((name) => !played.has(name))).toEqual([]);
  });

  test('every finding named is in the catalogue', () => {
    const catalogue = loadCatalogue();
    const unknown = allCases.flatMap(({ id, findings }) =>
      findings.filter((f) => !catalogue.has(f)).map((f) => [id, f]),
    );
    expect(unknown).toEqual([]);
  });
});

describe.each(allCases.map((subject) => [subject.id, subject] as const))('%s', (_, subject) => {
  const steps = leaves(subject.steps);

  test('is named by its area, known for certain, and tied to a finding or a source', () => {
    expect(subject.id).toMatch(/^[a-z-]+\/[a-z0-9-]+$/);
    expect(subject.id.startsWith(`${subject.area}/`)).toBe(true);
    expect(caseAreas).toContain(subject.area);
    expect(certainties).toContain(subject.certainty);
    expect(subject.findings.length + (subject.sources ?? []).length).toBeGreaterThan(0);
    expect(new Set(subject.findings).size).toBe(subject.findings.length);
  });

  test('names a source, unless the findings were measured or nothing is known', () => {
    if (subject.certainty === 'inferred') return;
    const measured = subject.findings.some((id) => loadCatalogue().get(id)?.evidence === 'measured-on-dynamodb');
    expect(measured || (subject.sources ?? []).length > 0).toBe(true);
  });

  test('expects something', () => {
    expect(steps.some(says)).toBe(true);
  });

  test('refers only to steps before it and to tables it declares', () => {
    expect(danglingReferences(subject.steps, new Set())).toEqual([]);
    const parts = steps.flatMap((step) => {
      const { sent, expected } = templates(step);
      return [sent, ...expected];
    });
    const declared = Object.keys(subject.tables ?? {});
    expect(undeclaredTables(subject)).toEqual([]);
    const used = new Set(parts.flatMap((part) => mentions(part, '$table')));
    expect(declared.filter((name) => !used.has(name))).toEqual([]);
  });

  test('step names are unique, and every word and path is valid', () => {
    const names = steps.map(nameOf).filter((name) => name !== undefined);
    expect(names.filter((name, at) => names.indexOf(name) !== at)).toEqual([]);
    expect(faultsOf(subject)).toEqual([]);
  });

  test('is data: JSON preserves all of it', () => {
    expect(JSON.parse(JSON.stringify(subject))).toEqual(subject);
  });
});

describe('the checks above can fail', () => {
  const call = { op: 'GetItem' as const, input: { TableName: { $table: 't' }, Key: { $from: 'later', path: 'Key' } } };

  test('a reference to a later step, to another branch, or to the step itself is dangling', () => {
    expect(danglingReferences([call, { ...call, as: 'later' }], new Set())).toEqual(['later', 'later']);
    expect(
      danglingReferences([{ parallel: [[{ op: 'GetItem', input: {}, as: 'later' }], [call]] }], new Set()),
    ).toEqual(['later']);
    expect(danglingReferences([{ op: 'GetItem', input: {}, as: 'later' }, call], new Set())).toEqual([]);
  });

  test('tables are found wherever they are named', () => {
    expect(mentions({ a: [{ $table: 'x' }], '$table:y': {} }, '$table')).toEqual(['x', 'y']);
  });

  test('accepting a request is no expectation', () => {
    expect(says({ op: 'GetItem', input: {}, expect: { ok: {} } })).toBe(false);
    expect(says({ op: 'GetItem', input: {}, expect: { ok: { Item: {} } } })).toBe(true);
    expect(says({ op: 'GetItem', input: {}, expect: { rejected: 'X' } })).toBe(true);
  });
});
