/** Ends a server whose processes together use too much memory. For programs that a limit on address space would stop at their start. */
import { readdirSync, readFileSync } from 'node:fs';

const everyMs = 250;
const pageBytes = 4096;

/** Only Linux tells the memory of a group cheaply. */
export const canWatchMemory = process.platform === 'linux';

/** @param group number of the process group. @returns ends the watch */
export function watchMemory(group: number, mebibytesMax: number, onOver: (mebibytes: number) => void): () => void {
  if (!canWatchMemory) return () => {};
  const timer = setInterval(() => {
    const used = residentMebibytes(group);
    if (used <= mebibytesMax) return;
    clearInterval(timer);
    onOver(used);
  }, everyMs);
  timer.unref();
  return () => clearInterval(timer);
}

/** Resident memory of all processes of a group, in MiB; shared pages count once for each process. */
export function residentMebibytes(group: number): number {
  const pages = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map((name) => pagesOf(name, group));
  return (pages.reduce((sum, one) => sum + one, 0) * pageBytes) / 2 ** 20;
}

/** proc(5): behind the name in brackets are the state, the parent and the group; the resident pages are field 24. */
function pagesOf(pid: string, group: number): number {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return Number(fields[2]) === group ? Number(fields[21]) : 0;
  } catch {
    // It has ended meanwhile.
    return 0;
  }
}
