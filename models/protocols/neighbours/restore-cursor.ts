/** A restore reads its backup in batches and keeps a cursor. The cursor must mean the same position in the next batch. */
import { flag, list, upTo, type View } from '../../language/domains.ts';
import { defineModel } from '../../language/entry.ts';
import type { Model } from '../../language/model.ts';
import { Sqlite } from '../../stores/sqlite.ts';

interface Scale {
  readonly items: number;
}

const rules = {
  /** The cursor is an explicit integer primary key, which nothing renumbers. An implicit rowid is renumbered by VACUUM. */
  isKeyStable: true,
};
type Rules = typeof rules;

const sourceShape = ({ items }: Scale) => ({ ids: list(items, upTo(items + 1)), isClosedUp: flag });
const restoreShape = ({ items }: Scale) => ({ cursor: upTo(items + 1), copies: list(items, upTo(2)), isDone: flag });

interface World {
  readonly database: Sqlite;
  readonly source: View<ReturnType<typeof sourceShape>>;
  readonly restore: View<ReturnType<typeof restoreShape>>;
  readonly judged: Judged;
}

interface Judged {
  readonly finishes: (holds: () => boolean) => void;
  readonly closesUp: (holds: () => boolean) => void;
}

function declareRestore(m: Model, { database, source, restore: me, judged }: World) {
  const process = m.process('restore', ['copy a batch', 'finish'], (step) => {
    if (me.isDone) return;
    database.read(() => {
      const next = source.ids.findIndex((id) => id > me.cursor);
      if (next < 0) {
        step('finish', () => {
          judged.finishes(() => !me.isDone);
          me.isDone = true;
        });
      } else {
        step('copy a batch', () => {
          me.copies[next]!++;
          me.cursor = source.ids[next]!;
        });
      }
    });
  });
  m.privateTo(process, me);
  m.weaklyFair(process);
}

function declareVacuum(m: Model, { database, source, judged }: World, rules: Rules) {
  m.process('vacuum', ['VACUUM'], (step) => {
    database.write(() => {
      if (source.isClosedUp) return;
      step('VACUUM', () => {
        judged.closesUp(() => !source.isClosedUp);
        source.isClosedUp = true;
        if (!rules.isKeyStable) for (let at = 0; at < source.ids.length; at++) source.ids[at] = at + 1;
      });
    });
  });
}

export const restoreCursor = defineModel<null, Scale, Rules>({
  name: 'restore-cursor',
  title: 'the cursor of a restore against renumbered rows',
  about:
    'A restore copies the rows behind its cursor, batch by batch, each in a read transaction of its own. The row with id 1 ' +
    'is gone, so a VACUUM between two batches has a gap to close, and with an implicit rowid every row moves down by one: ' +
    'the next row then lies at the cursor, and not behind it.',
  variants: { default: null },
  scales: { small: { items: 2 }, default: { items: 3 } },
  document: {
    title: 'The design of backup and restore, cursor of a restore on SQLite: section 12',
    sentences: [
      { says: '12: batches are ordered by a cursor', steps: { restore: ['copy a batch', 'finish'] } },
      {
        says: '12: a step that renumbers rows between batches skips or repeats some, so the key must be stable',
        steps: { vacuum: ['VACUUM'] },
        properties: ['each item once', 'a VACUUM falls between two batches'],
      },
      { says: 'L1: the restore ends', properties: ['L4', 'the restore ends once'] },
    ],
    environment: [],
  },
  rules,
  mutants: {
    'implicit-rowid': {
      title: 'the cursor is an implicit rowid',
      change: { isKeyStable: false },
      finding: 'restore-parity/sqlite-rowid-cursor',
      expect: { breaks: ['each item once'] },
    },
  },
  build(m, chosen, scale) {
    const ids = Array.from({ length: scale.items }, (_, item) => item + 2);
    const source = m.record('source', sourceShape(scale), { ids });
    const restore = m.record('restore', restoreShape(scale));
    const judged = {
      finishes: m.always('the restore ends once'),
      closesUp: m.always('a VACUUM closes a gap'),
    };
    const world: World = { database: new Sqlite(m, [source]), source, restore, judged };
    declareRestore(m, world);
    declareVacuum(m, world, chosen);
    m.always('each item once: nothing is left out, nothing is copied twice', () => {
      return restore.copies.every((copies) => (restore.isDone ? copies === 1 : copies <= 1));
    });
    m.sometimes(
      'a VACUUM falls between two batches',
      () => source.isClosedUp && restore.copies[0] === 1 && !restore.isDone,
    );
    m.eventually('L4: the restore ends', () => restore.isDone);
    m.ending('the restore is done', () => restore.isDone);
  },
});
