/**
 * A predicate on all values of its variables, whether reachable or not: an invariant that holds would otherwise be exported as no
 * more than `true`.
 */
import { ModelError } from '../../language/error.ts';
import type { Model, Property } from '../../language/model.ts';
import type { Variable } from '../../language/state/variable.ts';

interface Answer {
  readonly reads: ReadonlyMap<Variable, number>;
  readonly holds: boolean;
}

// More of them are no condition that anybody reads.
const answersMax = 5000;

/** One answer for each combination of values that the predicate tells apart; null when there are too many. */
export function answersOf(model: Model, property: Property): Answer[] | null {
  const answers: Answer[] = [];
  const open: ReadonlyMap<Variable, number>[] = [new Map()];
  for (let known = open.pop(); known !== undefined; known = open.pop()) {
    const { reads, holds } = answerTo(model, property, known);
    // Values that no state has together may be more than the predicate can handle.
    if (holds !== null) answers.push({ reads, holds });
    const before = new Map<Variable, number>();
    for (const [variable, code] of reads) {
      if (!known.has(variable)) {
        for (let other = code + 1; other < variable.domain.size; other++)
          open.push(new Map(before).set(variable, other));
      }
      before.set(variable, code);
    }
    if (answers.length + open.length > answersMax) return null;
  }
  return answers;
}

/** Variables that are not known have their first value. */
function answerTo(model: Model, property: Property, known: ReadonlyMap<Variable, number>) {
  const reads = new Map<Variable, number>();
  try {
    const { holds } = model.judge(property, (variable) => {
      const declared = model.layout.variables[variable.id]!;
      const code = known.get(declared) ?? 0;
      reads.set(declared, code);
      return code;
    });
    return { reads, holds };
  } catch (error) {
    if (error instanceof ModelError) return { reads, holds: null };
    throw error;
  }
}
