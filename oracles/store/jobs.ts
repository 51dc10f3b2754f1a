/**
 * Limits concurrent backups and restores. The service's limit is too high to be reached here; only policy mutants
 * limit.
 */
import { Refusal } from '../values/refusal.ts';
import type { Account, RequestContext } from './state.ts';

const slots = 4;

const jobsOf = ({ backups, tables }: Account): number =>
  [...backups.values()].filter(({ status }) => status === 'CREATING').length +
  [...tables.values()].filter(({ status, restore }) => status === 'CREATING' && restore !== undefined).length;

function takeSlot({ store, account }: RequestContext): void {
  const owners = store.decisions.jobBound === 'four-of-an-account' ? [account] : [...store.accounts.values()];
  const taken = owners.reduce((sum, owner) => sum + jobsOf(owner), store.lostSlots ?? 0);
  if (taken < slots) return;
  throw new Refusal(
    'LimitExceededException',
    `Too many backup and restore jobs are running on this server (at most ${slots} at once); retry later`,
  );
}

/** Runs the checks of a request that starts a job, and takes a slot where a mutant limits jobs. @throws Refusal */
export function admitted<T>(context: RequestContext, checks: () => T): T {
  const { store } = context;
  const { jobBound } = store.decisions;
  if (jobBound === 'all-taken') return checks();
  if (jobBound === 'four-and-a-slot-before-the-checks') takeSlot(context);
  try {
    const checked = checks();
    takeSlot(context);
    return checked;
  } catch (thrown) {
    if (jobBound === 'four-and-a-refusal-keeps-its-slot') store.lostSlots = (store.lostSlots ?? 0) + 1;
    throw thrown;
  }
}
