import { readFileSync } from 'node:fs';

/** An orphan stays a zombie until process 1 reaps it. A zombie counts as ended. */
export const alive = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    return !/^State:\s*Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'));
  } catch (thrown) {
    return (thrown as NodeJS.ErrnoException).code === 'ENOENT' && process.platform !== 'linux';
  }
};
