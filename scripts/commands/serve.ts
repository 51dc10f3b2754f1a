import { rightDecisions } from '../../oracles/policies/index.ts';
import { mutate, oracleMutants } from '../../oracles/policies/mutants.ts';
import { isServiceFault, serviceFaults } from '../../oracles/server/faults.ts';
import { LogError } from '../../oracles/server/log.ts';
import { type OracleServer, startOracleServer } from '../../oracles/server/server.ts';
import { type OpenService, openService, type ServiceOptions, timingOf } from '../../oracles/server/service.ts';
import { pad } from '../../reports/text/width.ts';
import { defineCommand } from '../command-line/command.ts';
import { list, type Option, type OptionsOf, oneOf, wholeNumber } from '../command-line/option.ts';
import { unknownBug } from '../command-line/unknown-name.ts';
import { UsageError } from '../command-line/usage-error.ts';
import { regionName } from '../options/start.ts';

const options = [
  ['-p, --port <n>', 'port (default: a free one, printed)', wholeNumber(0)],
  [
    '--host <addresses>',
    'listen on the first address, and answer requests to any of these names (default: loopback); anybody who can connect can read and write',
    list,
  ],
  ['--region <name>', 'region of the tables; requests must be signed for it (default: us-east-1)', regionName],
  ['--mutant <id>', 'plant this bug: one of the service, listed below, or of `npx parallax mutants --oracle --list`'],
  ['--file <log>', 'keep the tables in this file, a log that is replayed at the next start (default: in memory)'],
  [
    '--delays <ms>',
    'how long tables, indexes, backups and restores stay in passing states (default: 250, a restore 1000)',
    wholeNumber(0),
  ],
  ['--texts <layer>', 'wording of error messages, old or new; DynamoDB uses both today', oneOf('new', 'old'), 'new'],
  ['--clock <kind>', 'real: the time of this machine; virtual: fixed at 2026-01-01', oneOf('real', 'virtual'), 'real'],
  [
    '--move-clock',
    'accept requests that move the clock forward: X-Amz-Target Parallax.AdvanceClock, body {"Milliseconds": n}',
  ],
  [
    '--check-signatures <key:secret>',
    'refuse requests that are not signed with this key (may be given several times)',
    list,
  ],
] as const satisfies readonly Option[];

type Options = OptionsOf<typeof options>;

/** `KEY:SECRET` pairs. A secret may contain a colon, an access key may not. */
function secretsOf(pairs: readonly string[]): Map<string, string> {
  return new Map(
    pairs.map((pair) => {
      const at = pair.indexOf(':');
      if (at < 1) throw new UsageError('--check-signatures takes KEY:SECRET', 'give both, with a colon');
      return [pair.slice(0, at), pair.slice(at + 1)];
    }),
  );
}

/** Not one of the account ids that examples and public test suites use for another account, whose ARNs are denied. */
const account = '604815162342';

function start(options: Options): Promise<OracleServer> {
  const { mutant, texts, checkSignatures: pairs, file, delays } = options;
  const fault = mutant !== undefined && isServiceFault(mutant) ? mutant : undefined;
  if (mutant !== undefined && fault === undefined && !Object.hasOwn(oracleMutants, mutant)) throw unknownBug(mutant);
  const [host, ...names] = options.host ?? [];
  const { oracle, service } = opened(file, {
    accounts: [account],
    ...(options.region === undefined ? {} : { region: options.region }),
    ...(delays === undefined ? {} : { timing: timingOf(delays) }),
    startMs: options.clock === 'real' ? Date.now() : Date.UTC(2026, 0, 1),
    texts,
    decisions: mutant === undefined || fault !== undefined ? rightDecisions : mutate(mutant),
    ...(fault && { fault }),
  });
  // What should have happened while no process ran.
  if (options.clock === 'real') oracle.clock.advance(Date.now() - oracle.clock.now());
  return startOracleServer({
    ...{ oracle, service },
    port: options.port ?? 0,
    ...(host === undefined ? {} : { host, names }),
    // Not the monotonic clock: it stops while the machine sleeps, and dates would fall behind.
    elapsedMs: options.clock === 'virtual' ? () => 0 : Date.now,
    clockMoves: options.moveClock === true,
    ...(pairs === undefined ? {} : { secrets: secretsOf(pairs) }),
  });
}

/** @throws UsageError for a file that cannot be opened, or is something else */
function opened(file: string | undefined, options: Omit<ServiceOptions, 'file'>): OpenService {
  try {
    return openService({ ...options, ...(file !== undefined && { file }) });
  } catch (error) {
    if (!(error instanceof LogError) && (error as NodeJS.ErrnoException).syscall === undefined) throw error;
    throw new UsageError(`cannot keep tables in ${file}: ${(error as Error).message}`, 'name a new file');
  }
}

const notListening = new Set(['EADDRINUSE', 'EADDRNOTAVAIL', 'EACCES', 'ENOTFOUND', 'ERR_SOCKET_BAD_PORT']);

export const serve = defineCommand({
  name: 'serve',
  summary: 'serves the oracle over HTTP on loopback, as it is or with a planted bug',
  options,
  example: `npx parallax serve --port 8000 --mutant index-entry-identity-index-keys
  npx parallax serve --port 8000 --file tables.log

Bugs of a service around its store, which requests at once, clients that leave or kills show:
${Object.entries(serviceFaults)
  .map(([id, { title }]) => `  ${pad(id, 28)}${title}`)
  .join('\n')}`,
  async run(context, _operands, options) {
    const { mutant, host: [host = '127.0.0.1'] = [] } = options;
    const server = await start(options).catch((error: NodeJS.ErrnoException) => {
      throw notListening.has(error.code ?? '')
        ? new UsageError(
            `cannot listen on ${host}, port ${options.port ?? 0}: ${error.message}`,
            'give another --port or --host',
          )
        : error;
    });
    const shownHost = host.includes(':') ? `[${host}]` : host;
    context.print(
      `The oracle${mutant === undefined ? '' : ` with ${mutant}`} answers at http://${shownHost}:${server.port} (Ctrl-C ends it)`,
    );
    context.writeJson({ ...context.envelope('serve', 'holds'), port: server.port });
    const { signal } = context;
    await new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }));
    await server.close();
    return 0;
  },
});
