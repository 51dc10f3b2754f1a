/** Cases on the table itself: its description and its stream. */
import type { Item, Json, JsonObject } from '../../../oracles/values/types.ts';
import type { Case, ReadStream, Template, TemplateObject } from '../../cases/case.ts';
import { sources } from '../../cases/sources.ts';
import { put, puts, remove } from '../../cases/steps.ts';
import { caseOf, keyOf, label, type OwnGround, unordered } from './ground.ts';
import { changedValue, set } from './items.ts';

/** The members of an index that its description must repeat. */
const indexPattern = ({ IndexName, KeySchema, Projection }: JsonObject): TemplateObject => {
  const { ProjectionType, NonKeyAttributes } = Projection as JsonObject;
  return {
    IndexName: IndexName!,
    KeySchema: KeySchema!,
    Projection: {
      ProjectionType: ProjectionType!,
      ...(NonKeyAttributes !== undefined && { NonKeyAttributes: unordered(NonKeyAttributes as Template[]) }),
    },
  };
};

const indexPatterns = (list: Json | undefined): TemplateObject | undefined =>
  Array.isArray(list) ? unordered((list as JsonObject[]).map(indexPattern)) : undefined;

export function described(ground: OwnGround): Case {
  const { KeySchema, AttributeDefinitions, GlobalSecondaryIndexes, LocalSecondaryIndexes, StreamSpecification } =
    ground.table;
  const [global, local] = [indexPatterns(GlobalSecondaryIndexes), indexPatterns(LocalSecondaryIndexes)];
  return caseOf(ground, {
    slug: 'described',
    title: 'the table is created and described as it was asked for',
    because: 'DescribeTable tells the keys, indexes, projections and the stream that CreateTable was given.',
    sources: [sources.createTable],
    steps: [
      {
        op: 'DescribeTable',
        input: { TableName: { $table: label } },
        observe: ['Table.TableStatus', 'Table.KeySchema', 'Table.AttributeDefinitions', 'Table.StreamSpecification'],
        expect: {
          ok: {
            Table: {
              TableStatus: 'ACTIVE',
              KeySchema: KeySchema!,
              AttributeDefinitions: unordered(AttributeDefinitions as Template[]),
              GlobalSecondaryIndexes: global ?? { $absent: true },
              LocalSecondaryIndexes: local ?? { $absent: true },
              ...(StreamSpecification !== undefined && { StreamSpecification }),
            },
          },
        },
      },
    ],
  });
}

const streamRows = 8;

interface Change {
  before?: Item;
  after?: Item;
}

function recordOf(ground: OwnGround, view: string, { before, after }: Change): TemplateObject {
  const shown = (image: string, item: Item | undefined): Template =>
    item !== undefined && (view === 'NEW_AND_OLD_IMAGES' || view === image)
      ? (item as unknown as Template)
      : { $absent: true };
  return {
    eventName: before === undefined ? 'INSERT' : after === undefined ? 'REMOVE' : 'MODIFY',
    dynamodb: {
      Keys: keyOf(ground, (after ?? before)!) as unknown as Template,
      NewImage: shown('NEW_IMAGE', after),
      OldImage: shown('OLD_IMAGE', before),
      StreamViewType: view,
    },
  };
}

const read = (count: number, records: Template): ReadStream => ({
  readStream: { $from: 'table', path: 'Table.LatestStreamArn' },
  until: { records: count },
  pauseMs: 50,
  unordered: true,
  observe: ['eventName', 'dynamodb.Keys', 'dynamodb.NewImage', 'dynamodb.OldImage', 'dynamodb.StreamViewType'].map(
    (path) => `Records[].${path}`,
  ),
  expect: { ok: { Records: records } },
});

const opened = { op: 'DescribeTable' as const, as: 'table', input: { TableName: { $table: label } }, observe: [] };

/** Empty when the table has no stream. */
export function streams(ground: OwnGround): Case[] {
  const specification = ground.table.StreamSpecification as { StreamViewType: string } | undefined;
  if (specification === undefined) return [];
  const record = (change: Change): TemplateObject => recordOf(ground, specification.StreamViewType, change);
  const rows = ground.rows.slice(0, Math.min(streamRows, ground.rows.length - 1));
  const [first, second] = rows as [Item, Item];
  const changed = { ...first, [ground.changed]: changedValue };
  const created = keyOf(ground, ground.rows.at(-1)!);
  const all = [
    ...rows.map((after) => ({ after })),
    { before: first, after: changed },
    { before: second },
    { after: { ...created, [ground.changed]: changedValue } },
  ];
  const life = [{ after: first }, { before: first, after: changed }, { before: changed }, { after: first }];
  const common = { sources: [sources.streams, sources.streamRecord, sources.streamSpecification] };
  return [
    caseOf(ground, {
      slug: 'stream',
      title: 'its stream, replayed, is the table',
      because: 'Each change is one record, with the images that the view type names.',
      ...common,
      steps: [
        opened,
        ...puts(label, rows),
        set(ground, keyOf(ground, first)),
        remove(label, keyOf(ground, second)),
        set(ground, created),
        read(all.length, unordered(all.map(record))),
      ],
    }),
    caseOf(ground, {
      slug: 'stream-order',
      title: 'the records of one item come in the order of its changes',
      because: 'All changes of one item are in one shard, in the order in which they were made.',
      ...common,
      steps: [
        opened,
        put(label, first),
        set(ground, keyOf(ground, first)),
        remove(label, keyOf(ground, first)),
        put(label, first),
        { ...read(life.length, life.map(record)), unordered: false },
      ],
    }),
  ];
}
