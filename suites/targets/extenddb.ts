/** ExtendDB's development server, on SQLite in memory or in a file. */
import { join } from 'node:path';
import { binaryAvailability } from './binary.ts';
import { type Launch, localTarget } from './local.ts';
import { reasonOf } from './raw.ts';
import { TargetError } from './target.ts';

const binary = { name: 'extenddb', scope: '@extenddb', variable: 'PARALLAX_EXTENDDB_BIN' };

/** The shortest delays that the management API accepts: it refuses negative ones. */
const settings = { control_plane_delay_seconds: '0', index_propagation_delay_ms: '0' } as const;
const settingMsMax = 5_000;

/** The management API hashes the password anew for each request, about 0.2 s each: so few and at once. */
async function configure(base: URL, password: string): Promise<{ [name: string]: string }> {
  const headers = {
    authorization: `Basic ${Buffer.from(`admin:${password}`).toString('base64')}`,
    'content-type': 'application/json',
  };
  const ask = async (path: string, init: RequestInit): Promise<unknown> => {
    const signal = AbortSignal.timeout(settingMsMax);
    const response = await fetch(new URL(`/management/settings${path}`, base), { ...init, headers, signal });
    if (!response.ok) throw new Error(`HTTP ${response.status}: ${await response.text()}`);
    return response.json();
  };
  await Promise.all(
    Object.entries(settings).map(([name, value]) =>
      ask(`/${name}`, { method: 'PUT', body: JSON.stringify({ value }) }),
    ),
  );
  const kept = (await ask('', {})) as { key: string; value: string }[];
  return Object.fromEntries(kept.filter(({ key }) => Object.hasOwn(settings, key)).map((s) => [s.key, s.value]));
}

/** The settings as they were read back. The password is used here and goes nowhere else. */
async function prepare(base: URL, password: string | undefined): Promise<{ [name: string]: string }> {
  const remedy = 'use version 0.1.10, whose management API this adapter knows';
  if (password === undefined) {
    throw new TargetError('extenddb printed no admin password, so its delays cannot be set', remedy);
  }
  try {
    return await configure(base, password);
  } catch (thrown) {
    throw new TargetError(`extenddb did not take its settings: ${reasonOf(thrown)}`, remedy);
  }
}

function launch(found: string, file: string | null): Launch {
  let password: string | undefined;
  return {
    command: (port, directory) => ({
      file: found,
      args: ['serve', '--foreground', '--port', String(port)],
      env: {
        EXTENDDB__STORAGE__SQLITE__PATH: file === null ? ':memory:' : join(directory, file),
        NO_COLOR: '1',
      },
    }),
    listening: /extenddb listening on/,
    filterLog: (line) => {
      const printed = /Password:\s*(\S+)/.exec(line)?.[1];
      password = printed ?? password;
      return password === undefined ? line : line.replaceAll(password, '(withheld)');
    },
    prepare: (url) => prepare(url, password),
  };
}

export const extenddb = localTarget({
  name: 'extenddb',
  title: 'ExtendDB, in memory',
  availability: () => binaryAvailability(binary),
  launch: (found) => launch(found, null),
});

export const extenddbFile = localTarget({
  name: 'extenddb-file',
  title: 'ExtendDB, on a SQLite file',
  availability: () => binaryAvailability(binary),
  launch: (found) => launch(found, 'extenddb.db'),
});
