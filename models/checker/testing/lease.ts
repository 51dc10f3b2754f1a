import { oneOf, optional } from '../../language/domains.ts';
import { Model } from '../../language/model.ts';
import { memberOf } from '../../language/records.ts';

/** A lock with a lease: if the holder dies, the lease runs out eventually. */
export function lease(count = 2, runsOut = true): Model {
  const m = new Model({ name: 'lease', mutant: runsOut ? null : 'never runs out' });
  m.faults({ crash: 1 });
  const clients = m.family('client', count, { at: oneOf('idle', 'waiting', 'working') });
  const lock = m.record('lock', { holder: optional(memberOf(clients)) });

  const processes = clients.map((me, id) => {
    const client = m.process(
      `client ${id}`,
      ['ask', 'take', 'release'],
      (step) => {
        if (me.at === 'idle') step('ask', () => (me.at = 'waiting'));
        if (me.at === 'waiting' && lock.holder === null) {
          step('take', () => {
            lock.holder = me;
            me.at = 'working';
          });
        }
        if (me.at === 'working') {
          step('release', () => {
            lock.holder = null;
            me.at = 'idle';
          });
        }
      },
      { crash: { when: () => me.at === 'working' } },
    );
    m.weaklyFair(client, { only: ['release'] });
    m.stronglyFair(client, { only: ['take'] });
    return client;
  });
  const isDown = (id: number) => processes[id]!.condition?.is === 'crashed';
  m.interchangeable(
    clients,
    processes.map(({ condition }) => condition!),
  );
  if (runsOut) {
    m.timePasses('clock', 'the lease runs out', {
      when: () => clients.some((client, id) => lock.holder === client && isDown(id)),
      effect: () => (lock.holder = null),
    });
  }

  m.never('S: two work', () => clients.filter(({ at }, id) => at === 'working' && !isDown(id)).length > 1);
  m.leadsTo(
    'L: who waits gets in',
    () => clients[0]!.at === 'waiting',
    () => clients[0]!.at === 'working',
  );
  return m;
}
