import { allCases } from '../../suites/cases/index.ts';
import { targets } from '../../suites/targets/index.ts';
import { defineCommand } from '../command-line/command.ts';
import { text } from '../command-line/option.ts';
import { everyJob } from '../model/choice.ts';
import { exploreBeside } from '../model/explore.ts';
import { withModelPool } from '../model/pool.ts';
import { reportFolder } from '../options/report.ts';
import { serversHere } from '../options/targets.ts';
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
    const { able, missing } = await serversHere();
    const folder = reportFolder(options);
    // They do not affect the verdict, but the user should know of them.
    for (const { name, reason, remedy } of missing)
      context.print(`${name} is left out: ${reason}\n  to use it: ${remedy}`);
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
