/** The tables, the bodies run on every state and the naive explorer must give the same numbers. */
import { expect } from 'vitest';
import type { Model } from '../../language/model.ts';
import { explore } from '../explore.ts';
import { replayTrace } from '../replay.ts';
import type { ModelResult } from '../result.ts';
import { exploreNaively } from './naive.ts';

/** The result without the parts that measure effort. */
function answers({ durationMs: _t, bodiesRun: _b, compiled: _c, reductions, ...rest }: ModelResult): object {
  return { ...rest, stored: reductions?.stored };
}

export function expectAgreement(build: () => Model): void {
  // Every state is compared with the bodies here, and not once more below, where there is nothing but bodies.
  const tables = explore(build(), { keepGoing: true, auditEvery: 1 });
  expect(answers(explore(build(), { keepGoing: true, audit: true }))).toEqual(answers(tables));
  const naive = exploreNaively(build());
  const broken = tables.properties.filter(({ kind, verdict }) => kind === 'always' && verdict === 'violated');
  expect({
    states: tables.states,
    transitions: tables.transitions,
    terminal: tables.terminal,
    depth: tables.depth,
    broken: broken.map(({ name }) => name).sort(),
  }).toEqual(naive);
  if (tables.trace !== null) expect(replayTrace(build(), tables.trace).complaint).toBeNull();
}
