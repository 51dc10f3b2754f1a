/** What is written, and where its writer stands, agree at every moment. */
import type { Target } from './target.ts';

/** A table with its record, of which only these pairs exist; torn is any other. */
export type RecordState = 'none' | 'RUNNING' | 'FAILED' | 'DELETING' | 'handed over' | 'DONE' | 'torn';

interface Generations {
  readonly own: number;
  /** Drawn by FAILED; no owner has it. */
  readonly fenced: number;
}

const isEmpty = ({ job, generation, heartbeat, stale }: Target['record']): boolean =>
  job === 'none' && generation === 0 && heartbeat === 0 && !stale;

export function recordOf({ table: { status }, record }: Target, { own, fenced }: Generations): RecordState {
  const { job, generation } = record;
  if (status === 'absent') return isEmpty(record) ? 'none' : 'torn';
  if (job === 'FAILED' && generation === fenced && generation !== own) {
    return status === 'CREATING' ? 'FAILED' : status === 'DELETING' ? 'DELETING' : 'torn';
  }
  if (generation !== own) return 'torn';
  if (status === 'CREATING') return job === 'RUNNING' ? 'RUNNING' : job === 'DONE' ? 'handed over' : 'torn';
  return status === 'ACTIVE' && job === 'DONE' ? 'DONE' : 'torn';
}

export const nameOfRecord =
  'record: target and record come, change and go as one, and FAILED draws a generation that no owner has';
