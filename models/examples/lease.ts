/** A lock with a lease: if the holder dies, the lease runs out eventually. */
import { defineModel, memberOf, oneOf, optional } from 'parallax/models';

export const lease = defineModel({
  name: 'lease',
  title: 'a lock with a lease',
  // Forms of the protocol. Each is explored; the first is the one that a bug is planted in.
  variants: { crashing: { crashes: 1 }, steady: { crashes: 0 } },
  // How many of everything there are: `--scale large` takes another size.
  scales: { default: { clients: 2 }, large: { clients: 4 } },
  // The decisions of the protocol, with their right values. A mutant replaces some of them.
  rules: { runsOut: true },
  mutants: {
    'never-runs-out': {
      title: 'the lease of a dead holder never runs out',
      change: { runsOut: false },
      expect: { breaks: ['L'] },
    },
  },
  build(m, rules, { clients: count }, { crashes }) {
    m.faults({ crash: crashes });
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
    if (rules.runsOut) {
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
  },
});
