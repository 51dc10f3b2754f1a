/** DescribeTable says of a new table what CreateTable was asked for. */
import type { Case } from '../case.ts';
import { from } from '../case.ts';
import { family } from '../family.ts';
import { sources } from '../sources.ts';
import { accepted, moment, untilActive } from '../steps.ts';
import {
  asAsked,
  asBegun,
  create,
  defined,
  describing,
  including,
  index,
  keys,
  keysOnly,
  made,
  onDemand,
  provisioned,
  type TableRequest,
  units,
} from './requests.ts';

const { BillingMode: _, ...silent } = provisioned;
const ranged = {
  ...onDemand,
  KeySchema: keys('pk', 'sk'),
  AttributeDefinitions: defined('pk', 'sk', 'g:N', 'h:B', 'l:N'),
} satisfies TableRequest;
const globals = [
  index('by-g', keys('g')),
  index('by-h', keys('h', 'g'), keysOnly),
  index('by-both', keys('g', 'h'), including('b', 'a', 'c')),
];
const locals = [
  index('near', keys('pk', 'l')),
  index('near-keys', keys('pk', 'g'), keysOnly),
  index('near-some', keys('pk', 'h'), including('x', 'y')),
];
const many = (count: number, prefix: string, schema: ReturnType<typeof keys>) =>
  Array.from({ length: count }, (_, at) => index(`${prefix}${at}`, schema, keysOnly));
const typed = (hash: string, range: string): TableRequest => ({
  ...onDemand,
  KeySchema: keys(hash[0]!, range[0]!),
  AttributeDefinitions: defined(hash, range),
});
const stream = (StreamViewType: string) => ({ StreamEnabled: true, StreamViewType });
const long = 'k'.repeat(255);

const rows: { [slug: string]: { title: string; request: TableRequest; findings?: string[] } } = {
  'on-demand': { title: 'A table on demand has units of zero, and its billing mode', request: onDemand },
  provisioned: { title: 'A provisioned table has its units, and no summary of billing', request: provisioned },
  'without-billing-mode': { title: 'A table without a billing mode is provisioned', request: silent },
  'string-and-number-keys': { title: 'Keys of a string and a number', request: typed('a:S', 'b:N') },
  'number-and-binary-keys': { title: 'Keys of a number and a binary value', request: typed('a:N', 'b:B') },
  'binary-and-string-keys': { title: 'Keys of a binary value and a string', request: typed('a:B', 'b:S') },
  'global-indexes': {
    title: 'Global indexes of each projection are described as they were asked for',
    findings: ['restore-parity/cass-gsi-throughput'],
    request: {
      ...ranged,
      AttributeDefinitions: defined('pk', 'sk', 'g:N', 'h:B'),
      GlobalSecondaryIndexes: globals,
    },
  },
  'local-indexes': {
    title: 'Local indexes of each projection have neither a status nor units',
    request: { ...ranged, LocalSecondaryIndexes: locals },
  },
  'both-kinds': {
    title: 'Each global index of a provisioned table has its own units, and local indexes have none',
    request: {
      ...ranged,
      BillingMode: 'PROVISIONED',
      ProvisionedThroughput: units(3, 4),
      GlobalSecondaryIndexes: globals.map((one, at) => ({ ...one, ProvisionedThroughput: units(5 + at, 9 - at) })),
      LocalSecondaryIndexes: locals,
    },
  },
  'smallest-units': {
    title: 'A table and its index may have one unit each',
    request: {
      ...provisioned,
      ProvisionedThroughput: units(1, 1),
      AttributeDefinitions: defined('pk', 'g'),
      GlobalSecondaryIndexes: [index('by-g', keys('g'), { ProvisionedThroughput: units(1, 1) })],
    },
  },
  'index-of-the-table-keys': {
    title: 'An index may have the keys of the table, in another order too',
    request: {
      ...ranged,
      AttributeDefinitions: defined('pk', 'sk'),
      GlobalSecondaryIndexes: [index('same', keys('pk', 'sk')), index('turned', keys('sk', 'pk'))],
    },
  },
  'twenty-global-indexes': {
    title: 'Twenty global and five local indexes are taken',
    request: {
      ...ranged,
      AttributeDefinitions: defined('pk', 'sk', 'l'),
      GlobalSecondaryIndexes: many(20, 'global', keys('sk')),
      LocalSecondaryIndexes: many(5, 'local', keys('pk', 'l')),
    },
  },
  'shortest-and-longest-index-names': {
    title: 'Names of indexes have three to 255 characters',
    request: {
      ...ranged,
      AttributeDefinitions: defined('pk', 'sk'),
      GlobalSecondaryIndexes: [index('i_1', keys('sk')), index(`${'i'.repeat(252)}.-_`, keys('sk'))],
    },
  },
  'longest-attribute-names': {
    title: 'A key attribute and a projected one may have names of 255 characters',
    request: {
      ...onDemand,
      KeySchema: keys(long),
      AttributeDefinitions: defined(long, 'g'),
      GlobalSecondaryIndexes: [index('by-g', keys('g'), including('p'.repeat(255)))],
    },
  },
  'without-stream': {
    title: 'A stream that is explicitly off leaves no trace',
    request: { ...onDemand, StreamSpecification: { StreamEnabled: false } },
  },
  ...Object.fromEntries(
    ['KEYS_ONLY', 'NEW_IMAGE', 'OLD_IMAGE', 'NEW_AND_OLD_IMAGES'].map((view) => [
      `stream-of-${view.toLowerCase().replaceAll('_', '-')}`,
      {
        title: `A stream of ${view} has an ARN and a label`,
        request: { ...onDemand, StreamSpecification: stream(view) },
      },
    ]),
  ),
  protected: {
    title: 'A table can be protected from the start',
    request: { ...onDemand, DeletionProtectionEnabled: true },
  },
  'rare-access': {
    title: 'A table can be of the class for infrequent access',
    request: { ...onDemand, TableClass: 'STANDARD_INFREQUENT_ACCESS' },
  },
  'standard-class': {
    title: 'A class that was asked for is shown, the standard one too',
    request: { ...onDemand, TableClass: 'STANDARD' },
  },
  ceilings: {
    title: 'A table on demand may have ceilings',
    request: { ...onDemand, OnDemandThroughput: { MaxReadRequestUnits: 3, MaxWriteRequestUnits: 1 } },
  },
  'highest-ceilings': {
    title: 'Ceilings may be as high as the quotas of a table',
    request: { ...onDemand, OnDemandThroughput: { MaxReadRequestUnits: 40_000, MaxWriteRequestUnits: 40_000 } },
  },
};

const unprotect = { TableName: made, DeletionProtectionEnabled: false };
const described = family(
  {
    name: 'created',
    area: 'table-lifecycle',
    certainty: 'measured',
    because: 'DescribeTable has every member that was asked for, the defaults of the others, and nothing besides.',
    sources: [
      sources.createTable,
      sources.tableDescription,
      sources.alternatorDescribeTests,
      sources.alternatorTableClassTests,
      sources.dynaliteCreateTableTests,
    ],
  },
  rows,
  ({ request }) => ({
    steps: [
      {
        ...create(request),
        expect: {
          ok: { TableDescription: asBegun(request) },
        },
      },
      untilActive('made', made),
      describing(asAsked(request)),
      // A protected table could not be removed afterwards.
      ...(request.DeletionProtectionEnabled
        ? [accepted({ op: 'UpdateTable', input: unprotect, observe: [] }), untilActive('unprotected', made)]
        : []),
    ],
  }),
);

const identity: Case = {
  id: 'table-lifecycle/created-id',
  title: 'A table has a UUID and a time of creation in seconds, the same in each answer',
  area: 'table-lifecycle',
  findings: [],
  certainty: 'measured',
  because: 'TableId is a UUID that the table keeps, and times are seconds since 1970.',
  sources: [sources.alternatorDescribeTests, sources.tableDescription],
  steps: [
    { ...create(onDemand), as: 'created', expect: { ok: { TableDescription: { TableName: made } } } },
    untilActive('made', made),
    describing({
      CreationDateTime: moment,
      TableId: { $matches: '[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}' },
    }),
    describing({
      TableId: from('created', 'TableDescription.TableId'),
      TableArn: from('created', 'TableDescription.TableArn'),
      CreationDateTime: from('created', 'TableDescription.CreationDateTime'),
    }),
  ],
};

const dated: Case = {
  id: 'table-lifecycle/created-billing-date',
  title: 'A table that was made on demand is so since it was made',
  area: 'table-lifecycle',
  findings: [],
  certainty: 'measured',
  because: 'LastUpdateToPayPerRequestDateTime is the time of the creation, as no update has set the mode.',
  sources: [sources.alternatorDescribeTests, sources.tableDescription],
  steps: [
    accepted(create(onDemand)),
    untilActive('made', made),
    describing({
      BillingModeSummary: { LastUpdateToPayPerRequestDateTime: from('made', 'Table.CreationDateTime') },
    }),
  ],
};

const unprotected: Case = {
  id: 'table-lifecycle/created-unprotected',
  title: 'A table that is not protected is described as such',
  area: 'table-lifecycle',
  findings: [],
  certainty: 'documented',
  because: 'DeletionProtectionEnabled says whether a table is protected, and is false by default.',
  sources: [sources.tableDescription, sources.createTable],
  steps: [accepted(create(onDemand)), untilActive('made', made), describing({ DeletionProtectionEnabled: false })],
};

export const cases: readonly Case[] = [...described, identity, dated, unprotected];
