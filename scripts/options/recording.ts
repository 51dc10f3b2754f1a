/** `--reference recorded`: answers of the service that `record` has kept are the reference. */
import { existsSync, readFileSync } from 'node:fs';
import { count } from '../../reports/text/format.ts';
import type { Case } from '../../suites/cases/case.ts';
import type { TargetTranscript } from '../../suites/runner/judge/shown.ts';
import { answersOf, type Recording, readRecording, recordedName } from '../../suites/runner/recording.ts';
import type { CommandContext } from '../command-line/command.ts';
import type { Option } from '../command-line/option.ts';
import { shellWord } from '../command-line/shell-word.ts';
import { UsageError } from '../command-line/usage-error.ts';

export const recordingOption = [
  '--recording <file>',
  'with --reference recorded: a file that `record` has written',
] as const satisfies Option;

interface Chosen {
  readonly reference: string;
  readonly recording?: string;
}

/** Undefined without `--reference recorded`. @throws UsageError when no recorded answer fits */
export function recordedAnswers(
  context: Pick<CommandContext, 'warn'>,
  { reference, recording }: Chosen,
  cases: readonly Case[],
): { recorded: ReadonlyMap<string, TargetTranscript>; repro: string } | undefined {
  if (reference !== recordedName) {
    if (recording === undefined) return undefined;
    throw new UsageError('--recording needs --reference recorded', 'add --reference recorded, or omit it');
  }
  if (recording === undefined)
    throw new UsageError(
      '--reference recorded needs the recorded answers',
      'add --recording FILE, as `record` has written it',
    );
  const { answers, changed } = answersOf(recordingIn(recording), cases);
  const again = 'record them again: `npx parallax record --help`';
  if (changed.length > 0)
    context.warn(`${count(changed.length, 'case')} changed since ${recording} was recorded; ${again}`);
  if (answers.size === 0) throw new UsageError(`${recording} has no answers to these cases`, again);
  if (answers.size < cases.length)
    context.warn(
      `${answers.size} of ${count(cases.length, 'case')} have recorded answers; the others are judged by what they expect`,
    );
  return { recorded: answers, repro: ` --recording ${shellWord(recording)}` };
}

/** @throws UsageError when the file is missing or says something else */
export function recordingIn(file: string): Recording {
  if (!existsSync(file))
    throw new UsageError(`there is no recording ${file}`, 'make one: `npx parallax record --help`');
  try {
    return readRecording(readFileSync(file, 'utf8'));
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw new UsageError(`${file} is not a recording: ${why}`, 'name a file that `npx parallax record` has written');
  }
}
