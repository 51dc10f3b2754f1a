import { mutate, oracleMutants } from '../oracles/mutants.ts';
import { createOracle } from '../oracles/oracle.ts';
import { rightDecisions } from '../oracles/policies.ts';
import { startOracleServer } from '../oracles/server.ts';
import { type Command, UsageError, wholeNumber } from './command.ts';

export const serve: Command = {
  name: 'serve',
  summary: 'serves the oracle over HTTP on loopback, with a planted bug if one is asked for',
  options: [
    ['-p, --port <n>', 'port (default: a free one, printed)', wholeNumber(0)],
    ['--mutant <id>', 'plant this bug; see `npx parallax mutants --list`'],
  ],
  example: 'npx parallax serve --port 8000 --mutant index-entry-identity-index-keys',
  async run(context, _args, options) {
    const mutant = options.mutant as string | undefined;
    if (mutant !== undefined && !Object.hasOwn(oracleMutants, mutant)) {
      throw new UsageError(`no oracle mutant is called '${mutant}'`, 'see `npx parallax mutants --list`');
    }
    const oracle = createOracle({ decisions: mutant === undefined ? rightDecisions : mutate(mutant) });
    const server = await startOracleServer({ oracle, port: (options.port as number | undefined) ?? 0 });
    context.print(
      `The oracle${mutant === undefined ? '' : ` with ${mutant}`} answers at http://127.0.0.1:${server.port} (Ctrl-C ends it)`,
    );
    context.writeJson({ ...context.envelope('serve', 'holds'), port: server.port });
    const { signal } = context;
    await new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }));
    await server.close();
    return 0;
  },
};
