import { readdirSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { findingAreas, loadCatalogue } from '../findings/catalogue.ts';
import { expectationOf } from '../runner/execute.ts';
import { parsePath } from '../runner/path.ts';
import { referencesOf } from '../runner/template.ts';
import {
  type Case,
  certainties,
  isParallel,
  isReadStream,
  isRepeat,
  isTimes,
  isWait,
  type Leaf,
  type Step,
  type Template,
} from './case.ts';
import { allCases, caseById } from './index.ts';

const leaves = (steps: readonly Step[]): Leaf[] =>
  steps.flatMap((step) => (isParallel(step) ? step.parallel.flatMap(leaves) : isWait(step) ? [] : [step]));
const callOf = (step: Leaf) => (isRepeat(step) ? step.repeat : isTimes(step) ? step.step : step);
const nameOf = (step: Leaf): string | undefined => callOf(step).as;
const expectOf = (step: Leaf) => (isReadStream(step) ? step.expect : expectationOf(step));

/** Every template of a step: what it sends and what it expects. */
function templates(step: Leaf): { sent: Template; expected: Template[] } {
  const call = callOf(step);
  const sent: Template = 'readStream' in call ? call.readStream : [call.input, call.during?.input ?? null];
  const { ok, members } = expectOf(step) ?? {};
  return { sent, expected: [ok, members].filter((part) => part !== undefined) };
}

/** Values of the references of one kind, wherever they stand; `$table:orders` as a member's name counts too. */
function mentions(template: Template, reference: string): string[] {
  if (Array.isArray(template)) return template.flatMap((part) => mentions(part, reference));
  if (typeof template !== 'object' || template === null) return [];
  return Object.entries(template).flatMap(([member, part]) => [
    ...(member === reference && typeof part === 'string' ? [part] : []),
    ...(member.startsWith(`${reference}:`) ? [member.slice(reference.length + 1)] : []),
    ...mentions(part, reference),
  ]);
}

/** What is wrong with the references of a list of steps; `known` are the names answered before it, and grows. */
function danglingReferences(steps: readonly Step[], known: Set<string>): string[] {
  return steps.flatMap((step) => {
    if (isParallel(step)) {
      const branches = step.parallel.map((branch) => {
        const own = new Set(known);
        return { own, found: danglingReferences(branch, own) };
      });
      for (const { own } of branches) for (const name of own) known.add(name);
      return branches.flatMap(({ found }) => found);
    }
    if (isWait(step)) return [];
    const { sent, expected } = templates(step);
    const name = nameOf(step);
    // A loop refers to its own newest answer; a step's expectation may refer to that step.
    const within = new Set([...known, ...(name !== undefined ? [name] : [])]);
    const early = referencesOf(sent).filter((to) => !(isRepeat(step) ? within : known).has(to));
    const late = expected.flatMap(referencesOf).filter((to) => !within.has(to));
    const lost = isRepeat(step) && step.continues !== undefined && !known.has(step.continues) ? [step.continues] : [];
    if (name !== undefined) known.add(name);
    return [...early, ...late, ...lost];
  });
}

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

  test('every file’s cases are registered', async () => {
    const here = new URL('.', import.meta.url);
    const names = readdirSync(here, { recursive: true, encoding: 'utf8' }).filter((name) =>
      /\/.*(?<!\.test)\.ts$/.test(name),
    );
    const files = await Promise.all(names.map((name) => import(new URL(name, here).href) as Promise<object>));
    const isCase = (value: unknown): value is Case => typeof value === 'object' && value !== null && 'steps' in value;
    const exported = files.flatMap((file) => Object.values(file).flat()).filter(isCase);
    expect(exported.filter((one) => !allCases.includes(one)).map(({ id }) => id)).toEqual([]);
    expect(exported.length).toBe(allCases.length);
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

  test('is named by its area, known for certain, and tied to a finding', () => {
    expect(subject.id).toMatch(/^[a-z-]+\/[a-z0-9-]+$/);
    expect(subject.id.startsWith(`${subject.area}/`)).toBe(true);
    expect(findingAreas).toContain(subject.area);
    expect(certainties).toContain(subject.certainty);
    expect(subject.findings.length).toBeGreaterThan(0);
    expect(new Set(subject.findings).size).toBe(subject.findings.length);
  });

  test('names a source, unless the findings measured it or nobody knows', () => {
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
    expect(parts.flatMap((part) => mentions(part, '$table')).filter((name) => !declared.includes(name))).toEqual([]);
    const used = new Set(parts.flatMap((part) => mentions(part, '$table')));
    expect(declared.filter((name) => !used.has(name))).toEqual([]);
  });

  test('step names are unique, and paths can be read', () => {
    const names = steps.map(nameOf).filter((name) => name !== undefined);
    expect(names.filter((name, at) => names.indexOf(name) !== at)).toEqual([]);
    for (const step of steps) {
      const { observe } = isTimes(step) ? step.step : step;
      for (const path of observe ?? []) expect(() => parsePath(path)).not.toThrow();
      if (isRepeat(step)) expect(() => parsePath(step.until.path)).not.toThrow();
    }
  });

  test('is data: JSON keeps all of it', () => {
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

  test('being accepted is no expectation', () => {
    expect(says({ op: 'GetItem', input: {}, expect: { ok: {} } })).toBe(false);
    expect(says({ op: 'GetItem', input: {}, expect: { ok: { Item: {} } } })).toBe(true);
    expect(says({ op: 'GetItem', input: {}, expect: { rejected: 'X' } })).toBe(true);
  });
});
