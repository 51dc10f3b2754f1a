/** Time: an owner may be silent for any length of it, be it paused, slow or dead. Staleness is judged on the store's clock. */
import type { Model } from '../../../language/model.ts';
import type { History } from './target.ts';

interface Ageing {
  readonly table: { readonly status: string };
  readonly record: { readonly job: string; stale: boolean };
  readonly history: History;
}

/** The heartbeats of records that still ask for an owner or a removal get old, and the next beat makes them young. */
export function declareClock(m: Model, targets: readonly Ageing[]): void {
  targets.forEach(({ table, record, history }, id) => {
    const ages = () => table.status !== 'absent' && (record.job === 'RUNNING' || record.job === 'FAILED');
    m.timePasses(`clock of target ${id}`, 'stale_after goes by', {
      when: () => ages() && !(record.stale && history.isSilent),
      effect: () => {
        record.stale = true;
        history.isSilent = true;
      },
    });
  });
}
