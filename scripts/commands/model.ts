import { type ModelResult, tracesOf } from '../../models/checker/result.ts';
import { budgetTexts } from '../../reports/render/model/budget.ts';
import { coverageTexts } from '../../reports/render/model/coverage.ts';
import { traceDiagram } from '../../reports/render/model/mermaid.ts';
import { tracePages } from '../../reports/render/model/trace-pages.ts';
import { type CommandContext, defineCommand } from '../command-line/command.ts';
import { type Option, type OptionsOf, wholeNumber } from '../command-line/option.ts';
import { UsageError } from '../command-line/usage-error.ts';
import { choiceOptions, entriesOf, jobsOf } from '../model/choice.ts';
import { exploreBeside, exploreInTurn } from '../model/explore.ts';
import { exportModel } from '../model/export.ts';
import { writeExample } from '../model/init.ts';
import { listModels } from '../model/list.ts';
import { draw, graphs, type Job } from '../model/output.ts';
import { withModelPool } from '../model/pool.ts';
import { checkProperties, limitsOf, searchOptions } from '../model/search-options.ts';
import { replayFile } from '../model/trace.ts';
import { reportFolder, reportOption } from '../options/report.ts';
import { shardOption } from '../options/shard.ts';
import { conclude } from '../outcome.ts';

const options = [
  ...choiceOptions,
  ...searchOptions,
  shardOption,
  ['--draw <n>', 'draw n interleavings, each equally likely, print them, and do nothing else', wholeNumber(1)],
  [
    '--trace <file>',
    'replay a trace from a JSON file, and show the first step that the model no longer allows (--mutant none: on the model without the bug)',
  ],
  ['--graph', 'print the state graph as a Mermaid diagram; only for models with at most a few hundred states'],
  [
    '--export <words...>',
    'write the model for another checker, and do nothing else: promela [FILE.pml] or tla [FILE.tla]',
  ],
  ['--init [file]', 'write an example of a model of your own (default: lease.ts), and do nothing else'],
  ['--list', 'list the models with their variants, scales and mutants, and do nothing else'],
  reportOption,
] as const satisfies readonly Option[];

type Options = OptionsOf<typeof options>;

export const model = defineCommand({
  name: 'model',
  arguments: '[namesOrFiles...]',
  summary: 'explores every interleaving of the protocols, or of a model of your own, and says which properties hold',
  options,
  example: 'npx parallax model owner-generation-restore --mutant timer-makes-active',
  async run(context, [names], options) {
    const { init, list, trace, draw: drawn, graph, export: exported } = options;
    if (init !== undefined) {
      if (names.length > 0)
        throw new UsageError('--init explores nothing', `give the new file after it: --init ${names[0]}`);
      return writeExample(context, init);
    }
    const entries = await entriesOf(names, options);
    if (list) return listModels(context, entries);
    if (trace !== undefined) {
      if (names.length !== 1) throw new UsageError('--trace takes one model', 'name it');
      return context.blocking(() => replayFile(context, entries, options, trace));
    }
    const jobs = jobsOf(entries, options);
    if (exported !== undefined) return context.blocking(() => exportModel(context, jobs, exported));
    if (drawn !== undefined) return context.blocking(() => draw(context, jobs, drawn));
    if (graph) return context.blocking(() => graphs(context, jobs));
    const folder = reportFolder(options);
    const results = await explored(context, jobs, options, names.length === 0);
    const details = results.flatMap((result) => [
      ...budgetTexts(context, result),
      ...(result.mutant === null && names.length > 0 ? coverageTexts(context, result) : []),
      ...tracesOf(result).map((trace) => traceDiagram(trace)),
    ]);
    const pages = folder === undefined ? {} : tracePages(jobs, results);
    return conclude(context, 'model', { models: results }, folder, { details, pages });
  },
});

function explored(
  context: CommandContext,
  jobs: readonly Job[],
  options: Options,
  isEveryModel: boolean,
): Promise<ModelResult[]> {
  const limits = limitsOf(options, context.seed);
  for (const { entry, choice } of jobs) checkProperties(entry.build(choice), options.property ?? []);
  // At the scale `default` every search is small, so searches can run side by side. A limit applies to one search at a time, and
  // other scales may need all memory.
  if (isEveryModel && isUnlimited(options))
    return withModelPool(context.signal, (pool) => exploreBeside(context, pool, jobs));
  return exploreInTurn(context, jobs, limits);
}

const isUnlimited = ({ json, seed, report, ...rest }: Options & { json?: string; seed?: string }): boolean =>
  Object.keys(rest).length === 0;
