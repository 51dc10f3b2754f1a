/** A pool of threads that explore models in the background, one for each processor. */
import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import { UsageError } from '../command-line/usage-error.ts';
import type { JobResult, ModelJob, Performed } from './jobs.ts';

interface Waiting {
  readonly job: ModelJob;
  /** null: the pool was closed first. */
  readonly settle: (performed: Performed | null) => void;
}

export class ModelPool {
  private readonly workers = new Set<Worker>();
  private readonly idle: Worker[] = [];
  private readonly waiting: Waiting[] = [];
  private readonly busy = new Map<Worker, Waiting['settle']>();
  private isClosed = false;
  private readonly threads: number;

  constructor(threads = availableParallelism()) {
    this.threads = threads;
  }

  /** Jobs start in the order given. Null: the pool was closed first. Throws UsageError when the model is faulty. */
  async run<J extends ModelJob>(job: J): Promise<JobResult<J> | null> {
    if (this.isClosed) return null;
    const performed = await new Promise<Performed | null>((settle) => {
      this.waiting.push({ job, settle });
      this.serve();
    });
    if (performed === null) return null;
    if ('problem' in performed) {
      throw new UsageError(performed.problem, 'fix the model, or choose another scale');
    }
    return performed.result as JobResult<J>;
  }

  /** Ends every thread, also during an exploration. */
  async close(): Promise<void> {
    this.isClosed = true;
    for (const settle of [...this.busy.values(), ...this.waiting.map((one) => one.settle)]) settle(null);
    await Promise.all([...this.workers].map((worker) => worker.terminate()));
  }

  private serve(): void {
    if (this.isClosed) return;
    if (this.idle.length === 0 && this.workers.size < this.threads) this.idle.push(this.start());
    while (this.idle.length > 0 && this.waiting.length > 0) this.assign(this.idle.pop()!, this.waiting.shift()!);
  }

  private start(): Worker {
    const worker = new Worker(new URL('./worker.mjs', import.meta.url), { execArgv: [] });
    this.workers.add(worker);
    worker.on('message', (performed: Performed) => {
      this.settle(worker, performed);
      this.idle.push(worker);
      this.serve();
    });
    worker.on('error', (error) => {
      this.workers.delete(worker);
      this.settle(worker, {
        problem: `a worker thread ended: ${error instanceof Error ? error.message : String(error)}`,
      });
      this.serve();
    });
    return worker;
  }

  private assign(worker: Worker, { job, settle }: Waiting): void {
    this.busy.set(worker, settle);
    worker.postMessage(job);
  }

  private settle(worker: Worker, performed: Performed): void {
    this.busy.get(worker)?.(performed);
    this.busy.delete(worker);
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
