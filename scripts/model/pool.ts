/** A pool of threads that explore models in the background, one for each processor. */
import { UsageError } from '../command-line/usage-error.ts';
import { isLost, ThreadPool, withPool } from '../threads.ts';
import type { JobResult, ModelJob, Performed } from './jobs.ts';

export class ModelPool {
  readonly #threads: ThreadPool<ModelJob, Performed>;

  constructor(threads?: number) {
    this.#threads = new ThreadPool('scripts/model/jobs.ts', { ...(threads && { threads }) });
  }

  /** Jobs start in the order given. Null: the pool was closed first. Throws UsageError when the model is faulty. */
  async run<J extends ModelJob>(job: J): Promise<JobResult<J> | null> {
    const performed = await this.#threads.run(job);
    if (isLost(performed)) {
      if (performed.lost === 'closed') return null;
      throw new UsageError(performed.why, 'choose a smaller scale');
    }
    if ('result' in performed) return performed.result as JobResult<J>;
    throw new UsageError(performed.problem, performed.next);
  }

  /** Ends every thread, also during an exploration. */
  close(): Promise<void> {
    return this.#threads.close();
  }
}

/** Calls `use` with a pool, and closes the pool at the end. */
export const withModelPool = <T>(signal: AbortSignal, use: (pool: ModelPool) => Promise<T>): Promise<T> =>
  withPool(new ModelPool(), signal, use);
