/** Answers of real DynamoDB kept as data, so that they can be the reference where the service cannot be reached. */
import { createHash } from 'node:crypto';
import * as v from 'valibot';
import type { Json } from '../../oracles/values/types.ts';
import type { Case } from '../cases/case.ts';
import { PlainObject, problemsOf } from '../validation.ts';
import type { TargetTranscript } from './judge/shown.ts';
import { canonical } from './play/canonical.ts';
import type { Entry } from './record.ts';

const Text = v.string('must be a string');
const Pair = v.tuple([Text, Text], 'must be a pair of names');

const RecordedCase = v.strictObject({
  case: Text,
  /** Of the case's tables and steps: the answers of another version of a case say nothing. */
  digest: Text,
  /** `2026-11-30` */
  date: v.pipe(Text, v.isoDate('must be a date such as 2026-11-30')),
  region: Text,
  entries: v.array(
    v.custom<Entry>((value) => v.is(PlainObject, value), 'must be an object'),
    'must be a list',
  ),
  /** The name sent, and the name in the case. */
  tables: v.array(Pair, 'must be a list'),
  arnPrefix: v.exactOptional(Text),
  otherArnPrefix: v.exactOptional(Text),
});

const RecordingFile = v.strictObject({
  /** What was asked, and its version. */
  target: Text,
  version: Text,
  cases: v.array(RecordedCase, 'must be a list'),
});

type RecordedCase = v.InferOutput<typeof RecordedCase>;
export type Recording = v.InferOutput<typeof RecordingFile>;

/** The name under which recorded answers are a reference. */
export const recordedName = 'recorded';

/** @throws Error with one sentence for each faulty member */
export function readRecording(text: string): Recording {
  const parsed = v.safeParse(RecordingFile, JSON.parse(text));
  if (!parsed.success) throw new Error(problemsOf(parsed.issues).join('; '));
  return parsed.output;
}

const digestOf = ({ steps, tables = {} }: Case): string =>
  createHash('sha256')
    .update(canonical(JSON.parse(JSON.stringify({ steps, tables })) as Json))
    .digest('hex')
    .slice(0, 12);

/** Where and when a case was played. */
interface Occasion {
  readonly date: string;
  readonly region: string;
}

const accounts = { own: '000000000000', other: '111111111111' } as const;

/** One case's answers, without the numbers of the accounts, the names of the run, and the bytes on the wire. */
export function recorded(subject: Case, { entries, names }: TargetTranscript, occasion: Occasion): RecordedCase {
  const tables = [...names.tables].map(([real, label]): [string, string] => [real, label]);
  const renames = new Map([
    ...tables.map(([real, label], at): [string, string] => [real, `parallax-recorded-${at}-${label}`]),
    ...accountOf(names.arnPrefix, accounts.own),
    ...accountOf(names.otherArnPrefix, accounts.other),
  ]);
  const replaced = <T>(value: T): T => {
    let text = JSON.stringify(value);
    for (const [real, other] of renames) text = text.replaceAll(real, other);
    return JSON.parse(text) as T;
  };
  const { arnPrefix, otherArnPrefix } = names;
  return {
    ...{ case: subject.id, digest: digestOf(subject), ...occasion },
    entries: replaced(entries.map(withoutWire)),
    tables: replaced(tables),
    ...(arnPrefix !== undefined && { arnPrefix: replaced(arnPrefix) }),
    ...(otherArnPrefix !== undefined && { otherArnPrefix: replaced(otherArnPrefix) }),
  };
}

/** `arn:aws:dynamodb:us-east-1:123456789012:` */
function accountOf(arnPrefix: string | undefined, instead: string): [string, string][] {
  const account = arnPrefix?.split(':')[4];
  return account === undefined || account === '' ? [] : [[account, instead]];
}

function withoutWire(entry: Entry): Entry {
  const { wire: _, ...outcome } = entry.outcome;
  return { ...entry, outcome };
}

/** Puts new answers in the place of older ones, and keeps the others. Sorted by case. */
export function merged(
  earlier: Recording | undefined,
  target: string,
  version: string,
  cases: RecordedCase[],
): Recording {
  const all = new Map([...(earlier?.cases ?? []), ...cases].map((one) => [one.case, one]));
  return { target, version, cases: [...all.values()].sort((a, b) => (a.case < b.case ? -1 : 1)) };
}

/** The answers as a reference, and the cases that have changed since they were recorded. */
export function answersOf(
  recording: Recording,
  cases: readonly Case[],
): { answers: ReadonlyMap<string, TargetTranscript>; changed: string[] } {
  const known = new Map(recording.cases.map((one) => [one.case, one]));
  const answers = new Map<string, TargetTranscript>();
  const changed: string[] = [];
  for (const subject of cases) {
    const one = known.get(subject.id);
    if (one === undefined) continue;
    if (one.digest === digestOf(subject)) answers.set(subject.id, transcriptOf(one));
    else changed.push(subject.id);
  }
  return { answers, changed };
}

const transcriptOf = ({ entries, tables, arnPrefix, otherArnPrefix }: RecordedCase): TargetTranscript => ({
  ...{ target: recordedName, entries },
  names: {
    tables: new Map(tables),
    ...(arnPrefix !== undefined && { arnPrefix }),
    ...(otherArnPrefix !== undefined && { otherArnPrefix }),
  },
});
