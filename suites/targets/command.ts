/** `start:COMMAND` as a target: any server, started by us like the built-in ones. */
import { localTarget } from './local.ts';
import { canWatchMemory } from './memory-watch.ts';
import { type Target, TargetError } from './target.ts';

const scheme = 'start:';

export const looksLikeCommand = (text: string): boolean => text.startsWith(scheme);

const readyMsMax = 60_000;

/**
 * @param text `start:` and a line for /bin/sh. `{port}` and `{dir}` stand for a free port and a private directory. It runs in the
 * directory and with the environment of the caller, except for HOME and TMPDIR, which are the private directory.
 * @throws TargetError for a line that does not say where the port belongs
 */
export function commandTarget(text: string): Target {
  const line = text.slice(scheme.length).trim();
  if (!line.includes('{port}'))
    throw new TargetError(
      'a command that starts a server must say where its port belongs',
      "write {port} there, such as 'start:./my-store --port {port} --data {dir}'",
    );
  const from = process.cwd();
  return localTarget({
    name: `${scheme}${line}`,
    title: `the server that ${line} starts`,
    keepsItemsIn: line.includes('{dir}') ? 'a file' : 'memory',
    availability: async () => ({ kind: 'available', version: 'unknown', found: line }),
    launch: (_, memoryMiBMax) => ({
      command: (port, directory) => ({
        file: '/bin/sh',
        args: ['-c', `cd "$1" && ${filled(line, port, directory)}`, 'sh', from],
        env: environmentIn(directory),
        typed: filled(line, port, directory),
      }),
      readyMsMax,
      isWrapper: true,
      residentMiBMax: memoryMiBMax,
      cap: canWatchMemory ? `${memoryMiBMax} MiB resident` : `none on ${process.platform}`,
      otherAccount: { none: 'a server that a command line starts has one account' },
    }),
  });
}

const filled = (line: string, port: number, directory: string): string =>
  line.replaceAll('{port}', String(port)).replaceAll('{dir}', directory);

function environmentIn(directory: string): { [name: string]: string } {
  const own = Object.entries(process.env).filter((pair): pair is [string, string] => pair[1] !== undefined);
  return { ...Object.fromEntries(own), HOME: directory, TMPDIR: directory };
}
