/** One round: a request, a disturbance, and whether everything is whole again. */
import type { Operation, Outcome } from '../../oracles/values/types.ts';
import { type Anomaly, distinct, failureIn, keyOf } from '../rounds/anomaly.ts';
import type { Lab } from '../rounds/lab.ts';
import { summary } from '../runner/summary.ts';
import type { Bystander } from './bystander.ts';
import { type DisturbanceName, disturb, leavesOf, until } from './disturbance.ts';
import { type Durations, delayOf, type Moment, momentText } from './moment.ts';
import {
  backupsOf,
  keyOfWrite,
  type Place,
  row,
  type Snapshot,
  schemaOf,
  settled,
  settledOrThrow,
  snapshotOf,
  Unprepared,
} from './place.ts';
import type { Request, Subject, SubjectName } from './subjects.ts';
import { subjects } from './subjects.ts';
import { audit, indexesOf, use } from './usable.ts';
import { compare } from './verdict.ts';

export interface Round {
  readonly subject: SubjectName;
  readonly disturbance: DisturbanceName;
  readonly moment: Moment;
}

/** `create-table/kill/answer-35` */
export const roundId = ({ subject, disturbance, moment }: Round): string =>
  `${subject}/${disturbance}/${momentText(moment)}`;

/** How a request of a subject goes when nothing disturbs it, on the server under test. */
export interface Undisturbed extends Durations {
  readonly before: Snapshot;
  readonly after: Snapshot;
  /** What is judged wrong without any disturbance, so that no disturbance is to blame. */
  readonly faults: ReadonlySet<string>;
}

export interface Played {
  /** Signals to the server, and clients that left. */
  readonly disturbances: number;
  readonly anomalies: readonly Anomaly[];
  /** Until nothing was in a passing state and the first request of each kind was answered. */
  readonly wholeMs?: number;
}

/** The least time until everything must be whole. It is longer where the undisturbed request takes long, or the machine is busy. */
const boundMsLeast = 3_000;

/** @param load how much slower an echo is than when the server was idle; at least 1 */
export const boundMs = (undisturbed: Durations, load: number): number =>
  Math.max(boundMsLeast, 5 * undisturbed.settledMs) * load;

const graceMsLeast = 20;

interface Stage {
  readonly lab: Lab;
  readonly bystander: Bystander;
  readonly load: number;
}

/** @throws Unprepared */
export async function playRound(round: Round, undisturbed: Undisturbed, stage: Stage): Promise<Played> {
  const { lab, bystander, load } = stage;
  const subject: Subject = subjects[round.subject];
  const place = await subject.prepare(lab);
  const requests = requestsOf(subject, place, lab);
  await bystander.write();
  const found: Anomaly[] = [];
  const outcomes = await disturbed(round, requests, undisturbed, lab, found);
  const { disturbance } = round;
  const disturbances = leavesOf(disturbance) ? requests.length : disturbance === 'kill-twice' ? 2 : 1;
  if (found.some(({ kind }) => kind === 'no-start')) return { anomalies: found, disturbances };
  const begin = performance.now();
  const gone = await goneIn(lab);
  if (gone !== undefined) return { disturbances, anomalies: [...found, gone] };
  // What a client has left may still be done, as late as when it would have been answered.
  if (leavesOf(disturbance)) await lab.session.pause(graceMsLeast + 3 * undisturbed.answerMs * load);
  const waited = await settled(lab, place, boundMs(undisturbed, load), found);
  if (waited.passing !== undefined)
    found.push({
      ...{ kind: 'stuck', where: waited.passing.split(' is ')[0] ?? '' },
      ...{ expected: `a final state within ${Math.round(boundMs(undisturbed, load))} ms`, actual: waited.passing },
    });
  else await judged({ subject, place, requests, outcomes, undisturbed }, lab, found);
  const wholeMs = performance.now() - begin;
  await bystander.check(undisturbed.faults, found);
  await cleared(subject, place, undisturbed.faults, lab, found);
  const anomalies = distinct(found).filter((one) => !undisturbed.faults.has(keyOf(one)));
  return { anomalies, disturbances, ...(anomalies.length === 0 && { wholeMs }) };
}

const requestsOf = (subject: Subject, place: Place, lab: Lab): Request[] => [
  subject.request(place, lab),
  ...(subject.more?.(place) ?? []),
];

/** Whether the server has ended by itself, or answers nobody. Then nothing else can be asked. */
async function goneIn(lab: Lab): Promise<Anomaly | undefined> {
  const echo = await lab.send('ListTables', { Limit: 1 });
  const health = echo.kind === 'unanswered' ? await lab.session.health() : { kind: 'up' as const };
  if (health.kind === 'up') return undefined;
  if (health.kind === 'crashed')
    return { kind: 'ended', where: 'server', expected: 'it runs on', actual: health.how.split('\n')[0] ?? '' };
  return { kind: 'no-answer', where: 'server', operation: 'ListTables', expected: 'an answer', actual: health.kind };
}

/** Sends the requests and disturbs them. An answer of HTTP 500 is an anomaly, silence is none. */
async function disturbed(
  { disturbance, moment }: Round,
  requests: readonly Request[],
  undisturbed: Undisturbed,
  lab: Lab,
  found: Anomaly[],
): Promise<Outcome[]> {
  const clients = await Promise.all(requests.map(() => lab.connect()));
  lab.calls += requests.length;
  const begin = performance.now();
  const answers = requests.map(({ operation, input }, at) => {
    const body = JSON.stringify(input);
    const bytes = moment.phase === 'sending' ? Math.round((moment.percent / 100) * body.length) : undefined;
    return clients[at]!.send(operation, body, bytes === undefined ? {} : { bytes });
  });
  // Each client leaves at a moment of its own, around the one of the round.
  const leaving = leavesOf(disturbance) ? clients : clients.slice(0, 1);
  for (const [at, client] of leaving.entries()) {
    const percent = moment.percent * ((at + 1) / leaving.length);
    await until(begin + delayOf({ ...moment, percent }, undisturbed));
    await disturb(disturbance, { lab, client, share: moment.percent / 115, found });
  }
  const outcomes = await Promise.all(answers);
  for (const client of clients) client.leave('abort');
  for (const [at, outcome] of outcomes.entries()) {
    const { operation, input } = requests[at]!;
    const failure = failureIn(operation, lab.roleOf(input), outcome);
    const silent = failure?.kind === 'no-answer' && disturbance !== 'pause';
    if (failure && !silent) found.push({ ...failure, actual: lab.inRoles(failure.actual) });
  }
  return outcomes;
}

interface Done {
  readonly subject: Subject;
  readonly place: Place;
  readonly requests: readonly Request[];
  readonly outcomes: readonly Outcome[];
  readonly undisturbed: Undisturbed;
}

async function judged(all: Done, lab: Lab, found: Anomaly[]): Promise<void> {
  const { subject, place, requests, outcomes, undisturbed } = all;
  const roles = place.tables.map((name) => lab.inRoles(name));
  const { before, after } = undisturbed;
  const now = await snapshotOf(lab, place, found);
  const acknowledged = requests.filter((_, at) => outcomes[at]?.kind === 'ok');
  const keys = requests.length > 1 ? acknowledged.map(({ input }) => keyOfWrite(input)) : [];
  const state = compare({
    ...{ before, after, now, roles, acknowledged: acknowledged.length === requests.length },
    ...(subject.inParts && { inParts: { acknowledged: new Set(keys) } }),
  });
  const operation = requests[0]!.operation;
  if (typeof state !== 'string') found.push({ operation, ...state });
  await used(subject, place, undisturbed.faults, lab, found);
  if (typeof state === 'string' && requests.length === 1)
    await repeated(subject, place, requests[0]!, state, undisturbed, lab, found);
}

/** Every table that is there can be used, and agrees with its indexes and its stream. */
async function used(
  subject: Subject,
  place: Place,
  broken: ReadonlySet<string>,
  lab: Lab,
  found: Anomaly[],
): Promise<void> {
  for (const name of place.tables) {
    const indexes = await indexesOf(lab, name, found);
    if (indexes === undefined) continue;
    await use(lab, name, indexes, found);
    const restored = place.backupArn !== undefined && name !== place.tables[0];
    await audit(lab, name, subject.switchesStream !== true && !restored, broken, found);
  }
}

/** A client that heard nothing sends its request again: the result is there once. */
async function repeated(
  subject: Subject,
  place: Place,
  { operation, input }: Request,
  state: 'before' | 'after' | 'part',
  { after, answerMs, settledMs }: Undisturbed,
  lab: Lab,
  found: Anomaly[],
): Promise<void> {
  const outcome = await lab.ask(operation, input, found);
  if (subject.adds) return;
  const refusedNow = state !== 'after' && outcome.kind !== 'ok';
  const waited = await settled(lab, place, boundMs({ answerMs, settledMs }, 1), found);
  const now = await snapshotOf(lab, place, found);
  const roles = place.tables.map((name) => lab.inRoles(name));
  const result = compare({ before: after, after, now, acknowledged: true, roles });
  if (result === 'after' && !refusedNow && waited.passing === undefined) return;
  const actual = `${lab.inRoles(String(summary(outcome)))}; then ${typeof result === 'string' ? result : result.actual}`;
  const twice = typeof result !== 'string' && state === 'after' && operation === 'TransactWriteItems';
  found.push({
    ...{ kind: twice ? 'twice' : 'not-repeatable', where: roles[0] ?? '', operation },
    ...{
      expected: `accepted, if it was not done before; then ${state === 'after' ? 'no change' : 'its result'}`,
      actual,
    },
  });
}

const removeMsMax = 5_000;

/** Removes everything, and makes a table of each name again: names are free, and nothing of the earlier life comes back. */
async function cleared(
  subject: Subject,
  place: Place,
  broken: ReadonlySet<string>,
  lab: Lab,
  found: Anomaly[],
): Promise<void> {
  for (const { arn } of await backupsOf(lab, place.tables, found)) {
    const outcome = await lab.ask('DeleteBackup', { BackupArn: arn }, found);
    unlessAccepted('DeleteBackup', 'backup', outcome, lab, found);
  }
  for (const name of place.tables) {
    await removed(lab, name, found);
    const outcome = await lab.ask('CreateTable', { ...schemaOf(lab), TableName: name }, found);
    const role = lab.inRoles(name);
    unlessAccepted('CreateTable', role, outcome, lab, found);
    if (outcome.kind !== 'ok') continue;
    const { passing } = await settled(lab, { tables: [name] }, removeMsMax, found);
    if (passing !== undefined) found.push({ kind: 'stuck', where: `new ${role}`, expected: 'ACTIVE', actual: passing });
    const put = await lab.ask('PutItem', { TableName: name, Item: row(0) }, found);
    unlessAccepted('PutItem', `new ${role}`, put, lab, found);
    await audit(lab, name, subject.switchesStream !== true, broken, found);
    await removed(lab, name, found);
  }
}

/** A refusal is an anomaly. A failure or silence is one already. */
function unlessAccepted(operation: Operation, where: string, outcome: Outcome, lab: Lab, found: Anomaly[]): void {
  if (outcome.kind !== 'rejected' || outcome.status >= 500) return;
  const actual = lab.inRoles(String(summary(outcome)));
  found.push({ kind: 'unusable', where, operation, expected: 'accepted', actual });
}

/** Deletes a table if it is there, and waits until it is gone. */
async function removed(lab: Lab, TableName: string, found: Anomaly[]): Promise<void> {
  const role = lab.inRoles(TableName);
  const outcome = await lab.ask('DeleteTable', { TableName }, found);
  if (outcome.kind === 'rejected' && outcome.type === 'ResourceNotFoundException') return;
  unlessAccepted('DeleteTable', role, outcome, lab, found);
  const begin = performance.now();
  while (performance.now() - begin < removeMsMax) {
    const described = await lab.ask('DescribeTable', { TableName }, found);
    if (described.kind !== 'ok') return;
    await lab.session.pause(3);
  }
  found.push({ kind: 'stuck', where: role, expected: 'it is gone', actual: 'it is there after DeleteTable' });
}

const measurings = 3;

/** Plays the requests of a subject without a disturbance, judges them once, and measures. @throws Unprepared */
export async function measure(name: SubjectName, { lab, bystander }: Omit<Stage, 'load'>): Promise<Undisturbed> {
  const subject: Subject = subjects[name];
  const times: Durations[] = [];
  const faults: Anomaly[] = [];
  let states: Pick<Undisturbed, 'before' | 'after'> | undefined;
  for (let turn = 0; turn < measurings; turn++) {
    const place = await subject.prepare(lab);
    const before = states?.before ?? (await snapshotOf(lab, place, []));
    const requests = requestsOf(subject, place, lab);
    const { outcomes, ...time } = await timed(requests, place, lab);
    times.push(time);
    if (states === undefined) {
      states = { before, after: await snapshotOf(lab, place, []) };
      const undisturbed = { ...states, ...time, faults: new Set<string>() };
      await bystander.write();
      await judged({ subject, place, requests, outcomes, undisturbed }, lab, faults);
      await bystander.check(new Set(), faults);
      await cleared(subject, place, new Set(), lab, faults);
    } else for (const table of place.tables) await removed(lab, table, []);
  }
  if (states === undefined) throw new Unprepared('it was not measured');
  return {
    ...states,
    answerMs: median(times.map(({ answerMs }) => answerMs)),
    settledMs: median(times.map(({ settledMs }) => settledMs)),
    faults: new Set(faults.map(keyOf)),
  };
}

async function timed(
  requests: readonly Request[],
  place: Place,
  lab: Lab,
): Promise<Durations & { outcomes: Outcome[] }> {
  const clients = await Promise.all(requests.map(() => lab.connect()));
  const begin = performance.now();
  const outcomes = await Promise.all(
    requests.map(({ operation, input }, at) => clients[at]!.send(operation, JSON.stringify(input))),
  );
  const answerMs = performance.now() - begin;
  for (const client of clients) client.leave('abort');
  for (const [at, outcome] of outcomes.entries())
    if (outcome.kind !== 'ok')
      throw new Unprepared(lab.inRoles(`${requests[at]!.operation}: ${String(summary(outcome))}`));
  await settledOrThrow(lab, place);
  return { outcomes, answerMs, settledMs: performance.now() - begin };
}

const median = (values: readonly number[]): number =>
  [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

/** Whether a disturbance can happen in this phase. */
export const fits = ({ disturbance, moment }: Pick<Round, 'disturbance' | 'moment'>): boolean =>
  moment.phase === 'answer' || (moment.phase === 'sending') === leavesOf(disturbance);
