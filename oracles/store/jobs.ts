/** Backups and restores under way. The service bounds them far above what any request here comes to; the bound is of wrong decisions. */
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

/** Runs the checks of a request that begins a job. @throws Refusal */
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
