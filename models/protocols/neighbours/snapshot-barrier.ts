/** CreateBackup on PostgreSQL: the definition and the items must be from one moment, else the backup shows a table that never existed. */
import { flag, list, oneOf, upTo, type View } from '../../language/domains.ts';
import { defineModel } from '../../language/entry.ts';
import type { Model } from '../../language/model.ts';
import { Postgres, type Session } from '../../stores/postgres.ts';

const rules = {
  /** The first SELECT fixes the snapshot while the row of the definition is still locked. LOCK TABLE fixes none. */
  readsBeforeUnlocking: true,
  /** All items come from one snapshot. */
  readsOneSnapshot: true,
};
type Rules = typeof rules;

/** Items are written in order; the second only after the definition has its new index. */
const itemCount = 2;
const definitionShape = { hasIndex: flag };
const itemsShape = { written: list(itemCount, flag) };
const backupShape = {
  at: oneOf('start', 'has the definition', 'unlocked', 'has a snapshot', 'done'),
  hasIndex: flag,
  items: list(itemCount, flag),
  next: upTo(itemCount),
};

const updateShape = { at: oneOf('start', 'locked', 'done') };
const writerShape = { next: upTo(itemCount), sawIndex: flag };
type Backup = View<typeof backupShape>;

interface World {
  readonly database: Postgres;
  readonly definition: View<typeof definitionShape>;
  readonly items: View<typeof itemsShape>;
  readonly backup: Backup;
  readonly update: View<typeof updateShape>;
  readonly writer: View<typeof writerShape>;
}

function declareCreate(m: Model, { database, definition, items, backup: me }: World, session: Session, rules: Rules) {
  const readAll = () => {
    for (let item = 0; item < itemCount; item++) me.items[item] = items.written[item]!;
  };
  const unlock = (next: 'unlocked' | 'done') => () => {
    session.rollback();
    me.at = next;
  };
  const create = m.process('create', ['lock the definition', 'pin the snapshot', 'read an item', 'unlock'], (step) => {
    const pin = (next: 'has a snapshot' | 'done') => {
      database.select([items], () => {
        step('pin the snapshot', () => {
          readAll();
          me.at = next;
        });
      });
    };
    const lock = () =>
      session.lock(step, definition, (locking) =>
        locking('lock the definition', () => {
          me.hasIndex = definition.hasIndex;
          me.at = 'has the definition';
        }),
      );
    const readItems = () => {
      if (rules.readsOneSnapshot) pin('done');
      else {
        database.select([items], () => {
          step('read an item', () => {
            me.items[me.next] = items.written[me.next]!;
            me.next++;
            if (me.next === itemCount) me.at = 'done';
          });
        });
      }
    };
    const phases: { readonly [at in Backup['at']]?: () => void } = {
      start: lock,
      'has the definition': () => {
        if (rules.readsBeforeUnlocking && rules.readsOneSnapshot) pin('has a snapshot');
        else step('unlock', unlock('unlocked'));
      },
      'has a snapshot': () => step('unlock', unlock('done')),
      unlocked: readItems,
    };
    phases[me.at]?.();
  });
  m.privateTo(create, me);
  m.weaklyFair(create);
}

function declareUpdate(m: Model, { definition, update: me }: World, session: Session) {
  const updating = m.process('UpdateTable', ['lock the definition', 'add the index'], (step) => {
    if (me.at === 'start') {
      session.lock(step, definition, (locking) =>
        locking('lock the definition', () => {
          me.at = 'locked';
        }),
      );
    } else if (me.at === 'locked') {
      session.commit(step, { updates: [definition] }, (committing) =>
        committing('add the index', () => {
          definition.hasIndex = true;
          me.at = 'done';
        }),
      );
    }
  });
  m.privateTo(updating, me);
  m.weaklyFair(updating);
}

function declareWriter(m: Model, { database, definition, items, writer: me }: World) {
  const writer = m.process('writer', ['write an item', 'see the index'], (step) => {
    if (me.next === 1 && !me.sawIndex) {
      database.select([definition], () => {
        if (!definition.hasIndex) return;
        step('see the index', () => {
          me.sawIndex = true;
        });
      });
    } else if (me.next < itemCount) {
      database.update(items, () => {
        step('write an item', () => {
          items.written[me.next] = true;
          me.next++;
        });
      });
    }
  });
  m.privateTo(writer, me);
  m.weaklyFair(writer);
}

function declareProperties(m: Model, { database, definition, items, backup, update, writer }: World) {
  const isDone = () => backup.at === 'done';
  m.always('an index that was seen is there', () => !writer.sawIndex || definition.hasIndex);
  m.always('what is written is there', () => items.written.every((is, at) => is === at < writer.next));
  m.always('one state: items that need the index come with the index', () => {
    return !isDone() || !backup.items[1] || backup.hasIndex;
  });
  m.always('one moment: no later item without the earlier', () => !isDone() || !backup.items[1] || backup.items[0]!);
  m.sometimes('a backup has everything', () => isDone() && backup.hasIndex && backup.items[1]!);
  m.sometimes('a backup is of a moment in between', () => isDone() && !backup.hasIndex && backup.items[0]!);
  const isAtRest = () => isDone() && update.at === 'done' && definition.hasIndex && writer.next === itemCount;
  m.eventually('L4: everyone ends', isAtRest);
  m.ending('everyone is through, and nobody holds the lock', () => isAtRest() && !database.isRowLocked(definition));
}

export const snapshotBarrier = defineModel<null, null, Rules>({
  name: 'snapshot-barrier',
  title: 'definition and items of a backup belong to one moment',
  about:
    'The create locks the row of the definition, copies it, and pins the snapshot of the items by a first SELECT ' +
    'before it lets go of the lock. UpdateTable waits for that lock, and a writer uses the new index only once it ' +
    'sees it. SQLite reads both under its write lock, which has the same effect. MongoDB and Cassandra read without ' +
    'a snapshot and claim no such property: 16 of 66 and 123 of 800 pairs were measured out of order. This is ' +
    'recorded as a hole.',
  variants: { default: null },
  scales: { small: null, default: null },
  neverTaken: { 'create: read an item': 'only a planted bug takes it' },
  document: {
    title: 'The design of backup and restore, snapshot of CreateBackup on PostgreSQL: section 12',
    sentences: [
      {
        says: '12: the create locks the row of the definition and copies it',
        steps: { create: ['lock the definition'] },
      },
      {
        says: '12: a read pins the snapshot before the lock is released; to lock a table takes no snapshot',
        steps: { create: ['pin the snapshot', 'unlock'] },
        properties: ['one moment'],
      },
      {
        says: '12: UpdateTable and writes go on meanwhile',
        steps: { UpdateTable: ['lock the definition', 'add the index'], writer: ['write an item', 'see the index'] },
        properties: ['an index that was seen is there', 'what is written is there'],
      },
      { says: '12: definition and items belong to one state', properties: ['one state', 'one moment'] },
      { says: '12: SQLite reads both under its write lock', leftOut: 'the same steps with another lock' },
      {
        says: '12: MongoDB and Cassandra are not point-in-time, and claim no such property',
        leftOut: 'the hole `no-snapshot` shows what they do',
      },
      { says: 'L4: each request is answered', properties: ['L4'] },
    ],
    environment: [],
  },
  rules,
  mutants: {
    'unlock-before-read': {
      title: 'the lock of the definition is let go before the first read of the items',
      change: { readsBeforeUnlocking: false },
      finding: 'restore-parity/pg-snapshot-barrier',
      expect: { breaks: ['one state'] },
    },
    'no-snapshot': {
      title: 'MongoDB and Cassandra read the items one after the other, each as it is then',
      change: { readsOneSnapshot: false },
      isHole: true,
      finding: 'restore-parity/pg-snapshot-barrier',
      expect: { breaks: ['one moment', 'one state'] },
    },
  },
  build(m, chosen) {
    const definition = m.record('definition', definitionShape);
    const items = m.record('items', itemsShape);
    const backup = m.record('backup', backupShape);
    const database = new Postgres(m, { rows: [definition, items], lockable: [definition] });
    const update = m.record('update', updateShape);
    const writer = m.record('writer', writerShape);
    const world = { database, definition, items, backup, update, writer };
    declareCreate(m, world, database.session('session of the create'), chosen);
    declareUpdate(m, world, database.session('session of UpdateTable'));
    declareWriter(m, world);
    declareProperties(m, world);
  },
});
