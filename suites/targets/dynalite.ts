/** dynalite in memory or in a LevelDB folder, as a Node child process. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { dependencyDirectory } from './binary.ts';
import { type Launch, localTarget } from './local.ts';
import type { Availability } from './target.ts';

const delays = { createTableMs: '0', deleteTableMs: '0', updateTableMs: '0' } as const;

async function availability(): Promise<Availability> {
  const directory = dependencyDirectory('dynalite');
  if (directory === undefined) {
    return { kind: 'unavailable', reason: 'dynalite is not installed', remedy: 'npm install --no-save dynalite' };
  }
  const { version } = JSON.parse(readFileSync(join(directory, 'package.json'), 'utf8')) as { version: string };
  return { kind: 'available', version, found: join(directory, 'cli.js') };
}

const launch = (found: string, memoryMiBMax: number, folder: string | null): Launch => ({
  command: (port, directory) => ({
    file: process.execPath,
    args: [
      // V8 reserves much more address space than it uses, so only its heap can be limited.
      `--max-old-space-size=${memoryMiBMax}`,
      found,
      ...['--host', '127.0.0.1', '--port', String(port)],
      ...(folder === null ? [] : ['--path', join(directory, folder)]),
      ...Object.entries(delays).flatMap(([name, value]) => [`--${name}`, value]),
    ],
  }),
  cap: `${memoryMiBMax} MiB of heap`,
  listening: /listening at/,
  prepare: async () => ({ ...delays }),
  otherAccount: { none: 'there, every access key belongs to the same account' },
});

export const dynalite = localTarget({
  name: 'dynalite',
  title: 'dynalite, in memory',
  keepsItemsIn: 'memory',
  availability,
  launch: (found, memoryMiBMax) => launch(found, memoryMiBMax, null),
});

export const dynaliteFile = localTarget({
  name: 'dynalite-file',
  title: 'dynalite, in a LevelDB folder',
  keepsItemsIn: 'a file',
  availability,
  launch: (found, memoryMiBMax) => launch(found, memoryMiBMax, 'level'),
});
