/** The schema of a finding, and the parser of one catalogue line. */
import * as v from 'valibot';
import { PlainObject, problemsOf } from '../validation.ts';

/** Such as `mongo-rfc/C9`: the source document, then the id within it. */
export type FindingId = string;

export const findingAreas = [
  'backup-api',
  'backup-protocol',
  'binary-order',
  'concurrency',
  'conditions',
  'crash-recovery',
  'errors',
  'idempotency',
  'item-identity',
  'job-admission',
  'kv-cas',
  'migrations-cli',
  'number-precision',
  'other',
  'query-paging',
  'restore-api',
  'restore-lifecycle',
  'scan',
  'secondary-index',
  'streams',
  'table-lifecycle',
  'tenancy-security',
  'transactions',
  'ttl',
  'update-item',
] as const;

/** `fact`: behaviour that clients may rely on or must allow for. A store that differs is not at fault. */
export const severities = ['critical', 'major', 'minor', 'fact'] as const;
export type Severity = (typeof severities)[number];

/**
 * How the right behaviour is known. `not-measured`: still open; `expected` says so, and no check that rests on it alone
 * may fail a build.
 */
const evidences = [
  'measured-on-dynamodb',
  'reproduced-on-extenddb',
  'spec-grounded',
  'code-reading',
  'design-choice',
  'not-measured',
] as const;

/** How a harness can observe the behaviour. */
const checks = [
  'wire-differential',
  'concurrency-history',
  'lifecycle-race',
  'crash-restart',
  'storage-probe',
  'protocol-model',
  'kv-contract',
  'not-by-this-harness',
] as const;

/** Where the faulty behaviour was seen or can occur. */
const subjects = ['any', 'mongodb', 'cassandra', 'postgresql', 'sqlite', 'extenddb'] as const;

const Text = v.pipe(
  v.string('must be a string'),
  v.check((text) => text !== '' && text === text.trim(), 'must be a string, trimmed and not empty'),
);

const oneOf = <const Words extends readonly string[]>(words: Words) =>
  v.picklist(words, ({ received }) => `must be one of ${words.join(', ')}, and is ${received}`);

const listOf = <const Words extends readonly string[]>(words: Words) =>
  v.pipe(
    v.array(oneOf(words), 'must be a list'),
    v.check((list) => list.length > 0, 'must not be an empty list'),
    v.check((list) => new Set(list).size === list.length, 'must not repeat a word'),
    v.readonly(),
  );

const FindingSchema = v.pipe(
  PlainObject,
  v.strictObject({
    id: v.pipe(
      Text,
      v.check((id) => /^[a-z-]+\/[A-Za-z0-9-]+$/.test(id), 'must be of the form document/name'),
    ),
    area: oneOf(findingAreas),
    severity: oneOf(severities),
    evidence: oneOf(evidences),
    checks: listOf(checks),
    appliesTo: listOf(subjects),
    title: Text,
    /** The right behaviour. Contains `CONFLICT` where sources disagree. */
    expected: Text,
    /** The wrong behaviour; absent when none was seen. */
    faulty: v.exactOptional(Text),
  }),
);
export type Finding = v.InferOutput<typeof FindingSchema>;

/**
 * @param line one JSON object
 * @throws Error naming the invalid member and its allowed values
 */
export function parseFinding(line: string): Finding {
  const { success, output, issues } = v.safeParse(FindingSchema, JSON.parse(line), { abortEarly: true });
  if (success) return output;
  throw new Error(problemsOf(issues, 'the line')[0]);
}
