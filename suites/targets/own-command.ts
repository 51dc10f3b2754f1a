/** A server that the user gives as a command line: started, killed and started again like those that Parallax knows. */
import { localTarget } from './local.ts';
import type { Target } from './target.ts';

const port = '{port}';
const directory = '{directory}';

/** `mystore --port {port} --data {directory}`: the text says where the server must listen, so it is neither a name nor a URL. */
export const looksLikeCommand = (text: string): boolean => text.includes(port);

/**
 * Run from the folder of the user, so that paths mean what they mean in their shell. What the shell puts in for the directory is not
 * split into words, whatever the name of the temporary folder is.
 */
const script = (text: string): string =>
  `cd "$2" || exit; set -f; IFS=; exec ${text.replaceAll(directory, '$1').replaceAll(port, '$3')}`;

/**
 * @param text words of a shell, in which `{port}` stands for a port of 127.0.0.1, and `{directory}` for a private directory. A server
 * that is given the directory is started on it again, so it must find its items there.
 */
export const commandTarget = (text: string): Target =>
  localTarget({
    name: text,
    title: `the command ${text}`,
    keepsItemsIn: text.includes(directory) ? 'a file' : 'memory',
    availability: async () => ({ kind: 'available', version: 'unknown', found: text }),
    launch: () => ({
      command: (at, folder) => ({
        file: '/bin/sh',
        args: ['-c', script(text), 'sh', folder, process.cwd(), String(at)],
      }),
      cap: 'none: limit its memory in the command',
      otherAccount: { none: 'there, requests are not signed for a second account' },
    }),
  });
