/** A cache of table locations that also caches "not found": for five seconds a new table may not be seen. */
import { oneOf, type View } from '../../language/domains.ts';
import { defineModel } from '../../language/entry.ts';
import type { Model } from '../../language/model.ts';
import { Postgres } from '../../stores/postgres.ts';

interface Variant {
  /** Each has its own cache. The first creates the table, the last is read from. */
  readonly servers: number;
}

const rules = {
  /** A table that exists in the catalog, in whatever state, is not cached as not found. */
  keepsNotFoundOf: (status: string): boolean => status === 'absent',
  /** A server that creates a table removes its entry from its own cache. */
  createForgets: true,

  // What is promised.
  findsAtOnce: ({ servers }: Variant): boolean => servers === 1,
};
type Rules = typeof rules;

const tableShape = { status: oneOf('absent', 'CREATING', 'ACTIVE') };
const cacheShape = { holds: oneOf('nothing', 'not found', 'found') };
/** A client that reads, then sees ACTIVE, then reads again. */
const clientShape = { at: oneOf('start', 'has read', 'has seen ACTIVE', 'has found it') };

type Client = View<typeof clientShape>;

interface World {
  readonly database: Postgres;
  readonly table: View<typeof tableShape>;
  readonly caches: readonly View<typeof cacheShape>[];
  readonly client: Client;
  readonly judged: Judged;
}

interface Judged {
  readonly insertsNew: (holds: () => boolean) => void;
  readonly becomesActive: (holds: () => boolean) => void;
  readonly expires: (holds: () => boolean) => void;
  readonly seesActive: (holds: () => boolean) => void;
  readonly readsAfterActive: (isFound: boolean) => void;
  readonly isToldByCache: () => void;
  readonly isToldByCatalog: (seen: boolean) => void;
}

function declareMaker(m: Model, { database, table, caches, judged }: World, rules: Rules) {
  const maker = m.process('create', ['insert', 'make it ACTIVE'], (step) => {
    database.update(table, () => {
      if (table.status === 'absent') {
        step('insert', () => {
          judged.insertsNew(() => table.status === 'absent');
          table.status = 'CREATING';
          if (rules.createForgets) caches[0]!.holds = 'nothing';
        });
      } else if (table.status === 'CREATING') {
        step('make it ACTIVE', () => {
          judged.becomesActive(() => table.status === 'CREATING');
          table.status = 'ACTIVE';
        });
      }
    });
  });
  m.weaklyFair(maker);
}

function declareClient(m: Model, { database, table, caches, client: me, judged }: World, rules: Rules) {
  const cache = caches.at(-1)!;
  const labels = ['read', 'look it up', 'see ACTIVE', 'go without a look'] as const;
  const reader = m.process('client', labels, (step) => {
    const lookUp = (then: (isThere: boolean) => void) => {
      if (cache.holds !== 'nothing') {
        step('read', () => {
          judged.isToldByCache();
          then(cache.holds === 'found');
        });
        return;
      }
      database.select([table], () => {
        step('look it up', () => {
          const { status } = table;
          const isThere = status === 'ACTIVE';
          if (isThere) cache.holds = 'found';
          else if (rules.keepsNotFoundOf(status)) cache.holds = 'not found';
          then(isThere);
        });
      });
    };
    const readFirst = () => {
      lookUp((isThere) => {
        judged.isToldByCatalog(isThere);
        me.at = 'has read';
      });
      step('go without a look', () => {
        me.at = 'has read';
      });
    };
    const readAgain = () =>
      lookUp((isThere) => {
        judged.readsAfterActive(isThere);
        if (isThere) me.at = 'has found it';
      });
    const observe = () =>
      database.select([table], () => {
        if (table.status !== 'ACTIVE') return;
        step('see ACTIVE', () => {
          judged.seesActive(() => table.status === 'ACTIVE');
          me.at = 'has seen ACTIVE';
        });
      });
    const phases: { readonly [at in Client['at']]?: () => void } = {
      start: readFirst,
      'has read': observe,
      'has seen ACTIVE': readAgain,
    };
    phases[me.at]?.();
  });
  m.privateTo(reader, me);
  m.weaklyFair(reader);
}

export const negativeCache = defineModel<Variant, null, Rules>({
  name: 'negative-cache',
  title: 'a cache that keeps what was not found',
  about:
    'A read during CREATING must not cache a not-found that outlives the change to ACTIVE: no entry is cached for a ' +
    'name that the catalog holds in another state. That alone is not enough. A read before CreateTable may rightly ' +
    'cache a not-found, and a table that becomes ACTIVE within the next five seconds is then still not found. So the ' +
    'server that creates the table must drop the entry; the documents do not mention this. On another server the ' +
    'entry disappears only by age: this is recorded as a hole, and a client that asks again finds the table in the end.',
  variants: { 'one-server': { servers: 1 }, 'two-servers': { servers: 2 } },
  scales: { small: null, default: null },
  document: {
    title: 'The design of backup and restore, cache of table keys: section 12 and S14',
    sentences: [
      {
        says: '12: a reader keeps for 5 s that a table was not found',
        steps: { client: ['look it up'], 'age of cache n': ['five seconds go by'] },
        properties: ['age', 'not found is kept'],
      },
      {
        says: '12: the target becomes ACTIVE meanwhile',
        steps: { create: ['insert', 'make it ACTIVE'], client: ['see ACTIVE'] },
        properties: ['ACTIVE', 'observed'],
      },
      { says: '12, S14: a read after an observed ACTIVE succeeds', steps: { client: ['read'] }, properties: ['S14'] },
      {
        says: '12, fix: nothing is kept for a name that the catalog holds in another state',
        properties: ['S14', 'found'],
      },
    ],
    added: [{ why: 'a client that has not looked before', steps: { client: ['go without a look'] } }],
    environment: [],
  },
  rules,
  mutants: {
    'keeps-not-found-of-creating': {
      title: 'a table that is CREATING is kept as not found',
      change: { keepsNotFoundOf: () => true },
      finding: 'restore-parity/first-read-after-active',
      expect: { breaks: ['S14'] },
    },
    'create-does-not-forget': {
      title: 'a not-found of before CreateTable stays in the cache',
      change: { createForgets: false },
      finding: 'restore-parity/first-read-after-active',
      expect: { breaks: ['S14'] },
    },
    'two-servers': {
      title: 'a server has kept as not found what another server creates',
      change: { findsAtOnce: () => true },
      variant: 'two-servers',
      isHole: true,
      finding: 'restore-parity/first-read-after-active',
      expect: { breaks: ['S14'] },
    },
  },
  build(m, chosen, _scale, variant) {
    const isPromised = chosen.findsAtOnce(variant);
    const found = m.always('S14: a read after an observed ACTIVE succeeds');
    const table = m.record('table', tableShape);
    const world: World = {
      database: new Postgres(m, { rows: [table] }),
      table,
      caches: m.family('cache', variant.servers, cacheShape),
      client: m.record('client', clientShape),
      judged: {
        insertsNew: m.always('insert: there was no such table'),
        becomesActive: m.always('ACTIVE: only what is CREATING becomes so'),
        expires: m.always('age: only what was not found is forgotten'),
        seesActive: m.always('observed: what is seen as ACTIVE is so'),
        readsAfterActive: (isFound) => found(isFound || !isPromised),
        isToldByCache: m.sometimes('a read trusts the cache'),
        isToldByCatalog: m.sometimes('a first read finds the table'),
      },
    };
    const { judged } = world;
    declareMaker(m, world, chosen);
    declareClient(m, world, chosen);
    world.caches.forEach((cache, server) => {
      m.timePasses(`age of cache ${server}`, 'five seconds go by', {
        when: () => cache.holds === 'not found',
        effect: () => {
          judged.expires(() => cache.holds === 'not found');
          cache.holds = 'nothing';
        },
      });
    });
    const { client } = world;
    m.always('found: only what is ACTIVE is kept as found', () =>
      world.caches.every(({ holds }) => holds !== 'found' || table.status === 'ACTIVE'),
    );
    const asked = world.caches.at(-1)!;
    m.always('kept: a cache holds only what was asked for', () =>
      world.caches.every((cache) => cache.holds === 'nothing' || (cache === asked && client.at !== 'start')),
    );
    m.always('who has found the table has it in its cache', () => {
      return client.at !== 'has found it' || asked.holds === 'found';
    });
    m.sometimes('not found is kept', () => world.caches.some(({ holds }) => holds === 'not found'));
    m.eventually('L4: a client that asks again finds the table', () => client.at === 'has found it');
    m.ending('the client has found the table', () => client.at === 'has found it');
  },
});
