/** Random models against an interpreter that shares nothing with the explorer: every kind of property, every way of exploring. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type ExploreOptions, explore } from './explore.ts';
import { programOf } from './export/program.ts';
import { tlaOf } from './export/tla.ts';
import { replayTrace } from './replay.ts';
import { type ModelResult, type PropertyReport, tracesOf } from './result.ts';
import { modelOfSpec, someSpec } from './testing/random.ts';
import { answer, type ReferenceAnswer, type Spec } from './testing/reference.ts';
import { searchTla } from './testing/tla.ts';

const isNightly = process.env.PARALLAX_NIGHTLY !== undefined;
const numRuns = isNightly ? 5000 : 500;
const statesMax = 150;

const answerOf = (result: ModelResult): ReferenceAnswer => ({
  ...{ states: result.states, transitions: result.transitions, terminal: result.terminal, depth: result.depth },
  interleavings: result.interleavings,
  properties: Object.fromEntries(
    result.properties.map(({ name, verdict, traceLength }) => [name, { verdict, traceLength }]),
  ),
});

/** On the unreduced state space; symmetry is not used where liveness is judged. */
const whole: [string, ExploreOptions][] = [
  ['interpreted', { compile: false, auditEvery: 1 }],
  ['compiled', { compileAfter: 8 }],
  ['by bodies', { audit: true }],
];
const reduced: [string, ExploreOptions][] = [
  ['sorted, interpreted', { compile: false, auditEvery: 1 }],
  ['sorted, compiled', { compileAfter: 8 }],
];

const ofRuns = ['leadsTo', 'eventually', 'eventuallyAlways'];

function check(spec: Spec, expected: ReferenceAnswer, turn: number): void {
  const all = Object.keys(expected.properties);
  const ofStates = all.filter((name) => !ofRuns.includes(name));
  for (const [way, options] of inTurn(whole, turn)) {
    const result = explore(modelOfSpec(spec), { keepGoing: true, ...options });
    expect({ way, ...answerOf(result) }).toEqual({ way, ...expected });
    checkWorst(spec, result, expected, all);
  }
  for (const [way, options] of inTurn(reduced, turn)) {
    const result = explore(modelOfSpec(spec), { keepGoing: true, properties: ofStates, ...options });
    const wanted = Object.fromEntries(ofStates.map((name) => [name, expected.properties[name]]));
    expect({ way, ...answerOf(result) }).toEqual({ way, ...expected, properties: wanted });
    checkWorst(spec, result, expected, ofStates);
  }
  // A search that ends at the first violation finds a shortest one.
  checkWorst(spec, explore(modelOfSpec(spec), { compile: false }), expected, all);
  for (const write of inTurn([tlaOf, null, null, null], turn)) {
    if (write === null) continue;
    const { module, configuration } = write(programOf(modelOfSpec(spec)), 'Spec');
    const { states, generated } = searchTla(module, configuration);
    expect({ states, generated }).toEqual({ states: expected.states, generated: expected.transitions });
  }
}

/** By night all; else one for each model, since a second of the gate is dear. */
const inTurn = <T>(ways: readonly T[], turn: number): readonly T[] => (isNightly ? ways : [ways[turn % ways.length]!]);

const lengthOf = ({ traceLength }: PropertyReport): number => traceLength ?? Number.POSITIVE_INFINITY;

const nameOfShortest = ({ properties }: ModelResult, shortest: number): string | undefined =>
  properties.find((one) => one.verdict === 'violated' && lengthOf(one) === shortest)?.name;

/** The trace that is shown is a run of the model, and as short as the property allows. */
function checkWorst(spec: Spec, result: ModelResult, expected: ReferenceAnswer, judged: readonly string[]): void {
  const broken = judged.filter((name) => expected.properties[name]!.verdict === 'violated');
  expect(result.verdict).toBe(broken.length > 0 ? 'violated' : 'holds');
  // The first declared of those with the shortest trace; one without a trace only where no other is violated.
  const ranked = result.properties.filter(({ verdict }) => verdict === 'violated').map(lengthOf);
  expect(result.property).toBe(ranked.length === 0 ? null : nameOfShortest(result, Math.min(...ranked)));
  for (const trace of tracesOf(result)) {
    expect(trace.steps).toHaveLength(expected.properties[trace.property]!.traceLength!);
    expect(replayTrace(modelOfSpec(spec), trace).complaint).toBeNull();
  }
  if (result.trace === null) return;
  expect(tracesOf(result)).toContain(result.trace);
}

test(`${numRuns} random models: the answers of the reference`, () => {
  const seen = { examined: 0, violated: new Map<string, number>(), finite: 0, lassos: 0 };
  fc.assert(
    fc.property(someSpec, (spec) => {
      const expected = answer(spec, statesMax);
      if (expected === null) return;
      check(spec, expected, seen.examined);
      seen.examined++;
      if (expected.interleavings !== null) seen.finite++;
      for (const [name, { verdict, traceLength }] of Object.entries(expected.properties)) {
        if (verdict === 'violated') seen.violated.set(name, (seen.violated.get(name) ?? 0) + 1);
        if (name === 'leadsTo' && (traceLength ?? 0) > 2) seen.lassos++;
      }
    }),
    { numRuns },
  );
  // The sample has every kind of answer.
  expect(seen.examined).toBeGreaterThan(numRuns * 0.7);
  expect(seen.finite).toBeGreaterThan(numRuns * 0.2);
  expect(seen.lassos).toBeGreaterThan(0);
  expect(seen.violated.size).toBe(9);
  for (const times of seen.violated.values()) expect(times).toBeGreaterThan(numRuns * 0.02);
}, 120_000);
