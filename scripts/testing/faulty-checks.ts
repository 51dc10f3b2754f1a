/** What every command must satisfy against a faulty store, whatever its fault. Complaints are texts; all are returned. */
import { existsSync, readFileSync } from 'node:fs';
import type { Json, JsonObject } from '../../oracles/values/types.ts';
import type { StoreState } from '../../suites/targets/testing/faulty-store.ts';
import { exitCodes } from '../command-line/command.ts';
import { stackTrace } from './cli-child.ts';
import type { Codes } from './faulty-rows.ts';

export interface Call {
  code: number | null;
  out: string;
  err: string;
  /** The JSON that `--json` wrote; `null` when it is missing or invalid. */
  json: JsonObject | null;
  seconds: number;
  /** `null` once the store has ended; then its tables are gone, too. */
  state: StoreState | null;
}

export function readJson(file: string): JsonObject | null {
  try {
    return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as JsonObject) : null;
  } catch {
    return null;
  }
}

const complaint = (bad: boolean, text: () => string): string[] => (bad ? [text()] : []);
const lastLine = (text: string): string => text.trimEnd().split('\n').at(-1) ?? '';
/** Characters with which a store could control the terminal. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what must not come through
const takesOver = /[\u0000-\u0008\u000b-\u001f\u007f\u202a-\u202e\u2066-\u2069]/;

/** Complaints about a command that ended by itself. */
export function complaints(call: Call, codes: Codes, words: RegExp | undefined, secondsMax: number): string[] {
  const { code, out, err, json } = call;
  const text = `${out}${err}`;
  return [
    ...complaint(
      !(codes as readonly (number | null)[]).includes(code),
      () => `exit ${code}, not ${codes.join(' or ')}`,
    ),
    ...complaint(call.seconds > secondsMax, () => `took ${Math.round(call.seconds)} s, more than ${secondsMax}`),
    // Lines are wrapped to the width of the terminal.
    ...complaint(words !== undefined && !words.test(text.replace(/\s+/g, ' ')), () => `does not say ${words}`),
    ...complaint(!/^(?:holds|violated|no verdict)\b/.test(lastLine(out)), () => `ends in: ${lastLine(out)}`),
    ...complaint(json === null, () => 'no JSON'),
    ...complaint(
      json !== null && exitCodes[json.verdict as keyof typeof exitCodes] !== code,
      () => `JSON: ${json?.verdict}`,
    ),
    ...traces(call),
  ];
}

/** Complaints about what a command did and left behind, however it ended. */
export function traces({ out, err, json, state }: Call): string[] {
  const named = new Set(namesIn(json, 'leftovers'));
  const unnamed = [...(state?.tables ?? []), ...(state?.backups ?? [])].filter((name) => !named.has(name));
  return [
    ...complaint(stackTrace.test(`${out}${err}`), () => 'a stack trace'),
    ...complaint(takesOver.test(`${out}${err}`), () => 'a raw control character of the store'),
    ...complaint(unnamed.length > 0, () => `left without a word: ${unnamed.join(', ')}`),
    ...complaint((state?.touched.length ?? 0) > 0, () => `touched somebody else's table: ${state?.touched.join(', ')}`),
    ...complaint((state?.elsewhere ?? 0) > 0, () => 'followed a redirection to another host'),
  ];
}

/** The `name` of each entry in the lists called `list`, at any depth. */
function namesIn(value: Json, list: string): string[] {
  if (Array.isArray(value)) return value.flatMap((inner) => namesIn(inner, list));
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([member, inner]) =>
    member === list && Array.isArray(inner)
      ? inner.map((one) => String((one as JsonObject).name))
      : namesIn(inner, list),
  );
}
