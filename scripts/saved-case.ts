/** Sequences that a fuzz run saved, or that somebody wrote, read as cases. `suites/cases/README.md` describes the format. */
import { readFileSync } from 'node:fs';
import type { Case, Step } from '../suites/cases/case.ts';
import { faultsOf } from '../suites/cases/check.ts';
import { UsageError } from './command-line/usage-error.ts';

export const isObject = (value: unknown): value is { [member: string]: unknown } =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const next = 'see suites/cases/README.md for the format, or give --replay a file that --save wrote';

/** @throws UsageError for a file that cannot be read or holds no sequence. */
export const readCases = (files: readonly string[]): Case[] => files.map(readCase);

function readCase(file: string): Case {
  let parsed: unknown;
  try {
    parsed = JSON.parse(readFileSync(file, 'utf8'));
  } catch (error) {
    throw new UsageError(`cannot read ${file}: ${(error as Error).message}`, next);
  }
  const subject = isObject(parsed) && isObject(parsed.case) ? parsed.case : parsed;
  if (!isObject(subject) || !Array.isArray(subject.steps) || subject.steps.length === 0)
    throw new UsageError(`${file} holds no sequence of requests`, next);
  const [fault] = shapeFaults(subject);
  if (fault !== undefined) throw new UsageError(`${file}: ${fault}`, next);
  const read = withDefaults(subject as Partial<Case> & Pick<Case, 'steps'>, file);
  const [wrong] = faultsOf(read);
  if (wrong !== undefined) throw new UsageError(`${file}: ${wrong}`, next);
  return read;
}

/** What a person need not write. */
const withDefaults = (subject: Partial<Case> & Pick<Case, 'steps'>, file: string): Case => ({
  id: file,
  title: file,
  area: 'other',
  findings: [],
  certainty: 'inferred',
  because: 'The reference says what is right.',
  tables: {},
  ...subject,
});

/** Whether it is a sequence as fuzz writes it. */
export const isCase = (value: unknown): value is Case =>
  isObject(value) && Array.isArray(value.steps) && value.steps.length > 0 && shapeFaults(value).length === 0;

const isCall = (call: unknown): boolean => isObject(call) && typeof call.op === 'string' && isObject(call.input);

/** Branches at the same time have no one order that could be made smaller, so that they are no part of a sequence. */
const forms: readonly ((step: { [member: string]: unknown }) => boolean)[] = [
  isCall,
  ({ repeat, until }) => isCall(repeat) && isObject(repeat) && typeof repeat.as === 'string' && isObject(until),
  ({ readStream, until }) => isObject(readStream) && isObject(until) && typeof until.records === 'number',
  ({ times, step }) => typeof times === 'number' && isCall(step),
  ({ wait }) => typeof wait === 'number',
];

const isStep = (step: unknown): step is Step => isObject(step) && forms.some((form) => form(step));

function shapeFaults({ steps, tables = {}, aliases }: { [member: string]: unknown }): string[] {
  const lists = ['observe', 'collect', 'despite'];
  const own = (step: unknown): boolean =>
    isObject(step) && lists.every((name) => step[name] === undefined || Array.isArray(step[name]));
  return [
    ...(steps as unknown[]).flatMap((step, at) =>
      isStep(step) && own(step) ? [] : [`steps[${at}] is no request, repeat, readStream, times or wait`],
    ),
    ...(isObject(tables) && Object.values(tables).every(isObject) ? [] : ['tables must be tables by name']),
    ...(aliases === undefined || (isObject(aliases) && isObject(aliases.attributes) && isObject(aliases.indexes))
      ? []
      : ['aliases must have attributes and indexes']),
  ];
}
