/** The first version of restore: the timer that makes new tables ACTIVE treats a restore target like any new table. */
import { flag, list, oneOf, upTo, type View } from '../language/domains.ts';
import { defineModel } from '../language/entry.ts';
import type { Model } from '../language/model.ts';
import { Postgres } from '../stores/postgres.ts';
import { catalogue } from './mutants.ts';

interface Scale {
  readonly batches: number;
}

const rules = {
  /** A restore target waits for its copy, so it has no transition time. */
  targetHasTransitionTime: false,
  /** The timer makes a table ACTIVE if it is CREATING and its transition time has passed. */
  timerAsksForTransitionTime: true,
  /** The copy ends with ACTIVE if the target is still CREATING. */
  copyMakesActive: true,
};
type Rules = typeof rules;

const tableShape = ({ batches }: Scale) => ({
  status: oneOf('absent', 'CREATING', 'ACTIVE'),
  /** transition_at is set, to a past or near moment. */
  hasTransitionTime: flag,
  batches: list(batches, flag),
});
type Table = View<ReturnType<typeof tableShape>>;
type Row = Pick<Table, 'status' | 'hasTransitionTime'>;

const restoreShape = ({ batches }: Scale) => ({ at: oneOf('start', 'copying', 'done'), batch: upTo(batches) });
type Restore = View<ReturnType<typeof restoreShape>>;

interface Judged {
  readonly insertsNew: (holds: () => boolean) => void;
  readonly flips: (holds: () => boolean) => void;
}

function declareRestore(
  m: Model,
  database: Postgres,
  table: Table,
  me: Restore,
  { batches }: Scale,
  rules: Rules,
): void {
  const restore = m.process('restore', ['begin', 'copy a batch', 'finish'], (step) => {
    const begin = () =>
      database.insert(table, [table], () => {
        step('begin', () => {
          table.status = 'CREATING';
          me.at = 'copying';
          if (rules.targetHasTransitionTime) table.hasTransitionTime = true;
        });
      });
    const copy = () =>
      database.update(table, () => {
        step('copy a batch', () => {
          table.batches[me.batch] = true;
          me.batch++;
        });
      });
    const finish = () =>
      database.update(table, () => {
        step('finish', () => {
          if (rules.copyMakesActive) table.status = 'ACTIVE';
          me.at = 'done';
        });
      });
    const phases: { readonly [at in Restore['at']]?: () => void } = {
      start: begin,
      copying: () => (me.batch < batches ? copy() : finish()),
    };
    phases[me.at]?.();
  });
  m.privateTo(restore, me);
  m.weaklyFair(restore);
}

function declareCreateTable(m: Model, database: Postgres, ordinary: Row, judged: Judged): void {
  const client = m.process('create table', ['insert'], (step) => {
    database.insert(ordinary, [ordinary], () => {
      if (ordinary.status !== 'absent') return;
      step('insert', () => {
        judged.insertsNew(() => ordinary.status === 'absent');
        ordinary.status = 'CREATING';
        ordinary.hasTransitionTime = true;
      });
    });
  });
  m.weaklyFair(client);
}

function declareControlPlane(m: Model, database: Postgres, tables: readonly Row[], rules: Rules, judged: Judged) {
  const controlPlane = m.process('control plane', ['flip'], (step) => {
    for (const table of tables) {
      database.update(table, () => {
        if (table.status !== 'CREATING') return;
        if (rules.timerAsksForTransitionTime && !table.hasTransitionTime) return;
        step('flip', () => {
          judged.flips(() => table.status === 'CREATING' && table.hasTransitionTime);
          table.status = 'ACTIVE';
        });
      });
    }
  });
  m.weaklyFair(controlPlane);
}

function declareProperties(m: Model, table: Table, ordinary: Row, restore: Restore): void {
  const isComplete = () => table.batches.every((batch) => batch);
  m.always('S1: complete when ACTIVE', () => table.status !== 'ACTIVE' || isComplete());
  m.sometimes('a restore completes', () => table.status === 'ACTIVE' && isComplete());
  m.sometimes('a target is seen half full', () => table.status === 'CREATING' && !isComplete());
  m.leadsTo(
    'L1: a target becomes ACTIVE',
    () => table.status === 'CREATING',
    () => table.status === 'ACTIVE',
  );
  m.leadsTo(
    'L1 of an ordinary table: the timer makes it ACTIVE',
    () => ordinary.status === 'CREATING',
    () => ordinary.status === 'ACTIVE',
  );
  const isThrough = () => restore.at === 'done' && ordinary.status !== 'absent';
  m.eventually('L4: restore and create end', isThrough);
  m.ending('both are through, and their tables are ACTIVE and whole', () => {
    return isThrough() && ordinary.status === 'ACTIVE' && table.status === 'ACTIVE' && isComplete();
  });
}

export const timedRestore = defineModel<null, Scale, Rules>({
  name: 'timed-restore',
  title: 'the timer that makes restore targets ACTIVE, and its fix',
  about:
    'The control plane makes a created table ACTIVE at its transition time. For an ordinary table of CreateTable, ' +
    'next to the restore, this is right. A restore target was given such a time as well, about 50 ms after it was ' +
    'inserted, while the copy went on for as long as there were items. The fix gives a restore target no transition ' +
    'time and makes ACTIVE the last step of the copy. Measured on the products: 0 of 40,000 items at the first ' +
    'ACTIVE in ten of ten runs.',
  checkedBy: { 'mongo-rfc/R3-restore-race-postgres': ['S1'] },
  variants: { default: null },
  scales: { small: { batches: 1 }, default: { batches: 3 }, large: { batches: 12 } },
  document: {
    title: 'The review of the MongoDB backend, restore race; the timer design of section 4',
    sentences: [
      {
        says: '4, begin: the target is inserted as CREATING, with a transition time',
        steps: { restore: ['begin'] },
      },
      { says: '4, copy: the batches land one after the other', steps: { restore: ['copy a batch'] } },
      {
        says: '4, flip: what is CREATING and has reached its transition time becomes ACTIVE',
        steps: { 'control plane': ['flip'] },
        properties: ['timer'],
      },
      {
        says: '4: the flip is polled every 250 ms, and comes about 50 ms after the beginning',
        leftOut: 'no clock: the flip may come at any time',
      },
      {
        says: '4, fix: no transition time for a restore target, and ACTIVE as the last step of the copy',
        steps: { restore: ['finish'] },
        properties: ['S1'],
      },
      {
        says: '2: the timer is right for an ordinary table of CreateTable',
        steps: { 'create table': ['insert'] },
        properties: ['L1 of an ordinary table'],
      },
      { says: 'S1: an ACTIVE target has every batch', properties: ['S1'] },
      { says: 'L1: a restore target becomes ACTIVE', properties: ['L1', 'a restore completes'] },
    ],
    environment: [],
  },
  rules,
  mutants: {
    'timer-makes-active': {
      ...catalogue['timer-makes-active'],
      change: { targetHasTransitionTime: true },
      expect: { breaks: ['S1'] },
    },
    'timer-takes-all': {
      title: 'the timer makes ACTIVE whatever is CREATING',
      change: { timerAsksForTransitionTime: false },
      finding: 'mongo-rfc/R3-restore-race',
      expect: { breaks: ['S1'] },
    },
    'nobody-makes-active': {
      title: 'the transition time is left out, and the copy does not end in ACTIVE',
      change: { copyMakesActive: false },
      finding: 'mongo-rfc/R3-restore-race',
      expect: { breaks: ['L1', 'no deadlock'] },
    },
  },
  build(m, chosen, scale) {
    const table = m.record('table', tableShape(scale));
    const { status, hasTransitionTime } = tableShape(scale);
    const ordinary = m.record('ordinary table', { status, hasTransitionTime });
    const database = new Postgres(m, { rows: [table, ordinary] });
    const restore = m.record('restore', restoreShape(scale));
    const judged = {
      insertsNew: m.always('insert: there was no such table'),
      flips: m.always('timer: it makes ACTIVE what is CREATING and has its transition time'),
    };
    declareRestore(m, database, table, restore, scale, chosen);
    declareCreateTable(m, database, ordinary, judged);
    declareControlPlane(m, database, [table, ordinary], chosen, judged);
    declareProperties(m, table, ordinary, restore);
  },
});
