/** Two servers use one table, and one adds an index: what the other has cached about indexes, and what is lost because of it. */
import { flag, list, oneOf, upTo, type View } from '../../language/domains.ts';
import { defineModel } from '../../language/entry.ts';
import type { Model } from '../../language/model.ts';
import { Postgres } from '../../stores/postgres.ts';

interface Variant {
  readonly isCached: boolean;
  /** The backfill waits until every cache entry from before the index has expired. */
  readonly backfillWaits: boolean;
}

interface Scale {
  readonly items: number;
}

const variants = {
  /** A write reads the list of indexes in its own transaction. */
  'no-cache': { isCached: false, backfillWaits: false },
  /** Servers cache the list for a while, and the backfill waits for that time. */
  'waiting-backfill': { isCached: true, backfillWaits: true },
} satisfies { [name: string]: Variant };

const rules = {
  /** A backfill whose batch is empty continues to the end, and the index becomes ACTIVE. */
  emptyBatchGoesOn: true,
  entriesExpire: true,
  backfillWaits: ({ backfillWaits }: Variant): boolean => backfillWaits,
};
type Rules = typeof rules;

const tableShape = ({ items }: Scale) => ({
  index: oneOf('none', 'CREATING', 'ACTIVE'),
  base: list(items, flag),
  entries: list(items, flag),
});
const cacheShape = { hasIndex: oneOf('not known', 'no', 'yes') };
const writerShape = ({ items }: Scale) => ({ item: upTo(items) });
const backfillShape = ({ items }: Scale) => ({ next: upTo(items), isStuck: flag });
/** The lifetime of a cache entry has passed since the index was added. */
const ageShape = { isOver: flag };

interface World {
  readonly scale: Scale;
  readonly database: Postgres;
  readonly table: View<ReturnType<typeof tableShape>>;
  readonly cache: View<typeof cacheShape>;
  readonly writer: View<ReturnType<typeof writerShape>>;
  readonly backfill: View<ReturnType<typeof backfillShape>>;
  readonly age: View<typeof ageShape>;
  readonly judged: Judged;
}

interface Judged {
  readonly becomesActive: (holds: () => boolean) => void;
  readonly expires: (holds: () => boolean) => void;
  readonly looksAgain: (seen: () => boolean) => void;
  readonly isOutdated: (seen: () => boolean) => void;
}

/** The other server, which writes items one by one. */
function declareWriter(m: Model, world: World, { isCached }: Variant) {
  const { scale, database, table, cache, age, writer: me, judged } = world;
  const process = m.process('writes on another server', ['look for indexes', 'write'], (step) => {
    if (me.item === scale.items) return;
    if (isCached && cache.hasIndex === 'not known') {
      database.select([table], () => {
        step('look for indexes', () => {
          judged.looksAgain(() => age.isOver);
          cache.hasIndex = table.index === 'none' ? 'no' : 'yes';
        });
      });
      return;
    }
    database.update(table, () => {
      const hasIndex = isCached ? cache.hasIndex === 'yes' : table.index !== 'none';
      step('write', () => {
        judged.isOutdated(() => table.index !== 'none' && !hasIndex);
        table.base[me.item] = true;
        if (hasIndex) table.entries[me.item] = true;
        me.item++;
      });
    });
  });
  m.privateTo(process, me);
  m.weaklyFair(process);
}

function declareIndexing(m: Model, world: World, rules: Rules, variant: Variant) {
  const { scale, database, table, age, backfill: me, judged } = world;
  const labels = ['add the index', 'backfill a batch', 'an empty batch', 'make it ACTIVE'] as const;
  const indexing = m.process('UpdateTable and backfill', labels, (step) => {
    if (!rules.emptyBatchGoesOn && me.isStuck) return;
    database.update(table, () => {
      if (table.index === 'none') {
        step('add the index', () => {
          table.index = 'CREATING';
        });
      } else if (rules.backfillWaits(variant) && !age.isOver) {
        // The backfill waits.
      } else if (me.next < scale.items) {
        if (table.base[me.next]) {
          step('backfill a batch', () => {
            table.entries[me.next] = true;
            me.next++;
          });
        } else {
          step('an empty batch', () => {
            me.next++;
            if (!rules.emptyBatchGoesOn) me.isStuck = true;
          });
        }
      } else if (table.index === 'CREATING') {
        step('make it ACTIVE', () => {
          judged.becomesActive(() => table.index === 'CREATING');
          table.index = 'ACTIVE';
        });
      }
    });
  });
  m.privateTo(indexing, me);
  m.weaklyFair(indexing);
}

function declareTime(m: Model, { table, cache, age, judged }: World, rules: Rules) {
  m.timePasses('age of the cache', 'as long as an entry lives goes by', {
    when: () => table.index !== 'none' && !age.isOver,
    effect: () => {
      judged.expires(() => table.index !== 'none' && !age.isOver);
      age.isOver = true;
      if (rules.entriesExpire) cache.hasIndex = 'not known';
    },
  });
}

export const indexCache = defineModel<Variant, Scale, Rules>({
  name: 'index-cache',
  title: 'an index is added while another server writes',
  about:
    'One server adds an index and fills it item by item, another writes the same items. Once the index is ACTIVE it ' +
    'must have an entry for each item. A server that has cached “no index” writes no entry, and if the backfill has ' +
    'already passed the item, the entry is missing. Either nothing is cached beyond the transaction, or the backfill ' +
    'waits until every older cache entry has expired. A write that was decided before that and lands after it is ' +
    'left out: looking at the cache and writing are one step here.',
  variants,
  scales: { small: { items: 1 }, default: { items: 2 }, large: { items: 5 } },
  document: {
    title: 'The review of the MongoDB backend, M8 and the backfill of an index',
    sentences: [
      {
        says: 'M8: an index that one server adds is kept in step by every server from then on',
        steps: { 'UpdateTable and backfill': ['add the index'], 'writes on another server': ['write'] },
        properties: ['index', 'L4'],
      },
      {
        says: 'M8, bug: a server has cached that there is no index',
        steps: {
          'writes on another server': ['look for indexes'],
          'age of the cache': ['as long as an entry lives goes by'],
        },
        properties: ['a write trusts an outdated entry', 'expiry'],
      },
      {
        says: 'Backfill: no entry is lost because a server does not know the index yet',
        steps: { 'UpdateTable and backfill': ['backfill a batch', 'make it ACTIVE'] },
        properties: ['index', 'ACTIVE'],
      },
      {
        says: 'Backfill: an index never stays CREATING with nothing to finish it, after an empty batch neither',
        steps: { 'UpdateTable and backfill': ['an empty batch'] },
        properties: ['L1'],
      },
      { says: 'Backfill: or it ends in a failure that can be diagnosed', leftOut: 'no backfill fails for good here' },
    ],
    environment: [],
  },
  rules,
  mutants: {
    'remembered-for-ever': {
      title: 'a server that has seen no index never looks again',
      change: { entriesExpire: false },
      variant: 'waiting-backfill',
      finding: 'mongo-rfc/M8',
      expect: { breaks: ['index', 'L4'] },
    },
    'backfill-does-not-wait': {
      title: 'the backfill begins while another server may still remember that there is no index',
      change: { backfillWaits: () => false },
      variant: 'waiting-backfill',
      finding: 'mongo-rfc/R2-nb-cache-staleness',
      expect: { breaks: ['index'] },
    },
    'empty-batch-ends-backfill': {
      title: 'a batch that finds nothing returns, and nobody goes on with the backfill',
      change: { emptyBatchGoesOn: false },
      finding: 'mongo-rfc/R3-gsi-backfill-stuck',
      expect: { breaks: ['L1', 'no deadlock'] },
    },
  },
  build(m, chosen, scale, variant) {
    const table = m.record('table', tableShape(scale));
    const world: World = {
      scale,
      database: new Postgres(m, { rows: [table] }),
      table,
      cache: m.record('cache', cacheShape),
      writer: m.record('writer', writerShape(scale)),
      backfill: m.record('backfill', backfillShape(scale)),
      age: m.record('age of the cache', ageShape),
      judged: {
        becomesActive: m.always('ACTIVE: only an index that is CREATING becomes so'),
        expires: m.always('expiry: it is counted once, from the new index on'),
        looksAgain: variant.isCached ? m.sometimes('a server looks again after its entry expired') : () => undefined,
        isOutdated: variant.isCached ? m.sometimes('a write trusts an outdated entry') : () => undefined,
      },
    };
    declareWriter(m, world, variant);
    declareIndexing(m, world, chosen, variant);
    if (variant.isCached) declareTime(m, world, chosen);
    else m.always('no cache: nothing is remembered', () => world.cache.hasIndex === 'not known');
    const { writer, backfill } = world;
    const areEqual = () => table.entries.every((has, item) => has === table.base[item]);
    m.always('entries: there are none before the index', () => {
      return table.index !== 'none' || table.entries.every((has) => !has);
    });
    m.always('index: an ACTIVE index has an entry for each item', () => table.index !== 'ACTIVE' || areEqual());
    m.sometimes(
      'an item is written behind the backfill',
      () => backfill.next > writer.item && table.index === 'CREATING',
    );
    m.sometimes('an item is filled in', () => table.base[0]! && table.entries[0]! && backfill.next === 1);
    m.leadsTo(
      'L1: an index becomes ACTIVE',
      () => table.index === 'CREATING',
      () => table.index === 'ACTIVE',
    );
    const isThrough = () => writer.item === scale.items && table.index === 'ACTIVE';
    m.eventually('L4: the index has an entry for each item', () => isThrough() && areEqual());
    m.ending('the writer is through and the index ACTIVE', isThrough);
  },
});
