import type { Call, Case, Certainty, ReadStream } from '../case.ts';
import { from, s, table } from '../case.ts';
import { sources } from '../sources.ts';
import { put } from '../steps.ts';

const tables = { t: table({ hash: ['pk', 'S'], stream: 'KEYS_ONLY' }) };
const described = { op: 'DescribeTable' as const, as: 'table', input: { TableName: { $table: 't' } } };
const iso = '[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}([.,][0-9]+)?(Z|[+-][0-9]{2}(:?[0-9]{2})?)?';
const label = '[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}[.][0-9]{3}';
const labelled = (form: string, certainty: Certainty): Call => ({
  op: 'DescribeTable',
  input: described.input,
  observe: [],
  expect: {
    ok: {
      Table: {
        LatestStreamLabel: { $matches: form },
        LatestStreamArn: { $matches: `arn:[^/]+:table/[^/]+/stream/${form}` },
      },
    },
    certainty,
  },
});

const labelForm: Case = {
  id: 'streams/label-form',
  title: 'A stream label is a time in milliseconds without a zone, alone and at the end of the ARN',
  area: 'streams',
  findings: ['mongo-rfc/m8'],
  certainty: 'documented',
  because:
    'The API reference promises an ISO 8601 time, and no more; the labels that the guide shows have three decimals and no zone.',
  sources: [sources.streamDescription, sources.streamArnExample],
  tables,
  steps: [
    { ...labelled(iso, 'documented'), as: described.as },
    {
      op: 'DescribeStream',
      input: { StreamArn: from('table', 'Table.LatestStreamArn') },
      observe: [],
      expect: { ok: { StreamDescription: { StreamLabel: from('table', 'Table.LatestStreamLabel') } } },
    },
    labelled(label, 'inferred'),
  ],
};

const hours = 3_600_000;
const inserted = (pk: string): ReadStream => ({
  readStream: from('table', 'Table.LatestStreamArn'),
  until: { records: 1 },
  observe: ['Records[].dynamodb.Keys'],
  expect: { ok: { Records: [{ eventName: 'INSERT', dynamodb: { Keys: { pk: s(pk) } } }] } },
});

const retention: Case = {
  id: 'streams/retention',
  title: 'A stream record is kept for a day, and then gone',
  area: 'streams',
  findings: ['mongo-rfc/M11'],
  certainty: 'documented',
  because: 'Records live for 24 hours; after that a reader from TRIM_HORIZON begins with a younger one.',
  sources: [sources.streams],
  tables,
  steps: [
    { ...described, observe: [] },
    put('t', { pk: s('old') }),
    { wait: 24 * hours - 30_000, because: 'the record is still kept' },
    inserted('old'),
    { wait: 60_000, because: 'the record is older than a day' },
    put('t', { pk: s('new') }),
    inserted('new'),
  ],
};

export const cases: readonly Case[] = [labelForm, retention];
