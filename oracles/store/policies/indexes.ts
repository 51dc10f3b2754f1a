import { policy } from '../../policy.ts';

/** What a write does to secondary indexes, and what an index shows. */
export const indexPolicies = {
  indexEntryIdentity: policy({
    question: 'What identifies an entry of an index?',
    right: 'index-and-table-keys',
    wrong: ['index-keys'],
    findings: ['mongo-rfc/C1'],
    source: 'AWS developer guide, secondary indexes: index key values need not be unique',
  }),
  indexEntryRemoval: policy({
    question: 'Which entries does the removal of one item take out of an index?',
    right: 'its-own',
    wrong: ['all-with-its-index-keys'],
    findings: ['mongo-rfc/C1-delete'],
    source: 'AWS developer guide, secondary indexes: an index holds one entry for each item that has its keys',
  }),
  indexMove: policy({
    question: 'When does an update take the old entry out of an index?',
    right: 'always',
    wrong: ['when-the-old-image-is-asked-for'],
    findings: ['mongo-rfc/C6', 'mongo-rfc/C6-fastpath'],
    source: 'AWS developer guide, secondary indexes: indexes are kept in step with every write',
  }),
  sparseRemoval: policy({
    question: 'What becomes of the index entry when an update removes an index key attribute?',
    right: 'removed',
    wrong: ['kept'],
    findings: ['mongo-rfc/C6-remove'],
    source: 'AWS developer guide, sparse indexes: only items that have the index keys are in the index',
  }),
  sparseEntry: policy({
    question: 'Is an item without an index key attribute in the index?',
    right: 'left-out',
    wrong: ['under-null'],
    findings: ['mongo-rfc/VC-sparse'],
    source: 'AWS developer guide, sparse indexes',
  }),
  projectionKeys: policy({
    question: 'Are the table keys part of every projection?',
    right: 'always',
    wrong: ['index-keys-only'],
    findings: ['mongo-rfc/VC-projection'],
    source: 'AWS API reference, Projection: the table and index keys are always projected',
  }),
  indexKeyType: policy({
    question: 'What becomes of a write whose index key attribute has another type than defined?',
    right: 'refused',
    wrong: ['stored'],
    findings: ['mongo-rfc/M10', 'mongo-rfc/M10-nonscalar'],
    source: 'measured on DynamoDB by two public suites: ValidationException, Type mismatch for Index Key',
  }),
  gsiBackfill: policy({
    question: 'Which items does a new global index hold?',
    right: 'the-existing-ones-too',
    wrong: ['later-writes-only'],
    findings: ['mongo-rfc/C5'],
    source: 'AWS developer guide, adding a global secondary index: the index is backfilled from the table',
  }),
  gsiBackfillStatus: policy({
    question: 'When does a new global index become ACTIVE?',
    right: 'after-the-backfill',
    wrong: ['at-once'],
    findings: ['mongo-rfc/C5-status'],
    source: 'AWS developer guide, adding a global secondary index: CREATING until the backfill has ended',
  }),
  transactionIndexes: policy({
    question: 'Does a transaction maintain indexes?',
    right: 'like-any-write',
    wrong: ['never'],
    findings: ['mongo-rfc/C2-gsi'],
    source: 'AWS developer guide, transactions: changes reach global indexes, streams and backups',
  }),
};
