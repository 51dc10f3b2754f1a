import { count } from '../../reports/text/format.ts';
import { defineCommand } from '../command-line/command.ts';
import { wholeNumber } from '../command-line/option.ts';
import { UsageError } from '../command-line/usage-error.ts';
import { auditOption, auditsOf, repeatedAudits } from '../options/audits.ts';
import { caseOptions, selectCases } from '../options/cases.ts';
import { chosenLedgers, ledgerOption, repeatedLedger } from '../options/ledger.ts';
import { ownCases, ownTables, schemaOptions } from '../options/own-schema.ts';
import { recordedAnswers, recordingOption } from '../options/recording.ts';
import { reportFolder, reportOption } from '../options/report.ts';
import { startOf, startOptions } from '../options/start.ts';
import { referenceOf, referenceOption, selectTargets, targetOption } from '../options/targets.ts';
import { timeMsOf, timeOption } from '../options/time.ts';
import { conclude } from '../outcome.ts';
import { runWithLedger } from '../run-with-ledger.ts';

export const run = defineCommand({
  name: 'run',
  summary: 'sends the cases to targets and compares every answer with the reference',
  options: [
    targetOption,
    referenceOption,
    recordingOption,
    ...schemaOptions,
    ...caseOptions,
    timeOption('stop after this time; a case not played by then does not pass'),
    auditOption,
    ['--invariants-only', 'judge only by what must hold of any store: no reference, and no written expectation'],
    ['--repeat <n>', 'play each case n times; a case whose result changes is unstable', wholeNumber(1)],
    ledgerOption,
    ...startOptions,
    ['--list', 'list the cases, and do nothing else'],
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
    if (options.invariantsOnly && auditsOf(options) === undefined)
      throw new UsageError('--invariants-only with --audits none checks nothing', 'omit one of the two');
    const targets = await selectTargets(options.target);
    const ledgerOf = chosenLedgers(options, targets);
    const folder = reportFolder(options);
    const timeMs = timeMsOf(options);
    const { invariantsOnly } = options;
    const kept = invariantsOnly ? undefined : recordedAnswers(context, options, cases);
    const record = await runWithLedger(context, {
      ...{ cases, targets, reference: invariantsOnly ? undefined : referenceOf(options), start: startOf(options) },
      ...(kept && { recorded: kept.recorded }),
      ...(invariantsOnly && { invariantsOnly }),
      ...{ audits: auditsOf(options), ledgerOf },
      repro: `${own?.repro ?? ''}${kept?.repro ?? ''}${repeatedAudits(options)}${repeatedLedger(options)}`,
      ...(options.repeat !== undefined && { repeat: options.repeat }),
      ...(timeMs !== undefined && { timeMs }),
    });
    return conclude(context, 'run', { run: record }, folder);
  },
});
