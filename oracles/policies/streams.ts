import { policy } from './policy.ts';

/** What a stream records, and what its readers see. */
export const streamPolicies = {
  transactionStream: policy({
    question: 'Does a transaction write stream records?',
    right: 'one-for-each-write',
    wrong: ['none'],
    findings: ['mongo-rfc/C2'],
    source: 'AWS developer guide, transactions: changes reach global indexes, streams and backups',
  }),
  upsertEvent: policy({
    question: 'Which event does UpdateItem of a new key record?',
    right: 'INSERT',
    wrong: ['MODIFY-with-the-key-as-old-image'],
    findings: ['mongo-rfc/C8'],
    source: 'AWS API reference, Record, eventName: INSERT for a new item',
  }),
  unchangedRecord: policy({
    question: 'What does a write that changes nothing record?',
    right: 'nothing',
    wrong: ['MODIFY'],
    findings: ['mongo-rfc/m9'],
    source: 'AWS developer guide, streams: no record when a write does not modify any data',
  }),
  removeImage: policy({
    question: 'Does a REMOVE record hold a new image?',
    right: 'never',
    wrong: ['the-old-item'],
    findings: ['mongo-rfc/VC-stream-images'],
    source: 'AWS API reference, StreamRecord, NewImage: the item after it was modified',
  }),
  streamReenable: policy({
    question: 'What becomes of enabling a stream that is enabled?',
    right: 'refused',
    wrong: ['accepted', 'accepted-with-more-shards', 'accepted-with-a-new-label'],
    findings: ['mongo-rfc/M12', 'mongo-rfc/M12-shards', 'mongo-rfc/M12-arn'],
    findingOf: {
      'accepted-with-more-shards': 'mongo-rfc/M12-shards',
      'accepted-with-a-new-label': 'mongo-rfc/M12-arn',
    },
    source: 'AWS API reference, StreamSpecification: you receive a ValidationException',
  }),
  recreatedStream: policy({
    question: 'What does the stream of a re-created table hold?',
    right: 'its-own-records',
    wrong: ['those-of-the-deleted-table-too'],
    findings: ['mongo-rfc/C7-recreate'],
    source: 'AWS developer guide, streams: a stream belongs to one table, under an ARN of its own',
  }),
  streamLabel: policy({
    question: 'How is a stream label spelled?',
    right: 'milliseconds',
    wrong: ['nanoseconds-with-zone', 'seconds'],
    findings: ['mongo-rfc/m8'],
    source: 'AWS API reference, LatestStreamLabel: an ISO 8601 time; milliseconds as in every example there',
  }),
  streamRetention: policy({
    question: 'How long are stream records kept?',
    right: 'a-day',
    wrong: ['for-ever'],
    findings: ['mongo-rfc/M11'],
    source: 'AWS developer guide, streams: records older than 24 hours are removed',
  }),
  iteratorAt: policy({
    question: 'Which record comes first from an AT_SEQUENCE_NUMBER iterator?',
    right: 'the-one-named',
    wrong: ['the-one-after'],
    findings: ['mongo-rfc/VC-iterators'],
    source: 'AWS API reference, GetShardIterator, ShardIteratorType',
  }),
  streamOwner: policy({
    question: 'Who can read with a shard iterator?',
    right: 'the-account-of-the-stream',
    wrong: ['anybody'],
    findings: ['mongo-rfc/C7-getrecords-ownership', 'mongo-rfc/C7', 'mongo-rfc/R2-4-stream-account-guard'],
    source: 'AWS developer guide, identity and access: a stream is a resource of its account',
  }),
  recordShard: policy({
    question: 'Which shard takes a record?',
    right: 'that-of-the-partition-key',
    wrong: ['that-of-both-keys'],
    findings: ['mongo-rfc/VC-shard-affinity'],
    source: 'AWS developer guide, streams: the records of an item appear in the order of its changes',
  }),
  sequenceNumber: policy({
    question: 'How many records bear one sequence number?',
    right: 'one',
    wrong: ['two'],
    findings: ['mongo-rfc/m6'],
    source: 'AWS API reference, StreamRecord, SequenceNumber: unique within its shard',
  }),
};
