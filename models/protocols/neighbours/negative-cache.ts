/** A cache of table locations that also caches "not found": for five seconds a new table may not be seen. */
import { oneOf, type View } from '../../language/domains.ts';
import { defineModel } from '../../language/entry.ts';
import type { Model } from '../../language/model.ts';
import { Postgres } from '../../stores/postgres.ts';

const rules = {
  /** Each has its own cache. The first creates the table, the last is read from. */
  servers: 1,
  /** A table that exists in the catalog, in whatever state, is not cached as not found. */
  keepsNotFoundOf: (status: string): boolean => status === 'absent',
  /** A server that creates a table removes its entry from its own cache. */
  createForgets: true,
};
type Rules = typeof rules;

const tableShape = { status: oneOf('absent', 'CREATING', 'ACTIVE') };
const cacheShape = { holds: oneOf('nothing', 'not found', 'found') };
/** A client that reads, then sees ACTIVE, then reads again. */
const clientShape = { at: oneOf('start', 'has read', 'has seen ACTIVE', 'succeeded', 'failed') };

interface World {
  readonly database: Postgres;
  readonly table: View<typeof tableShape>;
  readonly caches: readonly View<typeof cacheShape>[];
  readonly client: View<typeof clientShape>;
}

function declareMaker(m: Model, { database, table, caches }: World, rules: Rules) {
  const maker = m.process('create', ['insert', 'make it ACTIVE'], (step) => {
    database.update(table, () => {
      if (table.status === 'absent') {
        step('insert', () => {
          table.status = 'CREATING';
          if (rules.createForgets && caches[0]!.holds === 'not found') caches[0]!.holds = 'nothing';
        });
      } else if (table.status === 'CREATING') {
        step('make it ACTIVE', () => {
          table.status = 'ACTIVE';
        });
      }
    });
  });
  m.weaklyFair(maker);
}

function declareClient(m: Model, { database, table, caches, client }: World, rules: Rules) {
  const cache = caches.at(-1)!;
  const labels = ['read', 'look it up', 'see ACTIVE', 'go without a look'] as const;
  const reader = m.process('client', labels, (step) => {
    const isFirst = client.at === 'start';
    const lookUp = (then: (isThere: boolean) => void) => {
      if (cache.holds !== 'nothing') step('read', () => then(cache.holds === 'found'));
      else {
        database.select([table], () => {
          step('look it up', () => {
            const isThere = table.status === 'ACTIVE';
            if (isThere) cache.holds = 'found';
            else if (rules.keepsNotFoundOf(table.status)) cache.holds = 'not found';
            then(isThere);
          });
        });
      }
    };
    if (isFirst || client.at === 'has seen ACTIVE') {
      lookUp((isThere) => {
        client.at = isFirst ? 'has read' : isThere ? 'succeeded' : 'failed';
      });
      if (isFirst) {
        step('go without a look', () => {
          client.at = 'has read';
        });
      }
    } else if (client.at === 'has read') {
      database.select([table], () => {
        if (table.status !== 'ACTIVE') return;
        step('see ACTIVE', () => {
          client.at = 'has seen ACTIVE';
        });
      });
    }
  });
  m.weaklyFair(reader);
}

export const negativeCache = defineModel<null, null, Rules>({
  name: 'negative-cache',
  title: 'a cache that keeps what was not found',
  about:
    'A read during CREATING must not cache a not-found that outlives the change to ACTIVE: no entry is cached for a ' +
    'name that the catalog holds in another state. That alone is not enough. A read before CreateTable may rightly ' +
    'cache a not-found, and a table that becomes ACTIVE within the next five seconds is then still not found. So the ' +
    'server that creates the table must drop the entry; the documents do not mention this. On another server the ' +
    'entry disappears only by age: this is recorded as a hole.',
  variants: { default: null },
  scales: { small: null, default: null },
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
      change: { servers: 2 },
      isHole: true,
      finding: 'restore-parity/first-read-after-active',
      expect: { breaks: ['S14'] },
    },
  },
  build(m, chosen) {
    const table = m.record('table', tableShape);
    const world = {
      database: new Postgres(m, { rows: [table] }),
      table,
      caches: m.family('cache', chosen.servers, cacheShape),
      client: m.record('client', clientShape),
    };
    declareMaker(m, world, chosen);
    declareClient(m, world, chosen);
    world.caches.forEach((cache, server) => {
      m.timePasses(`age of cache ${server}`, 'five seconds go by', {
        when: () => cache.holds === 'not found',
        effect: () => {
          cache.holds = 'nothing';
        },
      });
    });
    const { client } = world;
    m.always('S14: a read after an observed ACTIVE succeeds', () => client.at !== 'failed');
    m.sometimes('a read finds nothing before the table is ACTIVE', () => client.at === 'has read');
    m.sometimes('not found is kept', () => world.caches.some(({ holds }) => holds === 'not found'));
    m.eventually('L4: the read after ACTIVE is answered', () => client.at === 'succeeded' || client.at === 'failed');
    m.ending('the read after ACTIVE is answered, one way or the other', () => {
      return client.at === 'succeeded' || client.at === 'failed';
    });
  },
});
