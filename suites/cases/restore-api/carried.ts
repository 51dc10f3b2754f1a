/** Settings of a restored table other than items and indexes. */
import type { Call, Case, Expect, Template, TemplateObject } from '../case.ts';
import { s, table } from '../case.ts';
import { sources } from '../sources.ts';
import { backUp, put, restore } from '../steps.ts';

const plain = table({ hash: ['pk', 'S'] });
const begin = [put('t', { pk: s('p') }), ...backUp('kept', 't', 'kept')];
const described = (name: TemplateObject, expected: Template, more: Partial<Expect> = {}): Call => ({
  op: 'DescribeTable',
  input: { TableName: name },
  observe: [],
  expect: { ok: { Table: expected }, ...more },
});
const absent = { $absent: true };
const asCreated = { certainty: 'documented', source: sources.createTable } as const;

const tableClass: Case = {
  id: 'restore-api/table-class',
  title: 'A restored table is of the standard class, whatever the class of its source',
  area: 'restore-api',
  findings: ['restore-parity/restore-table-class'],
  certainty: 'measured',
  because: 'The class belongs to the table that was backed up: a restore does not carry it over.',
  tables: { t: { ...plain, TableClass: 'STANDARD_INFREQUENT_ACCESS' } },
  steps: [
    ...begin,
    ...restore('kept', 'copy'),
    // A table that never had a table class of its own may be described without one.
    described({ $name: 'copy' }, { TableClassSummary: { $oneOf: [absent, { TableClass: 'STANDARD' }] } }),
    described({ $table: 't' }, { TableClassSummary: { TableClass: 'STANDARD_INFREQUENT_ACCESS' } }),
  ],
};

const encryption: Case = {
  id: 'restore-api/override-encryption',
  title: 'A restore encrypts its table with a KMS key when it is asked to, and otherwise shows no key',
  area: 'restore-api',
  findings: ['restore-parity/override-sse'],
  certainty: 'documented',
  because:
    'The override holds the encryption settings of the restored table; that it is accepted was measured as well.',
  sources: [sources.restoreTable],
  tables: { t: plain },
  steps: [
    ...begin,
    ...restore('kept', 'sealed', { SSESpecificationOverride: { Enabled: true, SSEType: 'KMS' } }),
    described({ $name: 'sealed' }, { SSEDescription: { SSEType: 'KMS' } }),
    ...restore('kept', 'plain'),
    // Seen on an implementation only, not on DynamoDB.
    described({ $name: 'plain' }, { SSEDescription: absent }, { certainty: 'inferred' }),
  ],
};

const ceilings: Case = {
  id: 'restore-api/override-ceilings',
  title: 'A restore can set other on-demand ceilings than the backup has',
  area: 'restore-api',
  findings: ['restore-parity/override-on-demand-throughput'],
  certainty: 'measured',
  because: 'OnDemandThroughputOverride becomes that of the table, also when it names one of the two ceilings alone.',
  tables: { t: { ...plain, OnDemandThroughput: { MaxReadRequestUnits: 5, MaxWriteRequestUnits: 6 } } },
  steps: [
    // Checked first, because a table that does not report its limits will not report them after a restore.
    described({ $table: 't' }, { OnDemandThroughput: { MaxReadRequestUnits: 5, MaxWriteRequestUnits: 6 } }, asCreated),
    ...begin,
    ...restore('kept', 'both', { OnDemandThroughputOverride: { MaxReadRequestUnits: 7, MaxWriteRequestUnits: 8 } }),
    described({ $name: 'both' }, { OnDemandThroughput: { MaxReadRequestUnits: 7, MaxWriteRequestUnits: 8 } }),
    ...restore('kept', 'one', { OnDemandThroughputOverride: { MaxReadRequestUnits: 9 } }),
    described({ $name: 'one' }, { OnDemandThroughput: { MaxReadRequestUnits: 9 } }),
  ],
};

const ceilingsOfProvisioned: Case = {
  id: 'restore-api/override-ceilings-of-provisioned',
  title: 'A restore that turns a provisioned backup into a table on demand can set its ceilings',
  area: 'restore-api',
  findings: ['restore-parity/override-on-demand-throughput'],
  certainty: 'measured',
  because: 'The ceilings belong to the billing mode of the restored table, and not to that of the backup.',
  tables: {
    t: {
      ...plain,
      BillingMode: 'PROVISIONED',
      ProvisionedThroughput: { ReadCapacityUnits: 1, WriteCapacityUnits: 1 },
    },
  },
  steps: [
    ...begin,
    ...restore('kept', 'copy', {
      BillingModeOverride: 'PAY_PER_REQUEST',
      OnDemandThroughputOverride: { MaxReadRequestUnits: 7, MaxWriteRequestUnits: 8 },
    }),
    described(
      { $name: 'copy' },
      {
        BillingModeSummary: { BillingMode: 'PAY_PER_REQUEST' },
        OnDemandThroughput: { MaxReadRequestUnits: 7, MaxWriteRequestUnits: 8 },
      },
    ),
  ],
};

export const cases: readonly Case[] = [tableClass, encryption, ceilings, ceilingsOfProvisioned];
