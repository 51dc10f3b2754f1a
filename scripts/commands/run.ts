import { count } from '../../reports/text/format.ts';
import type { Command } from '../command.ts';
import { list, wholeNumber } from '../command.ts';
import { conclude, reportFolder, reportOption } from '../outcome.ts';
import { ownCases, ownTables, schemaOptions } from '../own-schema.ts';
import { judgedRun } from '../run-with-ledger.ts';
import { selectCases, selectTargets } from '../selection.ts';
import { referenceOf, startOf, startOptions, targetOption } from '../target-options.ts';

export const run: Command = {
  name: 'run',
  summary: 'sends the cases to targets and compares every answer with the reference',
  options: [
    targetOption,
    ['-r, --reference <name>', 'the target whose answers count as right, or none (default: oracle)'],
    ...schemaOptions,
    ['--area <names>', 'only cases of these areas', list],
    ['--case <ids>', 'only these cases, by id or the start of an id', list],
    ['--finding <ids>', 'only cases that check these findings', list],
    ['--shard <i/n>', 'only the i-th of n parts'],
    ['--time <seconds>', 'end after so long; what was not played by then is no pass', wholeNumber(1)],
    ['--repeat <n>', 'play each case so often; one that comes out differently is unstable', wholeNumber(1)],
    ...startOptions,
    ['--list', 'name the cases and do nothing'],
    reportOption,
  ],
  example:
    'npx parallax run --target http://127.0.0.1:8000 --area binary-order\n  npx parallax run --target http://127.0.0.1:8000 --schema template.yaml --rows export.json.gz',
  async run(context, _args, options) {
    const own = ownTables(context, options);
    const cases = selectCases(options, own && ownCases(own));
    if (options.list) {
      context.print(cases.map(({ id, title, certainty }) => `${id}  ${title} (${certainty})`).join('\n'));
      context.print(count(cases.length, 'case'));
      context.writeJson({ ...context.envelope('run', 'holds'), cases: cases.map(({ id }) => id) });
      return 0;
    }
    const targets = await selectTargets(options.target as string[] | undefined);
    const folder = reportFolder(options);
    const record = await judgedRun(context, {
      ...{ cases, targets, reference: referenceOf(options), start: startOf(options) },
      ...(own && { repro: own.repro }),
      ...(typeof options.repeat === 'number' && { repeat: options.repeat }),
      ...(typeof options.time === 'number' && { timeMs: options.time * 1000 }),
    });
    return conclude(context, 'run', { run: record }, folder);
  },
};
