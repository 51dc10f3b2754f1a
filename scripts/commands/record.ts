import { existsSync } from 'node:fs';
import { count, duration } from '../../reports/text/format.ts';
import type { Case } from '../../suites/cases/case.ts';
import { leaves } from '../../suites/cases/check.ts';
import { headOf } from '../../suites/cases/leaf.ts';
import { throttledTypes } from '../../suites/runner/host/refusals.ts';
import type { TargetTranscript } from '../../suites/runner/judge/shown.ts';
import type { CaseRecord, RunRecord, TargetRecord } from '../../suites/runner/record.ts';
import { merged, recorded } from '../../suites/runner/recording.ts';
import { runCases } from '../../suites/runner/run.ts';
import type { Target } from '../../suites/targets/target.ts';
import { type CommandContext, defineCommand, exitCodes } from '../command-line/command.ts';
import { fileToWrite, keep } from '../command-line/files.ts';
import { type Option, type OptionsOf, wholeNumber } from '../command-line/option.ts';
import { UsageError } from '../command-line/usage-error.ts';
import { caseOptions, selectCases } from '../options/cases.ts';
import { recordingIn } from '../options/recording.ts';
import { startOf, startOptions } from '../options/start.ts';
import { targetNamed } from '../options/targets.ts';

const requestsDefault = 50_000;

const options = [
  ['-t, --target <name>', 'what is asked: aws, or an http(s):// endpoint (no default)'],
  ...caseOptions,
  ['--into <file>', 'where the answers are kept, beside those that it holds (no default)'],
  ['--requests <n>', `stop after so many requests (default: ${requestsDefault})`, wholeNumber(1)],
  ['--heavy', 'also record the cases that need much time or memory'],
  ...startOptions,
] as const satisfies readonly Option[];

type Options = Readonly<OptionsOf<typeof options>>;

export const record = defineCommand({
  name: 'record',
  summary: 'keeps real DynamoDB’s answers to the cases as data, for run --reference recorded',
  options,
  example: `npx parallax record --target aws --yes-real-aws --region eu-west-1 --area scan --into scan.json

The command run compares any target with them: its reference is then 'recorded'. All tables are on demand, carry the
name of the run, and are removed at the end and on Ctrl-C. What a kill leaves behind, npx parallax sweep removes. Account numbers are replaced before anything is written.`,
  async run(context, _args, options) {
    const target = chosenTarget(options);
    const cases = selectCases(options).filter(({ heavy }) => options.heavy === true || heavy !== true);
    if (cases.length === 0) throw new UsageError('only heavy cases match this selection', 'add --heavy');
    if (options.into === undefined) throw new UsageError('record needs a file', 'give --into answers.json');
    const file = fileToWrite(options.into);
    const earlier = existsSync(file) ? recordingIn(file) : undefined;
    context.print(`${count(cases.length, 'case')}, about ${count(estimate(cases), 'request')} to ${target.name}`);
    const { run, played } = await playedOn(context, target, cases, options);
    const asked = run.targets[0]!;
    const occasion = { date: context.startedAt.toISOString().slice(0, 10), region: options.region ?? 'us-east-1' };
    const kept = cases.flatMap((subject) => {
      const transcript = played.get(subject.id);
      const result = asked.results.find((one) => one.case === subject.id);
      return transcript && isAnswered(result, transcript) ? [recorded(subject, transcript, occasion)] : [];
    });
    const recording = merged(earlier, target.name, asked.version, kept);
    if (kept.length > 0) keep(context, file, `${JSON.stringify(recording, null, 1)}\n`);
    return concluded(context, asked, kept.length, file);
  },
});

/** A throttled request was not executed, so what came of it says nothing. */
const isAnswered = (result: CaseRecord | undefined, { entries }: TargetTranscript): boolean =>
  (result?.verdict === 'matches' || result?.verdict === 'diverges') &&
  !entries.some(({ outcome }) => outcome.kind === 'rejected' && throttledTypes.has(outcome.type));

function chosenTarget({ target }: Options): Target {
  if (target === undefined)
    throw new UsageError('record needs a target', 'give --target aws, or the URL of an endpoint');
  return targetNamed(target);
}

/** Requests of the steps, those of tables and of waiting included: what was counted on the oracle, rounded up. */
function estimate(cases: readonly Case[]): number {
  const perTable = 6;
  const perLoop = 10;
  return cases.reduce((sum, { steps, tables = {} }) => {
    const sent = leaves(steps).reduce((all, step) => {
      if ('times' in step) return all + step.times;
      return all + ('repeat' in step || headOf(step).op === 'GetRecords' ? perLoop : 1);
    }, 0);
    return sum + sent + perTable * Object.keys(tables).length;
  }, 0);
}

async function playedOn(
  context: CommandContext,
  target: Target,
  cases: readonly Case[],
  options: Options,
): Promise<{ run: RunRecord; played: ReadonlyMap<string, TargetTranscript> }> {
  const { runId, progress } = context;
  const played = new Map<string, TargetTranscript>();
  const cap = new AbortController();
  let requests = 0;
  const run = await runCases({
    ...{ cases, targets: [target], runId, start: startOf(options) },
    signal: AbortSignal.any([context.signal, cap.signal]),
    onPlayed: (subject, transcript) => {
      played.set(subject.id, transcript);
      requests += transcript.entries.reduce((sum, { repeat }) => sum + (repeat?.turns ?? 1), 0);
      if (requests < (options.requests ?? requestsDefault)) return;
      context.warn(`${count(requests, 'request')} were sent, so no more are; --requests allows more`);
      cap.abort();
    },
    onProgress: ({ case: id, done, total }) => progress.update('record', id ?? 'starting', { done, total }),
  });
  return { run, played };
}

function concluded(context: CommandContext, asked: TargetRecord, kept: number, file: string): number {
  const { cases, leftovers, unavailable, durationMs, results } = asked;
  const verdict = kept === cases && leftovers.length === 0 ? 'holds' : 'unknown';
  const open = results.filter(({ verdict: own }) => own !== 'matches' && own !== 'diverges');
  for (const { case: id, verdict: own, detail } of open.slice(0, 10))
    context.print(`  ${id}: ${own}${detail === undefined ? '' : `, ${detail}`}`);
  if (unavailable) context.print(`${unavailable.reason}; ${unavailable.remedy}`);
  for (const { name, why } of leftovers) context.print(`  left behind: ${name} (${why})`);
  const where = kept === 0 ? 'nothing was written' : `kept in ${file}`;
  context.print(
    `${verdict === 'holds' ? 'holds' : 'no verdict'}: ${kept} of ${count(cases, 'case')} recorded in ${duration(durationMs)}, ${where}.`,
  );
  context.writeJson({
    ...context.envelope('record', verdict),
    target: asked.name,
    file,
    recorded: kept,
    cases,
    leftovers,
  });
  return exitCodes[verdict];
}
