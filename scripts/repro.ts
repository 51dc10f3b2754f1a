import { renderCase } from '../reports/render/case.ts';
import type { Case } from '../suites/cases/case.ts';
import { allCases } from '../suites/cases/index.ts';
import { caseDigits, isFingerprint } from '../suites/runner/fingerprint.ts';
import type { Side } from '../suites/runner/judge.ts';
import type { RunRecord } from '../suites/runner/record.ts';
import { type Command, list, UsageError } from './command.ts';
import { judgedRun } from './judged-run.ts';
import { conclude } from './outcome.ts';
import { findingId, selectCases, selectTargets, targetNamed } from './selection.ts';

export const repro: Command = {
  name: 'repro',
  arguments: '<finding-or-fingerprint>',
  summary: 'repeats one finding or one divergence: requests, the answers side by side, verdict',
  options: [
    ['-t, --target <names>', 'targets or http(s):// endpoints; default: all that this machine can start', list],
    ['-r, --reference <name>', 'the target whose answers count as right (default: oracle)'],
    ['--yes-real-aws', 'allow real DynamoDB: it costs money'],
  ],
  example: 'npx parallax repro C8 --target extenddb',
  async run(context, [what = ''], options) {
    const cases = isFingerprint(what) ? [caseOfFingerprint(what)] : casesOfFinding(what);
    const targets = await selectTargets(options.target as string[] | undefined);
    const reference = targetNamed((options.reference as string | undefined) ?? 'oracle');
    const sides = new Map<string, Side>();
    const record = await judgedRun(context, {
      ...{ cases, targets, reference },
      start: { realAwsAllowed: options.yesRealAws === true },
      onPlayed: (subject, side) => void sides.set(`${subject.id} ${side.target}`, side),
    });
    for (const subject of cases) {
      for (const { name } of record.targets) {
        const pair = {
          reference: sides.get(`${subject.id} ${reference.name}`),
          target: sides.get(`${subject.id} ${name}`),
        };
        const found = record.divergences.filter((one) => one.target === name && one.case === subject.id);
        const shown = isFingerprint(what) ? found.filter((one) => one.fingerprint === what) : found;
        context.print(renderCase(subject, name, pair, shown, { color: context.colour, width: context.columns }));
      }
    }
    return conclude(context, 'repro', { run: isFingerprint(what) ? only(what, record) : record });
  },
};

function casesOfFinding(what: string): Case[] {
  const id = findingId(what);
  if (!allCases.some(({ findings }) => findings.includes(id))) {
    throw new UsageError(`no case checks ${id}`, `see what checks it: npx parallax findings ${id}`);
  }
  return selectCases({ finding: [id] });
}

function caseOfFingerprint(what: string): Case {
  const found = allCases.find(({ id }) => caseDigits(id) === what.slice(0, 4));
  if (found) return found;
  throw new UsageError(
    `no case has divergences with the fingerprint ${what}`,
    'copy one from a report of this version',
  );
}

/** Only the divergence that was asked for counts; that it is not seen any more is an answer as well. */
const only = (fingerprint: string, record: RunRecord): RunRecord => ({
  ...record,
  divergences: record.divergences.filter((one) => one.fingerprint === fingerprint),
});
