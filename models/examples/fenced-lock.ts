/**
 * A lock with a lease and fencing tokens (Kleppmann, "How to do distributed locking"). A client that is paused does not notice that its
 * lease has expired, and goes on. So each lease has a token, larger than those before, and the storage refuses a token when it has seen
 * a larger one. A client reads, and then writes what follows from what it has read; so reads must show the token, too.
 */
import { defineModel, memberOf, oneOf, optional, upTo } from 'parallax/models';

export const fencedLock = defineModel({
  name: 'fenced-lock',
  title: 'a lock with a lease and fencing tokens',
  variants: { default: {} },
  scales: { default: { clients: 2, leases: 3 }, large: { clients: 3, leases: 4 } },
  rules: {
    /** Where the storage looks at the token. */
    fences: 'reads and writes' as 'reads and writes' | 'writes' | 'nothing',
  },
  mutants: {
    'no-fencing': {
      title: 'the storage accepts every request: a lease alone',
      change: { fences: 'nothing' },
      expect: { breaks: ['S1', 'S2'] },
    },
    'reads-unfenced': {
      title: 'the storage looks at the tokens of writes only',
      change: { fences: 'writes' },
      expect: { breaks: ['S2'] },
    },
  },
  build(m, { fences }, scale) {
    const clients = m.family('client', scale.clients, {
      at: oneOf('idle', 'has a lease', 'has read', 'is done'),
      token: upTo(scale.leases),
      read: upTo(scale.leases),
    });
    const lock = m.record('lock', { holder: optional(memberOf(clients)), token: upTo(scale.leases) });
    const storage = m.record('storage', {
      value: upTo(scale.leases),
      /** The largest token that it has seen. */
      token: upTo(scale.leases),
      /** The token of the last write. */
      writtenBy: upTo(scale.leases),
    });
    const inOrder = m.always('S1: writes come in the order of their leases');
    const keeps = m.always('S2: a write loses no other write');

    clients.forEach((me, id) => {
      const isRefused = () => fences !== 'nothing' && me.token < storage.token;
      const seeToken = () => {
        if (me.token > storage.token) storage.token = me.token;
      };
      const finish = () => {
        me.at = 'is done';
        me.read = 0;
      };
      const client = m.process(`client ${id}`, ['acquire', 'read', 'write', 'is refused', 'release'], (step) => {
        if (me.at === 'idle' && lock.holder === null && lock.token < scale.leases) {
          step('acquire', () => {
            lock.holder = me;
            lock.token++;
            me.token = lock.token;
            me.at = 'has a lease';
          });
        }
        if (me.at === 'has a lease') {
          if (fences === 'reads and writes' && isRefused()) step('is refused', finish);
          else {
            step('read', () => {
              if (fences === 'reads and writes') seeToken();
              me.read = storage.value;
              me.at = 'has read';
            });
          }
        }
        if (me.at === 'has read') {
          if (isRefused()) step('is refused', finish);
          else {
            step('write', () => {
              inOrder(me.token >= storage.writtenBy);
              keeps(me.read === storage.value);
              seeToken();
              storage.writtenBy = me.token;
              storage.value = me.read + 1;
              finish();
            });
          }
        }
        if (me.at === 'is done') {
          step('release', () => {
            if (lock.holder === me) lock.holder = null;
            me.token = 0;
            me.at = 'idle';
          });
        }
      });
      m.weaklyFair(client);
    });
    // It expires at any time, also while its client is at work: the lock does not know how long a client is paused.
    m.timePasses('clock', 'the lease expires', {
      when: () => lock.holder !== null,
      effect: () => (lock.holder = null),
    });

    m.sometimes('R: every lease ends in a write', () => storage.value === scale.leases);
    m.eventually(
      'L: all leases are used up',
      () => lock.token === scale.leases && clients.every(({ at }) => at === 'idle'),
    );
    m.ending('all leases are used up', () => lock.token === scale.leases && clients.every(({ at }) => at === 'idle'));
  },
});
