/** Requests about the stream of a leased table `t`, and what its records look like. */
import type { Call, ReadStream, Repeat, Template, TemplateObject } from '../case.ts';
import { from } from '../case.ts';

export const described: Call = { op: 'DescribeTable', as: 'table', input: { TableName: { $table: 't' } }, observe: [] };
export const arn = from('table', 'Table.LatestStreamArn');

/** All records so far, which are exactly these. */
export const records = (expected: TemplateObject[], as = 'records'): ReadStream => ({
  readStream: arn,
  as,
  until: { records: expected.length },
  pauseMs: 50,
  observe: ['Records[].eventName', 'Records[].dynamodb.Keys'],
  expect: { ok: { Records: expected } },
});

export const iterator = (type: string, more: TemplateObject = {}, as = type): Call => ({
  op: 'GetShardIterator',
  as,
  input: { StreamArn: arn, ShardId: from('records', 'ShardIds[0]'), ShardIteratorType: type, ...more },
  observe: [],
  expect: { ok: { ShardIterator: { $present: true } } },
});
export const sequenceOf = (at: number): Template => from('records', `Records[${at}].dynamodb.SequenceNumber`);
export const read = (of: string, more: TemplateObject = {}): Call => ({
  op: 'GetRecords',
  input: { ShardIterator: from(of, 'ShardIterator'), ...more },
  observe: [],
});
/** Reads on until there are as many records as expected. */
export const reads = (of: string, expected: Template[], more: TemplateObject = {}): Repeat => ({
  repeat: {
    op: 'GetRecords',
    as: `read ${of}`,
    input: { ShardIterator: from(`read ${of}`, 'NextShardIterator', from(of, 'ShardIterator')), ...more },
  },
  until: { path: 'Records', size: expected.length },
  collect: ['Records'],
  pauseMs: 50,
  observe: ['Records[].dynamodb.Keys'],
  expect: { ok: { Records: expected } },
});
