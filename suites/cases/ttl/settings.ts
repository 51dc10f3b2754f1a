/** UpdateTimeToLive and DescribeTimeToLive. */
import type { Call, Case, Repeat, Template, TemplateObject } from '../case.ts';
import { s, table } from '../case.ts';
import { family } from '../family.ts';
import { sources } from '../sources.ts';
import { accepted, refused } from '../steps.ts';
import { isMissing, tableNotFound } from '../words.ts';

const tables = { t: table({ hash: ['pk', 'S'] }) };
const named = { TableName: { $table: 't' } };
export const specify = (Enabled: boolean, AttributeName: string, more: TemplateObject = {}): Call => ({
  op: 'UpdateTimeToLive',
  input: { ...named, TimeToLiveSpecification: { Enabled, AttributeName }, ...more },
  observe: [],
});
const shows = (description: Template): Call => ({
  op: 'DescribeTimeToLive',
  input: named,
  observe: [],
  expect: { ok: { TimeToLiveDescription: description } },
});
export const untilStatus = (status: string, as = status): Repeat => ({
  repeat: { op: 'DescribeTimeToLive', as, input: named },
  until: { path: 'TimeToLiveDescription.TimeToLiveStatus', equals: status },
  pauseMs: 100,
  turns: 300,
  observe: [],
});
const off = { TimeToLiveStatus: 'DISABLED', AttributeName: { $absent: true } };
const on = (AttributeName: string) => ({ TimeToLiveStatus: 'ENABLED', AttributeName });
const hour = 3_600_000;

const enabling: Case = {
  id: 'ttl/enabled',
  title: 'Time to live is DISABLED without an attribute at first, and then ENABLED on the one that was named',
  area: 'ttl',
  findings: [],
  certainty: 'measured',
  because: 'The answer repeats the specification, and the description names the attribute from then on.',
  sources: [sources.alternatorTtlTests, sources.updateTimeToLive],
  tables,
  steps: [
    shows(off),
    {
      ...specify(true, 'expires'),
      expect: { ok: { TimeToLiveSpecification: { Enabled: true, AttributeName: 'expires' } } },
    },
    shows({ TimeToLiveStatus: { $oneOf: ['ENABLING', 'ENABLED'] }, AttributeName: 'expires' }),
    untilStatus('ENABLED'),
    shows(on('expires')),
  ],
};

const longest = 'a'.repeat(255);
const borders: Case = {
  id: 'ttl/attribute-names',
  title: 'The attribute of time to live has a name of one to 255 characters, and may look like a path',
  area: 'ttl',
  findings: [],
  certainty: 'measured',
  because: 'Longer and empty names violate the length; a dot in the name is a character like others.',
  sources: [sources.alternatorTtlTests, sources.updateTimeToLive],
  tables: { ...tables, u: tables.t },
  steps: [
    ...['', `${longest}a`].map((name) => refused(specify(true, name), 'ValidationException')),
    shows(off),
    accepted(specify(true, longest)),
    untilStatus('ENABLED'),
    shows(on(longest)),
    accepted(specify(true, 'a', { TableName: { $table: 'u' } })),
  ],
};

const rows: { [slug: string]: { title: string; first?: Call; second: Call; left: TemplateObject; text: string } } = {
  'disabled-when-off': {
    title: 'Time to live that is off cannot be disabled',
    second: specify(false, 'ttl'),
    left: off,
    text: 'TimeToLive is already disabled',
  },
  'enabled-twice': {
    title: 'Time to live that is on cannot be enabled again',
    first: specify(true, 'ttl'),
    second: specify(true, 'ttl'),
    left: on('ttl'),
    text: 'TimeToLive is already enabled',
  },
  'on-another-attribute': {
    title: 'Time to live cannot be on for a second attribute',
    first: specify(true, 'ttl'),
    second: specify(true, 'other'),
    left: on('ttl'),
    text: 'TimeToLive is active on a different AttributeName: current AttributeName is ttl',
  },
  'disabled-for-another-attribute': {
    title: 'Time to live cannot be disabled for an attribute on which it is not',
    first: specify(true, 'ttl'),
    second: specify(false, 'other'),
    left: on('ttl'),
    text: 'TimeToLive is active on a different AttributeName: current AttributeName is ttl',
  },
  'without-attribute': {
    title: 'Time to live needs an attribute',
    second: { ...specify(true, ''), input: { ...named, TimeToLiveSpecification: { Enabled: true } } },
    left: off,
    text: isMissing('timeToLiveSpecification.attributeName'),
  },
  'neither-on-nor-off': {
    title: 'A specification says whether time to live is on',
    second: { ...specify(true, ''), input: { ...named, TimeToLiveSpecification: { AttributeName: 'ttl' } } },
    left: off,
    text: isMissing('timeToLiveSpecification.enabled'),
  },
};

const refusals = family(
  {
    name: 'refused',
    area: 'ttl',
    certainty: 'measured',
    because: 'It is a ValidationException, and the description stays what it was.',
    sources: [sources.alternatorTtlTests],
    tables,
  },
  rows,
  ({ first, second, left, text }) => ({
    steps: [
      ...(first === undefined ? [] : [accepted(first), untilStatus('ENABLED')]),
      refused(second, 'ValidationException', { texts: [text] }),
      shows(left),
    ],
  }),
);

const missing: Case = {
  id: 'ttl/missing-table',
  title: 'Time to live of a table that is not there is not found',
  area: 'ttl',
  findings: [],
  certainty: 'measured',
  because: 'It is ResourceNotFoundException for the change; for the description the API reference says so.',
  sources: [sources.alternatorTtlTests, sources.updateTimeToLive],
  steps: [
    refused(specify(true, 'ttl', { TableName: { $name: 'missing' } }), 'ResourceNotFoundException', {
      texts: [tableNotFound({ $name: 'missing' })],
    }),
    refused(
      { op: 'DescribeTimeToLive', input: { TableName: { $name: 'missing' } }, observe: [] },
      'ResourceNotFoundException',
      { certainty: 'documented', texts: [tableNotFound({ $name: 'missing' })] },
    ),
  ],
};

const changed: Case = {
  id: 'ttl/changed-after-an-hour',
  title: 'An hour after a change time to live can be disabled, and another hour later be on for another attribute',
  area: 'ttl',
  findings: [],
  certainty: 'documented',
  because: 'A change can take an hour, and any other within that hour is refused; afterwards the attribute is free.',
  sources: [sources.updateTimeToLive, sources.alternatorTtlTests],
  tables,
  steps: [
    accepted(specify(true, 'ttl')),
    untilStatus('ENABLED'),
    { wait: hour - 30_000, because: 'the hour is not over' },
    refused(specify(false, 'ttl'), 'ValidationException', {
      texts: ['Time to live has been modified multiple times within a fixed interval'],
    }),
    refused(specify(false, 'other'), 'ValidationException'),
    { wait: 60_000, because: 'the hour is over' },
    {
      ...specify(false, 'ttl'),
      expect: { ok: { TimeToLiveSpecification: { Enabled: false, AttributeName: 'ttl' } } },
    },
    untilStatus('DISABLED'),
    shows(off),
    { wait: hour, because: 'the hour is over' },
    accepted(specify(true, 'other')),
    untilStatus('ENABLED', 'on again'),
    shows(on('other')),
  ],
};

const item = { pk: s('p'), ttl: { N: String(Date.UTC(2025, 11, 31) / 1000) } };
const nothingExpires: Case = {
  id: 'ttl/disabled-expires-nothing',
  title: 'Once time to live is disabled nothing expires',
  area: 'ttl',
  findings: [],
  certainty: 'documented',
  because: 'Expiry is what time to live does while it is on.',
  sources: [sources.timeToLive, sources.updateTimeToLive],
  tables,
  steps: [
    accepted(specify(true, 'ttl')),
    untilStatus('ENABLED'),
    { wait: hour + 60_000, because: 'another change is allowed' },
    accepted(specify(false, 'ttl')),
    untilStatus('DISABLED'),
    { op: 'PutItem', input: { ...named, Item: item }, observe: [], expect: { ok: {} } },
    { wait: hour, because: 'an expired item would be gone by now' },
    { op: 'Scan', input: { ...named, ConsistentRead: true }, expect: { ok: { Items: [item], Count: 1 } } },
  ],
};

export const cases: readonly Case[] = [enabling, borders, ...refusals, missing, changed, nothingExpires];
