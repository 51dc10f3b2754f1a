/** Runs the command line in this process and captures its output. */
import { vi } from 'vitest';
import { main } from '../parallax.ts';

export interface Ran {
  code: number;
  out: string;
  err: string;
}

/** Only one call at a time, since the streams are those of this process. */
export async function parallax(...args: string[]): Promise<Ran> {
  const ran: Ran = { code: -1, out: '', err: '' };
  const keep = (name: 'out' | 'err') => (chunk: unknown) => {
    ran[name] += String(chunk);
    return true;
  };
  vi.spyOn(process.stdout, 'write').mockImplementation(keep('out'));
  vi.spyOn(process.stderr, 'write').mockImplementation(keep('err'));
  try {
    ran.code = await main(args);
  } finally {
    vi.restoreAllMocks();
  }
  return ran;
}
