/** What an exploration never saw: steps, values, and properties that held vacuously. */

import { shown } from '../language/domains.ts';
import { kindOf } from '../language/kinds.ts';
import type { Model, Property } from '../language/model.ts';
import type { VariableReader } from '../language/state/recorder.ts';
import type { Variable } from '../language/state/variable.ts';
import { sourceOf } from './expander.ts';
import type { Coverage } from './result.ts';
import type { Space } from './search.ts';
import { DecisionTrees } from './tables.ts';
import type { Vocabulary } from './vocabulary.ts';

export const coverageOf = (
  model: Model,
  vocabulary: Vocabulary,
  neverInDanger: readonly string[] | null = null,
): Coverage => ({
  neverTaken: vocabulary.steps
    .filter((_, id) => !vocabulary.taken[id])
    .map(({ process, label }) => ({ process: process.name, label })),
  neverReached: model.layout.variables
    .map(({ id, name, domain }) => ({
      variable: name,
      values: vocabulary.reached[id]!.flatMap((seen, code) => (seen ? [] : [shown(domain, code)])),
    }))
    .filter(({ values }) => values.length > 0),
  neverInDanger,
});

/**
 * Ids of properties that hold vacuously. A state property has been in danger when some reachable state would break it after
 * changing one variable to a value that this variable takes elsewhere, or to the number next to such a value. A step property has
 * been in danger when some step judged it; a liveness property when its premise held somewhere and its conclusion did not hold yet.
 */
export function neverInDanger(
  model: Model,
  properties: readonly Property[],
  vocabulary: Vocabulary,
  space: Space,
): string[] {
  const near = new Neighbourhood(model, vocabulary, space);
  const isSafe = (property: Property): boolean => {
    const { predicate, premise } = property;
    const { decisive } = kindOf(property);
    if (decisive === null) return !near.some(premise ?? property, premise !== undefined);
    if (decisive) return false;
    return predicate === undefined ? !vocabulary.judged.has(property.id) : !near.couldBreak(property);
  };
  return properties.filter(isSafe).map(({ name }) => name);
}

const examined = 1;

class Neighbourhood {
  private readonly model: Model;
  private readonly vocabulary: Vocabulary;
  private readonly set: Space['set'];
  private readonly trees: DecisionTrees;

  constructor(model: Model, vocabulary: Vocabulary, { set }: Space) {
    this.model = model;
    this.vocabulary = vocabulary;
    this.set = set;
    this.trees = new DecisionTrees(
      model.name,
      model.properties.map(({ name }) => name),
    );
  }

  /** Whether the property gives this answer in some state. */
  some(property: Property, answer: boolean): boolean {
    return this.find(property, (source) => this.model.judge(property, source).holds === answer);
  }

  couldBreak(property: Property): boolean {
    return this.find(property, (source) => {
      const { reads, holds } = this.model.judge(property, source);
      if (!holds) return true;
      return reads.some(({ variable }) =>
        this.nearCodes(variable).some(
          (code) => !this.model.judge(property, (one) => (one === variable ? code : source(one))).holds,
        ),
      );
    });
  }

  private nearCodes({ id, domain }: Variable): number[] {
    const reached = this.vocabulary.reached[id]!;
    return reached.flatMap((isReached, code) => {
      const isNext = (reached[code - 1] ?? false) || (reached[code + 1] ?? false);
      return isReached || (isNext && typeof domain.decode(code) === 'number') ? [code] : [];
    });
  }

  /** Asks once for each footprint of the property: states with the same values in the variables it reads get the same answer. */
  private find(property: Property, asked: (source: VariableReader) => boolean): boolean {
    const { ints, size } = this.set;
    for (let state = 0; state < size; state++) {
      const base = this.set.baseOf(state);
      if (this.trees.find(property.id, ints, base) === examined) continue;
      const source = sourceOf(ints, base);
      if (asked(source)) return true;
      this.trees.learn(property.id, this.model.judge(property, source).reads, examined);
    }
    return false;
  }
}
