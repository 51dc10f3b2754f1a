/** How long a target is waited for. */
import type { Session, Target } from '../../targets/target.ts';

/** Milliseconds, but for the last two. */
export interface Patience {
  /** For a new table to become ACTIVE. */
  activeMs: number;
  /** For a new table to be seen at all. */
  unseenMs: number;
  /** For a table to be in a state in which it can be removed. */
  dropMs: number;
  /** For a table whose removal was accepted to be gone. */
  goneMs: number;
  /** For a table to appear whose making was left without an answer. */
  lateMs: number;
  /** For one loop of a case. */
  loopMs: number;
  /** For the removal of everything that a run has made. */
  closeMs: number;
  /** Tables that did not become ready, after which a target is given up. */
  unreadyMax: number;
  /** Whether a table that says DELETING counts as gone: the real service takes minutes over it. */
  deletingIsGone: boolean;
}

/** What is started here has its delays set to nothing, and is thrown away afterwards. */
const own: Patience = {
  ...{ activeMs: 20_000, unseenMs: 2_000, dropMs: 1_000, goneMs: 0, lateMs: 0 },
  ...{ loopMs: 30_000, closeMs: 0, unreadyMax: 2, deletingIsGone: false },
};

/** A server on this machine makes a table within seconds, or never; twenty of them also under a load of thirty. */
const near: Patience = { ...own, dropMs: 10_000, goneMs: 5_000, lateMs: 5_000, closeMs: 30_000 };

/** The real service takes minutes over an index, and every table left behind there costs. */
const far: Patience = {
  ...{ activeMs: 600_000, unseenMs: 60_000, dropMs: 600_000, goneMs: 30_000, lateMs: 60_000 },
  ...{ loopMs: 600_000, closeMs: 900_000, unreadyMax: 2, deletingIsGone: true },
};

/** Where time is virtual a loop that goes on for long has lost its way, and nothing is given up for good. */
export const virtualPatience: Patience = {
  ...{ activeMs: 10_000, unseenMs: 2_000, dropMs: 10_000, goneMs: 10_000, lateMs: 10_000 },
  ...{ loopMs: 10_000, closeMs: 10_000, unreadyMax: Number.POSITIVE_INFINITY, deletingIsGone: false },
};

export const patienceWith = (target: Target, session: Session): Patience =>
  target.startedByUs ? own : session.near ? near : far;

/** After a signal nobody waits any more: for an answer under way, and for everything that is still to be removed. */
export const interruptedMs = { answer: 2_000, close: 5_000 } as const;

/** When the time of a run is over, removal on this machine has so long. */
export const overtimeMs = 8_000;
