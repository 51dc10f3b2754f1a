import type { Invariant } from './invariant.ts';
import { contradictionsAfter } from './known/contradictions.ts';

export const refusedUnchanged: Invariant = {
  statement: 'A refused request has changed nothing: no item of it, and none of a cancelled transaction.',
  source: 'https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/Expressions.ConditionExpressions.html',
  needs: 'a refused write to an item that is known, and a consistent read of it',
  judge: (seen) => contradictionsAfter(seen, 'refused'),
};
