/** Small protocols with known answers, right and wrong, for safety and for liveness. */
import { bit, flag, list, oneOf, optional, sequence, setOf, upTo } from '../../language/domains.ts';
import { Model, type ProcessHandle } from '../../language/model.ts';
import { memberOf } from '../../language/records.ts';

const named = (name: string, fault: string): Model => new Model({ name, mutant: fault === 'none' ? null : fault });

/** A mutual-exclusion lock for two workers. `barging` lets one of them take it again and again. */
export function mutualExclusion(fairness: 'weak' | 'strong', fault: 'none' | 'no lock' = 'none'): Model {
  const m = named('mutual exclusion', fault);
  const workers = m.family('worker', 2, { at: oneOf('idle', 'waiting', 'critical') });
  const lock = m.record('lock', { holder: optional(memberOf(workers)) });
  workers.forEach((me, id) => {
    const worker = m.process(`worker ${id}`, ['ask', 'enter', 'leave'], (step) => {
      if (me.at === 'idle') step('ask', () => (me.at = 'waiting'));
      else if (me.at === 'critical') {
        step('leave', () => {
          lock.holder = null;
          me.at = 'idle';
        });
      } else if (lock.holder === null || fault === 'no lock') {
        step('enter', () => {
          lock.holder = me;
          me.at = 'critical';
        });
      }
    });
    m.weaklyFair(worker, { only: ['leave'] });
    if (fairness === 'weak') m.weaklyFair(worker, { only: ['enter'] });
    else m.stronglyFair(worker, { only: ['enter'] });
    m.leadsTo(
      `L${id}: worker ${id} gets in`,
      () => me.at === 'waiting',
      () => me.at === 'critical',
    );
  });
  m.never('S: both are in', () => workers.every(({ at }) => at === 'critical'));
  return m;
}

/** A producer and a consumer over a queue of two. The wrong producer does not check whether there is room. */
export function boundedBuffer(fault: 'none' | 'overwrites' | 'consumer sleeps' = 'none', items = 4): Model {
  const m = named('bounded buffer', fault);
  const buffer = m.record('buffer', { queue: sequence(2, upTo(items)) });
  const done = m.record('done', { produced: upTo(items), consumed: upTo(items) });
  const inOrder = m.always('S: items come in order');
  const producer = m.process('producer', ['produce'], (step) => {
    if (done.produced === items || (buffer.queue.isFull && fault !== 'overwrites')) return;
    step('produce', () => {
      done.produced++;
      if (buffer.queue.isFull) buffer.queue.shift();
      buffer.queue.push(done.produced);
    });
  });
  const consumer = m.process('consumer', ['consume'], (step) => {
    if (buffer.queue.length === 0) return;
    step('consume', () => {
      const item = buffer.queue.shift();
      inOrder(item === done.consumed + 1);
      done.consumed = item!;
    });
  });
  m.weaklyFair(producer);
  if (fault !== 'consumer sleeps') m.weaklyFair(consumer);
  m.eventually('L: all is consumed', () => done.consumed === items);
  m.ending('all is through', () => done.produced === items && buffer.queue.length === 0);
  return m;
}

/** Two-phase commit whose coordinator may crash. The wrong one decides before everybody has voted. */
export function twoPhaseCommit(fault: 'none' | 'hasty' | 'no recovery' = 'none', participants = 2): Model {
  const m = named('two-phase commit', fault);
  const ids = Array.from({ length: participants }, (_, id) => id);
  const names = ids.map((id) => `p${id}`);
  const coordinator = m.record('coordinator', { decided: oneOf('open', 'commit', 'abort') });
  const votes = m.record('votes', { yes: setOf(oneOf(...names)), no: setOf(oneOf(...names)) });
  const members = m.family('participant', participants, { at: oneOf('working', 'prepared', 'committed', 'aborted') });
  m.faults({ crash: 1 });
  const decide = m.process(
    'coordinator',
    ['commit', 'abort'],
    (step) => {
      if (coordinator.decided !== 'open') return;
      const enough = fault === 'hasty' ? votes.yes.size > 0 : votes.yes.size === participants;
      if (enough) step('commit', () => (coordinator.decided = 'commit'));
      if (votes.no.size > 0) step('abort', () => (coordinator.decided = 'abort'));
    },
    { crash: { when: () => coordinator.decided === 'open' }, restart: {} },
  );
  m.weaklyFair(decide);
  if (fault !== 'no recovery') m.weaklyFair(decide, { only: ['restart'] });
  members.forEach((me, id) => {
    const member = m.process(`participant ${id}`, ['vote', 'learn'], (step) => {
      if (me.at === 'working') {
        step.either('vote', ['yes', 'no'] as const, (vote) => {
          votes[vote].add(names[id]!);
          me.at = vote === 'yes' ? 'prepared' : 'aborted';
        });
      } else if (me.at === 'prepared' && coordinator.decided !== 'open') {
        step('learn', () => (me.at = coordinator.decided === 'commit' ? 'committed' : 'aborted'));
      }
    });
    m.weaklyFair(member);
  });
  m.never(
    'S: one commits and one aborts',
    () => members.some(({ at }) => at === 'committed') && members.some(({ at }) => at === 'aborted'),
  );
  m.eventually('L: all know', () => members.every(({ at }) => at === 'committed' || at === 'aborted'));
  m.ending('all know', () => members.every(({ at }) => at === 'committed' || at === 'aborted'));
  return m;
}

/** The alternating-bit protocol over two lossy channels of one message. The wrong receiver ignores the bit. */
export function alternatingBit(fairness: 'weak' | 'strong', fault: 'none' | 'ignores the bit' = 'none'): Model {
  const m = named('alternating bit', fault);
  const sender = m.record('sender', { bit, sent: upTo(2) });
  const receiver = m.record('receiver', { expects: bit, got: upTo(3) });
  const wire = m.record('wire', { data: optional(bit), ack: optional(bit) });
  const send = m.process('sender', ['send', 'next'], (step) => {
    if (wire.ack === sender.bit && sender.sent < 2) {
      step('next', () => {
        sender.sent++;
        sender.bit = sender.bit === 0 ? 1 : 0;
        wire.ack = null;
      });
    } else if (sender.sent < 2 && wire.data === null) step('send', () => (wire.data = sender.bit));
  });
  const receive = m.process('receiver', ['receive'], (step) => {
    if (wire.data === null) return;
    step('receive', () => {
      const isNew = wire.data === receiver.expects || fault === 'ignores the bit';
      if (isNew && receiver.got < 3) receiver.got++;
      if (isNew) receiver.expects = wire.data === 0 ? 1 : 0;
      wire.ack = wire.data;
      wire.data = null;
    });
  });
  m.process('noise', ['lose data', 'lose ack'], (step) => {
    if (wire.data !== null) step('lose data', () => (wire.data = null));
    if (wire.ack !== null) step('lose ack', () => (wire.ack = null));
  });
  const fair = <L extends string>(process: ProcessHandle<L>, label: L) =>
    fairness === 'weak' ? m.weaklyFair(process, { only: [label] }) : m.stronglyFair(process, { only: [label] });
  fair(send, 'send');
  fair(send, 'next');
  fair(receive, 'receive');
  m.always('S: what is got was sent, once', () => receiver.got <= sender.sent + 1);
  m.eventually('L: both arrive', () => sender.sent === 2);
  m.ending('both arrived', () => sender.sent === 2);
  return m;
}

/** Chang and Roberts' leader election in a ring of processes with ranks. The wrong process passes every rank on. */
export function leaderElection(ranks: readonly number[], fault: 'none' | 'passes all on' = 'none'): Model {
  const m = named('leader election', fault);
  const highest = Math.max(...ranks);
  const links = m.record('link', { holds: list(ranks.length, optional(upTo(highest))) });
  const nodes = m.family('node', ranks.length, { started: flag, leads: flag });
  nodes.forEach((me, id) => {
    const mine = ranks[id]!;
    const next = (id + 1) % ranks.length;
    const node = m.process(`node ${id}`, ['start', 'pass on', 'swallow', 'lead'], (step) => {
      if (!me.started && links.holds[next] === null) {
        step('start', () => {
          me.started = true;
          links.holds[next] = mine;
        });
      }
      const heard = links.holds[id]!;
      if (heard === null || (heard !== undefined && !me.started)) return;
      if (heard === mine) {
        step('lead', () => {
          me.leads = true;
          links.holds[id] = null;
        });
      } else if (heard < mine && fault === 'none') step('swallow', () => (links.holds[id] = null));
      else if (links.holds[next] === null) {
        step('pass on', () => {
          links.holds[id] = null;
          links.holds[next] = heard;
        });
      }
    });
    m.weaklyFair(node);
  });
  m.never('S: two lead', () => nodes.filter(({ leads }) => leads).length > 1);
  m.eventually('L: the highest leads', () => nodes[ranks.indexOf(highest)]!.leads);
  m.ending('somebody leads', () => nodes.some(({ leads }) => leads));
  return m;
}

/** The dining philosophers, with liveness: under strong fairness of the forks all hungry ones eat; under weak fairness one can starve. */
export function hungryPhilosophers(count: number, fairness: 'weak' | 'strong', polite = true): Model {
  const m = named('hungry philosophers', polite ? 'none' : 'all take the left fork');
  const fork = m.record('fork', { taken: list(count, flag) });
  const seats = m.family('philosopher', count, { at: oneOf('thinks', 'hungry', 'holds one', 'eats') });
  seats.forEach((seat, i) => {
    const [first, second] = polite && i === count - 1 ? [(i + 1) % count, i] : [i, (i + 1) % count];
    const philosopher = m.process(`philosopher ${i}`, ['get hungry', 'take', 'take second', 'put back'], (step) => {
      if (seat.at === 'thinks') step('get hungry', () => (seat.at = 'hungry'));
      else if (seat.at === 'eats') {
        step('put back', () => {
          fork.taken[first] = false;
          fork.taken[second] = false;
          seat.at = 'thinks';
        });
      } else if (seat.at === 'hungry' && !fork.taken[first]) {
        step('take', () => {
          fork.taken[first] = true;
          seat.at = 'holds one';
        });
      } else if (seat.at === 'holds one' && !fork.taken[second]) {
        step('take second', () => {
          fork.taken[second] = true;
          seat.at = 'eats';
        });
      }
    });
    for (const only of ['take', 'take second', 'put back'] as const) {
      if (fairness === 'strong') m.stronglyFair(philosopher, { only: [only] });
      else m.weaklyFair(philosopher, { only: [only] });
    }
    m.leadsTo(
      `L${i}: philosopher ${i} eats`,
      () => seat.at === 'hungry',
      () => seat.at === 'eats',
    );
  });
  return m;
}
