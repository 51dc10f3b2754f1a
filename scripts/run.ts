import type { Command } from './command.ts';
import { list, wholeNumber } from './command.ts';
import { judgedRun } from './judged-run.ts';
import { conclude, reportFolder, reportOption } from './outcome.ts';
import { selectCases, selectTargets, targetNamed } from './selection.ts';

export const run: Command = {
  name: 'run',
  summary: 'sends the cases to targets and compares every answer with the reference',
  options: [
    ['-t, --target <names>', 'targets or http(s):// endpoints; default: all that this machine can start', list],
    ['-r, --reference <name>', 'the target whose answers count as right, or none (default: oracle)'],
    ['--area <names>', 'only cases of these areas', list],
    ['--case <ids>', 'only these cases, by id or the start of an id', list],
    ['--finding <ids>', 'only cases that check these findings', list],
    ['--shard <i/n>', 'only the i-th of n parts'],
    ['--repeat <n>', 'play each case so often; one that comes out differently is unstable', wholeNumber(1)],
    ['--timeout <ms>', 'longest wait for one answer (default: 10000)', wholeNumber(1)],
    ['--region <name>', 'region to sign for (default: us-east-1)'],
    ['--yes-real-aws', 'allow real DynamoDB: it costs money'],
    ['--list', 'name the cases and do nothing'],
    reportOption,
  ],
  example: 'npx parallax run --target http://127.0.0.1:8000 --area binary-order',
  async run(context, _args, options) {
    const cases = selectCases(options);
    if (options.list) {
      context.print(cases.map(({ id, title, certainty }) => `${id}  ${title} (${certainty})`).join('\n'));
      context.print(`${cases.length} cases`);
      context.writeJson({ ...context.envelope('run', 'holds'), cases: cases.map(({ id }) => id) });
      return 0;
    }
    const targets = await selectTargets(options.target as string[] | undefined);
    const reference =
      options.reference === 'none' ? undefined : targetNamed((options.reference as string | undefined) ?? 'oracle');
    const folder = reportFolder(options);
    const record = await judgedRun(context, {
      ...{ cases, targets, reference },
      ...(typeof options.repeat === 'number' && { repeat: options.repeat }),
      start: {
        ...(typeof options.timeout === 'number' && { requestTimeoutMs: options.timeout }),
        ...(typeof options.region === 'string' && { region: options.region }),
        realAwsAllowed: options.yesRealAws === true,
      },
    });
    return conclude(context, 'run', { run: record }, folder);
  },
};
