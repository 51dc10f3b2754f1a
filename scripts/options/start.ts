/** How to reach targets: the options, their meaning, and their form in a repro command. */
import type { StartOptions } from '../../suites/targets/target.ts';
import { type Option, type OptionsOf, wholeNumber } from '../command-line/option.ts';
import { shellWord } from '../command-line/shell-word.ts';
import { UsageError } from '../command-line/usage-error.ts';

/** A region is one label of a host name. Anything else could lead to a different host. */
export function regionName(value: string): string {
  if (/^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/i.test(value)) return value;
  throw new UsageError(`'${value}' is not the name of a region`, 'give one such as us-east-1');
}

export const startOptions = [
  ['--timeout <ms>', 'how long to wait for one answer (default: 10000)', wholeNumber(1)],
  ['--ready <seconds>', 'how long a server may take to start (default: 15, and 60 for start:COMMAND)', wholeNumber(1)],
  ['--region <name>', 'region that requests are signed for (default: us-east-1)', regionName],
  ['--yes-remote', 'allow endpoints outside this machine and its private networks'],
  ['--yes-real-aws', 'allow real DynamoDB: it costs money'],
] as const satisfies readonly Option[];

export const startOf = ({
  timeout,
  ready,
  region,
  yesRemote,
  yesRealAws,
}: OptionsOf<typeof startOptions>): StartOptions => ({
  ...(timeout !== undefined && { requestTimeoutMs: timeout }),
  ...(ready !== undefined && { readyMs: ready * 1000 }),
  ...(region !== undefined && { region }),
  remoteAllowed: yesRemote === true,
  realAwsAllowed: yesRealAws === true,
});

/** The options that differ from their defaults, to append to a repro command. */
export function repeatedOptions(reference: string | undefined, start: StartOptions = {}): string {
  const { requestTimeoutMs, readyMs, region, remoteAllowed, realAwsAllowed } = start;
  return [
    ...(reference === 'oracle' ? [] : ['--reference', reference ?? 'none']),
    ...(requestTimeoutMs === undefined ? [] : ['--timeout', String(requestTimeoutMs)]),
    ...(readyMs === undefined ? [] : ['--ready', String(readyMs / 1000)]),
    ...(region === undefined ? [] : ['--region', region]),
    ...(remoteAllowed === true ? ['--yes-remote'] : []),
    ...(realAwsAllowed === true ? ['--yes-real-aws'] : []),
  ]
    .map((word) => ` ${shellWord(word)}`)
    .join('');
}
