/** ExtendDB's development server, on SQLite in memory or in a file. */
import { join } from 'node:path';
import type { JsonObject } from '../../oracles/values/types.ts';
import { binaryAvailability } from './binary.ts';
import { type Launch, localTarget } from './local.ts';
import { type Credentials, reasonOf } from './raw.ts';
import { type Pace, TargetError } from './target.ts';

const binary = { name: 'extenddb', scope: '@extenddb', variable: 'PARALLAX_EXTENDDB_BIN' };

/**
 * The shortest delays that the management API accepts. It refuses negative values and rounds fractions up to a second.
 * With no delay, CreateTable's answer already says ACTIVE. The server's default is one second.
 */
const settings = { control_plane_delay_seconds: '0', index_propagation_delay_ms: '0' } as const;
const delaySeconds = { fast: settings.control_plane_delay_seconds, own: '1' } satisfies Record<Pace, string>;
const managementMsMax = 5_000;
const other = { account_id: '111111111111', account_name: 'parallax', user_name: 'parallax' } as const;

/** Returns the body as text. @throws Error for an unsuccessful answer */
type Ask = (path: string, method?: 'GET' | 'PUT' | 'POST', body?: JsonObject) => Promise<string>;

/** The management API hashes the password on each request (about 0.2 s), so requests are few and concurrent. */
function management(base: URL, password: string): Ask {
  const headers = {
    authorization: `Basic ${Buffer.from(`admin:${password}`).toString('base64')}`,
    'content-type': 'application/json',
  };
  return async (path, method = 'GET', body) => {
    const response = await fetch(new URL(`/management/${path}`, base), {
      ...{ method, headers, signal: AbortSignal.timeout(managementMsMax) },
      ...(body && { body: JSON.stringify(body) }),
    });
    if (!response.ok) throw new Error(`HTTP ${response.status}: ${await response.text()}`);
    return response.text();
  };
}

async function configure(ask: Ask): Promise<{ [name: string]: string }> {
  await Promise.all(Object.entries(settings).map(([name, value]) => ask(`settings/${name}`, 'PUT', { value })));
  const kept = JSON.parse(await ask('settings')) as { key: string; value: string }[];
  const read = Object.fromEntries(kept.filter(({ key }) => Object.hasOwn(settings, key)).map((s) => [s.key, s.value]));
  return { ...read, 'where passing states matter': `control_plane_delay_seconds ${delaySeconds.own}` };
}

/**
 * Authenticates with the password, which is sent nowhere else. @throws TargetError when the server refuses its settings
 */
async function managed<T>(base: URL, password: string | undefined, work: (ask: Ask) => Promise<T>): Promise<T> {
  const remedy = 'use version 0.1.10, whose management API this adapter knows';
  if (password === undefined) {
    throw new TargetError('extenddb printed no admin password, so its delays cannot be set', remedy);
  }
  try {
    return await work(management(base, password));
  } catch (thrown) {
    throw new TargetError(`extenddb rejected its settings: ${reasonOf(thrown)}`, remedy);
  }
}

/** Creates an account with one user and one access key. The result is a secret. */
async function makeOtherAccount(base: URL, password: string | undefined): Promise<Credentials> {
  if (password === undefined) throw new Error('extenddb printed no admin password, so no second account can be made');
  const ask = management(base, password);
  const { account_id, account_name, user_name } = other;
  await ask('accounts', 'POST', { account_id, account_name });
  await ask(`accounts/${account_id}/users`, 'POST', { user_name });
  const drawn = await ask(`accounts/${account_id}/users/${user_name}/access-keys`, 'POST');
  const { access_key_id, secret_access_key } = JSON.parse(drawn) as { [name: string]: string };
  if (!access_key_id || !secret_access_key) throw new Error('extenddb answered without an access key');
  return { accessKeyId: access_key_id, secretAccessKey: secret_access_key };
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
    prepare: (url) => managed(url, password, configure),
    setPace: (url, pace) =>
      managed(url, password, async (ask) => {
        await ask('settings/control_plane_delay_seconds', 'PUT', { value: delaySeconds[pace] });
      }),
    otherAccount: (url) => makeOtherAccount(url, password),
  };
}

export const extenddb = localTarget({
  name: 'extenddb',
  title: 'ExtendDB, in memory',
  keepsItemsIn: 'memory',
  availability: () => binaryAvailability(binary),
  launch: (found) => launch(found, null),
});

export const extenddbFile = localTarget({
  name: 'extenddb-file',
  title: 'ExtendDB, on a SQLite file',
  keepsItemsIn: 'a file',
  availability: () => binaryAvailability(binary),
  launch: (found) => launch(found, 'extenddb.db'),
});
