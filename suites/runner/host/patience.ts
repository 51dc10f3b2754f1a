/** Time limits for waiting on a target. */
import type { Session, Target } from '../../targets/target.ts';

/** Limits in milliseconds, except the last two. */
export interface Patience {
  /** Until a new table is ACTIVE. */
  activeMs: number;
  /** Until a new table is visible. */
  unseenMs: number;
  /** Until a table's state allows its removal. */
  dropMs: number;
  /** Until a removed table is gone. */
  goneMs: number;
  /** Until a table appears whose creation was not answered. */
  lateMs: number;
  /** For one loop of a case. */
  loopMs: number;
  /** For the removal of everything at the end. */
  closeMs: number;
  /** A target is given up after this many tables that did not become ready. */
  unreadyMax: number;
  /** Whether DELETING counts as gone; the real service stays in it for minutes. */
  deletingIsGone: boolean;
}

/** Servers that we start have no delays and are discarded afterwards. */
const own: Patience = {
  ...{ activeMs: 20_000, unseenMs: 2_000, dropMs: 1_000, goneMs: 0, lateMs: 0 },
  ...{ loopMs: 30_000, closeMs: 0, unreadyMax: 2, deletingIsGone: false },
};

/** A local server creates a table within seconds or never. Twenty seconds suffice even under a load of thirty. */
const near: Patience = { ...own, dropMs: 10_000, goneMs: 5_000, lateMs: 5_000, closeMs: 30_000 };

/** The real service takes minutes for an index, and every leftover table there costs money. */
const far: Patience = {
  ...{ activeMs: 600_000, unseenMs: 60_000, dropMs: 600_000, goneMs: 30_000, lateMs: 60_000 },
  ...{ loopMs: 600_000, closeMs: 900_000, unreadyMax: 2, deletingIsGone: true },
};

/**
 * With virtual time a long loop is a bug, but a loaded machine makes each long: ten seconds were too short. The target itself is
 * never given up.
 */
export const virtualPatience: Patience = {
  ...{ activeMs: 10_000, unseenMs: 2_000, dropMs: 10_000, goneMs: 10_000, lateMs: 10_000 },
  ...{ loopMs: 40_000, closeMs: 10_000, unreadyMax: Number.POSITIVE_INFINITY, deletingIsGone: false },
};

export const patienceWith = (target: Target, session: Session): Patience =>
  target.startedByUs ? own : session.near ? near : far;

/** Time limits after a signal: for the answer in progress, and for the whole removal. */
export const interruptedMs = { answer: 2_000, close: 5_000 } as const;

/** Time for removal on a local target after the time of the run is over. */
export const overtimeMs = 8_000;
