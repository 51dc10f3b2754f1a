/** Streams: read after writes, by every type of iterator, while they are on and after they were turned off. */
import { from, type Step, type TemplateObject } from '../../../cases/case.ts';
import { keyValue, newPlan, views } from './plan.ts';
import { type Rows, write } from './rows.ts';
import type { Script } from './script.ts';
import { stream } from './table-changes.ts';
import { change, drop, type Made, make } from './tables.ts';

const pauseMs = 50;
const turns = 40;

/** One stream of a table, and what was read of it. */
interface Reading {
  made: Made;
  arn: TemplateObject;
  /** All writes go to one partition key, since only its records are sure to share a shard. */
  pk: ReturnType<typeof keyValue>;
  records: number;
  /** The step that read the records last. */
  read?: string;
}

/** The stream of the newest description. */
function opened(script: Script, made: Made): Reading {
  const as = `described ${script.steps.length}`;
  script.call('DescribeTable', { TableName: script.name(made.of) }, { as, observe: ['Table'] });
  return { made, arn: from(as, 'Table.LatestStreamArn'), pk: keyValue(script.draw, made.plan, 'pk'), records: 0 };
}

function writes(script: Script, reading: Reading, count: number): void {
  const { made, pk } = reading;
  for (let left = count; left > 0; left--)
    if (write(script, made.of, made.plan, made.rows, { pk })) reading.records += 1;
}

function readAll(script: Script, reading: Reading): void {
  const as = `read ${script.steps.length}`;
  script.steps.push({
    readStream: reading.arn,
    until: { records: reading.records },
    as,
    pauseMs,
    turns,
    observe: ['Records'],
  });
  reading.read = as;
}

const firstShard = ({ read }: Reading): TemplateObject => from(read!, 'ShardIds[0]');

/** Reads from an iterator to the end of what is there, in pages. */
function records(script: Script, iterator: string, count: number): Step {
  const as = `records ${script.steps.length}`;
  const Limit = script.draw.pick([undefined, 1, 2, 1000]);
  return {
    repeat: {
      op: 'GetRecords',
      as,
      raw: true,
      input: {
        ShardIterator: from(as, 'NextShardIterator', from(iterator, 'ShardIterator')),
        ...(Limit !== undefined && { Limit }),
      },
    },
    until: { path: 'Records', size: count },
    ...{ collect: ['Records'], observe: ['Records'], pauseMs, turns },
  };
}

function iterate(script: Script, reading: Reading): void {
  const { draw } = script;
  if (reading.read === undefined || reading.records === 0) return;
  const as = `iterator ${script.steps.length}`;
  const type = draw.pick(['TRIM_HORIZON', 'AT_SEQUENCE_NUMBER', 'AFTER_SEQUENCE_NUMBER'] as const);
  const at = draw.int(reading.records);
  const input: TemplateObject = {
    StreamArn: reading.arn,
    ShardId: firstShard(reading),
    ShardIteratorType: type,
    ...(type !== 'TRIM_HORIZON' && { SequenceNumber: from(reading.read, `Records[${at}].dynamodb.SequenceNumber`) }),
  };
  if (draw.chance(30)) script.faulty('GetShardIterator', input);
  script.call('GetShardIterator', input, { as });
  const left =
    type === 'TRIM_HORIZON' ? reading.records : reading.records - at - (type === 'AT_SEQUENCE_NUMBER' ? 0 : 1);
  if (draw.chance(30)) {
    script.call('GetRecords', { ShardIterator: from(as, 'ShardIterator'), Limit: 1 });
    return;
  }
  script.steps.push(records(script, as, left));
}

/** LATEST begins with what comes next. */
function latest(script: Script, reading: Reading): void {
  if (reading.read === undefined || reading.records === 0) return;
  const as = `iterator ${script.steps.length}`;
  script.call(
    'GetShardIterator',
    { StreamArn: reading.arn, ShardId: firstShard(reading), ShardIteratorType: 'LATEST' },
    { as },
  );
  const before = reading.records;
  writes(script, reading, 2);
  if (reading.records > before) script.steps.push(records(script, as, reading.records - before));
}

function describe(script: Script, { arn, read, made }: Reading): void {
  const { draw } = script;
  const asks = [
    () => script.request('DescribeStream', { StreamArn: arn }),
    () =>
      script.request(
        'DescribeStream',
        { StreamArn: arn, Limit: 1 + draw.int(3) },
        { observe: ['StreamDescription.StreamStatus', 'StreamDescription.StreamViewType'] },
      ),
    () => script.call('ListStreams', { TableName: script.name(made.of) }),
    () => script.call('ListStreams', { TableName: script.name(made.of), Limit: 1 }),
    () => script.faulty('ListStreams', { TableName: script.name(made.of), Limit: 5 }),
    () => script.faulty('GetRecords', { ShardIterator: 'absent', Limit: 1 }),
    () =>
      read &&
      script.call(
        'DescribeStream',
        { StreamArn: arn, ExclusiveStartShardId: from(read, 'ShardIds[0]') },
        { observe: ['StreamDescription.Shards'] },
      ),
  ];
  draw.pick(asks)();
}

const turnedOff = (script: Script, made: Made): void => {
  const { stream: _, ...plan } = made.plan;
  script.call('UpdateTable', { TableName: script.name(made.of), StreamSpecification: { StreamEnabled: false } });
  script.settle(script.name(made.of));
  made.plan = plan;
};

/** All streams of a table, newest and older, page by page. */
function list(script: Script, made: Made): void {
  const as = `streams ${script.steps.length}`;
  const Limit = script.draw.pick([1, 2, 100]);
  script.steps.push({
    repeat: {
      op: 'ListStreams',
      as,
      raw: true,
      input: { TableName: script.name(made.of), Limit, ExclusiveStartStreamArn: from(as, 'LastEvaluatedStreamArn') },
    },
    until: { path: 'LastEvaluatedStreamArn', absent: true },
    ...{ turns, collect: ['Streams'], observe: ['Streams'], unordered: true },
  });
}

export function streams(script: Script): void {
  const { draw } = script;
  const made = make(script, 'a', { ...newPlan(draw), stream: draw.pick(views), isProtected: false });
  let reading = opened(script, made);
  const earlier: Reading[] = [];
  // A stream may end without a record.
  if (draw.chance(10)) {
    turnedOff(script, made);
    script.call('DescribeStream', { StreamArn: reading.arn });
    readAll(script, reading);
    return;
  }
  writes(script, reading, 3 + draw.int(4));
  readAll(script, reading);
  for (let left = 4 + draw.int(5); left > 0; left--) {
    const ask = draw.weighted(
      [3, () => writes(script, reading, 1 + draw.int(3))],
      [3, () => readAll(script, reading)],
      [4, () => iterate(script, reading)],
      [2, () => latest(script, reading)],
      [3, () => describe(script, reading)],
      [1, () => change(script, made, stream)],
      [1, () => list(script, made)],
    );
    if (made.plan.stream === undefined) break;
    ask();
  }
  if (made.plan.stream !== undefined && draw.chance(60)) turnedOff(script, made);
  earlier.push(reading);
  if (made.plan.stream === undefined) {
    write(script, 'a', made.plan, made.rows, { pk: reading.pk });
    readAll(script, reading);
    iterate(script, reading);
    script.call('UpdateTable', {
      TableName: script.name('a'),
      StreamSpecification: { StreamEnabled: true, StreamViewType: draw.pick(views) },
    });
    script.settle(script.name('a'));
    made.plan = { ...made.plan, stream: 'again' };
    reading = opened(script, made);
    writes(script, reading, 2);
    readAll(script, reading);
    list(script, made);
    script.call('ListStreams', { TableName: script.name('a'), Limit: 1 });
  }
  if (draw.chance(40)) {
    drop(script, made);
    for (const one of [...earlier, reading]) describe(script, one);
    if (reading.records > 0) readAll(script, reading);
    made.rows = new Map() satisfies Rows;
    list(script, made);
  }
}
