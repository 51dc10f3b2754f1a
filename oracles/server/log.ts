/**
 * The oracle's store on a file: a log of the requests that may have changed something, each with the oracle's time, which is replayed.
 * A line is written before its request is answered, by one system call, so it survives the end of the process; no flush makes it
 * survive the end of the machine.
 */
import { existsSync, openSync, readFileSync, truncateSync, writeSync } from 'node:fs';
import { createOracle, type Oracle, type OracleOptions } from '../oracle.ts';
import { createVirtualClock } from '../store/clock.ts';
import { isOperation, operations } from '../values/operations.ts';
import type { JsonObject, Operation } from '../values/types.ts';

/** One request. */
export interface LogEntry {
  /** The oracle's clock in milliseconds since 1970. */
  readonly at: number;
  readonly operation: Operation;
  readonly input: JsonObject;
  readonly account: string | null;
}

/** The first line. */
interface LogHead {
  readonly parallax: 'log';
  readonly startedAt: number;
  readonly region: string;
}

/** A line that is neither. Only planted bugs write it: an entry that is done only once its second line is there. */
interface LogMark {
  readonly opens?: LogEntry;
  readonly closes?: number;
}

export class LogError extends Error {
  override readonly name = 'LogError';
}

/** Whether a request may change something. Also refused ones do, and iterators: numbers are drawn for them. */
export const isLogged = (operation: Operation): boolean =>
  operations[operation].effect !== 'reads' || operation === 'GetShardIterator';

export class Log {
  readonly #file: number;
  #opened = 0;

  private constructor(file: number) {
    this.#file = file;
  }

  /**
   * Opens or creates a log, and replays it. The end of a line that was being written is dropped.
   *
   * @param options of a new oracle; its region and the beginning of its clock are those of an existing log
   * @param each what to do with an entry; default: send it
   * @throws LogError for a file that is no log
   */
  static open(
    path: string,
    options: Omit<OracleOptions, 'clock'> & { readonly startMs: number },
    each: (oracle: Oracle, entry: LogEntry, isTorn: boolean) => void = sendTo,
  ): { log: Log; oracle: Oracle } {
    const lines = existsSync(path) ? wholeLines(path) : [];
    const head = lines.length === 0 ? undefined : headIn(lines[0]!, path);
    const { startMs, ...rest } = options;
    const region = head?.region ?? options.region ?? 'us-east-1';
    const startedAt = head?.startedAt ?? startMs;
    const oracle = createOracle({ ...rest, region, clock: createVirtualClock(startedAt) });
    const file = openSync(path, 'a', 0o600);
    if (head === undefined) writeLine(file, { parallax: 'log', startedAt, region } satisfies LogHead);
    const entries = lines.slice(1).map((line, at) => entryIn(line, path, at + 2));
    const closed = new Set(entries.flatMap((one) => ('closes' in one ? [one.closes] : [])));
    let opened = 0;
    for (const one of entries) {
      if ('operation' in one) each(oracle, one, false);
      else if (one.opens) {
        opened += 1;
        each(oracle, one.opens, !closed.has(opened));
      }
    }
    const log = new Log(file);
    log.#opened = opened;
    return { log, oracle };
  }

  append(entry: LogEntry): void {
    writeLine(this.#file, entry);
  }

  /** For planted bugs: the entry is whole only once the returned function was called. */
  begin(entry: LogEntry): () => void {
    this.#opened += 1;
    const closes = this.#opened;
    writeLine(this.#file, { opens: entry } satisfies LogMark);
    return () => writeLine(this.#file, { closes } satisfies LogMark);
  }
}

export function sendTo(oracle: Oracle, { at, operation, input, account }: LogEntry): void {
  // A planted bug writes entries in another order.
  oracle.clock.advance(Math.max(0, at - oracle.clock.now()));
  oracle.send(operation, input, account === null ? {} : { account });
}

const writeLine = (file: number, value: LogHead | LogEntry | LogMark): void =>
  void writeSync(file, `${JSON.stringify(value)}\n`);

function wholeLines(path: string): string[] {
  const text = readFileSync(path, 'utf8');
  const end = text.lastIndexOf('\n') + 1;
  if (end < text.length) truncateSync(path, Buffer.byteLength(text.slice(0, end)));
  return text.slice(0, end).split('\n').slice(0, -1);
}

function headIn(line: string, path: string): LogHead {
  const head = parsed(line) as Partial<LogHead> | undefined;
  if (head?.parallax === 'log' && typeof head.startedAt === 'number' && typeof head.region === 'string')
    return head as LogHead;
  throw new LogError(`${path} is not a log of parallax serve`);
}

function entryIn(line: string, path: string, number: number): LogEntry | LogMark {
  const entry = parsed(line) as (Partial<LogEntry> & LogMark) | undefined;
  const isRequest = typeof entry?.at === 'number' && isOperation(entry.operation ?? '');
  if (entry !== undefined && (isRequest || entry.opens || entry.closes !== undefined))
    return entry as LogEntry | LogMark;
  throw new LogError(`${path}, line ${number}: this is not a request`);
}

function parsed(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}
