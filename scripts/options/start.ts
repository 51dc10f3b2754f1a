/** The options of every command that asks targets, what they mean, and how a command line repeats them. */
import type { StartOptions, Target } from '../../suites/targets/target.ts';
import { list, type Option, UsageError, wholeNumber } from '../command-line/command.ts';
import { targetNamed } from './cases.ts';

/** A region is a label of a host name: anything else could lead to another host. */
export function regionName(value: string): string {
  if (/^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/i.test(value)) return value;
  throw new UsageError(`'${value}' is not the name of a region`, 'give one such as us-east-1');
}

export const targetOption: Option = [
  '-t, --target <names>',
  'targets or http(s):// endpoints; default: all that this machine can start',
  list,
];

/** How targets are reached. */
export const startOptions: readonly Option[] = [
  ['--timeout <ms>', 'longest wait for one answer (default: 10000)', wholeNumber(1)],
  ['--region <name>', 'region to sign for (default: us-east-1)', regionName],
  ['--yes-remote', 'allow endpoints that are neither on this machine nor an address of a private network'],
  ['--yes-real-aws', 'allow real DynamoDB: it costs money'],
];

type Options = { readonly [name: string]: unknown };

export const startOf = ({ timeout, region, yesRemote, yesRealAws }: Options): StartOptions => ({
  ...(typeof timeout === 'number' && { requestTimeoutMs: timeout }),
  ...(typeof region === 'string' && { region }),
  remoteAllowed: yesRemote === true,
  realAwsAllowed: yesRealAws === true,
});

/** The reference that was asked for, `undefined` for none. @throws UsageError for a name that nothing has. */
export const referenceOf = ({ reference = 'oracle' }: Options): Target | undefined =>
  reference === 'none' ? undefined : targetNamed(String(reference));

/** As a POSIX shell takes it for one word. */
export const shellWord = (text: string): string =>
  /^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;

/** The options that differ from the defaults, as words to put behind a command that repeats something. */
export function repeatedOptions(reference: Target | undefined, start: StartOptions = {}): string {
  const { requestTimeoutMs, region, remoteAllowed, realAwsAllowed } = start;
  return [
    ...(reference?.name === 'oracle' ? [] : ['--reference', reference?.name ?? 'none']),
    ...(requestTimeoutMs === undefined ? [] : ['--timeout', String(requestTimeoutMs)]),
    ...(region === undefined ? [] : ['--region', region]),
    ...(remoteAllowed === true ? ['--yes-remote'] : []),
    ...(realAwsAllowed === true ? ['--yes-real-aws'] : []),
  ]
    .map((word) => ` ${shellWord(word)}`)
    .join('');
}
