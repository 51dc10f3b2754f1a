/** The layout of the memory of a compiled search. Addresses and sizes are in bytes, unless a comment says otherwise. */

const pageBytes = 65_536;

/** Addresses that all workers read and write. */
export const shared = {
  /** States found so far. */
  size: 0,
  /** Slots of the table, without the overhang. */
  slots: 4,
  /** A batch starts only while there are no more states than this. */
  limit: 8,
  /** The next state of the level that no worker has taken. */
  next: 12,
  /** The end of the level. */
  levelEnd: 16,
  /** One byte, as are the flags below: 1 while no deadlock was found. */
  deadlockOpen: 64,
  /** By mark: 1 while it would decide something. */
  marksOpen: 16_384,
  /** By number of a compiled property: 1 while the property is not decided. */
  propertiesOpen: 65_000,
} as const;

// As many flags as fit behind `marksOpen` and behind `propertiesOpen`, within the first page of 64 KiB.
export const marksMax = 48_000;
export const propertiesMax = 500;

/** Offsets in the block of a worker, which starts at `workerBlock(id)`. */
export const counters = {
  /** Why the worker stopped: one of `stops`. */
  status: 0,
  /** The address after the last target written. */
  targetsEnd: 4,
  countsEnd: 8,
  /** Receives a value of each prefetch, so that prefetching is not optimised away. */
  touched: 12,
  /** This and the next three are eight bytes each. */
  transitions: 16,
  terminal: 24,
  /** States and transitions, weighted by orbit size. */
  covered: 32,
  coveredTransitions: 40,
  /** Who may continue: one of `turns`. Not used by the first thread. */
  turn: 48,
  /** The state at which the worker stopped. */
  stoppedAt: 52,
} as const;

/** `idle` waits for a level, `event` for the bodies, `room` for a larger table; the first thread sets `work` and `quit`. */
export const turns = { starting: 0, idle: 1, work: 2, event: 3, room: 4, quit: 5 } as const;

/** States of a level that a thread takes at once. */
export const pieceStates = 512;

/** Why a call returned: at its end, at a state for the bodies, or for lack of room. */
export const stops = { done: 0, event: 1, room: 2 } as const;

export const workersMax = 8;
const workerBytes = 256;
export const workerBlock = (worker: number): number => 1024 + worker * workerBytes;

// Enough look-ups to hide the latency of memory, few enough to stay in cache.
export const batchStates = 256;
/**
 * States for one call. Large enough to make calls cheap; small enough to check budgets often, and to let the engine switch to
 * optimised code between calls.
 */
export const callStates = 4096;

/** Slots after the last address that a hash gives. Linear probing does not make a run this long below a load of nine tenths. */
export const overhang = 4096;
/** Share of used slots at which the table must grow. */
export const loadMax = 0.8;

export interface Places {
  readonly words: number;
  /**
   * Size of a slot, and of a successor entry: the words, then one number. In a slot it is the state number + 1, in an entry its
   * slot address.
   */
  readonly stride: number;
  readonly pages: number;
  /** The most steps out of one state. */
  readonly stepsMax: number;
  readonly statesMax: number;
  readonly slotsMax: number;
  /** By worker. */
  readonly inputs: readonly number[];
  readonly outputs: readonly number[];
  /** The tables as data, for footprints learned after compiling: roots, nodes, children and leaves. */
  readonly tables: {
    readonly roots: number;
    readonly nodes: number;
    readonly children: number;
    readonly leaves: number;
  };
  /** Size reserved for each of the four. */
  readonly tableBytes: number;
  readonly targets: number;
  readonly counts: number;
  readonly order: number;
  readonly table: number;
}

export interface Needs {
  readonly words: number;
  /** The most steps out of one state. */
  readonly stepsMax: number;
  readonly workers: number;
  readonly statesMax: number;
  readonly tableNumbers: number;
}

/** Reserves up to 4 GiB, the limit of a 32-bit memory. Pages that are never touched cost nothing. */
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
  // Beyond the budget, the last batches of all workers may still add states.
  const most = Math.floor(Math.min(statesMax + 2 * workers * pieceStates * stepsMax, room / perState));
  const order = take(most * 4);
  const slotsMax = Math.ceil(most / loadMax);
  const pages = Math.ceil((end + (slotsMax + overhang) * stride) / pageBytes);
  const buffers = { stepsMax, inputs, outputs, tables, tableBytes, targets, counts };
  return { words, stride, pages, statesMax: most, slotsMax, ...buffers, order, table: end };
}

/** The pages needed for a table with so many slots. */
export const pagesFor = ({ table, stride }: Places, slots: number): number =>
  Math.ceil((table + (slots + overhang) * stride) / pageBytes);
