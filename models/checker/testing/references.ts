/** Models of interchangeable members that refer to each other, or to which others refer: small protocols, and random ones. */
import fc from 'fast-check';
import { flag, oneOf, optional, sequence, setOf, upTo } from '../../language/domains.ts';
import { Model } from '../../language/model.ts';
import { memberOf } from '../../language/records.ts';

/** A lock with a queue of waiters: on release it goes to the first waiter. `barging`: it is only freed. */
export function queueLock(workers: number, barging = false): Model {
  const m = new Model({ name: 'queue lock', mutant: barging ? 'barging' : null });
  const all = m.family('worker', workers, { at: oneOf('idle', 'waiting', 'critical') });
  const lock = m.record('lock', { holder: optional(memberOf(all)), waiting: sequence(workers, memberOf(all)) });
  m.interchangeable(all);
  const inTurn = m.always('F: who came first is let in first');
  all.forEach((me, id) => {
    m.process(`worker ${id}`, ['ask', 'enter', 'leave'], (step) => {
      if (me.at === 'idle') {
        step('ask', () => {
          me.at = 'waiting';
          if (lock.holder === null && lock.waiting.length === 0) lock.holder = me;
          else lock.waiting.push(me);
        });
      } else if (me.at === 'waiting' && (lock.holder === me || (barging && lock.holder === null))) {
        step('enter', () => {
          inTurn(lock.holder === me || lock.waiting.at(0) === me);
          if (lock.holder === null) remove(me);
          lock.holder = me;
          me.at = 'critical';
        });
      } else if (me.at === 'critical') {
        step('leave', () => {
          me.at = 'idle';
          lock.holder = barging ? null : (lock.waiting.shift() ?? null);
        });
      }
    });
  });
  m.never('S: two are in', () => all.filter(({ at }) => at === 'critical').length > 1);
  return m;

  function remove(worker: (typeof all)[number]): void {
    const others = [...lock.waiting].filter((one) => one !== worker);
    lock.waiting.clear();
    for (const one of others) lock.waiting.push(one);
  }
}

/** Every voter votes once, for any of them; more than half of the votes make a leader, who may step down. */
export function election(voters: number): Model {
  const m = new Model('election');
  const all = m.family('voter', voters, { voted: flag, votes: upTo(voters) });
  m.interchangeable(all);
  const office = m.record('office', { leader: optional(memberOf(all)), former: setOf(memberOf(all)) });
  all.forEach((me, id) => {
    m.process(`voter ${id}`, ['vote', 'lead', 'step down'], (step) => {
      if (!me.voted) {
        step.either('vote', all, (candidate) => {
          me.voted = true;
          candidate.votes++;
        });
      }
      if (me.votes * 2 > voters && office.leader === null && !office.former.has(me)) {
        step('lead', () => (office.leader = me));
      }
      if (office.leader === me) {
        step('step down', () => {
          office.leader = null;
          office.former.add(me);
        });
      }
    });
  });
  m.never('S: the leader is elected by few', () => office.leader !== null && office.leader.votes * 2 <= voters);
  m.sometimes('R: somebody leads', () => office.leader !== null);
  m.ending('all have voted, and nobody leads', () => office.leader === null && all.every(({ voted }) => voted));
  return m;
}

const conditions = [
  'nobody holds',
  'I hold',
  'another holds',
  'I am seen',
  'I am not seen',
  'I am first',
  'room',
] as const;
const actions = [
  'take',
  'put down',
  'note',
  'pass to noted',
  'see',
  'unsee',
  'queue',
  'unqueue',
  'mark',
  'add',
] as const;

interface ReferenceRule {
  readonly at: number;
  readonly when: readonly (typeof conditions)[number][];
  readonly actions: readonly (typeof actions)[number][];
  readonly to: number;
}

export const referenceRules: fc.Arbitrary<ReferenceRule[]> = fc.array(
  fc.record({
    at: fc.nat(2),
    when: fc.uniqueArray(fc.constantFrom(...conditions), { maxLength: 2 }),
    actions: fc.uniqueArray(fc.constantFrom(...actions), { minLength: 1, maxLength: 3 }),
    to: fc.nat(2),
  }),
  { minLength: 2, maxLength: 5 },
);

/** Members that follow the same rules on a lock and on references to members: one, a set and a queue. */
export function randomReferrers(members: number, rules: readonly ReferenceRule[]): Model {
  const m = new Model('random referrers');
  const all = m.family('member', members, { at: upTo(2), mark: flag });
  const it = m.record('it', {
    holder: optional(memberOf(all)),
    noted: optional(memberOf(all)),
    seen: setOf(memberOf(all)),
    queue: sequence(2, memberOf(all)),
    count: upTo(1),
  });
  m.interchangeable(all);
  all.forEach((me, id) => {
    const holds: { [condition in (typeof conditions)[number]]: () => boolean } = {
      'nobody holds': () => it.holder === null,
      'I hold': () => it.holder === me,
      'another holds': () => it.holder !== null && it.holder !== me,
      'I am seen': () => it.seen.has(me),
      'I am not seen': () => !it.seen.has(me),
      'I am first': () => it.queue.at(0) === me,
      room: () => !it.queue.isFull,
    };
    const does: { [action in (typeof actions)[number]]: () => void } = {
      take: () => (it.holder = me),
      'put down': () => (it.holder = null),
      note: () => (it.noted = me),
      'pass to noted': () => (it.holder = it.noted),
      see: () => it.seen.add(me),
      unsee: () => it.seen.delete(me),
      queue: () => (it.queue.isFull ? it.queue.clear() : it.queue.push(me)),
      unqueue: () => (it.noted = it.queue.shift() ?? null),
      mark: () => {
        if (it.holder !== null) it.holder.mark = !it.holder.mark;
      },
      add: () => (it.count = 1 - it.count),
    };
    m.process(`member ${id}`, ['rule'], (step) => {
      for (const rule of rules) {
        if (me.at !== rule.at || !rule.when.every((condition) => holds[condition]())) continue;
        step('rule', () => {
          for (const action of rule.actions) does[action]();
          me.at = rule.to;
        });
      }
    });
  });
  m.never('holding: a marked one holds and is seen', () => it.holder?.mark === true && it.seen.has(it.holder));
  m.never('waiting: all wait in a full queue', () => it.queue.isFull && all.every(({ at }) => at === 2));
  m.sometimes('seen: two roles', () => it.holder !== null && it.holder === it.noted);
  m.ending('somewhere', () => it.count === 0);
  return m;
}

/** A queue lock as a linked list: each waiter knows its successor, and the lock knows the last. */
export function linkedLock(workers: number): Model {
  const m = new Model('linked lock');
  const all = m.family('worker', workers, { at: oneOf('idle', 'waiting', 'critical') });
  const links = m.family('link', workers, { next: optional(memberOf(all)) });
  m.interchangeable(all, links);
  const lock = m.record('lock', { first: optional(memberOf(all)), last: optional(memberOf(all)) });
  all.forEach((me, id) => {
    m.process(`worker ${id}`, ['ask', 'enter', 'leave'], (step) => {
      if (me.at === 'idle') {
        step('ask', () => {
          me.at = 'waiting';
          if (lock.last === null) lock.first = me;
          else links[all.indexOf(lock.last)]!.next = me;
          lock.last = me;
        });
      } else if (me.at === 'waiting' && lock.first === me) step('enter', () => (me.at = 'critical'));
      else if (me.at === 'critical') {
        step('leave', () => {
          me.at = 'idle';
          lock.first = links[id]!.next;
          if (lock.last === me) lock.last = null;
          links[id]!.next = null;
        });
      }
    });
  });
  m.never('S: two are in', () => all.filter(({ at }) => at === 'critical').length > 1);
  return m;
}

/** Candidates collect the names of their voters, and voters remember their candidate. */
export function namedVotes(voters: number): Model {
  const m = new Model('named votes');
  const all = m.family('voter', voters, { leads: flag });
  const papers = m.family('paper', voters, { for: optional(memberOf(all)), from: setOf(memberOf(all)) });
  m.interchangeable(all, papers);
  all.forEach((me, id) => {
    const mine = papers[id]!;
    m.process(`voter ${id}`, ['vote', 'hear', 'lead'], (step) => {
      if (mine.for === null) step.either('vote', all, (candidate) => (mine.for = candidate));
      const unheard = all.filter((other, at) => papers[at]!.for === me && !mine.from.has(other));
      step.either('hear', unheard, (voter) => mine.from.add(voter));
      if (!me.leads && mine.from.size * 2 > voters) step('lead', () => (me.leads = true));
    });
  });
  m.never('S: two lead', () => all.filter(({ leads }) => leads).length > 1);
  m.ending('all have voted', () => papers.every((paper) => paper.for !== null));
  return m;
}

const relations = [
  'befriend',
  'forget',
  'friend of friend',
  'know',
  'ask around',
  'take',
  'hand on',
  'finish',
] as const;
const checks = ['none', 'my friend', 'myself', 'knows me', 'free job', 'my job is done'] as const;

interface RelationRule {
  readonly at: number;
  readonly check: (typeof checks)[number];
  readonly action: (typeof relations)[number];
  readonly to: number;
}

const relationRule: fc.Arbitrary<RelationRule> = fc.record({
  at: fc.nat(1),
  check: fc.constantFrom(...checks),
  action: fc.constantFrom(...relations),
  to: fc.nat(1),
});

/** The first two rules make relations between members possible at all. */
export const relationRules: fc.Arbitrary<RelationRule[]> = fc
  .tuple(fc.array(relationRule, { minLength: 1, maxLength: 4 }), fc.nat(1), fc.nat(1))
  .map(([rules, friends, jobs]) => [
    { at: 0, check: 'none', action: 'befriend', to: friends },
    { at: friends, check: 'free job', action: 'take', to: jobs },
    ...rules,
  ]);

/** Members that refer to each other as friends and acquaintances, and to jobs of another family. */
export function randomRelations(members: number, jobs: number, rules: readonly RelationRule[]): Model {
  const m = new Model('random relations');
  const all = m.family('member', members, { at: upTo(1) });
  const work = m.family('job', jobs, { done: flag });
  const ties = m.family('tie', members, {
    friend: optional(memberOf(all)),
    known: setOf(memberOf(all)),
    job: optional(memberOf(work)),
  });
  m.interchangeable(all, ties);
  m.interchangeable(work);
  const hall = m.record('hall', { host: optional(memberOf(all)) });
  const tieOf = (member: (typeof all)[number]) => ties[all.indexOf(member)]!;
  const free = (job: (typeof work)[number]) => !job.done && ties.every((tie) => tie.job !== job);
  all.forEach((me, id) => {
    const mine = ties[id]!;
    const holds: { [check in (typeof checks)[number]]: () => boolean } = {
      none: () => mine.friend === null,
      'my friend': () => mine.friend !== null && mine.friend !== me,
      myself: () => mine.friend === me,
      'knows me': () => mine.friend !== null && tieOf(mine.friend).known.has(me),
      'free job': () => work.some(free),
      'my job is done': () => mine.job?.done === true,
    };
    m.process(`member ${id}`, relations, (step) => {
      for (const { at, check, action, to } of rules) {
        if (me.at !== at || !holds[check]()) continue;
        const offer = <T>(options: readonly T[], effect: (option: T) => void) =>
          step.either(action, options, (option) => {
            effect(option);
            me.at = to;
          });
        const friend = mine.friend;
        if (action === 'befriend') offer(all, (other) => (mine.friend = other));
        if (action === 'forget') offer([0], () => (mine.friend = null));
        if (action === 'friend of friend' && friend !== null) offer([0], () => (mine.friend = tieOf(friend).friend));
        if (action === 'know' && friend !== null) offer([0], () => mine.known.add(friend));
        if (action === 'ask around') offer([0], () => (hall.host = mine.known.size > 1 ? me : hall.host));
        if (action === 'take') offer(work.filter(free), (job) => (mine.job = job));
        if (action === 'hand on' && friend !== null) {
          offer([0], () => {
            tieOf(friend).job = mine.job;
            if (friend !== me) mine.job = null;
          });
        }
        if (action === 'finish' && mine.job !== null) offer([mine.job], (job) => (job.done = true));
      }
    });
  });
  m.never('circle: all are friends of the host', () => hall.host !== null && ties.every((t) => t.friend === hall.host));
  m.never(
    'done: all is done by one',
    () => work.every(({ done }) => done) && ties.some((t) => t.known.size === members),
  );
  m.ending('nobody at work', () => all.every(({ at }) => at === 0));
  return m;
}
