/** One round: a request, a disturbance, and whether everything is whole again. */
import type { Outcome } from '../../oracles/values/types.ts';
import { type Anomaly, distinct, failureIn, keyOf } from '../rounds/anomaly.ts';
import { cleared, goneIn, removed } from '../rounds/cleared.ts';
import type { Lab } from '../rounds/lab.ts';
import {
  keyOfWrite,
  type Place,
  type Snapshot,
  settled,
  settledOrThrow,
  snapshotOf,
  Unprepared,
} from '../rounds/place.ts';
import type { Played } from '../rounds/play.ts';
import { audit, indexesOf, use } from '../rounds/usable.ts';
import { summary } from '../runner/summary.ts';
import type { Bystander } from './bystander.ts';
import { type DisturbanceName, disturb, leavesOf, until } from './disturbance.ts';
import { type Durations, delayOf, type Moment, momentText } from './moment.ts';
import type { Request, Subject, SubjectName } from './subjects.ts';
import { subjects } from './subjects.ts';
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

/** The least time until everything must be whole. It is longer where the undisturbed request takes long, or the machine is busy. */
const boundMsLeast = 2_000;
const loadMost = 10;

/** @param load how much slower an echo is than when the server was idle; at least 1 */
const boundMs = (undisturbed: Durations, load: number): number =>
  Math.max(boundMsLeast, 5 * undisturbed.settledMs) * Math.min(load, loadMost);

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
  // What a client has left may still be done, as late as when it would have been answered.
  if (leavesOf(disturbance)) await lab.session.pause(graceMsLeast + 3 * undisturbed.answerMs * load);
  const gone = await goneIn(lab);
  if (gone !== undefined) return { disturbances, anomalies: [...found, gone] };
  const waited = await settled(lab, place, boundMs(undisturbed, load), found);
  if (waited.passing !== undefined)
    found.push({
      ...{ kind: 'stuck', where: waited.passing.split(' is ')[0] ?? '' },
      ...{ expected: `a final state within ${Math.round(boundMs(undisturbed, load))} ms`, actual: waited.passing },
    });
  else await judged({ subject, place, requests, outcomes, undisturbed }, lab, found);
  const wholeMs = performance.now() - begin;
  // Removing what is stuck would wait as long again.
  if (waited.passing !== undefined) return { anomalies: distinct(found), disturbances };
  await bystander.check(undisturbed.faults, found);
  await cleared(lab, place.tables, subject.switchesStream !== true, undisturbed.faults, found);
  const goneSince = found.some(({ kind }) => kind === 'no-answer') ? await goneIn(lab) : undefined;
  if (goneSince !== undefined) return { disturbances, anomalies: [goneSince] };
  const anomalies = distinct(found).filter((one) => !undisturbed.faults.has(keyOf(one)));
  return { anomalies, disturbances, ...(anomalies.length === 0 && { wholeMs }) };
}

const requestsOf = (subject: Subject, place: Place, lab: Lab): Request[] => [
  subject.request(place, lab),
  ...(subject.more?.(place) ?? []),
];

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
    const part = moment.phase === 'sending' ? { share: moment.percent / 100 } : {};
    return clients[at]!.send(operation, JSON.stringify(input), part);
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
      await cleared(lab, place.tables, subject.switchesStream !== true, new Set(), faults);
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
