/**
 * UpdateItem by two paths: a fast one that changes the item in place, and a slow one that reads, computes, and swaps if the version
 * is unchanged.
 */
import { flag, list, oneOf, upTo, type View } from '../../language/domains.ts';
import { defineModel } from '../../language/entry.ts';
import type { Model } from '../../language/model.ts';
import { MongoDb } from '../../stores/mongodb.ts';

interface Scale {
  readonly fast: number;
  readonly slow: number;
}

const rules = {
  /** Every path that changes an item changes its version. */
  fastPathBumpsVersion: true,
  /** A swap that finds another version starts again with its read. */
  triesAgain: true,
};
type Rules = typeof rules;

const itemShape = ({ fast, slow }: Scale) => ({ has: list(fast + slow, flag), version: upTo(fast + slow) });
/** What the slow path remembers of the item it read. */
const updateShape = ({ fast, slow }: Scale) => ({
  at: oneOf('start', 'has read', 'acknowledged', 'failed'),
  read: list(fast + slow, flag),
  version: upTo(fast + slow),
});
type Update = View<ReturnType<typeof updateShape>>;
type Item = View<ReturnType<typeof itemShape>>;

interface Judged {
  readonly acknowledges: (holds: () => boolean) => void;
}

function declareFast(m: Model, database: MongoDb, item: Item, me: Update, who: number, rules: Rules, judged: Judged) {
  const update = m.process(`fast update ${who}`, ['change in place'], (step) => {
    if (me.at !== 'start') return;
    database.update(step, item, (updating) =>
      updating('change in place', () => {
        judged.acknowledges(() => me.at === 'start');
        item.has[who] = true;
        if (rules.fastPathBumpsVersion) item.version++;
        me.at = 'acknowledged';
      }),
    );
  });
  m.weaklyFair(update);
}

function declareSlow(m: Model, database: MongoDb, item: Item, me: Update, who: number, rules: Rules) {
  const read = () => {
    item.has.forEach((has, at) => {
      me.read[at] = has;
    });
    me.version = item.version;
    me.at = 'has read';
  };
  const swap = () => {
    me.read.forEach((has, at) => {
      item.has[at] = has || at === who;
    });
    item.version++;
    m.reset(me);
    me.at = 'acknowledged';
  };
  const update = m.process(`slow update ${who}`, ['read', 'swap', 'another version'], (step) => {
    if (me.at === 'start') database.find(item, () => step('read', read));
    else if (me.at === 'has read') {
      database.update(step, item, (updating) => {
        if (item.version === me.version) updating('swap', swap);
        else {
          step('another version', () => {
            m.reset(me);
            if (!rules.triesAgain) me.at = 'failed';
          });
        }
      });
    }
  });
  m.weaklyFair(update);
}

export const updatePaths = defineModel<null, Scale, Rules>({
  name: 'update-paths',
  title: 'two paths of UpdateItem on one item',
  about:
    'Each update sets an attribute of its own, so an attribute that is missing at the end is a lost update. The slow path ' +
    'writes back the whole item that it read, if its version is still the same.',
  variants: { default: null },
  scales: { small: { fast: 1, slow: 1 }, default: { fast: 2, slow: 2 }, large: { fast: 3, slow: 3 } },
  document: {
    title: 'The review of the MongoDB backend, M15 and M2: two paths of UpdateItem',
    sentences: [
      { says: 'M15: the fast path changes the item in place', steps: { 'fast update n': ['change in place'] } },
      {
        says: 'M15: the slow path reads, and writes over the version that it has read',
        steps: { 'slow update n': ['read', 'swap'] },
      },
      {
        says: 'M15: every acknowledged update is in the final item, so the fast path must raise the version',
        properties: ['no lost update'],
      },
      {
        says: 'M2: a conflict is tried again and not answered',
        steps: { 'slow update n': ['another version'] },
        properties: ['answered', 'L4'],
      },
    ],
    environment: [],
  },
  rules,
  mutants: {
    'fast-path-keeps-version': {
      title: 'the fast path leaves the version as it is',
      change: { fastPathBumpsVersion: false },
      finding: 'mongo-rfc/M15',
      expect: { breaks: ['no lost update'] },
    },
    'conflict-is-an-error': {
      title: 'a swap that finds another version fails at once',
      change: { triesAgain: false },
      finding: 'mongo-rfc/M2',
      expect: { breaks: ['answered', 'L4'] },
    },
  },
  build(m, chosen, scale) {
    const item = m.record('item', itemShape(scale));
    const database = new MongoDb(m, [item]);
    const judged = { acknowledges: m.always('once: an update is acknowledged once') };
    const updates = m.family('update', scale.fast + scale.slow, updateShape(scale));
    updates.forEach((me, who) => {
      if (who < scale.fast) declareFast(m, database, item, me, who, chosen, judged);
      else declareSlow(m, database, item, me, who, chosen);
    });
    m.always('no lost update: what is acknowledged is in the item', () => {
      return updates.every(({ at }, who) => at !== 'acknowledged' || item.has[who]!);
    });
    m.always('at rest: nothing that was read is remembered', () =>
      updates.every(({ at, read, version }) => at === 'has read' || (version === 0 && read.every((has) => !has))),
    );
    m.always('answered: no update fails for the sake of another', () => updates.every(({ at }) => at !== 'failed'));
    m.sometimes('a swap comes after another update of what it read', () => {
      return updates.some(({ at, version }) => at === 'has read' && version !== item.version);
    });
    const areAcknowledged = () => updates.every(({ at }) => at === 'acknowledged');
    m.eventually('L4: every update is acknowledged', areAcknowledged);
    m.ending('every update is acknowledged', areAcknowledged);
  },
});
