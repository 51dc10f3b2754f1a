/** Every judge of histories, by name. */
import type { History } from './history.ts';
import type { Judge, Judgement, JudgeOptions } from './judge.ts';
import { counters, tokens } from './judges/counters.ts';
import { indexes } from './judges/indexes.ts';
import { names } from './judges/names.ts';
import { paging } from './judges/paging.ts';
import { restores } from './judges/restores.ts';
import { streams } from './judges/streams.ts';
import { transactions } from './judges/transactions.ts';
import { winners } from './judges/winners.ts';
import { linearizability } from './linearizability.ts';

export const judges = {
  linearizability,
  transactions,
  winners,
  counters,
  tokens,
  streams,
  indexes,
  paging,
  restores,
  names,
} satisfies { readonly [name: string]: Judge };

export type JudgeName = keyof typeof judges;

/** What all judges say together. */
export interface Verdict {
  /** Violated by any; unknown where one had something to judge and could not, or none had anything. */
  readonly verdict: Judgement['verdict'];
  /** Of those that had something to judge. */
  readonly judgements: ReadonlyMap<JudgeName, Judgement>;
}

export function judgeHistory(history: History, options: JudgeOptions = {}): Verdict {
  const judgements = new Map<JudgeName, Judgement>();
  for (const [name, judge] of Object.entries(judges) as [JudgeName, Judge][]) {
    const judgement = judge.judge(history, options);
    if (judgement.judged > 0 || judgement.verdict === 'violated') judgements.set(name, judgement);
  }
  const verdicts = [...judgements.values()].map(({ verdict }) => verdict);
  if (verdicts.includes('violated')) return { verdict: 'violated', judgements };
  const isKnown = verdicts.length > 0 && !verdicts.includes('unknown');
  return { verdict: isKnown ? 'holds' : 'unknown', judgements };
}
