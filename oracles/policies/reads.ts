import { policy } from './policy.ts';

/** Paging and results of Query and Scan. */
export const readPolicies = {
  resumeRange: policy({
    question: 'What does the second page of a range query keep of the range?',
    right: 'both-bounds',
    wrong: ['the-start-key-only'],
    findings: ['mongo-rfc/M9'],
    source: 'AWS developer guide, paginating: the pages together are the result of the query',
  }),
  resumePrefix: policy({
    question: 'What does the second page of a begins_with query keep of the prefix?',
    right: 'the-prefix',
    wrong: ['the-start-key-only'],
    findings: ['mongo-rfc/M9-begins-with'],
    source: 'AWS developer guide, paginating: the pages together are the result of the query',
  }),
  backwardResumeBound: policy({
    question: 'Does a descending query keep its lower bound on the second page?',
    right: 'kept',
    wrong: ['dropped'],
    findings: ['mongo-rfc/M9-backward'],
    source: 'AWS developer guide, paginating: the pages together are the result of the query',
  }),
  indexResume: policy({
    question: 'After which entry does an index query resume?',
    right: 'the-one-named-by-all-keys',
    wrong: ['the-last-with-these-index-keys'],
    findings: ['mongo-rfc/M9-index-esk', 'mongo-rfc/R3-gsi-page-tiebreak'],
    source: 'measured on DynamoDB by reporters of two public emulators: the start key names table and index keys',
  }),
  limitCounts: policy({
    question: 'What does Limit count?',
    right: 'items-read',
    wrong: ['items-returned'],
    findings: ['mongo-rfc/VC-filter-limit'],
    source: 'AWS API reference, Query, Limit: the number of items to evaluate, not of matching ones',
  }),
  pageCursor: policy({
    question: 'When does a page of a binary begins_with query carry a cursor?',
    right: 'when-the-limit-was-reached',
    wrong: ['when-a-bounded-fetch-held-more-matches'],
    findings: ['mongo-rfc/M14'],
    source: 'AWS API reference, Query, LastEvaluatedKey',
  }),
  parallelScan: policy({
    question: 'How does a segment of a parallel scan find its items?',
    right: 'it-reads-its-own',
    wrong: ['it-filters-a-window-of-all'],
    findings: ['mongo-rfc/M7'],
    source: 'AWS developer guide, parallel scan: the segments partition the table',
  }),
  indexScanCursor: policy({
    question: 'Which keys does the cursor of an index scan hold?',
    right: 'index-and-table-keys',
    wrong: ['table-keys'],
    findings: ['mongo-rfc/M13'],
    source: 'AWS developer guide, secondary indexes: a start key names the index keys and the table keys',
  }),
  indexPageEnd: policy({
    question: 'When does a query of an index carry no cursor?',
    right: 'when-nothing-was-cut-off',
    wrong: ['when-it-returns-less-than-its-limit'],
    findings: ['mongo-rfc/R3-gsi-page-residual'],
    source: 'AWS developer guide, paginating: only an absent LastEvaluatedKey says that there is no more',
  }),
  gsiConsistentRead: policy({
    question: 'What becomes of a consistent read on a global index?',
    right: 'refused',
    wrong: ['accepted'],
    findings: ['mongo-rfc/VC-consistent-gsi'],
    source: 'AWS API reference, Query, ConsistentRead: not supported on global secondary indexes',
  }),
};
