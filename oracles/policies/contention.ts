import { policy } from './policy.ts';

/** Effects of concurrent requests on each other. */
export const contentionPolicies = {
  contendedWrite: policy({
    question: 'What becomes of a write while another write of its item is under way?',
    right: 'carried-out-after-it',
    wrong: [
      'fails-with-a-500',
      'update-fails-with-a-500',
      'upsert-fails-with-a-500',
      'conditional-write-fails-with-a-500',
      'fails-with-a-500-after-three-others',
      'overwrites-it-unseen',
    ],
    findings: [
      'mongo-rfc/C3',
      'mongo-rfc/C3-txn-conflict',
      'mongo-rfc/R2-nb-txn-conflict-variant',
      'mongo-rfc/M2',
      'mongo-rfc/M2-upsert-race',
      'mongo-rfc/M2-exhaustion',
      'mongo-rfc/M3',
      'mongo-rfc/M15',
    ],
    findingOf: {
      'update-fails-with-a-500': 'mongo-rfc/M2',
      'upsert-fails-with-a-500': 'mongo-rfc/M2-upsert-race',
      'conditional-write-fails-with-a-500': 'mongo-rfc/M3',
      'fails-with-a-500-after-three-others': 'mongo-rfc/M2-exhaustion',
      'overwrites-it-unseen': 'mongo-rfc/M15',
    },
    source:
      'AWS developer guide, transactions, isolation: single-item writes are serializable; updating items, atomic counters: all write requests are applied in the order in which they were received',
  }),
  consistentRead: policy({
    question: 'Which version of an item does a consistent read return?',
    right: 'the-newest',
    wrong: ['the-one-before'],
    findings: ['mongo-rfc/m3'],
    source: 'AWS developer guide, read consistency: a strongly consistent read reflects all earlier successful writes',
  }),
  deletingDataPlane: policy({
    question: 'What becomes of item operations on a table that is DELETING?',
    right: 'ResourceNotFound',
    wrong: ['fails-with-a-500'],
    findings: ['restore-parity/write-vs-delete-table'],
    source:
      'AWS API reference, DeleteTable: a table being deleted goes on for a while, or is a ResourceNotFoundException',
  }),
};
