/** Explores a mutant and compares the result with the expectation that its entry declares. */

import type { ModelEntry, MutantEntry } from '../language/entry.ts';
import { type Model, noDeadlock, propertyId } from '../language/model.ts';
import { withDivergencePoint } from './difference.ts';
import { type ExploreOptions, explore } from './explore.ts';
import type { ModelResult } from './result.ts';

export interface MutantJudgement {
  readonly mutant: MutantEntry;
  /** Some property is violated. */
  readonly killed: boolean;
  /** The declared properties that are violated. When none were declared: all that are. */
  readonly by: readonly string[];
  /** Why no property can be violated: the mutant is equivalent, or another rule masks it. */
  readonly equivalent: string | null;
  /** The result is what the entry declares. False also when a budget ran out. */
  readonly asDeclared: boolean;
  /** What differs from the declaration, as a sentence. */
  readonly complaint: string | null;
  readonly result: ModelResult;
}

type JudgeOptions = Pick<ExploreOptions, 'statesMax' | 'timeMsMax' | 'now' | 'onProgress'> & {
  readonly scale?: string;
  /** The size of the model without the mutant. Default: the model is explored when an equivalent mutant must have the same size. */
  readonly original?: (variant: string) => Size;
};

type Size = Pick<ModelResult, 'states' | 'transitions'>;

/** Throws RangeError for a mutant that the entry does not have. */
export function judgeMutant(entry: ModelEntry, id: string, options: JudgeOptions = {}): MutantJudgement {
  const mutant = entry.mutants.find((candidate) => candidate.id === id);
  if (mutant === undefined) throw new RangeError(`${entry.name} has no mutant '${id}'`);
  const { scale, original, ...budget } = options;
  const choice = { variant: mutant.variant, ...(scale === undefined ? {} : { scale }) };
  const build = () => entry.build({ ...choice, mutant: id });
  const result = withDivergencePoint(explored(mutant, build, budget), entry.build(choice), build());
  const violated = result.properties.filter(({ verdict }) => verdict === 'violated').map(({ name }) => name);
  const complaint = complaintAbout(
    mutant,
    violated,
    result,
    () => original?.(mutant.variant) ?? explore(entry.build(choice), { ...budget, count: false }),
  );
  const { expect } = mutant;
  return {
    mutant,
    killed: violated.length > 0,
    by: 'breaks' in expect ? violated.filter((name) => expect.breaks.some((wanted) => means(wanted, name))) : violated,
    equivalent: 'equivalent' in expect ? expect.equivalent : 'masked' in expect ? expect.masked : null,
    asDeclared: complaint === null,
    complaint,
    result,
  };
}

/** What is declared is judged alone, which mostly takes a few levels. The rest is wanted only where that does not break. */
function explored({ expect }: MutantEntry, build: () => Model, budget: ExploreOptions): ModelResult {
  const options = { ...budget, count: false };
  if ('breaks' in expect && hasAll(build(), expect.breaks)) {
    const result = explore(build(), { ...options, properties: expect.breaks, keepGoing: 'until all are broken' });
    if (result.ranOutOf !== null || result.properties.every(({ verdict }) => verdict === 'violated')) return result;
  }
  return explore(build(), { ...options, keepGoing: true });
}

const hasAll = ({ properties }: Model, wanted: readonly string[]): boolean =>
  wanted.every((name) => name === noDeadlock || properties.some((property) => means(name, property.name)));

const means = (wanted: string, name: string): boolean => wanted === name || wanted === propertyId(name);

function complaintAbout(
  { expect }: MutantEntry,
  violated: readonly string[],
  { verdict, ranOutOf, states, transitions }: ModelResult,
  original: () => Size,
): string | null {
  if ('breaks' in expect) {
    const unbroken = expect.breaks.filter((wanted) => !violated.some((name) => means(wanted, name)));
    return unbroken.length === 0 ? null : `should break ${unbroken.join(' and ')}`;
  }
  if (verdict === 'violated') return `should break nothing, and breaks ${violated.join(' and ')}`;
  if (verdict === 'unknown') return `has no verdict: out of ${ranOutOf}`;
  if (!('equivalent' in expect) || expect.graph === 'other') return null;
  const right = original();
  if (right.states === states && right.transitions === transitions) return null;
  return `should have the ${right.states} states and ${right.transitions} transitions of the model, has ${states} and ${transitions}`;
}
