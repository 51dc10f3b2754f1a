/** Which budget ended an exploration, and how far the search got. */

import type { ModelResult } from '../../../models/checker/result.ts';
import { count, mebibytes, thousands } from '../../text/format.ts';
import { wrap } from '../../text/width.ts';
import { titleOf } from './title.ts';

const spent = {
  states: { what: 'the state budget is used up', next: 'raise --states' },
  time: { what: 'the time is up', next: 'raise --time' },
  interruption: { what: 'interrupted', next: 'let it run longer' },
  memory: { what: 'the memory for states is full', next: 'raise --memory' },
} as const;

/** One paragraph with what to do next; empty when no budget ran out. */
export function budgetTexts({ columns }: { readonly columns: number }, result: ModelResult): string[] {
  const { ranOutOf, states, depth, reductions } = result;
  if (ranOutOf === null || ranOutOf === 'simulations') return [];
  const { what, next } = spent[ranOutOf];
  const held = reductions === undefined ? '' : `, ${mebibytes(reductions.bytes)} of states`;
  const sentence = `${titleOf(result)}: stopped at ${count(states, 'state')}, depth ${thousands(depth)}${held}: ${what}.`;
  return [wrap(`${sentence} Next: ${next}, choose a smaller --scale, or use --simulate.`, columns).join('\n')];
}
