/** Reads saved sequences as cases, written by a fuzz run or by hand. `suites/cases/README.md` describes the format. */
import { readFileSync } from 'node:fs';
import * as v from 'valibot';
import type { Case } from '../suites/cases/case.ts';
import { faultsOf } from '../suites/cases/check.ts';
import { CaseFileShape } from '../suites/cases/schema.ts';
import { isObject, problemsOf } from '../suites/validation.ts';
import { UsageError } from './command-line/usage-error.ts';

const next = 'see suites/cases/README.md for the format, or give --replay a file that --save wrote';

/** @throws UsageError for a file that cannot be read or contains no sequence. */
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
  const { success, issues } = v.safeParse(CaseFileShape, subject);
  if (!success) throw new UsageError(`${file}: ${problemsOf(issues)[0]}`, next);
  // The original object, since the schema returns its members in another order.
  const read = withDefaults(subject as CaseFile, file);
  const [wrong] = faultsOf(read);
  if (wrong !== undefined) throw new UsageError(`${file}: ${wrong}`, next);
  return read;
}

type CaseFile = v.InferOutput<typeof CaseFileShape>;

/** Defaults for members that a hand-written file may omit. */
const withDefaults = (subject: CaseFile, file: string): Case => ({
  id: file,
  title: file,
  area: 'other',
  findings: [],
  certainty: 'inferred',
  because: 'The reference says what is right.',
  tables: {},
  ...subject,
});

/** Whether the value is a sequence as fuzz writes it. */
export function isCase(value: unknown): value is Case {
  const { success, output } = v.safeParse(CaseFileShape, value);
  return success && output.steps.length > 0;
}
