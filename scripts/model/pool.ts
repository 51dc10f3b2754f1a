/** A pool of threads that explore models in the background, one for each processor. */
import { UsageError } from '../command-line/usage-error.ts';
import { ThreadPool } from '../threads.ts';
import type { JobResult, ModelJob, Performed } from './jobs.ts';

export class ModelPool {
  readonly #threads: ThreadPool<ModelJob, Performed>;

  constructor(threads?: number) {
    this.#threads = new ThreadPool('scripts/model/jobs.ts', { ...(threads && { threads }) });
  }

  /** Jobs start in the order given. Null: the pool was closed first. Throws UsageError when the model is faulty. */
  async run<J extends ModelJob>(job: J): Promise<JobResult<J> | null> {
    const performed = await this.#threads.run(job);
    if ('lost' in performed && performed.lost === 'closed') return null;
    if ('result' in performed) return performed.result as JobResult<J>;
    if ('lost' in performed) throw new UsageError(performed.why, 'choose a smaller scale');
    throw new UsageError(performed.problem, performed.next);
  }

  /** Ends every thread, also during an exploration. */
  close(): Promise<void> {
    return this.#threads.close();
  }
}

/** Calls `use` with a pool, and closes the pool at the end: after a return, an error or an interruption. */
export async function withModelPool<T>(signal: AbortSignal, use: (pool: ModelPool) => Promise<T>): Promise<T> {
  const pool = new ModelPool();
  const close = () => void pool.close();
  signal.addEventListener('abort', close, { once: true });
  try {
    return await use(pool);
  } finally {
    signal.removeEventListener('abort', close);
    await pool.close();
  }
}
