/** Where things lie in the memory of a compiled search. Addresses and sizes in bytes unless they say otherwise. */

const pageBytes = 65_536;

/** Read and written by every worker. */
export const shared = {
  /** States found so far. */
  size: 0,
  /** Slots of the table, without the overhang. */
  slots: 4,
  /** No batch is begun with more states than this. */
  limit: 8,
  /** The first state of the level that nobody has taken yet. */
  next: 12,
  /** The end of the level. */
  levelEnd: 16,
  /** One byte, like the flags below: a stop outside of the declared endings is still looked for. */
  deadlockOpen: 64,
  /** By mark: whether it is still news. */
  marksOpen: 16_384,
  /** By number of a compiled property: whether it is still to be judged. */
  propertiesOpen: 65_000,
} as const;

export const marksMax = 48_000;
export const propertiesMax = 500;

/** One block for each worker, relative to `workerBlock(id)`. */
export const counters = {
  /** Why it stopped: see `stops`. */
  status: 0,
  /** Where the targets of the next batch go. */
  targetsEnd: 4,
  countsEnd: 8,
  /** Written so that looking at a slot ahead of time is not optimised away. */
  touched: 12,
  /** Eight bytes each. */
  transitions: 16,
  terminal: 24,
  /** States and transitions counted with the sizes of their orbits. */
  covered: 32,
  coveredTransitions: 40,
  /** Whose turn it is: see `turns`. Only for threads other than the first. */
  turn: 48,
  /** Where it stopped to have something done. */
  stoppedAt: 52,
} as const;

export const turns = { starting: 0, idle: 1, work: 2, event: 3, room: 4, quit: 5 } as const;

/** States that a thread takes from a level at once. */
export const pieceStates = 512;

export const stops = { done: 0, event: 1, room: 2 } as const;

export const workersMax = 8;
const workerBytes = 256;
export const workerBlock = (worker: number): number => 1024 + worker * workerBytes;

// Enough look-ups in flight to hide the way to memory, few enough to stay in cache.
export const batchStates = 256;
/** States that one call may take: long enough to be free, short enough for budgets and for the change to optimised code. */
export const callStates = 4096;

/** Slots beyond the last home: a run of neighbours that long does not come about below nine tenths of load. */
export const overhang = 4096;
export const loadMax = 0.8;

export interface Places {
  readonly words: number;
  /** Of a slot, and of an entry among the successors: the words, and the number of the state + 1 or its hash. */
  readonly stride: number;
  readonly pages: number;
  /** Steps that one state may offer. */
  readonly stepsMax: number;
  readonly statesMax: number;
  readonly slotsMax: number;
  /** By worker. */
  readonly inputs: readonly number[];
  readonly outputs: readonly number[];
  /** The tables as numbers, for paths learned after they were compiled: roots, nodes, children and leaves. */
  readonly tables: {
    readonly roots: number;
    readonly nodes: number;
    readonly children: number;
    readonly leaves: number;
  };
  /** Bytes that each of the four may have. */
  readonly tableBytes: number;
  readonly targets: number;
  readonly counts: number;
  readonly order: number;
  readonly table: number;
}

export interface Needs {
  readonly words: number;
  /** Steps that one state may offer. */
  readonly stepsMax: number;
  readonly workers: number;
  readonly statesMax: number;
  readonly tableNumbers: number;
}

/** Four GiB, which is what a memory can have; pages that nothing touches cost nothing. */
export function placesFor(needs: Needs): Places {
  const { words, stepsMax, workers, statesMax } = needs;
  const stride = 4 * (words + 1);
  let end = 2 * pageBytes;
  const take = (bytes: number): number => {
    const at = end;
    end += Math.ceil(bytes / 64) * 64;
    return at;
  };
  const inputs = Array.from({ length: workers }, () => take(batchStates * words * 4));
  const outputs = Array.from({ length: workers }, () => take(batchStates * stepsMax * stride));
  const tableBytes = 4 * needs.tableNumbers;
  const [roots, nodes, children, leaves] = [take(tableBytes), take(tableBytes), take(tableBytes), take(tableBytes)];
  const tables = { roots, nodes, children, leaves };
  const targets = take(callStates * stepsMax * 4);
  const counts = take(callStates * 4);
  const perState = 4 + stride / loadMax;
  const room = 2 ** 32 - pageBytes - end - overhang * stride;
  // More than the budget by what the last batches add.
  const most = Math.floor(Math.min(statesMax + 2 * workers * pieceStates * stepsMax, room / perState));
  const order = take(most * 4);
  const slotsMax = Math.ceil(most / loadMax);
  const pages = Math.ceil((end + (slotsMax + overhang) * stride) / pageBytes);
  const buffers = { stepsMax, inputs, outputs, tables, tableBytes, targets, counts };
  return { words, stride, pages, statesMax: most, slotsMax, ...buffers, order, table: end };
}

/** Pages that a table of so many slots reaches into. */
export const pagesFor = ({ table, stride }: Places, slots: number): number =>
  Math.ceil((table + (slots + overhang) * stride) / pageBytes);
