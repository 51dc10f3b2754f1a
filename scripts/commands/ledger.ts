import { existsSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { withAccepted, withRemoved } from '../../reports/ledger/additions.ts';
import type { Candidate } from '../../reports/ledger/candidates.ts';
import { problemsIn } from '../../reports/ledger/check.ts';
import { emptyLedger, ledgerFileOf, ledgerNames, parseLedger } from '../../reports/ledger/ledger.ts';
import { ledgerMarkdown } from '../../reports/ledger/markdown.ts';
import type { OwnLedger } from '../../reports/ledger/schema.ts';
import { ledgerText } from '../../reports/ledger/write.ts';
import { count } from '../../reports/text/format.ts';
import { visible } from '../../reports/text/visible.ts';
import { shorten } from '../../reports/text/width.ts';
import { caseDigitsLength } from '../../suites/runner/judge/fingerprint.ts';
import { type CommandContext, defineCommand, exitCodes } from '../command-line/command.ts';
import { fileToWrite, replaceFile } from '../command-line/files.ts';
import { type Option, type OptionsOf, text } from '../command-line/option.ts';
import { unknownName } from '../command-line/unknown-name.ts';
import { UsageError } from '../command-line/usage-error.ts';
import { candidatesFrom, lastRecord } from '../ledger-record.ts';
import { ledgerIn, orUsageError } from '../ledgers.ts';

const options = [
  ['--reason <text>', 'accept: why the differences are accepted, for a reader of the file'],
  ['--from <record>', 'accept: the record that has them, written by --json', text, lastRecord],
  ['--all', 'accept: everything in the record that fails, or has no verdict; each reason begins with the broken rule'],
  ['--ledger <file>', 'the file to read or write (default: the ledgers of the built-in targets)'],
  ['--markdown', 'print the ledgers as a document for users: the differences from DynamoDB'],
] as const satisfies readonly Option[];

type Options = OptionsOf<typeof options>;

export const ledger = defineCommand({
  name: 'ledger',
  arguments: '[words...]',
  summary: 'accepts differences with a reason, checks the files that hold them, and prints them for users',
  options,
  example: `npx parallax ledger accept 057f96548d0c --reason 'An unknown word is ignored.' --from run.json --ledger my-store.json
  npx parallax ledger accept --all --reason 'Not looked at yet.' --from run.json --ledger my-store.json
  npx parallax ledger remove 057f96548d0c --ledger my-store.json
  npx parallax ledger check my-store.json
  npx parallax ledger --markdown extenddb

accept takes fingerprints of run and fuzz (seven digits stand for a whole case), operations that the store does not have,
and rounds of race and crash without their moment, such as put/kill. check and --markdown take files or targets.`,
  async run(context, [words], options) {
    if (options.markdown) return printed(context, words, options);
    const [action, ...rest] = words;
    switch (action) {
      case 'accept':
        return accepted(context, rest, options);
      case 'remove':
        return removed(context, rest, options);
      case 'check':
        return checked(context, rest, options);
      default:
        throw unknownName(
          action === undefined ? 'ledger needs to know what to do' : `ledger has no action '${action}'`,
          action ?? '',
          ['accept', 'check', 'remove'],
          'give accept, remove or check, or --markdown',
        );
    }
  },
});

/** The named files and targets; without names that of `--ledger`, else the built-in ones. */
function filesNamed(names: readonly string[], { ledger: file }: Options): string[] {
  if (file !== undefined && names.length > 0)
    throw new UsageError('the ledger is named twice', 'give it as a word, or with --ledger');
  const builtIn = ledgerNames();
  const chosen = file === undefined ? names : [file];
  return (chosen.length > 0 ? chosen : builtIn).map((name) => {
    const own = builtIn.includes(name) ? ledgerFileOf(name) : undefined;
    if (own !== undefined) return own;
    if (existsSync(name)) return name;
    throw unknownName(`there is no ledger '${name}'`, name, builtIn, `name a file, or one of ${builtIn.join(', ')}`);
  });
}

function printed(context: CommandContext, names: readonly string[], options: Options): number {
  const ledgers = filesNamed(names, options).map(ledgerIn);
  context.print(ledgers.map(ledgerMarkdown).join('\n'));
  context.writeJson({ ...context.envelope('ledger', 'holds'), ledgers });
  return 0;
}

function checked(context: CommandContext, names: readonly string[], options: Options): number {
  const files = filesNamed(names, options).map((file) => ({ file, problems: orUsageError(() => problemsIn(file)) }));
  for (const { file, problems } of files)
    for (const { line, text: why } of problems) context.print(visible(`${file}:${line}: ${why}`));
  const all = files.reduce((sum, { problems }) => sum + problems.length, 0);
  const verdict = all === 0 ? 'holds' : 'violated';
  context.print(`${verdict}: ${count(files.length, 'ledger')}, ${all === 0 ? 'no problem' : count(all, 'problem')}.`);
  context.writeJson({ ...context.envelope('ledger', verdict), ledgers: files });
  return exitCodes[verdict];
}

function accepted(context: CommandContext, ids: readonly string[], options: Options): number {
  const { reason, all, from } = options;
  if (reason === undefined || reason.trim() === '')
    throw new UsageError('an acceptance needs a reason', "add --reason 'why a reader should accept it'");
  if (ids.length > 0 === (all === true))
    throw new UsageError('nothing to accept, or too much', 'name fingerprints, or give --all instead');
  const candidates = candidatesFrom(from);
  const chosen = all ? candidates.filter(({ isOpen }) => isOpen) : ids.flatMap((id) => candidatesNamed(id, candidates));
  if (chosen.length === 0) throw new UsageError(`nothing in ${from} is left to accept`, 'nothing needs to be done');
  const since = context.startedAt.toISOString().slice(0, 10);
  const changes = [...groupedByFile(chosen, options)].map(([file, own]) => {
    const before = ownLedger(file);
    const after = withAccepted(before, own, { reason: all ? withRule(reason.trim()) : reason.trim(), since });
    return { file, before, after };
  });
  for (const { file } of changes) fileToWrite(file);
  return written(context, changes);
}

const ruleMax = 200;

/** One reason for everything says nothing of a single difference, so the broken rule stands before it. */
const withRule =
  (reason: string) =>
  (rule: string): string =>
    `${shorten(rule.replace(/\.$/, ''), ruleMax)}. (${reason})`;

function removed(context: CommandContext, ids: readonly string[], options: Options): number {
  if (ids.length === 0) throw new UsageError('nothing to remove', 'name fingerprints, or operations');
  const changes = filesNamed([], options).map((file) => {
    const before = ownLedger(file);
    return { file, before, after: withRemoved(before, new Set(ids)) };
  });
  const left = ids.find((id) => !changes.some(({ before }) => ledgerText(before).includes(JSON.stringify(id))));
  if (left !== undefined)
    throw new UsageError(`no ledger accepts ${left}`, 'copy a fingerprint from the file or from a report');
  return written(context, changes);
}

interface Change {
  readonly file: string;
  readonly before: OwnLedger;
  readonly after: OwnLedger;
}

/** Writes the files that change. */
function written(context: CommandContext, changes: readonly Change[]): number {
  const real = changes.filter(({ before, after }) => ledgerText(before) !== ledgerText(after));
  for (const { file, after } of real) {
    orUsageError(() => parseLedger(ledgerText(after), file));
    replaceFile(file, ledgerText(after));
    context.print(visible(`${file}: ${sizeText(after)}`));
  }
  context.print(real.length === 0 ? 'holds: nothing to change.' : `holds: ${count(real.length, 'ledger')} written.`);
  context.writeJson({ ...context.envelope('ledger', 'holds'), written: real.map(({ file }) => file) });
  return 0;
}

function sizeText({ entries, gaps, explanations, rounds }: OwnLedger): string {
  const fingerprints = entries.reduce((sum, one) => sum + one.fingerprints.length, 0);
  const parts = [
    [fingerprints, count(fingerprints, 'fingerprint')],
    [gaps.length, count(gaps.length, 'gap')],
    [explanations.length, count(explanations.length, 'explanation')],
    [rounds.length, count(rounds.length, 'fault of rounds', 'faults of rounds')],
  ] as const;
  return parts.flatMap(([number, words]) => (number > 0 ? [words] : [])).join(', ') || 'empty';
}

/** A fingerprint or its beginning, an operation, or a round without its moment. @throws UsageError for what the record does not have */
function candidatesNamed(id: string, candidates: readonly Candidate[]): Candidate[] {
  const exact = candidates.filter((one) => one.id === id);
  if (exact.length > 0) return exact;
  const isStart = new RegExp(`^(?:[0-9a-f]{${caseDigitsLength},11}|gen[0-9a-f]{4,8})$`, 'i').test(id);
  const meant = isStart ? candidates.filter((one) => one.id.startsWith(id.toLowerCase())) : [];
  const different = new Set(meant.map((one) => one.id));
  if (different.size === 1 || (different.size > 1 && id.length === caseDigitsLength)) return meant;
  if (different.size > 1)
    throw new UsageError(`${different.size} fingerprints begin with ${id}`, `give one of ${[...different].join(', ')}`);
  const known = [...new Set(candidates.map((one) => one.id))];
  throw unknownName(
    `the record does not have ${id}`,
    id,
    known,
    known.length === 0 ? 'it has nothing to accept' : `it has ${known.slice(0, 20).join(', ')}`,
  );
}

/** By the ledger that each belongs into. @throws UsageError for a target without one, and for a file with several targets */
function groupedByFile(chosen: readonly Candidate[], { ledger: file }: Options): Map<string, Candidate[]> {
  const targets = [...new Set(chosen.map(({ target }) => target))];
  if (file !== undefined && targets.length > 1)
    throw new UsageError(
      `the record shows it on ${targets.join(', ')}, and a ledger is for one target`,
      'make a record with one --target',
    );
  const groups = new Map<string, Candidate[]>();
  for (const one of chosen) {
    const place = file ?? builtInFile(one.target);
    groups.set(place, [...(groups.get(place) ?? []), one]);
  }
  return groups;
}

function builtInFile(target: string): string {
  const file = ledgerFileOf(target);
  if (file !== undefined && existsSync(file)) return file;
  throw new UsageError(`${target} has no ledger among the built-in ones`, 'name a file for it: --ledger my-store.json');
}

/** The file's own content; empty for a new one, which is named after its file. */
function ownLedger(file: string): OwnLedger {
  if (!existsSync(file)) return emptyLedger(basename(file).replace(/\.json$/, ''));
  return orUsageError(() => {
    ledgerIn(file);
    return parseLedger(readFileSync(file, 'utf8'), file);
  });
}
