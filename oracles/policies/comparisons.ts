import { policy } from './policy.ts';

/** Comparison of operands in conditions, and the arguments of functions. */
export const comparisonPolicies = {
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
    question: 'What does a key condition answer to begins_with with an empty binary prefix?',
    right: 'refused',
    wrong: ['selects-all'],
    findings: ['mongo-rfc/R2-2-empty-prefix'],
    source: 'measured through a public emulator in eu-central-1, 2026: no operand of a key condition may be empty',
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
};
