/** Threads that do jobs in the background, one for each processor. */
import { availableParallelism } from 'node:os';
import { Worker, type WorkerOptions } from 'node:worker_threads';

/** Why there is no answer: the pool was closed, the job took too long, or the thread ended with an error. */
export interface Lost {
  readonly lost: 'closed' | 'time' | 'error';
  readonly why: string;
}

export const isLost = (answer: object): answer is Lost => 'lost' in answer;

interface Waiting<Job, Answer> {
  readonly job: Job;
  readonly limitMs: number | undefined;
  readonly settle: (answer: Answer | Lost) => void;
}

interface ThreadOptions extends Pick<WorkerOptions, 'resourceLimits'> {
  /** Plain data for all jobs of a thread. */
  readonly setting?: unknown;
  /** Default: one for each processor. */
  readonly threads?: number;
}

const closed: Lost = { lost: 'closed', why: 'interrupted' };

/** A job and its answer are plain data. The thread answers each message with one. */
export class ThreadPool<Job, Answer extends object> {
  readonly #options: WorkerOptions;
  readonly #threads: number;
  readonly #workers = new Set<Worker>();
  readonly #idle: Worker[] = [];
  readonly #waiting: Waiting<Job, Answer>[] = [];
  readonly #busy = new Map<Worker, (answer: Answer | Lost) => void>();
  #isClosed = false;

  /** @param entry a source whose `performer(setting)` gives the function that does the jobs of a thread, by its path from the root */
  constructor(entry: string, { threads = availableParallelism(), setting, ...options }: ThreadOptions = {}) {
    this.#options = { execArgv: [], workerData: { entry, setting }, ...options };
    this.#threads = threads;
  }

  /** Jobs start in the order given. @param limitMs a thread that takes longer is ended, and replaced */
  run(job: Job, limitMs?: number): Promise<Answer | Lost> {
    if (this.#isClosed) return Promise.resolve(closed);
    return new Promise((settle) => {
      this.#waiting.push({ job, limitMs, settle });
      this.#serve();
    });
  }

  /**
   * The answers to all jobs; undefined when the pool was closed first.
   * @throws Error for a job that was lost otherwise
   */
  async runAll<J extends Job>(
    jobs: readonly J[],
    onAnswer: (answer: Answer, job: J) => void,
  ): Promise<Answer[] | undefined> {
    const answers = await Promise.all(
      jobs.map(async (job) => {
        const answer = await this.run(job);
        if (!isLost(answer)) onAnswer(answer, job);
        return answer;
      }),
    );
    const lost = answers.find(isLost);
    if (lost !== undefined && lost.lost !== 'closed') throw new Error(lost.why);
    return lost === undefined ? (answers as Answer[]) : undefined;
  }

  /** Ends every thread, also during a job. */
  async close(): Promise<void> {
    this.#isClosed = true;
    for (const settle of [...this.#busy.values(), ...this.#waiting.map((one) => one.settle)]) settle(closed);
    await Promise.all([...this.#workers].map((worker) => worker.terminate()));
  }

  #serve(): void {
    if (this.#isClosed) return;
    while (this.#waiting.length > 0 && (this.#idle.length > 0 || this.#workers.size < this.#threads))
      this.#assign(this.#idle.pop() ?? this.#start(), this.#waiting.shift()!);
  }

  #start(): Worker {
    const worker = new Worker(new URL('./worker.mjs', import.meta.url), this.#options);
    this.#workers.add(worker);
    worker.on('message', (answer: Answer) => this.#settle(worker, answer));
    worker.on('error', (error) => {
      const why = error instanceof Error ? error.message : String(error);
      this.#drop(worker, { lost: 'error', why: `a worker thread ended: ${why}` });
    });
    return worker;
  }

  #assign(worker: Worker, { job, limitMs, settle }: Waiting<Job, Answer>): void {
    const timer =
      limitMs === undefined
        ? undefined
        : setTimeout(() => {
            void worker.terminate();
            this.#drop(worker, { lost: 'time', why: `no answer within ${limitMs} ms` });
          }, limitMs);
    this.#busy.set(worker, (answer) => {
      clearTimeout(timer);
      settle(answer);
    });
    worker.postMessage(job);
  }

  #settle(worker: Worker, answer: Answer): void {
    if (!this.#workers.has(worker)) return;
    this.#answer(worker, answer);
    this.#idle.push(worker);
    this.#serve();
  }

  #drop(worker: Worker, lost: Lost): void {
    this.#workers.delete(worker);
    this.#answer(worker, lost);
    this.#serve();
  }

  #answer(worker: Worker, answer: Answer | Lost): void {
    this.#busy.get(worker)?.(answer);
    this.#busy.delete(worker);
  }
}

/** Calls `use` with a pool, and closes the pool at the end: after a return, an error or an interruption. */
export async function withPool<Pool extends { close(): Promise<void> }, T>(
  pool: Pool,
  signal: AbortSignal,
  use: (pool: Pool) => Promise<T>,
): Promise<T> {
  const close = () => void pool.close();
  signal.addEventListener('abort', close, { once: true });
  if (signal.aborted) close();
  try {
    return await use(pool);
  } finally {
    signal.removeEventListener('abort', close);
    await pool.close();
  }
}
