/** Point-in-time recovery, as UpdateContinuousBackups sets it. */
import type { Call, Case, Template, TemplateObject } from '../case.ts';
import { from, table } from '../case.ts';
import { family } from '../family.ts';
import { sources } from '../sources.ts';
import { moment, refused } from '../steps.ts';
import { isTooLarge, isTooSmall } from '../words.ts';

const tables = { t: table({ hash: ['pk', 'S'] }) };
const named = { TableName: { $table: 't' } };
const set = (PointInTimeRecoveryEnabled: boolean, more: TemplateObject = {}): Call => ({
  op: 'UpdateContinuousBackups',
  input: { ...named, PointInTimeRecoverySpecification: { PointInTimeRecoveryEnabled, ...more } },
  observe: [],
});
const shown = (description: Template): Pick<Call, 'expect'> => ({
  expect: {
    ok: {
      ContinuousBackupsDescription: {
        ContinuousBackupsStatus: 'ENABLED',
        PointInTimeRecoveryDescription: description,
      },
    },
  },
});
const describe: Call = { op: 'DescribeContinuousBackups', input: named, observe: [] };
const absent = { $absent: true };
const off = {
  PointInTimeRecoveryStatus: 'DISABLED',
  ...{ EarliestRestorableDateTime: absent, LatestRestorableDateTime: absent },
};
const on = (RecoveryPeriodInDays: number) => ({
  ...{ PointInTimeRecoveryStatus: 'ENABLED', RecoveryPeriodInDays },
  ...{ EarliestRestorableDateTime: moment, LatestRestorableDateTime: moment },
});
/** Backups of a new table are enabled with a delay, which the service reports by its own exception. */
const untilReady = {
  repeat: { ...set(true), as: 'enabled' } as Call & { as: string; during?: never },
  until: { path: 'ContinuousBackupsDescription', present: true as const },
  despite: ['ContinuousBackupsUnavailableException'],
  pauseMs: 1000,
  turns: 120,
  observe: [],
};

const switched: Case = {
  id: 'settings/recovery-on-and-off',
  title: 'Point-in-time recovery is off at first, and on and off as it is asked; the period is 35 days by default',
  area: 'settings',
  findings: [],
  certainty: 'documented',
  because: 'Each answer has the whole description: without a window while it is off, with both ends while it is on.',
  sources: [sources.continuousBackups, sources.pointInTimeRecovery, sources.alternatorBackupTests],
  tables,
  steps: [
    {
      ...describe,
      expect: {
        ok: { ContinuousBackupsDescription: { PointInTimeRecoveryDescription: off } },
      },
    },
    untilReady,
    { ...describe, ...shown(on(35)) },
    { ...set(true), ...shown(on(35)) },
    { ...set(false), ...shown(off) },
    { ...describe, ...shown(off) },
    { ...set(false), ...shown(off) },
  ],
};

const periodPath = 'pointInTimeRecoverySpecification.recoveryPeriodInDays';
const period: Case = {
  id: 'settings/recovery-period',
  title: 'The period of recovery is one to 35 days, and stays what it was where nothing is said of it',
  area: 'settings',
  findings: [],
  certainty: 'documented',
  because: 'RecoveryPeriodInDays has that range; it is ignored where recovery is turned off.',
  sources: [sources.recoverySpecification, sources.continuousBackups],
  tables,
  steps: [
    untilReady,
    refused(set(true, { RecoveryPeriodInDays: 0 }), 'ValidationException', { texts: [isTooSmall(periodPath, 0, 1)] }),
    refused(set(true, { RecoveryPeriodInDays: 36 }), 'ValidationException', {
      texts: [isTooLarge(periodPath, 36, 35)],
    }),
    { ...describe, ...shown(on(35)) },
    { ...set(true, { RecoveryPeriodInDays: 1 }), ...shown(on(1)) },
    { ...describe, ...shown(on(1)) },
    { ...set(true), ...shown(on(1)) },
    { ...set(true, { RecoveryPeriodInDays: 35 }), ...shown(on(35)) },
  ],
};

const periodAtOnce: Case = {
  id: 'settings/recovery-period-at-once',
  title: 'Recovery can be enabled with a period from the start',
  area: 'settings',
  findings: [],
  certainty: 'documented',
  because: 'RecoveryPeriodInDays is the period from the first request on that names it.',
  sources: [sources.recoverySpecification, sources.continuousBackups],
  tables,
  steps: [
    { ...untilReady, repeat: { ...set(true, { RecoveryPeriodInDays: 7 }), as: 'enabled' } as typeof untilReady.repeat },
    { ...describe, ...shown(on(7)) },
  ],
};

const missing: Case = {
  id: 'settings/recovery-of-missing-table',
  title: 'Recovery of a table that is not there is TableNotFoundException',
  area: 'settings',
  findings: [],
  certainty: 'measured',
  because: 'These two operations have an exception of their own for that.',
  sources: [sources.alternatorBackupTests, sources.describeContinuousBackups],
  steps: [describe, set(true)].map((call) =>
    refused(
      { ...call, input: { ...(call.input as TemplateObject), TableName: { $name: 'missing' } } },
      'TableNotFoundException',
    ),
  ),
};

const incomplete = family(
  {
    name: 'recovery',
    area: 'settings',
    certainty: 'documented',
    because: 'The member is required.',
    sources: [sources.continuousBackups, sources.recoverySpecification],
    tables,
  },
  {
    'without-specification': { title: 'A change of recovery says what is to change', input: named },
    'neither-on-nor-off': {
      title: 'A specification says whether recovery is on',
      input: { ...named, PointInTimeRecoverySpecification: { RecoveryPeriodInDays: 5 } },
    },
  },
  ({ input }) => ({
    steps: [refused({ op: 'UpdateContinuousBackups', input, observe: [] }, 'ValidationException')],
  }),
);

const hour = 3_600_000;
const window: Case = {
  id: 'settings/recovery-window',
  title: 'The beginning of the window stays when recovery is enabled again, and moves with the end of its period',
  area: 'settings',
  findings: [],
  certainty: 'documented',
  because: 'A table can be restored to any time since recovery was enabled, within the period.',
  sources: [sources.pointInTimeRecovery, sources.pointInTimeDescription],
  tables,
  steps: [
    untilReady,
    { wait: 10 * hour, because: 'the window is ten hours long' },
    {
      ...set(true),
      ...shown({
        EarliestRestorableDateTime: from(
          'enabled',
          'ContinuousBackupsDescription.PointInTimeRecoveryDescription.EarliestRestorableDateTime',
        ),
      }),
    },
  ],
};

const description = 'ContinuousBackupsDescription.PointInTimeRecoveryDescription';
/** The window ends five minutes ago, so this much later it begins where it ended before, if it is so many days long. */
const lengthOf = (days: number) => days * 24 * hour - hour / 12;
const moving = family(
  {
    name: 'recovery-window',
    area: 'settings',
    certainty: 'documented',
    because: 'Backups of earlier times are dropped, and the newest is about five minutes old.',
    sources: [sources.pointInTimeRecovery, sources.recoverySpecification],
    tables,
  },
  {
    'of-a-day': { title: 'A window of one day is a day long, however long recovery has been on', days: 1 },
    'of-a-week': { title: 'A window of seven days is seven days long', days: 7 },
    'by-default': { title: 'A window is 35 days long by default', days: 35 },
  },
  ({ days }) => ({
    steps: [
      untilReady,
      ...(days === 35 ? [] : [{ ...set(true, { RecoveryPeriodInDays: days }), ...shown(on(days)) }]),
      { wait: 10 * hour, because: 'the window does not end where recovery was enabled' },
      { ...describe, as: 'before' },
      { wait: lengthOf(days), because: 'the beginning of the window has moved' },
      {
        ...describe,
        ...shown({ EarliestRestorableDateTime: from('before', `${description}.LatestRestorableDateTime`) }),
      },
    ],
  }),
);

export const cases: readonly Case[] = [switched, period, periodAtOnce, missing, ...incomplete, window, ...moving];
