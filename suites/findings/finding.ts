/** What a catalogued behaviour is, and how one line of the catalogue becomes one. */

/** Such as `mongo-rfc/C9`: the document a behaviour comes from, then its name there. */
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
export type FindingArea = (typeof findingAreas)[number];

/** `fact`: to be relied on or allowed for, and no fault of a store that departs from it. */
export const severities = ['critical', 'major', 'minor', 'fact'] as const;
export type Severity = (typeof severities)[number];

/**
 * How the right behaviour is known. `not-measured`: open; what is expected says so, and no check of it alone may fail a
 * build.
 */
export const evidences = [
  'measured-on-dynamodb',
  'reproduced-on-extenddb',
  'spec-grounded',
  'code-reading',
  'design-choice',
  'not-measured',
] as const;
export type Evidence = (typeof evidences)[number];

/** The means by which a harness can observe the behaviour. */
export const checks = [
  'wire-differential',
  'concurrency-history',
  'lifecycle-race',
  'crash-restart',
  'storage-probe',
  'protocol-model',
  'kv-contract',
  'not-by-this-harness',
] as const;
export type Check = (typeof checks)[number];

/** Where the faulty behaviour was seen or can occur. */
export const subjects = ['any', 'mongodb', 'cassandra', 'postgresql', 'sqlite', 'extenddb'] as const;
export type Subject = (typeof subjects)[number];

export interface Finding {
  id: FindingId;
  area: FindingArea;
  severity: Severity;
  evidence: Evidence;
  checks: readonly Check[];
  appliesTo: readonly Subject[];
  title: string;
  /** The right behaviour. Contains `CONFLICT` where sources disagree. */
  expected: string;
  /** The wrong behaviour seen; absent where none was, or none is known. */
  faulty?: string;
}

type Members = Record<string, unknown>;

const members = ['id', 'area', 'severity', 'evidence', 'checks', 'appliesTo', 'title', 'expected', 'faulty'];

/**
 * @param line one JSON object
 * @throws Error saying which member is wrong and what it may be
 */
export function parseFinding(line: string): Finding {
  const fields: unknown = JSON.parse(line);
  if (typeof fields !== 'object' || fields === null || Array.isArray(fields)) throw new Error('not an object');
  const given = fields as Members;
  for (const name of Object.keys(given)) if (!members.includes(name)) throw new Error(`unknown member '${name}'`);
  const finding: Finding = {
    id: idOf(given),
    area: oneOf(findingAreas, given.area, 'area'),
    severity: oneOf(severities, given.severity, 'severity'),
    evidence: oneOf(evidences, given.evidence, 'evidence'),
    checks: listOf(checks, given.checks, 'checks'),
    appliesTo: listOf(subjects, given.appliesTo, 'appliesTo'),
    title: textOf(given, 'title'),
    expected: textOf(given, 'expected'),
  };
  return Object.hasOwn(given, 'faulty') ? { ...finding, faulty: textOf(given, 'faulty') } : finding;
}

function idOf(given: Members): FindingId {
  const id = textOf(given, 'id');
  if (!/^[a-z-]+\/[A-Za-z0-9-]+$/.test(id)) throw new Error(`id: '${id}' is not of the form document/name`);
  return id;
}

function textOf(given: Members, name: string): string {
  const text = given[name];
  if (typeof text !== 'string' || text === '' || text !== text.trim()) throw new Error(`${name}: not a trimmed text`);
  return text;
}

function oneOf<T extends string>(allowed: readonly T[], value: unknown, name: string): T {
  const found = allowed.find((word) => word === value);
  if (found === undefined) throw new Error(`${name}: ${JSON.stringify(value)} is none of ${allowed.join(', ')}`);
  return found;
}

function listOf<T extends string>(allowed: readonly T[], value: unknown, name: string): T[] {
  if (!Array.isArray(value) || value.length === 0) throw new Error(`${name}: not a list with something in it`);
  const words = value.map((word) => oneOf(allowed, word, name));
  if (new Set(words).size !== words.length) throw new Error(`${name}: a word occurs twice`);
  return words;
}
