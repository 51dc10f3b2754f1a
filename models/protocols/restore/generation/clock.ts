/** Time: an owner may be silent for any time, because it is paused, slow or dead. Staleness uses the clock of the store. */
import type { Model } from '../../../language/model.ts';
import type { AgeingJudgement } from './judge.ts';
import type { History } from './target.ts';

interface Ageing {
  readonly record: { readonly job: string; stale: boolean };
  readonly history: History;
}

/** Heartbeats become stale while a record still needs its owner or a removal. The next beat makes them fresh. */
export function declareClock(m: Model, targets: readonly Ageing[], judge: AgeingJudgement): void {
  targets.forEach(({ record, history }, id) => {
    const ages = () => record.job === 'RUNNING' || record.job === 'FAILED';
    m.timePasses(`clock of target ${id}`, 'stale_after goes by', {
      when: () => ages() && !record.stale,
      effect: () => {
        judge.ages({ record, history });
        record.stale = true;
      },
    });
  });
}
