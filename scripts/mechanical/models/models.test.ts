import { fileURLToPath } from 'node:url';
import { describe, expect, test, vi } from 'vitest';
import { explore } from '../../../models/checker/explore.ts';
import { readSizes } from '../../../models/sizes.ts';
import { modelArguments } from './arguments.ts';
import { buildProtocols } from './build.ts';
import { performer, type Verdict } from './jobs.ts';
import { Protocols } from './subject.ts';

vi.setConfig({ testTimeout: 120_000 });

const root = fileURLToPath(new URL('../../..', import.meta.url));

describe('small protocols', async () => {
  const toy = 'scripts/mechanical/models/testing/toy.ts';
  const program = await buildProtocols(root, toy, (path) => path === toy);
  const perform = performer(program);
  const sizeOf = (model: string) => {
    const answer = perform({ kind: 'cover', model, variant: 'default' });
    if (answer.kind !== 'cover') throw new Error('a size was asked for');
    return answer;
  };

  function fates(model: string): { readonly [change: string]: string } {
    const { reached, size, taken } = sizeOf(model);
    return Object.fromEntries(
      [...reached].map((mutant) => {
        const { rule, from, to } = program.mutants[mutant]!;
        const verdict = perform({
          kind: 'judge',
          mutant,
          places: [{ model, variant: 'default', size }],
          steps: { [model]: taken },
        }) as Verdict;
        return [`${rule}: ${from} → ${to}`, `${verdict.fate} ${verdict.why ?? ''}`.trim()];
      }),
    );
  }

  test('a protocol that breaks a property without any change is named so', () => {
    const promise = 'm.always("S: each addition counts", ';
    expect(program.code).toContain(promise);
    const code = program.code.replace(promise, `${promise}() => false); m.always("again", `);
    expect(performer({ ...program, code })({ kind: 'cover', model: 'counter', variant: 'default' })).toEqual({
      kind: 'wrong',
      why: 'violated: S: each addition counts',
    });
  });

  test('an addition that is no single step is lost', () => {
    expect(fates('counter')).toMatchObject({
      'late effect: counter.n = before + 1; → (a later step)': 'killed S: each addition counts',
      'forgotten statement: counter.n = before + 1; → ;': 'killed S: each addition counts',
      "split step: me.at = 'done'; → (a later step)": 'other',
      "value: 'start' → 'done'": 'killed no deadlock',
    });
  });

  test('who ignores the answer of a conditional write goes in beside another', () => {
    const condition = "rules.asksFirst && place.owner === 'none'";
    expect(fates('place')).toMatchObject({
      [`ignored answer: ${condition} → does not hold, and is taken for so`]: 'killed S: one is inside',
      [`ignored answer: ${condition} → holds, and is taken for not`]: 'killed one is inside',
      'late effect: place.owner = `client ${id}` as typeof place.owner; → (a later step)': 'killed S: one is inside',
      [`side: ${condition} → rules.asksFirst`]: 'killed S: one is inside',
      "value: 'inside' → 'refused'": 'killed one is inside',
    });
  });

  test('a value outside of its domain is refused by the language, and is no mutant', () => {
    expect(fates('counter')['arithmetic: before + 1 → (before) - (1)']).toMatch(/^refused .* -1 is not 0 to 2$/);
  });

  test('a change of a rule is no mutant, since rules have planted bugs', () => {
    expect(program.mutants.filter(({ from }) => from === 'rules.asksFirst')).toEqual([]);
  });

  test('properties, declarations and endings do not change along', () => {
    const { reached } = sizeOf('place');
    const changed = [...reached].map((number) => program.mutants[number]!.from);
    expect(changed.filter((text) => /^(?:all|m\.(?!reach)|oneOf)/.test(text))).toEqual([]);
  });
});

describe('the protocols', async () => {
  const program = await buildProtocols(root);

  test('without a mutant they are what they were', () => {
    const { entries } = new Protocols(program.code, program.mutants);
    for (const name of ['claim-restore-sqlite', 'generation-restore-sqlite', 'stream-enable', 'admission']) {
      for (const variant of entries[name]!.variants) {
        const { states, transitions } = explore(entries[name]!.build({ variant }), { count: false });
        expect([states, transitions]).toEqual(readSizes()[name]![`default ${variant}`]!.slice(0, 2));
      }
    }
  });

  test('each argument is about a mutant that there is', () => {
    const known = new Set(program.mutants.map(({ id }) => id));
    expect([...modelArguments().keys()].filter((id) => !known.has(id))).toEqual([]);
  });
});

test('a malformed file of arguments names its faults', () => {
  expect(() => modelArguments([{ argument: '', graph: 'alike', mutants: [] }])).toThrow(/must be same or other/);
});
