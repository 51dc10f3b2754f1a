/** Requests about tables that a case makes itself, and what DescribeTable says of them. */
import type { KeyDescriptor } from '../../../oracles/values/types.ts';
import type { Call, Expect, Repeat, Template, TemplateObject } from '../case.ts';
import { from } from '../case.ts';
import { accepted, refused, untilActive } from '../steps.ts';

export const made = { $name: 'made' };
const absent = { $absent: true };

export const units = (read: number, write: number) => ({ ReadCapacityUnits: read, WriteCapacityUnits: write });
export const keys = (...names: string[]): TemplateObject[] =>
  names.map((AttributeName, at) => ({ AttributeName, KeyType: at === 0 ? 'HASH' : 'RANGE' }));
/** Definitions of `name` or, where it is no string, `name:N`. */
export const defined = (...names: string[]): TemplateObject[] =>
  names.map((text) => {
    const [AttributeName = '', AttributeType = 'S'] = text.split(':') as [string, KeyDescriptor?];
    return { AttributeName, AttributeType };
  });
export const index = (IndexName: string, KeySchema: TemplateObject[], more: TemplateObject = {}) => ({
  IndexName,
  KeySchema,
  Projection: { ProjectionType: 'ALL' },
  ...more,
});
export const including = (...NonKeyAttributes: string[]) => ({
  Projection: { ProjectionType: 'INCLUDE', NonKeyAttributes },
});
export const keysOnly = { Projection: { ProjectionType: 'KEYS_ONLY' } };

type IndexRequest = ReturnType<typeof index> & { Projection: TemplateObject; ProvisionedThroughput?: TemplateObject };
/** CreateTable's input without the name. */
export type TableRequest = {
  KeySchema: TemplateObject[];
  AttributeDefinitions: TemplateObject[];
  BillingMode?: 'PAY_PER_REQUEST' | 'PROVISIONED';
  ProvisionedThroughput?: ReturnType<typeof units>;
  GlobalSecondaryIndexes?: IndexRequest[];
  LocalSecondaryIndexes?: IndexRequest[];
  StreamSpecification?: { StreamEnabled: boolean; StreamViewType?: string };
  DeletionProtectionEnabled?: boolean;
  TableClass?: string;
  OnDemandThroughput?: TemplateObject;
  Tags?: TemplateObject[];
};

export const onDemand = {
  BillingMode: 'PAY_PER_REQUEST',
  KeySchema: keys('pk'),
  AttributeDefinitions: defined('pk'),
} satisfies TableRequest;
export const provisioned = {
  ...onDemand,
  BillingMode: 'PROVISIONED',
  ProvisionedThroughput: units(1, 2),
} satisfies TableRequest;

export const create = (request: TemplateObject, name: TemplateObject = made): Call => ({
  op: 'CreateTable',
  input: { ...request, TableName: name },
  observe: [],
});
export const change = (changes: TemplateObject, name: TemplateObject = made): Call => ({
  op: 'UpdateTable',
  input: { TableName: name, ...changes },
  observe: [],
});
/** The table `made`, in use; its first description has the name `made`. */
export const making = (request: TemplateObject): [Call, Repeat] => [
  accepted(create(request)),
  untilActive('made', made),
];
export const describing = (expected: Template, name: TemplateObject = made): Call => ({
  op: 'DescribeTable',
  input: { TableName: name },
  observe: [],
  expect: { ok: { Table: expected } },
});
/** Refused without creating a table of that name. */
export const refusedTable = (what: string, request: TemplateObject, more: Expect = {}): Call[] => [
  refused(create(request, { $name: what }), 'ValidationException', more),
  refused({ op: 'DescribeTable', input: { TableName: { $name: what } }, observe: [] }, 'ResourceNotFoundException'),
];

/** Rows of a family whose titles say only what is refused. */
export const refusing = <R extends { title: string }>(rows: { readonly [slug: string]: R }): { [slug: string]: R } =>
  Object.fromEntries(
    Object.entries(rows).map(([slug, row]) => [slug, { ...row, title: `CreateTable refuses ${row.title}` }]),
  );

const projectionShown = ({ ProjectionType, NonKeyAttributes }: TemplateObject): TemplateObject => ({
  ProjectionType: ProjectionType!,
  NonKeyAttributes: NonKeyAttributes === undefined ? absent : { $unordered: NonKeyAttributes },
});

function indexShown({ IndexName, KeySchema, Projection }: IndexRequest, more: TemplateObject): TemplateObject {
  return {
    ...{ IndexName, KeySchema, Projection: projectionShown(Projection) },
    ...{ ItemCount: 0, IndexSizeBytes: 0, Backfilling: absent },
    IndexArn: { $text: [from('made', 'Table.TableArn'), '/index/', IndexName] },
    ...more,
  };
}

const unitsShown = (given: TemplateObject = units(0, 0)): TemplateObject => ({ ...given, NumberOfDecreasesToday: 0 });
const listed = (indexes: TemplateObject[] | undefined): Template =>
  indexes === undefined || indexes.length === 0 ? absent : { $unordered: indexes };

function streamShown({ StreamSpecification: stream }: TableRequest): TemplateObject {
  if (!stream?.StreamEnabled)
    return { StreamSpecification: absent, LatestStreamArn: absent, LatestStreamLabel: absent };
  return {
    StreamSpecification: stream,
    LatestStreamArn: {
      $text: [from('made', 'Table.TableArn'), '/stream/', from('made', 'Table.LatestStreamLabel')],
    },
    LatestStreamLabel: from('made', 'Table.LatestStreamLabel'),
  };
}

/**
 * What DescribeTable says of an ACTIVE table without items that was made by `making`. Members that the service adds over
 * the years, such as WarmThroughput, are left open.
 */
export function asAsked(request: TableRequest): TemplateObject {
  const isOnDemand = request.BillingMode === 'PAY_PER_REQUEST';
  return {
    ...{ TableName: made, TableStatus: 'ACTIVE', KeySchema: request.KeySchema },
    AttributeDefinitions: { $unordered: request.AttributeDefinitions },
    ...{ ItemCount: 0, TableSizeBytes: 0 },
    TableArn: { $matches: { $text: ['arn:aws[^:]*:dynamodb:[^:]+:[^:]+:table/', made] } },
    TableId: from('made', 'Table.TableId'),
    CreationDateTime: from('made', 'Table.CreationDateTime'),
    ProvisionedThroughput: unitsShown(request.ProvisionedThroughput),
    BillingModeSummary: isOnDemand ? { BillingMode: 'PAY_PER_REQUEST' } : absent,
    GlobalSecondaryIndexes: listed(
      request.GlobalSecondaryIndexes?.map((one) =>
        indexShown(one, { IndexStatus: 'ACTIVE', ProvisionedThroughput: unitsShown(one.ProvisionedThroughput) }),
      ),
    ),
    LocalSecondaryIndexes: listed(
      request.LocalSecondaryIndexes?.map((one) =>
        indexShown(one, { IndexStatus: absent, ProvisionedThroughput: absent }),
      ),
    ),
    ...streamShown(request),
    // That false is shown is a case of its own.
    DeletionProtectionEnabled: request.DeletionProtectionEnabled === true || { $oneOf: [false, absent] },
    TableClassSummary: request.TableClass === undefined ? absent : { TableClass: request.TableClass },
    OnDemandThroughput: request.OnDemandThroughput ?? absent,
    ...{ RestoreSummary: absent, SSEDescription: absent },
  };
}

/** What CreateTable answers of it, its state and what depends on the state aside. */
export function asBegun(request: TableRequest): TemplateObject {
  const begun = (indexes: IndexRequest[] | undefined): Template =>
    listed(
      indexes?.map(({ IndexName, KeySchema, Projection }) => ({
        ...{ IndexName, KeySchema, Projection: projectionShown(Projection) },
        Backfilling: absent,
      })),
    );
  return {
    ...{ TableName: made, KeySchema: request.KeySchema, ItemCount: 0, TableSizeBytes: 0 },
    AttributeDefinitions: { $unordered: request.AttributeDefinitions },
    GlobalSecondaryIndexes: begun(request.GlobalSecondaryIndexes),
    LocalSecondaryIndexes: begun(request.LocalSecondaryIndexes),
  };
}

const same = (a: Template | undefined, b: Template): boolean => JSON.stringify(a) === JSON.stringify(b);
/** What the first description said. A store that said too little then is judged by other cases. */
const asBefore = (member: string, pattern: Template): Template => {
  const before = from('made', `Table.${member}`, absent);
  if (same(pattern, absent)) return absent;
  return typeof pattern === 'object' && pattern !== null && '$unordered' in pattern ? { $unordered: before } : before;
};

/** What DescribeTable says of the table `made` after a change: what was changed as it was asked for, the rest as before. */
export function changed(request: TableRequest, becomes: TableRequest): TemplateObject {
  const before = asAsked(request);
  return Object.fromEntries(
    Object.entries(asAsked(becomes)).map(([member, pattern]) => [
      member,
      same(before[member], pattern) ? asBefore(member, pattern) : pattern,
    ]),
  );
}
export const unchanged = (request: TableRequest): TemplateObject => changed(request, request);
