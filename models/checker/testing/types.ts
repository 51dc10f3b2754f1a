import { bit, flag, list, oneOf, optional, sequence, setOf, upTo } from '../../language/domains.ts';
import type { Model } from '../../language/model.ts';
import { memberOf } from '../../language/records.ts';

/** Never run: each line must fail to compile. A line without an error fails the type check. */
export function typesOf(m: Model): void {
  const it = m.record('it', {
    status: oneOf('CREATING', 'ACTIVE'),
    count: upTo(3),
    data: bit,
    stale: flag,
    batches: list(2, oneOf('missing', 'whole')),
  });
  m.process('p', ['go', 'stop'], (step) => {
    // @ts-expect-error no such variable
    it.state = 'ACTIVE';
    // @ts-expect-error no such value
    it.status = 'CRATING';
    // @ts-expect-error a comparison that can never hold
    if (it.status === 'DELETED') step('go', () => undefined);
    // @ts-expect-error no such bit
    it.data = 2;
    // @ts-expect-error not a flag
    it.stale = 1;
    // @ts-expect-error not a number
    it.count = 'many';
    // @ts-expect-error no such element
    it.batches[0] = 'half';
    // @ts-expect-error a list is not replaced
    it.batches = [];
    // @ts-expect-error no such step label
    step('halt', () => undefined);
  });
  // @ts-expect-error no such initial value
  m.record('other', { status: oneOf('a', 'b') }, { status: 'c' });

  const servers = m.family('server', 2, { up: flag });
  const more = m.record('more', {
    owner: optional(memberOf(servers)),
    seen: setOf(oneOf('a', 'b')),
    queue: sequence(2, upTo(3)),
  });
  // @ts-expect-error not a member of the family
  more.owner = it;
  // @ts-expect-error the owner may be null
  more.owner.up = true;
  // @ts-expect-error no such value
  more.seen.add('c');
  // @ts-expect-error a set is not replaced
  more.seen = new Set();
  // @ts-expect-error not a number
  more.queue.push('1');
  // @ts-expect-error an empty queue has no first
  it.count = more.queue.shift();
  // @ts-expect-error no such first element
  m.record('third', { seen: setOf(oneOf('a')) }, { seen: ['b'] });

  const line = m.record('line', { waiting: sequence(2, memberOf(servers)), known: setOf(memberOf(servers)) });
  line.waiting.push(servers[0]!);
  // @ts-expect-error not a member of the family
  line.waiting.push(it);
  // @ts-expect-error not a member of the family
  line.known.add(more);
  // @ts-expect-error an empty sequence has no first
  line.waiting.at(0).up = true;
  // @ts-expect-error a name is not the member
  line.known.has('server[0]');
  // @ts-expect-error an element of a sequence cannot be assigned
  line.waiting[0] = servers[1]!;
  // @ts-expect-error not so many values
  m.record('fourth', { data: bit }, { data: 2 });
  // @ts-expect-error not an element of the list
  m.record('fifth', { batches: list(2, bit) }, { batches: ['missing'] });
  m.interchangeable(servers);
  // @ts-expect-error a record is no family
  m.interchangeable(it);
  // @ts-expect-error a number has no fields to reset
  m.reset(it.count);

  const server = m.process(
    'server',
    ['serve'],
    (step) => {
      // @ts-expect-error no such step
      step.either('halt', [1, 2], () => undefined);
      // @ts-expect-error no such value among the options
      step.either('serve', ['ACTIVE', 'DELETED'] as const, (status) => (it.status = status));
      // @ts-expect-error a fault is declared, not offered
      step('crash', () => undefined);
    },
    { crash: { effect: () => (it.stale = false) } },
  );
  m.weaklyFair(server, { except: ['crash'] });
  // @ts-expect-error no such step
  m.weaklyFair(server, { only: ['halt'] });
  // @ts-expect-error no such strength
  m.veryFair(server);
  // @ts-expect-error a leads-to needs two predicates
  m.leadsTo('L', () => it.stale);
  // @ts-expect-error an eventually needs a predicate
  m.eventually('E');
  // @ts-expect-error no such fault
  m.faults({ explode: 1 });
  m.faults({ crash: 1, restart: 1, pause: 2 });
  // @ts-expect-error a fault is an object
  m.process('other', [], () => undefined, { pause: true });
  // @ts-expect-error passing time needs an effect
  m.timePasses('clock', 'goes stale', { when: () => !it.stale });
  // @ts-expect-error the labels of a process are a list
  m.process('third', 'go', () => undefined);
  // @ts-expect-error a process is named by its handle, not by a number
  m.privateTo(server, 3);
}
