import { allCases } from '../../suites/cases/index.ts';
import { targets } from '../../suites/targets/index.ts';
import { type CommandContext, defineCommand } from '../command-line/command.ts';
import { text } from '../command-line/option.ts';
import { everyJob } from '../model/choice.ts';
import { exploreBeside } from '../model/explore.ts';
import { withModelPool } from '../model/pool.ts';
import { reportFolder } from '../options/report.ts';
import { ableTargets } from '../options/targets.ts';
import { conclude } from '../outcome.ts';
import { runWithLedger } from '../run-with-ledger.ts';
import { modelMutants, oracleMutantRecords } from './mutants.ts';

export const tour = defineCommand({
  name: 'tour',
  summary:
    'checks everything this machine can run: models, cases on the oracle and on every target, mutants; writes an HTML report',
  options: [['--report <dir>', 'write the report into this directory', text, 'parallax-report']],
  example: 'npx parallax tour',
  async run(context, _args, options) {
    const able = await ableTargets();
    const folder = reportFolder(options);
    await nameTheOthers(context, new Set(able.map(({ name }) => name)));
    // Other threads explore the models while this one waits for servers.
    const { explored, run, mutants } = await withModelPool(context.signal, async (pool) => {
      const ofModels = Promise.all([exploreBeside(context, pool, everyJob()), modelMutants(context, pool)]);
      const [run, [explored, planted]] = await Promise.all([
        runWithLedger(context, { cases: allCases, targets: [targets.oracle, ...able], reference: targets.oracle }),
        ofModels,
      ]);
      const ofOracle = context.signal.aborted ? [] : await oracleMutantRecords(context);
      return { explored, run, mutants: [...planted, ...ofOracle] };
    });
    return conclude(context, 'tour', { run, models: explored, mutants }, folder);
  },
});

/** Names the targets that cannot run here. They do not affect the verdict, but the user should know of them. */
async function nameTheOthers(context: CommandContext, able: ReadonlySet<string>): Promise<void> {
  for (const target of Object.values(targets)) {
    if (able.has(target.name) || !target.startedByUs || target.name === 'oracle') continue;
    const availability = await target.availability();
    if (availability.kind === 'unavailable')
      context.print(`${target.name} is left out: ${availability.reason}\n  to use it: ${availability.remedy}`);
  }
}
