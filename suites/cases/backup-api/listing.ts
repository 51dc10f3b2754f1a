import type { Case, Repeat, Template, TemplateObject } from '../case.ts';
import { from, s, table } from '../case.ts';
import { sources } from '../sources.ts';
import { accepted, backUp, backupArn, put, untilActive } from '../steps.ts';

const tables = { t: table({ hash: ['pk', 'S'] }) };
const row = { pk: s('p') };
const list = (input: TemplateObject) => ({ op: 'ListBackups' as const, input, observe: [] });

/** Listings are eventually consistent, so the case repeats the call until it meets the condition. */
const listed = (as: string, until: Repeat['until'], input: TemplateObject, expected: Template): Repeat => ({
  repeat: { ...list(input), as },
  until,
  pauseMs: 100,
  turns: 50,
  observe: [],
  expect: { ok: { BackupSummaries: expected } },
});
const path = 'BackupSummaries';
const arns = (...names: string[]): Template[] => names.map((name) => ({ BackupArn: backupArn(name) }));
const created = (name: string): TemplateObject => from(name, 'BackupDetails.BackupCreationDateTime');

const timeRange: Case = {
  id: 'backup-api/list-time-range',
  title: 'The time range of ListBackups takes in its beginning, leaves out its end, and is applied before Limit',
  area: 'backup-api',
  findings: ['restore-parity/list-backups-time-range'],
  certainty: 'inferred',
  because:
    'The bounds are documented; a page cut before them would come back empty, whichever of the two it began with.',
  sources: [sources.listBackups],
  tables,
  steps: [
    put('t', row),
    ...backUp('one', 't', 'one'),
    // The precision of times is tested by another case.
    { wait: 1100, because: 'a store that counts in whole seconds sees two moments then' },
    ...backUp('two', 't', 'two'),
    listed('all', { path, size: 2 }, { TableName: { $table: 't' } }, { $unordered: arns('one', 'two') }),
    ...(
      [
        ['two', { TimeRangeLowerBound: created('two') }],
        ['one', { TimeRangeUpperBound: created('two') }],
      ] as const
    ).flatMap(([name, bounds]) => [
      {
        ...list({ TableName: { $table: 't' }, ...bounds }),
        expect: { ok: { BackupSummaries: arns(name) }, certainty: 'documented' as const },
      },
      {
        ...list({ TableName: { $table: 't' }, ...bounds, Limit: 1 }),
        expect: { ok: { BackupSummaries: arns(name) } },
      },
    ]),
  ],
};

const deleted: Case = {
  id: 'backup-api/list-deleted',
  title: 'A deleted backup leaves the listing, and takes no other along',
  area: 'backup-api',
  findings: ['catalog-index/backup-status-visibility'],
  certainty: 'inferred',
  because: 'What DescribeBackup no longer finds is not AVAILABLE. A listing may lag behind, and has to catch up.',
  tables,
  steps: [
    put('t', row),
    ...backUp('left', 't', 'left'),
    ...backUp('deleted', 't', 'deleted'),
    listed('both', { path, size: 2 }, { TableName: { $table: 't' } }, { $unordered: arns('left', 'deleted') }),
    accepted({ op: 'DeleteBackup', input: { BackupArn: backupArn('deleted') }, observe: [] }),
    listed('one', { path: `${path}[1]`, absent: true }, { TableName: { $table: 't' } }, arns('left')),
  ],
};

const made = (name: string) => ({
  op: 'CreateTable' as const,
  input: { ...tables.t, TableName: { $name: name } },
  observe: [],
  expect: { ok: {} },
});
const backedUp = (name: string) => ({
  op: 'CreateBackup' as const,
  as: name,
  input: { TableName: { $name: name }, BackupName: { $name: name } },
  observe: [],
  expect: { ok: {} },
});

const order: Case = {
  id: 'backup-api/list-order',
  title: 'Backups of one moment are listed in the order of the bytes of their ARNs',
  area: 'backup-api',
  findings: ['catalog-index/listing-order'],
  certainty: 'inferred',
  because: 'No order is promised; one that goes by the letters of some language loses the place of a cursor.',
  sources: [sources.listBackups],
  steps: [
    made('B-side'),
    made('a-side'),
    untilActive('b', { $name: 'B-side' }),
    untilActive('a', { $name: 'a-side' }),
    // Created one right after the other: in the same millisecond on a virtual clock.
    backedUp('B-side'),
    backedUp('a-side'),
    listed('first', { path, size: 1 }, { TimeRangeLowerBound: created('B-side'), Limit: 1 }, [
      { BackupArn: backupArn('B-side') },
    ]),
  ],
};

const atOnce = ['a', 'b', 'c', 'd', 'e'];
const onePage = (as: string, Limit: number): Repeat => ({
  repeat: {
    ...list({ TableName: { $table: 't' }, Limit, ExclusiveStartBackupArn: from(as, 'LastEvaluatedBackupArn') }),
    as,
  },
  until: { path: 'LastEvaluatedBackupArn', absent: true },
  collect: [path],
  observe: [],
  expect: { ok: { BackupSummaries: { $unordered: arns('ready', ...atOnce) } } },
});
const pagesAtOnce: Case = {
  id: 'backup-api/list-pages-at-once',
  title: 'Backups that are made at once are each on one page of a listing, however long the pages are',
  area: 'backup-api',
  findings: [],
  certainty: 'documented',
  because: 'A page goes on after the backup that is given, and all pages together have each backup once.',
  sources: [sources.listBackups],
  tables,
  steps: [
    put('t', row),
    ...backUp('ready', 't', 'ready'),
    // One right after the other: in the same millisecond on a virtual clock.
    ...atOnce.map((name) => ({
      ...{ op: 'CreateBackup' as const, as: name, observe: [], expect: { ok: {} } },
      input: { TableName: { $table: 't' }, BackupName: { $name: name } },
    })),
    listed('all', { path, size: 6 }, { TableName: { $table: 't' } }, { $unordered: arns('ready', ...atOnce) }),
    ...[1, 2, 4, 6].map((limit) => onePage(`by ${limit}`, limit)),
  ],
};

const exact: Case = {
  id: 'backup-api/time-to-the-millisecond',
  title: 'The times of backups that are made within one second tell them apart',
  area: 'backup-api',
  findings: ['restore-parity/backup-creation-datetime'],
  certainty: 'measured',
  because: 'BackupCreationDateTime has a fraction, to the millisecond, as the id of a backup has.',
  sources: [sources.listBackups],
  tables,
  steps: [
    put('t', row),
    ...backUp('first', 't', 'first'),
    ...['a', 'b', 'c'].flatMap((name) => [
      { wait: 20, because: 'a time to the millisecond differs by then, and one to the second seldom does' },
      ...backUp(name, 't', name),
    ]),
    ...['a', 'b', 'c'].map((name, at, all) =>
      listed(
        `since ${name}`,
        { path, size: all.length - at },
        { TableName: { $table: 't' }, TimeRangeLowerBound: created(name) },
        { $unordered: arns(...all.slice(at)) },
      ),
    ),
  ],
};

export const cases: readonly Case[] = [timeRange, order, deleted, exact, pagesAtOnce];
