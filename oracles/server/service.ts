/** What a server of the oracle answers with: its store in memory or on a file, as it should be or with a planted bug. */
import { createOracle, type Oracle, type OracleOptions } from '../oracle.ts';
import { createVirtualClock } from '../store/clock.ts';
import type { Timing } from '../store/state.ts';
import type { Outcome } from '../values/types.ts';
import { type Service, type ServiceFault, type ServiceFaultId, serviceFaults, stepMs } from './faults.ts';
import { isLogged, Log, type LogEntry, sendTo } from './log.ts';

export interface ServiceOptions extends Omit<OracleOptions, 'clock'> {
  /** The oracle's time when it begins, in milliseconds since 1970. */
  readonly startMs: number;
  /** A log that is replayed, and continued. Default: in memory. */
  readonly file?: string;
  readonly fault?: ServiceFaultId;
}

export interface OpenService {
  readonly oracle: Oracle;
  readonly service: Service;
  /** Nothing more is written, as if the process had been killed. */
  kill(): void;
}

/** The delays of the control plane, all of this length; a restore takes four times as long. */
export const timingOf = (ms: number): Partial<Timing> => ({
  ...{ tableCreationMs: ms, tableUpdateMs: ms, tableDeletionMs: ms, indexBackfillMs: ms, backupMs: ms },
  ...{ restoreBatchMs: ms, ttlTransitionMs: ms, tagChangeMs: ms },
});

const answeredMs = 30;

/** @throws LogError for a file that is no log */
export function openService({ file, fault: id, startMs, ...options }: ServiceOptions): OpenService {
  const fault: ServiceFault | undefined = id && serviceFaults[id];
  const torn: LogEntry[] = [];
  const { log, oracle } =
    file === undefined
      ? { log: undefined, oracle: createOracle({ ...options, clock: createVirtualClock(startMs) }) }
      : Log.open(file, { ...options, startMs }, (into, entry, isTorn) => {
          if (isTorn) torn.push(entry);
          const input = fault?.replays ? fault.replays(entry.input, entry.operation) : entry.input;
          if (input !== undefined) sendTo(into, { ...entry, input });
        });
  let isKilled = false;
  const plain = log === undefined ? oracle.send : logged(oracle, log, fault, () => isKilled);
  return {
    oracle,
    service: fault?.wrap?.(plain, oracle, torn) ?? plain,
    kill: () => {
      isKilled = true;
    },
  };
}

/** Answers once this was done, after a wait. */
const later = (write: () => void, outcome: Outcome): Promise<Outcome> =>
  new Promise((resolve) => {
    setTimeout(() => {
      write();
      resolve(outcome);
    }, stepMs);
  });

function logged(oracle: Oracle, log: Log, fault: ServiceFault | undefined, isKilled: () => boolean): Service {
  let isOutrun = false;
  return (operation, input, context) => {
    const entry = { at: oracle.clock.now(), operation, input, account: context.account ?? null };
    const outcome = oracle.send(operation, input, context);
    if (!isLogged(operation) || isKilled()) return outcome;
    const unlessKilled = (write: () => void) => (): void => {
      if (!isKilled()) write();
    };
    const append = unlessKilled(() => log.append(entry));
    if (fault?.inTwoSteps?.(operation)) return later(unlessKilled(log.begin(entry)), outcome);
    isOutrun = fault?.logsInAnyOrder?.(operation) === true && !isOutrun;
    if (isOutrun) return later(append, outcome);
    if (fault?.answersFirst) setTimeout(append, answeredMs);
    else append();
    return outcome;
  };
}
