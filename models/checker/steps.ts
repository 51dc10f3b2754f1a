/** Which steps of a protocol are taken in some variant. A step that none takes says nothing, and may be wrong unnoticed. */
import { familyName } from '../language/document.ts';
import type { Model } from '../language/model.ts';
import type { ModelResult } from './result.ts';

/** The name of the property, which all variants have together. */
export const everyStep = 'every step is taken in some variant';

/** `process: label`. Processes that differ only in their numbers count as one. */
interface Steps {
  readonly declared: ReadonlySet<string>;
  readonly taken: ReadonlySet<string>;
}

interface NamedStep {
  readonly name: string;
  readonly label: string;
}

const nameOf = ({ name, label }: NamedStep): string => `${familyName(name)}: ${label}`;

const allSteps = ({ processes }: Model): NamedStep[] =>
  processes.flatMap(({ name, labels }) => labels.map((label) => ({ name, label })));

export const declaredSteps = (model: Model): ReadonlySet<string> => new Set(allSteps(model).map(nameOf));

/** Of an exploration that came to its end. */
export function stepsOf(model: Model, { coverage }: Pick<ModelResult, 'coverage'>): Steps {
  const never = new Set(coverage.neverTaken.map(({ process, label }) => `${process}: ${label}`));
  const taken = allSteps(model).filter(({ name, label }) => !never.has(`${name}: ${label}`));
  return { declared: declaredSteps(model), taken: new Set(taken.map(nameOf)) };
}
