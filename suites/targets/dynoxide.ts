/** Dynoxide, in memory or in a file. */
import { join } from 'node:path';
import { binaryAvailability } from './binary.ts';
import { type Launch, localTarget } from './local.ts';

const binary = { name: 'dynoxide', scope: '@dynoxide', variable: 'PARALLAX_DYNOXIDE_BIN' };

const launch = (found: string, file: string | null): Launch => ({
  command: (port, directory) => ({
    file: found,
    args: ['--port', String(port), ...(file === null ? [] : ['--db-path', join(directory, file)])],
  }),
  listening: /listening on/,
  otherAccount: { none: 'there, every access key belongs to the same account' },
});

export const dynoxide = localTarget({
  name: 'dynoxide',
  title: 'Dynoxide, in memory',
  keepsItemsIn: 'memory',
  availability: () => binaryAvailability(binary),
  launch: (found) => launch(found, null),
});

export const dynoxideFile = localTarget({
  name: 'dynoxide-file',
  title: 'Dynoxide, on a SQLite file',
  keepsItemsIn: 'a file',
  availability: () => binaryAvailability(binary),
  launch: (found) => launch(found, 'dynoxide.db'),
});
