/** Sequence numbers of a stream shard: a reader that has passed a number must not find a lower one later. */
import { flag, oneOf, upTo, type View } from '../../language/domains.ts';
import { defineModel } from '../../language/entry.ts';
import type { Model } from '../../language/model.ts';
import { MongoDb } from '../../stores/mongodb.ts';

interface Scale {
  readonly writers: number;
}

const rules = {
  /** The number is drawn in the transaction that writes the item and its record, so numbers become visible in order. */
  drawsInTransaction: true,
  /** When the counter cannot be read, that is an error; the numbers do not start again at 1. */
  startsAgain: false,
};
type Rules = typeof rules;

const counterShape = ({ writers }: Scale) => ({ last: upTo(writers), isDamaged: flag });
/** Number 0: no record yet. */
const recordShape = ({ writers }: Scale) => ({ number: upTo(writers) });
const writerShape = ({ writers }: Scale) => ({
  at: oneOf('start', 'has a number', 'done', 'failed'),
  number: upTo(writers),
});
const readerShape = ({ writers }: Scale) => ({ cursor: upTo(writers) });
const deliveredShape = { isSeen: flag };

interface World {
  readonly database: MongoDb;
  readonly counter: View<ReturnType<typeof counterShape>>;
  readonly records: readonly View<ReturnType<typeof recordShape>>[];
  readonly writers: readonly View<ReturnType<typeof writerShape>>[];
  readonly reader: View<ReturnType<typeof readerShape>>;
  /** Whether the record of each writer was delivered to the reader. */
  readonly delivered: readonly View<typeof deliveredShape>[];
  readonly judged: Judged;
}

interface Judged {
  readonly failsRightly: (holds: () => boolean) => void;
  readonly findsNew: (holds: () => boolean) => void;
  readonly delivers: (holds: () => boolean) => void;
  readonly damages: (holds: () => boolean) => void;
}

type Writer = World['writers'][number];

function declareWriter(m: Model, { database, counter, records, writers, judged }: World, rules: Rules, who: number) {
  const me = writers[who]!;
  const record = records[who]!;
  const writes = rules.drawsInTransaction ? [counter, record] : [record];
  const transaction = database.transaction(`transaction ${who}`, writes);
  const isError = () => counter.isDamaged && !rules.startsAgain;
  const draw = () => {
    me.number = rules.startsAgain && counter.isDamaged ? 1 : counter.last + 1;
    me.at = 'has a number';
  };
  const fail = () => {
    judged.failsRightly(() => counter.isDamaged);
    me.at = 'failed';
  };
  const labels = ['draw a number', 'commit', 'WriteConflict', 'the counter cannot be read'] as const;
  const writer = m.process(`writer ${who}`, labels, (step) => {
    const drawNumber = () => {
      if (!rules.drawsInTransaction) {
        database.update(step, counter, (drawing) =>
          drawing('draw a number', () => {
            draw();
            counter.last = me.number;
          }),
        );
        return;
      }
      transaction.begin(step, [counter], (beginning) => {
        if (isError()) step('the counter cannot be read', fail);
        else beginning('draw a number', draw);
      });
    };
    const write = () => {
      record.number = me.number;
      if (rules.drawsInTransaction) counter.last = me.number;
      me.number = 0;
      me.at = 'done';
    };
    const commit = () =>
      transaction.commit(
        step,
        writes,
        (committing) => committing('commit', write),
        (aborting) => aborting('WriteConflict', () => m.reset(me)),
      );
    const phases: { readonly [at in Writer['at']]?: () => void } = { start: drawNumber, 'has a number': commit };
    phases[me.at]?.();
  });
  m.privateTo(writer, me);
  m.weaklyFair(writer);
}

function declareReader(m: Model, { database, records, reader: me, delivered, judged }: World) {
  const process = m.process('reader', ['GetRecords'], (step) => {
    database.scan(records, () => {
      const last = Math.max(...records.map(({ number }) => number));
      if (last <= me.cursor) return;
      step('GetRecords', () => {
        judged.findsNew(() => last > me.cursor);
        records.forEach(({ number }, at) => {
          if (number <= me.cursor) return;
          judged.delivers(() => !delivered[at]!.isSeen);
          delivered[at]!.isSeen = true;
        });
        me.cursor = last;
      });
    });
  });
  m.privateTo(process, me);
  m.weaklyFair(process);
}

function declareProperties(m: Model, { records, writers, reader, delivered }: World) {
  m.always('in order: nothing shows at or below what a reader has passed', () => {
    return records.every(({ number }, at) => number === 0 || number > reader.cursor || delivered[at]!.isSeen);
  });
  m.always('numbers: no two records have the same', () => {
    return records.every(
      ({ number }, at) => number === 0 || records.every((other, i) => i === at || other.number !== number),
    );
  });
  m.always('done: who is done has written a record, and nobody else', () => {
    return writers.every(({ at }, who) => (at === 'done') === records[who]!.number > 0);
  });
  m.always('at rest: no number is kept', () =>
    writers.every(({ at, number }) => (at === 'has a number') === number > 0),
  );
  m.sometimes(
    'records come in several reads',
    () => reader.cursor > 0 && records.some(({ number }) => number > reader.cursor),
  );
  m.sometimes('every record is delivered', () => delivered.every(({ isSeen }) => isSeen));
  const areThrough = () => writers.every(({ at }) => at === 'done' || at === 'failed');
  const isRead = () => records.every(({ number }, at) => number === 0 || delivered[at]!.isSeen);
  m.eventually('L4: every committed record is delivered', () => areThrough() && isRead());
  m.ending('everything written is read', () => areThrough() && isRead());
}

export const streamSequence = defineModel<null, Scale, Rules>({
  name: 'stream-sequence',
  title: 'sequence numbers that show in their order',
  about:
    'Writers take a number for their stream record and commit later. A reader reads every visible record after its ' +
    'cursor and moves the cursor to the last. It misses nothing if and only if records become visible in the order ' +
    'of their numbers. Here the counter is written in the same transaction as the record, so the second of two ' +
    'writers gets a WriteConflict and takes another number. A damaged counter is an error.',
  checkedBy: { 'mongo-rfc/C4-redraw': ['in order', 'delivered'] },
  variants: { default: null },
  scales: { small: { writers: 2 }, default: { writers: 3 }, large: { writers: 5 } },
  document: {
    title: 'The review of the MongoDB backend, C4 and m5: sequence numbers of streams',
    sentences: [
      {
        says: 'C4: a number is drawn, and its record committed later',
        steps: { 'writer n': ['draw a number', 'commit'] },
        properties: ['numbers', 'done'],
      },
      {
        says: 'C4: a reader takes every visible record after its cursor and moves on',
        steps: { reader: ['GetRecords'] },
        properties: ['read'],
      },
      { says: 'C4: nothing shows below what a reader has passed', properties: ['in order'] },
      { says: 'C4: each committed record is delivered once', properties: ['delivered', 'L4'] },
      {
        says: 'C4: an attempt that is retried leaves one record, with a number in the order of commits',
        steps: { 'writer n': ['WriteConflict'] },
        properties: ['in order', 'at rest'],
      },
      { says: 'm5: numbers are drawn for each shard', leftOut: 'one shard: others have no part in its order' },
      {
        says: 'm5: a damaged counter is an error and never begins anew',
        steps: { 'writer n': ['the counter cannot be read'], damage: ['the counter is damaged'] },
        properties: ['failed'],
      },
    ],
    environment: [],
  },
  rules,
  mutants: {
    'drawn-before-commit': {
      title: 'the number is drawn outside of the transaction, and before it',
      change: { drawsInTransaction: false },
      finding: 'mongo-rfc/C4',
      expect: { breaks: ['in order', 'L4'] },
    },
    'counter-starts-again': {
      title: 'a counter that cannot be read starts again at 1',
      change: { startsAgain: true },
      finding: 'mongo-rfc/m5',
      expect: { breaks: ['in order', 'numbers'] },
    },
  },
  build(m, chosen, scale) {
    const counter = m.record('counter', counterShape(scale));
    const records = m.family('record', scale.writers, recordShape(scale));
    const world: World = {
      database: new MongoDb(m, [counter, ...records]),
      counter,
      records,
      writers: m.family('writer', scale.writers, writerShape(scale)),
      reader: m.record('reader', readerShape(scale)),
      delivered: m.family('delivered', scale.writers, deliveredShape),
      judged: {
        failsRightly: m.always('failed: only if the counter cannot be read'),
        findsNew: m.always('read: GetRecords moves the cursor on'),
        delivers: m.always('delivered: no record twice'),
        damages: m.always('damage: it is done once'),
      },
    };
    const { judged } = world;
    world.writers.forEach((_, who) => void declareWriter(m, world, chosen, who));
    declareReader(m, world);
    m.environment('damage', ['the counter is damaged'], (step) => {
      if (counter.isDamaged) return;
      step('the counter is damaged', () => {
        judged.damages(() => !counter.isDamaged);
        counter.isDamaged = true;
      });
    });
    declareProperties(m, world);
  },
});
