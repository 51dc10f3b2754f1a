/** The command line, called in this process with what it prints kept. */
import { vi } from 'vitest';
import { main } from './parallax.ts';

export async function called(...args: string[]): Promise<{ code: number; out: string; err: string }> {
  const ran = { code: -1, out: '', err: '' };
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
