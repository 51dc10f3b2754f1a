/** After a change DescribeTable says what was changed, and the rest as before. */
import type { Case, Certainty, Repeat, Step, TemplateObject, Until } from '../case.ts';
import { from } from '../case.ts';
import { family } from '../family.ts';
import { sources } from '../sources.ts';
import { accepted, moment, refused, untilActive } from '../steps.ts';
import {
  change,
  changed,
  defined,
  describing,
  including,
  index,
  keys,
  keysOnly,
  made,
  making,
  onDemand,
  provisioned,
  type TableRequest,
  unchanged,
  units,
} from './requests.ts';

const withUnits = (read: number, write: number) => ({ ProvisionedThroughput: units(read, write) });
const globals = (first: TemplateObject, second: TemplateObject) => [
  { ...index('by-g', keys('g')), ...first },
  { ...index('by-h', keys('h', 'pk'), keysOnly), ...second },
];
const indexed = {
  ...provisioned,
  AttributeDefinitions: defined('pk', 'g', 'h'),
  GlobalSecondaryIndexes: globals(withUnits(3, 4), withUnits(5, 6)),
} satisfies TableRequest;
const withoutUnits = {
  ...onDemand,
  AttributeDefinitions: defined('pk', 'g', 'h'),
  GlobalSecondaryIndexes: globals({}, {}),
} satisfies TableRequest;
const ceilings = (MaxReadRequestUnits: number, MaxWriteRequestUnits: number) => ({
  OnDemandThroughput: { MaxReadRequestUnits, MaxWriteRequestUnits },
});
const indexUnits = (IndexName: string, read: number, write: number) => ({
  Update: { IndexName, ...withUnits(read, write) },
});

/** Requests one after the other, and what the table is like in the end. */
interface Row {
  title: string;
  request: TableRequest;
  changes: TemplateObject[];
  becomes: TableRequest;
  certainty?: Certainty;
  sources?: string[];
}

// Units only grow here: decreases are counted, and limited by the day.
const rows: { [slug: string]: Row } = {
  units: {
    title: 'Units of a table change without those of its indexes',
    request: indexed,
    changes: [withUnits(7, 8)],
    becomes: { ...indexed, ...withUnits(7, 8) },
  },
  'read-units-alone': {
    title: 'A change of the read units alone is a change',
    request: provisioned,
    changes: [withUnits(2, 2)],
    becomes: { ...provisioned, ...withUnits(2, 2) },
  },
  'read-units-of-an-index-alone': {
    title: 'A change of the read units alone of an index is a change',
    request: indexed,
    changes: [{ GlobalSecondaryIndexUpdates: [indexUnits('by-g', 4, 4)] }],
    becomes: { ...indexed, GlobalSecondaryIndexes: globals(withUnits(4, 4), withUnits(5, 6)) },
  },
  'write-units-of-an-index-alone': {
    title: 'A change of the write units alone of an index is a change',
    request: indexed,
    changes: [{ GlobalSecondaryIndexUpdates: [indexUnits('by-h', 5, 7)] }],
    becomes: { ...indexed, GlobalSecondaryIndexes: globals(withUnits(3, 4), withUnits(5, 7)) },
  },
  'write-units-alone': {
    title: 'A change of the write units alone is a change',
    request: provisioned,
    changes: [withUnits(1, 3)],
    becomes: { ...provisioned, ...withUnits(1, 3) },
  },
  'index-units': {
    title: 'Units of one index change without those of the table and of the other',
    request: indexed,
    changes: [{ GlobalSecondaryIndexUpdates: [indexUnits('by-h', 9, 7)] }],
    becomes: { ...indexed, GlobalSecondaryIndexes: globals(withUnits(3, 4), withUnits(9, 7)) },
  },
  'units-of-all': {
    title: 'Units of the table and of both indexes change in one request',
    request: indexed,
    changes: [
      {
        ...withUnits(2, 3),
        GlobalSecondaryIndexUpdates: [indexUnits('by-g', 4, 5), indexUnits('by-h', 6, 7)],
      },
    ],
    becomes: {
      ...indexed,
      ...withUnits(2, 3),
      GlobalSecondaryIndexes: globals(withUnits(4, 5), withUnits(6, 7)),
    },
  },
  'ceilings-set': {
    title: 'Ceilings are set, changed one by one, and taken away',
    request: onDemand,
    changes: [ceilings(5, 6), { OnDemandThroughput: { MaxReadRequestUnits: 7 } }],
    becomes: { ...onDemand, ...ceilings(7, 6) },
  },
  'ceilings-gone': {
    title: 'A ceiling of -1 is none',
    request: { ...onDemand, ...ceilings(5, 6) },
    changes: [{ OnDemandThroughput: { MaxWriteRequestUnits: -1 } }],
    becomes: { ...onDemand, OnDemandThroughput: { MaxReadRequestUnits: 5, MaxWriteRequestUnits: { $absent: true } } },
  },
  'ceilings-all-gone': {
    title: 'A table whose ceilings were all taken away is described like one that never had any',
    certainty: 'measured',
    sources: [sources.conformance],
    request: { ...onDemand, ...ceilings(5, 6) },
    changes: [ceilings(-1, -1)],
    becomes: onDemand,
  },
  'protection-on-and-off': {
    title: 'Protection is turned on and off again',
    request: onDemand,
    changes: [{ DeletionProtectionEnabled: true }, { DeletionProtectionEnabled: false }],
    becomes: onDemand,
  },
  class: {
    title: 'The class of a table changes',
    request: withoutUnits,
    changes: [{ TableClass: 'STANDARD_INFREQUENT_ACCESS' }],
    becomes: { ...withoutUnits, TableClass: 'STANDARD_INFREQUENT_ACCESS' },
  },
  'class-and-back': {
    title: 'The class of a table changes back, and is shown as it was asked for',
    request: { ...onDemand, TableClass: 'STANDARD_INFREQUENT_ACCESS' },
    changes: [{ TableClass: 'STANDARD' }],
    becomes: { ...onDemand, TableClass: 'STANDARD' },
  },
};

const settings = family(
  {
    name: 'updated',
    area: 'table-lifecycle',
    certainty: 'documented',
    because: 'UpdateTable changes what it names, and DescribeTable shows that once the table is ACTIVE again.',
    sources: [sources.updateTable, sources.tableDescription, sources.alternatorTableClassTests],
  },
  rows,
  ({ request, changes, becomes }) => ({
    steps: [
      ...making(request),
      ...changes.flatMap((one, at): Step[] => [accepted(change(one)), untilActive(`changed ${at}`, made)]),
      describing(changed(request, becomes)),
    ],
  }),
);

/** Changes that take effect at the end of an update. */
const begun: { [slug: string]: { title: string; request: TableRequest; change: TemplateObject } } = {
  units: {
    title: 'The answer to a change of units has the units that there were, as has a description before it is done',
    request: indexed,
    change: withUnits(7, 8),
  },
  class: {
    title: 'The answer to a change of the class shows no class yet, where none was asked for before',
    request: onDemand,
    change: { TableClass: 'STANDARD_INFREQUENT_ACCESS' },
  },
  'class-and-back': {
    title: 'The answer to a change of the class has the class that there was',
    request: { ...onDemand, TableClass: 'STANDARD_INFREQUENT_ACCESS' },
    change: { TableClass: 'STANDARD' },
  },
};

const stillAsBefore = family(
  {
    name: 'update-begun',
    area: 'table-lifecycle',
    certainty: 'measured',
    because: 'The table is UPDATING until the change has taken effect, and is described as before until then.',
    sources: [sources.conformance, sources.updateTable],
    passingStates: true,
  },
  begun,
  ({ request, change: changes }) => {
    const before = { ...unchanged(request), TableStatus: 'UPDATING' };
    return {
      steps: [
        ...making(request),
        { ...change(changes), expect: { ok: { TableDescription: before } } },
        {
          ...describing(before),
          during: {
            ...{ op: 'DescribeTable', input: { TableName: made }, path: 'Table.TableStatus' },
            ...{ equals: 'UPDATING', over: 'ACTIVE' },
          },
        },
        untilActive('changed', made),
        describing(changed(request, { ...request, ...changes })),
      ],
    };
  },
);

const toOnDemand: Case = {
  id: 'table-lifecycle/updated-to-on-demand',
  title: 'A table that becomes on demand has no units, nor have its indexes, and the mode has a date',
  area: 'table-lifecycle',
  findings: ['restore-parity/cass-gsi-throughput'],
  certainty: 'documented',
  because: 'The summary of the billing mode names the mode and when it was last set to on demand.',
  sources: [sources.updateTable, sources.tableDescription],
  steps: [
    ...making(indexed),
    accepted(change({ BillingMode: 'PAY_PER_REQUEST' })),
    untilActive('changed', made),
    describing({
      ...changed(indexed, withoutUnits),
      // Whether the change counts as a decrease is not documented.
      ProvisionedThroughput: units(0, 0),
      GlobalSecondaryIndexes: {
        $unordered: ['by-g', 'by-h'].map((IndexName) => ({ IndexName, ProvisionedThroughput: units(0, 0) })),
      },
      BillingModeSummary: {
        BillingMode: 'PAY_PER_REQUEST',
        LastUpdateToPayPerRequestDateTime: moment,
      },
    }),
  ],
};

const toProvisioned: Case = {
  id: 'table-lifecycle/updated-to-provisioned',
  title: 'A table that becomes provisioned has the units of the request, and still the date of its mode before',
  area: 'table-lifecycle',
  findings: [],
  certainty: 'documented',
  because: 'The units take effect with the mode; the summary keeps when the table was last set to on demand.',
  sources: [sources.updateTable, sources.tableDescription],
  steps: [
    ...making(onDemand),
    accepted(change({ BillingMode: 'PROVISIONED', ...withUnits(3, 2) })),
    untilActive('changed', made),
    describing({
      ...changed(onDemand, { ...provisioned, ...withUnits(3, 2) }),
      BillingModeSummary: {
        BillingMode: 'PROVISIONED',
        LastUpdateToPayPerRequestDateTime: from('made', 'Table.BillingModeSummary.LastUpdateToPayPerRequestDateTime'),
      },
    }),
  ],
};

const untilIndex = (as: string, until: Omit<Until, 'path'>, path: string): Repeat => ({
  repeat: { op: 'DescribeTable', as, input: { TableName: made } },
  until: { path: `Table.GlobalSecondaryIndexes${path}`, ...until },
  pauseMs: 100,
  turns: 60,
  observe: [],
});
const byX = index('by-x', keys('x', 'pk'), including('b', 'a'));
const one = {
  ...onDemand,
  AttributeDefinitions: defined('pk', 'g'),
  GlobalSecondaryIndexes: [index('by-g', keys('g'))],
};
const adding = change({ AttributeDefinitions: defined('x:N', 'pk'), GlobalSecondaryIndexUpdates: [{ Create: byX }] });

const added: Case = {
  id: 'table-lifecycle/updated-index-added',
  title: 'An index that is added is described like one that was there from the start',
  area: 'table-lifecycle',
  findings: [],
  certainty: 'documented',
  because: 'Index and definition are added to those there were; once it is ACTIVE nothing tells it from the others.',
  sources: [sources.gsiOnline, sources.updateTable],
  steps: [
    ...making(one),
    accepted(adding),
    untilIndex('built', { equals: 'ACTIVE' }, '[1].IndexStatus'),
    untilActive('changed', made),
    describing(
      changed(one, {
        ...one,
        AttributeDefinitions: defined('pk', 'g', 'x:N'),
        GlobalSecondaryIndexes: [...one.GlobalSecondaryIndexes, byX],
      }),
    ),
  ],
};

const building: Case = {
  id: 'table-lifecycle/updated-index-building',
  passingStates: true,
  title: 'The answer that adds an index shows it as CREATING, on a table that is UPDATING',
  area: 'table-lifecycle',
  findings: [],
  certainty: 'documented',
  because: 'The table is UPDATING while an index is added, and the new index is CREATING until it is filled.',
  sources: [sources.gsiOnline],
  steps: [
    ...making(one),
    {
      ...adding,
      expect: {
        ok: {
          TableDescription: {
            ...{ TableName: made, TableStatus: 'UPDATING', KeySchema: onDemand.KeySchema },
            AttributeDefinitions: { $unordered: defined('pk', 'g', 'x:N') },
            GlobalSecondaryIndexes: {
              $unordered: [
                { IndexName: 'by-g', IndexStatus: 'ACTIVE', Backfilling: { $absent: true } },
                { ...byX, Projection: { ProjectionType: 'INCLUDE' }, IndexStatus: 'CREATING' },
              ],
            },
          },
        },
      },
    },
    untilIndex('built', { equals: 'ACTIVE' }, '[1].IndexStatus'),
    untilActive('changed', made),
  ],
};

const dropping: Case = {
  id: 'table-lifecycle/updated-index-dropping',
  passingStates: true,
  title: 'The answer that removes an index shows it as DELETING, on a table that is UPDATING',
  area: 'table-lifecycle',
  findings: [],
  certainty: 'documented',
  because: 'The table is UPDATING while an index is removed, and the index is DELETING until it is gone.',
  sources: [sources.gsiOnline, sources.updateTable],
  steps: [
    ...making(withoutUnits),
    {
      ...change({ GlobalSecondaryIndexUpdates: [{ Delete: { IndexName: 'by-g' } }] }),
      expect: {
        ok: {
          TableDescription: {
            ...{ TableName: made, TableStatus: 'UPDATING' },
            GlobalSecondaryIndexes: {
              $unordered: [
                { IndexName: 'by-g', IndexStatus: 'DELETING' },
                { IndexName: 'by-h', IndexStatus: 'ACTIVE' },
              ],
            },
          },
        },
      },
    },
    untilIndex('gone', { absent: true }, '[1]'),
    untilActive('changed', made),
  ],
};

const dropped: Case = {
  id: 'table-lifecycle/updated-index-dropped',
  title: 'With an index go the definitions that only it needed, and its name is free again',
  area: 'table-lifecycle',
  findings: [],
  certainty: 'measured',
  because:
    'A removed index is not described, cannot be read or removed again, and its key is an attribute like others.',
  sources: [sources.alternatorIndexUpdateTests, sources.gsiOnline],
  steps: [
    ...making(withoutUnits),
    accepted(change({ GlobalSecondaryIndexUpdates: [{ Delete: { IndexName: 'by-g' } }] })),
    untilIndex('gone', { absent: true }, '[1]'),
    untilActive('changed', made),
    describing(
      changed(withoutUnits, {
        ...onDemand,
        AttributeDefinitions: defined('pk', 'h'),
        GlobalSecondaryIndexes: withoutUnits.GlobalSecondaryIndexes.slice(1),
      }),
    ),
    refused(change({ GlobalSecondaryIndexUpdates: [{ Delete: { IndexName: 'by-g' } }] }), 'ResourceNotFoundException'),
    refused({ op: 'Scan', input: { TableName: made, IndexName: 'by-g' }, observe: [] }, 'ValidationException'),
    accepted({
      op: 'PutItem',
      input: { TableName: made, Item: { pk: { S: 'p' }, g: { N: '1' } } },
      observe: [],
    }),
  ],
};

const encrypted: Case = {
  id: 'table-lifecycle/updated-encryption',
  title: 'A key of KMS is shown while the table is encrypted with it, and only then',
  area: 'table-lifecycle',
  findings: [],
  certainty: 'documented',
  because: 'SSEDescription describes encryption with a KMS key; with a key that the service owns it is absent.',
  sources: [sources.updateTable, sources.tableDescription, sources.alternatorDescribeTests],
  steps: [
    ...making(onDemand),
    accepted(change({ SSESpecification: { Enabled: true, SSEType: 'KMS' } })),
    untilActive('encrypted', made),
    describing({ SSEDescription: { Status: 'ENABLED', SSEType: 'KMS', KMSMasterKeyArn: { $startsWith: 'arn:' } } }),
    accepted(change({ SSESpecification: { Enabled: false } })),
    untilActive('changed back', made),
    describing(unchanged(onDemand)),
  ],
};

export const cases: readonly Case[] = [
  encrypted,
  ...settings,
  ...stillAsBefore,
  toOnDemand,
  toProvisioned,
  added,
  building,
  dropping,
  dropped,
];
