/** Which steps of a protocol are taken in some variant. A step that none takes says nothing, and may be wrong unnoticed. */
import type { Model } from '../language/model.ts';
import type { ModelResult } from './result.ts';

/** The name of the property, which all variants have together. */
export const everyStep = 'every step is taken in some variant';

/** `process: label`. Processes that differ only in their numbers count as one. */
interface Steps {
  readonly declared: ReadonlySet<string>;
  readonly taken: ReadonlySet<string>;
}

/** Of an exploration that came to its end. */
export function stepsOf({ processes }: Model, { coverage }: Pick<ModelResult, 'coverage'>): Steps {
  const never = new Set(coverage.neverTaken.map(({ process, label }) => `${process}: ${label}`));
  const all = processes.flatMap(({ name, labels }) => labels.map((label) => ({ name, label })));
  const nameOf = ({ name, label }: (typeof all)[number]): string => `${name.replaceAll(/\d+/g, 'n')}: ${label}`;
  return {
    declared: new Set(all.map(nameOf)),
    taken: new Set(all.filter(({ name, label }) => !never.has(`${name}: ${label}`)).map(nameOf)),
  };
}
