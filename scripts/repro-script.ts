/** `repro --as KIND`: the script of a divergence on standard output. */
import { NoScript, type ScriptKind, scriptKinds, scriptOf } from '../reports/render/script.ts';
import type { Case } from '../suites/cases/case.ts';
import type { TargetTranscript } from '../suites/runner/judge/shown.ts';
import type { Divergence } from '../suites/runner/record.ts';
import { type Option, oneOf } from './command-line/option.ts';
import { UsageError } from './command-line/usage-error.ts';

export const asOption = [
  '--as <kind>',
  'print a script instead, which exits 0 when the divergence shows: sdk, curl, cli, boto3, or issue for a tracker',
  oneOf(...scriptKinds),
] as const satisfies Option;

/** The script of the first divergence that has one. @throws UsageError when none shows, or none has a script */
export function printedScript(
  kind: ScriptKind,
  found: readonly Divergence[],
  playedOf: (one: Divergence) => { subject: Case; played: TargetTranscript } | undefined,
): string {
  if (found.length === 0)
    throw new UsageError('there is no divergence to write a script for', 'name a target that shows it: --target');
  const whys: string[] = [];
  for (const one of found) {
    const { subject, played } = playedOf(one) ?? {};
    if (subject === undefined || played === undefined) continue;
    try {
      return scriptOf(kind, subject, played, one, /^https?:/.test(one.target) ? one.target : 'http://127.0.0.1:8000');
    } catch (error) {
      if (!(error instanceof NoScript)) throw error;
      whys.push(error.message);
    }
  }
  throw new UsageError(
    `no script can show it: ${[...new Set(whys)].join('; ')}`,
    'use the command without --as, which plays it whole',
  );
}
