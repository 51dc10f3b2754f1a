/**
 * Every decision that a backend has been seen to get wrong, by name. The right value is the default and stands where it is
 * used; a mutant overrides one decision (`mutants.ts`). A policy is worth having only if some finding speaks of it.
 */

import { backupRequestPolicies } from './backup-requests.ts';
import { backupPolicies } from './backups.ts';
import { contentionPolicies } from './contention.ts';
import { indexPolicies } from './indexes.ts';
import { jobPolicies } from './jobs.ts';
import { lifecyclePolicies } from './lifecycles.ts';
import { overridePolicies } from './overrides.ts';
import { type Policy, policy } from './policy.ts';
import { readPolicies } from './reads.ts';
import { restorePolicies } from './restores.ts';
import { settingPolicies } from './settings.ts';
import { streamPolicies } from './streams.ts';
import { tablePolicies } from './tables.ts';
import { transactionPolicies } from './transactions.ts';

export type { Policy } from './policy.ts';

export const policies = {
  // Values, keys and comparisons.
  binaryOrder: policy({
    question: 'How do two binary keys compare?',
    right: 'unsigned-bytes',
    wrong: ['length-first', 'signed-bytes'],
    findings: ['mongo-rfc/M5', 'mongo-rfc/M5-range'],
    source: 'AWS developer guide, naming rules and data types: binary values compare as unsigned bytes',
  }),
  binaryPrefix: policy({
    question: 'Which binary keys does begins_with select?',
    right: 'prefix-of-the-bytes',
    wrong: ['below-incremented-hex', 'below-incremented-last-byte', 'keys-in-hex-bounds-in-bytes'],
    findings: ['mongo-rfc/R2-2-binary-prefix-ff', 'mongo-rfc/R2-2-multi-ff', 'mongo-rfc/VC-binary-hex-space'],
    findingOf: { 'keys-in-hex-bounds-in-bytes': 'mongo-rfc/VC-binary-hex-space' },
    source: 'AWS API reference, begins_with: true if the attribute begins with the substring',
  }),
  stringOrder: policy({
    question: 'How do two string keys compare?',
    right: 'utf8-bytes',
    wrong: ['utf16-units'],
    findings: ['mongo-rfc/VC-string-order'],
    source: 'AWS developer guide: strings are collated by the bytes of their UTF-8 encoding',
  }),
  stringPrefix: policy({
    question: 'Which string keys does begins_with select?',
    right: 'prefix-of-the-text',
    wrong: ['below-prefix-and-u10ffff'],
    findings: ['mongo-rfc/m12'],
    source: 'AWS API reference, begins_with',
  }),
  keyNumberPrecision: policy({
    question: 'How many digits of a number key are kept?',
    right: 'all-38',
    wrong: ['decimal128-34', 'float64', 'over-34-refused', 'over-34-as-float64'],
    findings: ['mongo-rfc/C10', 'mongo-rfc/m2', 'mongo-rfc/R2-nb-35-38-rejected', 'mongo-rfc/C10-mixed'],
    findingOf: {
      'over-34-refused': 'mongo-rfc/R2-nb-35-38-rejected',
      'over-34-as-float64': 'mongo-rfc/C10-mixed',
    },
    source: 'AWS developer guide: numbers have up to 38 digits of precision',
  }),
  numberIdentity: policy({
    question: 'When are two number keys one key?',
    right: 'by-value',
    wrong: ['by-spelling'],
    findings: ['mongo-rfc/VC-number-normal'],
    source: 'measured on DynamoDB by the Alternator suite: 1000, 1e3 and 1000.0 are one key',
  }),
  itemIdentity: policy({
    question: 'How do partition and sort key identify an item?',
    right: 'as-a-pair',
    wrong: ['joined-by-hash-sign', 'joined-by-nul'],
    findings: ['mongo-rfc/C9', 'mongo-rfc/C9-replace', 'mongo-rfc/C9-scan'],
    source: 'AWS developer guide, primary key: partition key and sort key together are unique',
  }),
  numberComparison: policy({
    question: 'How does a condition compare a number with a given number?',
    right: 'numeric',
    wrong: ['as-text'],
    findings: ['mongo-rfc/M6a'],
    source: 'AWS API reference, comparison operators',
  }),
  attributeComparison: policy({
    question: 'How does a condition compare two numbers that are both attributes?',
    right: 'numeric',
    wrong: ['as-text'],
    findings: ['mongo-rfc/R2-3-field-vs-field'],
    source: 'reproduced on ExtendDB and corrected there; AWS API reference, comparison operators',
  }),
  crossTypeComparison: policy({
    question: 'Can values of different types compare as equal or ordered?',
    right: 'never',
    wrong: ['by-text'],
    findings: ['mongo-rfc/VC-cross-type'],
    source: 'AWS developer guide, condition expressions: both operands must be of one type',
  }),
  collectionEquality: policy({
    question: 'When are two sets, lists or maps equal?',
    right: 'deep',
    wrong: ['never'],
    findings: ['mongo-rfc/M6b'],
    source: 'AWS API reference, condition EQ: sets, lists and maps compare by value',
  }),
  conditionOutcome: policy({
    question: 'When does a write with a condition take place?',
    right: 'when-it-holds',
    wrong: ['when-it-does-not'],
    findings: ['mongo-rfc/VC-static-conditions'],
    source: 'AWS API reference, PutItem, ConditionExpression: a condition that must be satisfied',
  }),
  emptyPrefix: policy({
    question: 'What does begins_with select when the binary prefix is empty?',
    right: 'selects-all',
    wrong: ['selects-nothing'],
    findings: ['mongo-rfc/R2-2-empty-prefix'],
    source: 'documented behaviour of ExtendDB; the answer of DynamoDB is not measured',
  }),
  betweenBounds: policy({
    question: 'How are the bounds of BETWEEN compared with each other?',
    right: 'exactly',
    wrong: ['as-float64'],
    findings: ['mongo-rfc/R2-nb-between-inverted'],
    source: 'AWS-derived tests: an upper bound below the lower one is a ValidationException',
  }),
  sizeInComparisons: policy({
    question: 'May size() be compared?',
    right: 'with-every-comparator',
    wrong: ['refused'],
    findings: ['mongo-rfc/M6c'],
    source: 'AWS API reference, size',
  }),
  inMembers: policy({
    question: 'What type has a member of IN?',
    right: 'its-own',
    wrong: ['that-of-the-first'],
    findings: ['mongo-rfc/M6d'],
    source: 'AWS developer guide, condition expressions: both operands must be of one type',
  }),
  binaryBeginsWith: policy({
    question: 'Does begins_with take binary operands?',
    right: 'accepted',
    wrong: ['refused'],
    findings: ['mongo-rfc/M6e'],
    source: 'measured on DynamoDB in a public pull request of ExtendDB: begins_with works on bytes',
  }),
  typeOperand: policy({
    question: 'Which texts does attribute_type take?',
    right: 'descriptors-only',
    wrong: ['any-text'],
    findings: ['mongo-rfc/M6f'],
    source: 'AWS API reference, attribute_type',
  }),
  missingNotEqual: policy({
    question: 'Does `a <> :v` hold when a is missing?',
    right: 'holds',
    wrong: ['fails'],
    findings: ['mongo-rfc/m13'],
    source:
      'reported as measured on DynamoDB in a public pull request of ExtendDB; the documents contradict each other',
  }),

  // The store.
  ...contentionPolicies,
  ...jobPolicies,
  ...indexPolicies,
  ...readPolicies,
  ...streamPolicies,
  ...transactionPolicies,
  ...tablePolicies,
  ...lifecyclePolicies,
  ...backupPolicies,
  ...backupRequestPolicies,
  ...restorePolicies,
  ...overridePolicies,
  ...settingPolicies,
} satisfies Record<string, Policy>;

export type PolicyName = keyof typeof policies;
type ValueOf<P> = P extends Policy<infer V> ? V : never;

/** One value for each policy. */
export type Decisions = { readonly [Name in PolicyName]: ValueOf<(typeof policies)[Name]> };

/** The decisions of DynamoDB. */
export const rightDecisions: Decisions = Object.freeze(
  Object.fromEntries(Object.entries(policies).map(([name, p]) => [name, p.right])),
) as Decisions;
