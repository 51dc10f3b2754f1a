/**
 * Pairs of a lifecycle operation and what it may meet, on one name, at a drawn offset. What may come of it is written as rules on the
 * answers and on what is there at the end; anything else is outside.
 */
import type { Random } from '../../models/checker/random.ts';
import type { JsonObject, Operation, Outcome } from '../../oracles/values/types.ts';
import { s } from '../cases/case.ts';
import { until } from '../crash/disturbance.ts';
import type { Anomaly } from '../rounds/anomaly.ts';
import type { Lab } from '../rounds/lab.ts';
import {
  addsIndex,
  backupsOf,
  done,
  made,
  row,
  rowsOf,
  schemaOf,
  settledOrThrow,
  throughputOf,
  Unprepared,
} from '../rounds/place.ts';
import { valueAt } from '../runner/play/path.ts';
import { summary } from '../runner/summary.ts';
import type { RecordedClient, Recorder } from './recorder.ts';

/** What a pair has left, to be judged once nothing is in a passing state. */
export interface Left {
  /** Names under which there may be a table. */
  readonly tables: readonly string[];
  /** Rules that need the final state. */
  judge(lab: Lab, found: Anomaly[]): Promise<void>;
}

export interface Pair {
  readonly title: string;
  readonly needs: readonly Operation[];
  /** @throws Unprepared */
  play(lab: Lab, recorder: Recorder, random: Random): Promise<Left>;
}

const rows = 60;
/** The later of two requests comes so much later, or less. */
const offsetMsMost = 12;

type Sent = readonly [Operation, JsonObject];

/** Sends each from a client of its own, at offsets that are drawn, while an observer describes the tables without a pause. */
async function race(
  recorder: Recorder,
  random: Random,
  sent: readonly Sent[],
  observed: readonly string[],
): Promise<Outcome[]> {
  const clients: RecordedClient[] = [];
  for (const _ of sent) clients.push(await recorder.client());
  const observer = await recorder.client();
  let isOver = false;
  const observe = async (): Promise<void> => {
    while (!isOver) for (const TableName of observed) await observer.call('DescribeTable', { TableName });
  };
  const observing = observe();
  const begin = performance.now();
  const outcomes = await Promise.all(
    sent.map(async ([operation, input], at) => {
      await until(begin + random.below(offsetMsMost * 100) / 100);
      return clients[at]!.call(operation, input);
    }),
  );
  isOver = true;
  await observing;
  return outcomes;
}

const outside = (operation: Operation, where: string, expected: string, actual: string): Anomaly => ({
  ...{ kind: 'outside-model', where, operation, expected, actual },
});

async function backedUp(lab: Lab): Promise<{ table: string; arn: string }> {
  const source = await made(lab, 'table', rows);
  const answer = await done(lab, 'CreateBackup', { TableName: source, BackupName: 'kept' });
  await settledOrThrow(lab, { tables: [source] });
  return { table: source, arn: String(valueAt(answer, 'BackupDetails.BackupArn')) };
}

const isThere = async (lab: Lab, TableName: string, found: Anomaly[]): Promise<boolean> =>
  (await lab.ask('DescribeTable', { TableName }, found)).kind === 'ok';

const said = (lab: Lab, outcome: Outcome): string => lab.inRoles(String(summary(outcome)));

/** An accepted restore has all rows; a refused one has made no table. */
async function judgeRestored(lab: Lab, name: string, restore: Outcome, found: Anomaly[]): Promise<void> {
  const there = await isThere(lab, name, found);
  const role = lab.inRoles(name);
  if (restore.kind === 'ok' && !there)
    found.push(outside('RestoreTableFromBackup', role, 'accepted, so the table is there', 'it is not there'));
  if (restore.kind === 'rejected' && there)
    found.push(outside('RestoreTableFromBackup', role, 'refused, so there is no table', said(lab, restore)));
  if (restore.kind !== 'ok' || !there) return;
  const number = (await rowsOf(lab, name, found)).length;
  if (number !== rows)
    found.push({ ...outside('RestoreTableFromBackup', role, `${rows} rows`, `${number} rows`), kind: 'half-there' });
}

const restoreInto = (TargetTableName: string, BackupArn: string): Sent => [
  'RestoreTableFromBackup',
  { TargetTableName, BackupArn },
];

const needsBackups = ['CreateBackup', 'RestoreTableFromBackup', 'DeleteBackup'] as const;

export const pairs = {
  'restore-delete-backup': {
    title: 'a restore against DeleteBackup of its backup',
    needs: needsBackups,
    play: async (lab, recorder, random) => {
      const { table, arn } = await backedUp(lab);
      const target = lab.name('restored');
      const sent: Sent[] = [restoreInto(target, arn), ['DeleteBackup', { BackupArn: arn }]];
      const [restore, deletion] = await race(recorder, random, sent, [target]);
      return {
        tables: [table, target],
        judge: async (_, found) => {
          await judgeRestored(lab, target, restore!, found);
          const left = (await backupsOf(lab, [table], found)).length;
          if (deletion!.kind === 'ok' && left > 0)
            found.push(outside('DeleteBackup', 'backup', 'accepted, so it is gone', 'it is listed'));
          if (deletion!.kind === 'rejected' && left === 0)
            found.push(outside('DeleteBackup', 'backup', 'refused, so it is there', said(lab, deletion!)));
        },
      };
    },
  },
  'restore-delete-source': {
    title: 'a restore against DeleteTable of the source',
    needs: needsBackups,
    play: async (lab, recorder, random) => {
      const { table, arn } = await backedUp(lab);
      const target = lab.name('restored');
      const sent: Sent[] = [restoreInto(target, arn), ['DeleteTable', { TableName: table }]];
      const [restore] = await race(recorder, random, sent, [target, table]);
      return { tables: [table, target], judge: (_, found) => judgeRestored(lab, target, restore!, found) };
    },
  },
  'restore-delete-target': {
    title: 'a restore against DeleteTable of its target',
    needs: needsBackups,
    play: async (lab, recorder, random) => {
      const { table, arn } = await backedUp(lab);
      const target = lab.name('restored');
      const sent: Sent[] = [restoreInto(target, arn), ['DeleteTable', { TableName: target }]];
      const [restore, deletion] = await race(recorder, random, sent, [target]);
      return {
        tables: [table, target],
        judge: async (_, found) => {
          if (deletion!.kind !== 'ok') await judgeRestored(lab, target, restore!, found);
          else if (await isThere(lab, target, found))
            found.push(outside('DeleteTable', 'restored', 'accepted, so it is gone', 'it is there'));
        },
      };
    },
  },
  'restore-restore': {
    title: 'two restores into one name',
    needs: needsBackups,
    play: async (lab, recorder, random) => {
      const { table, arn } = await backedUp(lab);
      const target = lab.name('restored');
      const sent = [restoreInto(target, arn), restoreInto(target, arn)];
      const outcomes = await race(recorder, random, sent, [target]);
      return { tables: [table, target], judge: (_, found) => judgeOneOf(lab, target, outcomes, [rows, rows], found) };
    },
  },
  'restore-create': {
    title: 'a restore against CreateTable of its name',
    needs: needsBackups,
    play: async (lab, recorder, random) => {
      const { table, arn } = await backedUp(lab);
      const target = lab.name('restored');
      const sent: Sent[] = [restoreInto(target, arn), ['CreateTable', { ...schemaOf(lab), TableName: target }]];
      const outcomes = await race(recorder, random, sent, [target]);
      return { tables: [table, target], judge: (_, found) => judgeOneOf(lab, target, outcomes, [rows, 0], found) };
    },
  },
  restores: {
    title: 'twenty restores of one backup at once',
    needs: needsBackups,
    play: async (lab, recorder, random) => {
      const { table, arn } = await backedUp(lab);
      const targets = Array.from({ length: 20 }, () => lab.name('restored'));
      const sent = targets.map((target) => restoreInto(target, arn));
      const outcomes = await race(recorder, random, sent, [table]);
      return {
        tables: [table, ...targets],
        judge: async (_, found) => {
          for (const [at, target] of targets.entries()) await judgeRestored(lab, target, outcomes[at]!, found);
        },
      };
    },
  },
  'create-create': {
    title: 'two CreateTable of one name',
    needs: [],
    play: async (lab, recorder, random) => {
      const name = lab.name('table');
      const create: Sent = ['CreateTable', { ...schemaOf(lab), TableName: name }];
      const outcomes = await race(recorder, random, [create, create], [name]);
      return { tables: [name], judge: (_, found) => judgeOneOf(lab, name, outcomes, [0, 0], found) };
    },
  },
  'backup-writers': {
    title: 'a backup under writers, restored',
    needs: needsBackups,
    play: async (lab, recorder, random) => {
      const table = await made(lab, 'table', rows);
      const target = lab.name('restored');
      // Rows that nobody writes during the backup must all be in it.
      const writes = Array.from(
        { length: 30 },
        (_, at): Sent => ['PutItem', { TableName: table, Item: { ...row(rows + at), g: s('late') } }],
      );
      const backup: Sent = ['CreateBackup', { TableName: table, BackupName: 'kept' }];
      const [taken] = await race(recorder, random, [backup, ...writes], [table]);
      if (taken!.kind !== 'ok') return { tables: [table], judge: async () => {} };
      await settledOrThrow(lab, { tables: [table] });
      const arn = String(valueAt(taken!.output, 'BackupDetails.BackupArn'));
      const restore = await lab.send(...restoreInto(target, arn));
      return {
        tables: [table, target],
        judge: async (_, found) => {
          if (restore.kind !== 'ok' || !(await isThere(lab, target, found)))
            return void found.push(outside('RestoreTableFromBackup', 'restored', 'accepted', said(lab, restore)));
          const kept = (await rowsOf(lab, target, found)).filter((item) => valueAt(item, 'g.S') !== 'late');
          if (kept.length !== rows)
            found.push(outside('CreateBackup', 'restored', `${rows} rows that stayed`, `${kept.length} of them`));
        },
      };
    },
  },
  'delete-writers': {
    title: 'writers against DeleteTable and CreateTable of the same name',
    needs: [],
    play: async (lab, recorder, random) => {
      const TableName = await made(lab, 'table', 10);
      const writers: RecordedClient[] = [];
      for (let at = 0; at < 6; at++) writers.push(await recorder.client());
      let isOver = false;
      const early: string[] = [];
      const acknowledged: string[] = [];
      let phase: 'before' | 'between' | 'after' = 'before';
      const write = async (client: RecordedClient): Promise<void> => {
        for (let at = 0; !isOver && at < 400; at++) {
          const began = phase;
          const sk = `${client.number}.${at}`;
          const outcome = await client.call('PutItem', { TableName, Item: { ...row(0), sk: s(sk) } });
          if (outcome.kind !== 'ok') continue;
          if (phase === 'before') early.push(sk);
          if (began === 'after') acknowledged.push(sk);
        }
      };
      const writing = writers.map(write);
      await until(performance.now() + random.below(offsetMsMost));
      phase = 'between';
      const deletion = await lab.send('DeleteTable', { TableName });
      const begin = performance.now();
      let creation: Outcome = deletion;
      do creation = await lab.send('CreateTable', { ...schemaOf(lab), TableName });
      while (creation.kind === 'rejected' && performance.now() - begin < 3_000);
      await settledOrThrow(lab, { tables: [TableName] });
      phase = 'after';
      await until(performance.now() + 10 + random.below(offsetMsMost));
      isOver = true;
      await Promise.all(writing);
      return {
        tables: [TableName],
        judge: async (_, found) => {
          if (deletion.kind !== 'ok' || creation.kind !== 'ok')
            throw new Unprepared(`${said(lab, deletion)}; ${said(lab, creation)}`);
          const read = new Set((await rowsOf(lab, TableName, found)).map((item) => valueAt(item, 'sk.S')));
          const back = early.filter((sk) => read.has(sk));
          if (back.length > 0)
            found.push(outside('DeleteTable', 'table', 'nothing of its earlier life', `${back.length} rows of it`));
          const lost = acknowledged.filter((sk) => !read.has(sk));
          if (lost.length > 0)
            found.push({
              ...outside(
                'PutItem',
                'table',
                `${acknowledged.length} acknowledged rows`,
                `${lost.length} are not there`,
              ),
              kind: 'lost',
            });
        },
      };
    },
  },
  'index-queries': {
    title: 'queries and writes against an index that is dropped and made again',
    needs: ['UpdateTable'],
    play: async (lab, recorder, random) => {
      const throughput = await throughputOf(lab);
      const TableName = await made(lab, 'table', rows);
      const busy = await busyOn(recorder, TableName, random);
      const drop = { TableName, GlobalSecondaryIndexUpdates: [{ Delete: { IndexName: 'by-g' } }] };
      return changed(lab, TableName, [drop, addsIndex(TableName, 'by-g', 'g', throughput)], busy);
    },
  },
  'index-backfill': {
    title: 'an index filled under writers',
    needs: ['UpdateTable'],
    play: async (lab, recorder, random) => {
      const throughput = await throughputOf(lab);
      const TableName = await made(lab, 'table', rows);
      const busy = await busyOn(recorder, TableName, random);
      return changed(lab, TableName, [addsIndex(TableName, 'by-h', 'h', throughput)], busy);
    },
  },
} as const satisfies Record<string, Pair>;

/** Of requests for one name exactly one is accepted, and the table has the rows that this one gives it. */
async function judgeOneOf(
  lab: Lab,
  name: string,
  outcomes: readonly Outcome[],
  rowsByRequest: readonly number[],
  found: Anomaly[],
): Promise<void> {
  const role = lab.inRoles(name);
  const answers = outcomes.map((outcome) => said(lab, outcome)).join('; ');
  const wrong = (expected: string, actual: string): void =>
    void found.push(outside('CreateTable', role, expected, `${actual} (${answers})`));
  if (outcomes.some(({ kind }) => kind === 'unanswered')) return;
  const accepted = outcomes.flatMap((outcome, at) => (outcome.kind === 'ok' ? [at] : []));
  if (accepted.length !== 1) return wrong('one of the requests is accepted', `${accepted.length} are`);
  if (!(await isThere(lab, name, found))) return wrong('the table is there', 'it is not');
  const number = (await rowsOf(lab, name, found)).length;
  const expected = rowsByRequest[accepted[0]!];
  if (number !== expected) wrong(`${expected} rows`, `${number} rows`);
}

/** Changes a busy table. A change that is refused is outside: nothing else changes it. */
async function changed(
  lab: Lab,
  TableName: string,
  changes: readonly JsonObject[],
  end: () => Promise<void>,
): Promise<Left> {
  const failures: Anomaly[] = [];
  for (const change of changes) {
    const outcome = await lab.ask('UpdateTable', change, failures);
    if (outcome.kind === 'rejected' && outcome.status < 500)
      failures.push(outside('UpdateTable', 'table', 'accepted', said(lab, outcome)));
    if (failures.length > 0) break;
    await settledOrThrow(lab, { tables: [TableName] });
  }
  await end();
  return { tables: [TableName], judge: async (_, found) => void found.push(...failures) };
}

/** Writers and readers of a table, until the returned function is called. */
async function busyOn(recorder: Recorder, TableName: string, random: Random): Promise<() => Promise<void>> {
  let isOver = false;
  const clients: RecordedClient[] = [];
  for (let at = 0; at < 6; at++) clients.push(await recorder.client());
  const work = clients.map(async (client) => {
    for (let at = 0; !isOver && at < 2_000; at++) {
      const number = random.below(rows);
      if (client.number % 3 === 0)
        await client.call('Query', {
          ...{ TableName, IndexName: 'by-g', KeyConditionExpression: 'g = :g' },
          ExpressionAttributeValues: { ':g': s('x') },
        });
      else if (random.below(4) === 0)
        await client.call('DeleteItem', { TableName, Key: { pk: row(number).pk!, sk: row(number).sk! } });
      else
        await client.call('PutItem', {
          TableName,
          Item: { ...row(number), g: s(`g${random.below(4)}`), h: s(`h${random.below(4)}`) },
        });
    }
  });
  await until(performance.now() + 5);
  return async () => {
    isOver = true;
    await Promise.all(work);
  };
}
