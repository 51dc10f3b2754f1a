/** What is exported is the model: SPIN counts the same states and transitions, and finds the same violations. */
import { describe, expect, test } from 'vitest';
import { explore } from './checker/explore.ts';
import { programOf } from './checker/export/program.ts';
import { promelaOf } from './checker/export/promela.ts';
import { moduleNameOf, tlaOf } from './checker/export/tla.ts';
import { runSpin, spinMissing } from './checker/testing/spin.ts';
import { searchTla } from './checker/testing/tla.ts';
import { allocator } from './examples/allocator.ts';
import { alternatingBit } from './examples/alternating-bit.ts';
import { fencedLock } from './examples/fenced-lock.ts';
import { lease } from './examples/lease.ts';
import { peterson } from './examples/peterson.ts';
import { twoPhaseCommit } from './examples/two-phase-commit.ts';
import { models } from './index.ts';
import { upTo } from './language/domains.ts';
import type { Choice, ModelEntry } from './language/entry.ts';
import { Model } from './language/model.ts';
import { timedRestore } from './protocols/timed-restore.ts';

const examples = [allocator, alternatingBit, fencedLock, lease, peterson, twoPhaseCommit];
/** Bodies of `pool-wedge` read everything: a case for each transition, which is too much for SPIN and its compiler. */
const tooLarge = ['pool-wedge'];
const all = Object.values(models as { readonly [name: string]: ModelEntry }).filter(
  ({ name }) => !tooLarge.includes(name),
);
const isNightly = process.env.PARALLAX_NIGHTLY !== undefined;
const some = ['timed-restore', 'stream-sequence', 'compare-and-swap', 'claim-restore-sqlite'];
const registered = isNightly ? all : all.filter(({ name }) => some.includes(name));
// SPIN and its compiler take a second for each.
const bySpin = isNightly ? [...examples, ...all] : [...examples, ...registered.slice(0, 1)];
const brokenBySpin = isNightly
  ? [...examples, ...all.filter(({ name }) => some.includes(name))]
  : [allocator, twoPhaseCommit, fencedLock];

type Form = [name: string, entry: ModelEntry, choice: Choice];
const formsOf = (entries: readonly ModelEntry[]): Form[] =>
  entries.flatMap((entry) => entry.variants.map((variant): Form => [`${entry.name}/${variant}`, entry, { variant }]));
/** Mutants that a search for safety finds. */
const bugsOf = (entries: readonly ModelEntry[]): Form[] =>
  entries.flatMap((entry) =>
    entry.mutants
      .filter(({ expect: expected }) => 'breaks' in expected)
      .map(({ id, variant }): Form => [`${entry.name}/${id}`, entry, { variant, mutant: id }]),
  );

const missing = spinMissing();

describe.skipIf(missing !== null)(`Promela, by SPIN${missing === null ? '' : ` (skipped: ${missing})`}`, () => {
  test.each(formsOf(bySpin))('%s: the same states and transitions', (_, entry, choice) => {
    const program = programOf(entry.build(choice));
    const { states, transitions, errors } = runSpin({ text: promelaOf(program), isSmall: true }, [], 20);
    const ours = explore(entry.build(choice), { count: false });
    expect([states, transitions, errors]).toEqual([ours.states, ours.transitions, 0]);
  });

  test.each(bugsOf(brokenBySpin))('%s: the same verdict on safety', (_, entry, choice) => {
    const found = explore(entry.build(choice), { count: false, keepGoing: true });
    const isUnsafe = found.properties.some(
      ({ kind, verdict }) => verdict === 'violated' && (kind === 'always' || kind === 'deadlock'),
    );
    const { errors } = runSpin({ text: promelaOf(programOf(entry.build(choice))), isSmall: true }, [], 20);
    expect(errors > 0).toBe(isUnsafe);
  });

  test('a step that swaps two variables reads both before it writes', () => {
    const m = new Model('swap');
    const it = m.record('it', { a: upTo(3), b: upTo(3) }, { a: 1 });
    m.process('p', ['swap', 'count'], (step) => {
      step('swap', () => ([it.a, it.b] = [it.b, it.a]));
      if (it.a < 3) step('count', () => it.a++);
    });
    const { states, transitions } = explore(m, { count: false });
    const spin = runSpin({ text: promelaOf(programOf(m)), isSmall: true }, [], 16);
    expect([spin.states, spin.transitions]).toEqual([states, transitions]);
  });

  test('a witness of `sometimes` is an error where it is sought', () => {
    const program = programOf(timedRestore.build());
    const sought = program.model.properties.filter(({ kind }) => kind === 'sometimes');
    expect(sought.length).toBeGreaterThan(0);
    for (const { id } of sought)
      expect(runSpin({ text: promelaOf(program), isSmall: true }, [`SEEK_${id}`], 16).errors).toBe(1);
  });
});

describe('TLA+, read again by an interpreter of what is written', () => {
  test.each(formsOf([...examples, ...registered]))(
    '%s: the same states, transitions and verdicts',
    (_, entry, choice) => {
      const program = programOf(entry.build(choice));
      const { module, configuration } = tlaOf(program, moduleNameOf(program));
      expect(searchTla(module, configuration)).toEqual({
        states: program.states,
        generated: program.transitions,
        violated: [],
      });
    },
  );

  test.each(bugsOf(examples))('%s: the same invariants are violated', (_, entry, choice) => {
    const program = programOf(entry.build(choice));
    const { module, configuration } = tlaOf(program, moduleNameOf(program));
    const found = explore(entry.build(choice), { count: false, keepGoing: true });
    const unsafe = found.properties.filter(
      ({ kind, verdict }) => verdict === 'violated' && (kind === 'always' || kind === 'deadlock'),
    );
    expect(searchTla(module, configuration).violated).toHaveLength(unsafe.length);
  });
});
