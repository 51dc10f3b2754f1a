/** Sequences that a fuzz run saved, read back as cases. */
import { readFileSync } from 'node:fs';
import type { Case } from '../suites/cases/case.ts';
import { UsageError } from './command.ts';

const isObject = (value: unknown): value is { [member: string]: unknown } =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** @throws UsageError where no file is named, and for one that cannot be read or holds no sequence. */
export function readCases(files: readonly string[]): Case[] {
  if (files.length > 0) return files.map(readCase);
  throw new UsageError('--replay names no file', 'give --replay a file that --save wrote');
}

function readCase(file: string): Case {
  let parsed: unknown;
  try {
    parsed = JSON.parse(readFileSync(file, 'utf8'));
  } catch (error) {
    throw new UsageError(`cannot read ${file}: ${(error as Error).message}`, 'give --replay a file that --save wrote');
  }
  const subject = isObject(parsed) && isObject(parsed.case) ? parsed.case : parsed;
  if (isCase(subject)) return subject;
  throw new UsageError(`${file} holds no sequence of requests`, 'give --replay a file that --save wrote');
}

const isStep = (step: unknown): boolean =>
  isObject(step) && (isObject(step.repeat) || (typeof step.op === 'string' && isObject(step.input)));

const isCase = (value: unknown): value is Case =>
  isObject(value) &&
  typeof value.id === 'string' &&
  Array.isArray(value.steps) &&
  value.steps.length > 0 &&
  value.steps.every(isStep) &&
  isObject(value.tables);
