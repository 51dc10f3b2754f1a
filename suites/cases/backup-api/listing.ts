import type { Case, Repeat, Template, TemplateObject } from '../case.ts';
import { from, s, table } from '../case.ts';
import { sources } from '../sources.ts';
import { accepted, backUp, backupArn, put } from '../steps.ts';

const tables = { t: table({ hash: ['pk', 'S'] }) };
const row = { pk: s('p') };
const list = (input: TemplateObject) => ({ op: 'ListBackups' as const, input, observe: [] });

/** A listing lags behind: it is asked again until it is as it should be. */
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

export const timeRange: Case = {
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
    // How exact the times are is the affair of another case.
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

export const deleted: Case = {
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
