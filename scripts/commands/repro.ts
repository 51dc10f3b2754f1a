import { renderCase } from '../../reports/render/case.ts';
import type { Case } from '../../suites/cases/case.ts';
import { allCases } from '../../suites/cases/index.ts';
import { findFinding } from '../../suites/findings/catalogue.ts';
import { caseDigits, caseDigitsLength } from '../../suites/runner/judge/fingerprint.ts';
import type { TargetTranscript } from '../../suites/runner/judge/shown.ts';
import type { Divergence, RunRecord } from '../../suites/runner/record.ts';
import { defineCommand } from '../command-line/command.ts';
import { list } from '../command-line/option.ts';
import { UsageError } from '../command-line/usage-error.ts';
import { auditOption, auditsOf, repeatedAudits } from '../options/audits.ts';
import { findingId, selectCases } from '../options/cases.ts';
import { chosenLedgers, ledgerOption, repeatedLedger } from '../options/ledger.ts';
import { ownCases, ownTables, schemaOptions } from '../options/own-schema.ts';
import { recordedAnswers, recordingOption } from '../options/recording.ts';
import { startOf, startOptions } from '../options/start.ts';
import { referenceOf, referenceOption, selectTargets, targetOption } from '../options/targets.ts';
import { conclude } from '../outcome.ts';
import { reproGenerated } from '../repro-generated.ts';
import { asOption, printedScript } from '../repro-script.ts';
import { runWithLedger } from '../run-with-ledger.ts';

export const repro = defineCommand({
  name: 'repro',
  arguments: '<finding-or-fingerprint>',
  summary: 'repeats one finding or one divergence, and shows the requests, the answers side by side and the verdict',
  options: [
    targetOption,
    referenceOption,
    auditOption,
    recordingOption,
    ...schemaOptions,
    ledgerOption,
    ...startOptions,
    asOption,
    ['--brief', 'show one line for each step that does not diverge'],
    [
      '--record <files>',
      'for a fingerprint of fuzz (gen…): files, or folders of files, written by fuzz --json or fuzz --save',
      list,
    ],
  ],
  example: 'npx parallax repro C8 --target extenddb --brief',
  async run(context, [what], options) {
    if (isGenerated(what)) return reproGenerated(context, what.toLowerCase(), options);
    const own = ownTables(context, options);
    const digits = digitsOf(what);
    const cases = digits === undefined ? casesOfFinding(what) : [caseOf(digits, own ? ownCases(own) : allCases)];
    const targets = await selectTargets(options.target);
    const reference = referenceOf(options);
    const kept = recordedAnswers(context, options, cases);
    const sides = new Map<string, TargetTranscript>();
    const all = await runWithLedger(context, {
      ...{ cases, targets, reference, start: startOf(options) },
      ...(kept && { recorded: kept.recorded }),
      ...{ audits: auditsOf(options), ledgerOf: chosenLedgers(options, targets) },
      repro: `${own?.repro ?? ''}${kept?.repro ?? ''}${repeatedAudits(options)}${repeatedLedger(options)}`,
      onPlayed: (subject, side) => void sides.set(`${subject.id} ${side.target}`, side),
    });
    const record = digits === undefined ? all : onlyOf(digits, all);
    if (options.as !== undefined) {
      const playedOf = ({ case: id, target }: Divergence) => {
        const [subject, played] = [cases.find((one) => one.id === id), sides.get(`${id} ${target}`)];
        return subject && played && { subject, played };
      };
      context.print(printedScript(options.as, record.divergences, playedOf));
      return 0;
    }
    for (const subject of cases) {
      for (const { name } of record.targets) {
        const pair = {
          reference: kept ? kept.recorded.get(subject.id) : sides.get(`${subject.id} ${reference?.name}`),
          target: sides.get(`${subject.id} ${name}`),
        };
        const found = record.divergences.filter((one) => one.target === name && one.case === subject.id);
        const page = { color: context.colour, width: context.columns, brief: options.brief === true };
        context.print(renderCase(subject, name, pair, found, page));
      }
    }
    const details = digits === undefined ? [] : unseen(digits, record);
    return conclude(context, 'repro', { run: record }, undefined, { details });
  },
});

/** A note when the requested fingerprint did not show. */
function unseen(digits: string, { divergences }: RunRecord): string[] {
  if (digits.length === caseDigitsLength || divergences.some(({ fingerprint }) => fingerprint.startsWith(digits)))
    return [];
  const others = [...new Set(divergences.map(({ fingerprint }) => fingerprint))];
  if (others.length === 0) return [`${digits} was not seen, nor any other divergence of its case.`];
  return [`${digits} was not seen. Its case showed ${others.join(', ')}.`];
}

const isGenerated = (what: string): boolean => /^gen[0-9a-f]{4,9}$/i.test(what);

/** The digits of a fingerprint or of its beginning; seven digits identify a case. If a finding has this name, the finding is meant. */
function digitsOf(what: string): string | undefined {
  return /^[0-9a-f]{4,12}$/i.test(what) && findFinding(what).kind === 'unknown' ? what.toLowerCase() : undefined;
}

function casesOfFinding(what: string): Case[] {
  const id = findingId(what);
  if (!allCases.some(({ findings }) => findings.includes(id))) {
    throw new UsageError(`no case checks ${id}`, `see what checks it: npx parallax findings ${id}`);
  }
  return selectCases({ finding: [id] });
}

function caseOf(digits: string, among: readonly Case[]): Case {
  const found = among.find(({ id }) => caseDigits(id) === digits.slice(0, caseDigitsLength));
  if (found) return found;
  throw new UsageError(
    `no case has divergences with the fingerprint ${digits}`,
    'copy one from a report of this version',
  );
}

/**
 * Keeps only the requested divergence, which may also be gone. The digits of a case alone keep all.
 *
 * @throws UsageError when the digits match several divergences
 */
export function onlyOf(digits: string, record: RunRecord): RunRecord {
  if (digits.length === caseDigitsLength) return record;
  const divergences = record.divergences.filter(({ fingerprint }) => fingerprint.startsWith(digits));
  // The requested divergence is gone, but the case diverges elsewhere: that is no pass.
  if (divergences.length === 0) return record;
  const fingerprints = [...new Set(divergences.map(({ fingerprint }) => fingerprint))];
  if (fingerprints.length > 1)
    throw new UsageError(
      `${fingerprints.length} fingerprints begin with ${digits}`,
      `give one of ${fingerprints.join(', ')}, or ${digits.slice(0, caseDigitsLength)} for the whole case`,
    );
  const targets = record.targets.map((target) => {
    const count = (status: Divergence['status']): number =>
      divergences.filter((one) => one.target === target.name && one.status === status).length;
    const stale = target.stale.filter((fingerprint) => fingerprint.startsWith(digits));
    return { ...target, known: count('known'), new: count('new'), advisory: count('advisory'), stale };
  });
  return { ...record, targets, divergences };
}
