import { policy } from './policy.ts';

/** Comparison, prefix matching and identity of keys. */
export const keyPolicies = {
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
};
