/**
 * Clients ask an allocator for several resources at once and get them one after another, as SimpleAllocator.tla has it (Merz). TLC finds
 * 400 states for three clients and two resources. The bug is the known one: who keeps what it has until it has everything can wait
 * for ever for another who does the same.
 */
import { defineModel, oneOf, setOf } from 'parallax/models';

/** All sets of at least one of these. */
function someOf(names: readonly string[]): string[][] {
  const sets: string[][] = [];
  for (const name of names) sets.push([name], ...sets.map((set) => [...set, name]));
  return sets;
}

export const allocator = defineModel({
  name: 'allocator',
  title: 'an allocator of resources to clients that ask for several',
  variants: { default: {} },
  scales: { default: { clients: 3, resources: 2 }, large: { clients: 3, resources: 3 } },
  rules: {
    /** When a client is sure to return all that it has. */
    returns: 'at some time' as 'at some time' | 'when it has everything',
    gives: 'what is free' as 'what is free' | 'what is asked for',
  },
  mutants: {
    'hold-and-wait': {
      title: 'a client returns nothing before it has everything',
      change: { returns: 'when it has everything' },
      expect: { breaks: ['L0'] },
    },
    'gives-twice': {
      title: 'the allocator does not look whether a resource is taken',
      change: { gives: 'what is asked for' },
      expect: { breaks: ['S'] },
    },
  },
  build(m, rules, scale) {
    const names = Array.from({ length: scale.resources }, (_, at) => `r${at}`);
    const set = () => setOf(oneOf(...names));
    const clients = m.family('client', scale.clients, { asksFor: set(), has: set() });
    const isTaken = (name: string) => clients.some(({ has }) => has.has(name));

    clients.forEach((me, id) => {
      const isSure = () => rules.returns === 'at some time' || me.asksFor.size === 0;
      const client = m.process(`client ${id}`, ['ask', 'return all', 'return early', 'return some'], (step) => {
        const giveBack = (returned: readonly string[]) => {
          for (const name of returned) me.has.delete(name);
        };
        if (me.asksFor.size === 0 && me.has.size === 0) {
          step.either('ask', someOf(names), (asked) => {
            for (const name of asked) me.asksFor.add(name);
          });
        }
        const held = [...me.has];
        const parts = someOf(held).filter(({ length }) => length < held.length);
        if (held.length > 0) step(isSure() ? 'return all' : 'return early', () => giveBack(held));
        step.either('return some', parts, giveBack);
      });
      m.weaklyFair(client, { only: ['return all'] });

      const gives = m.process(`allocator for ${id}`, ['give'], (step) => {
        const given = [...me.asksFor].filter((name) => rules.gives === 'what is asked for' || !isTaken(name));
        step.either('give', someOf(given), (some) => {
          for (const name of some) {
            me.asksFor.delete(name);
            me.has.add(name);
          }
        });
      });
      m.stronglyFair(gives);

      m.leadsTo(
        `L${id}: client ${id} gets what it asks for`,
        () => me.asksFor.size > 0,
        () => me.asksFor.size === 0,
      );
    });
    m.never('S: two have one resource', () =>
      names.some((name) => clients.filter(({ has }) => has.has(name)).length > 1),
    );
  },
});
