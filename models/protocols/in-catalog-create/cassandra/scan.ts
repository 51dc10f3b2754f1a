/**
 * The scan of one server for abandoned rows, cycle after cycle. y0 reports stale DELETING rows, y1 lists stale CREATING rows, y2
 * fences those; then what was reported is deleted. Every row is a partition of its own.
 */
import type { Model, Step } from '../../../language/model.ts';
import type { Properties } from './properties.ts';
import type { Rules } from './rules.ts';
import { fenced, type Reconciler, type World } from './world.ts';

const steps = [
  'y0 look: to be reported',
  'y0 look: nothing',
  'y1 look: to be fenced',
  'y1 look: nothing',
  'y2 fence to DELETING, and report',
  'y2 not applied',
  'delete: drop a bucket',
  'delete: its entries',
  'delete: remove the row',
  'delete: the row is not DELETING',
] as const;
const ofMutants = ['y1 an entry', 'y2 no fence, and report'] as const;
type Label = (typeof steps)[number] | (typeof ofMutants)[number];

export function declareScan(m: Model, world: World, rules: Rules, reconciler: number, properties: Properties): void {
  const { database, rows, buckets, entries, history, variant } = world;
  const me = world.reconcilers[reconciler]!;
  const isOthers = (id: number) => rows[id]!.isOfIndex && rules.skipsIndexRows;

  const report = () => {
    properties.reports(me.row, me.reported[me.row]!);
    me.reported[me.row] = true;
  };
  const deleteNext = () => {
    const next = me.reported.findIndex((isReported) => isReported);
    if (next < 0) m.reset(me);
    else {
      me.row = next;
      me.at = 'delete';
    }
  };
  const lookFurther = (scan: 'first scan' | 'second scan') => {
    me.generation = 0;
    me.heartbeat = 0;
    me.at = scan;
    if (me.row + 1 < rows.length) me.row++;
    else if (scan === 'first scan') {
      me.row = 0;
      me.at = 'second scan';
    } else deleteNext();
  };

  const scanDeleting = (step: Step<Label>, scan: 'first scan' | 'second scan') => {
    const row = rows[me.row]!;
    database.read(row, () => {
      if (isOthers(me.row) || !rules.listsDeleting(row)) step('y0 look: nothing', () => lookFurther(scan));
      else {
        step('y0 look: to be reported', () => {
          report();
          lookFurther(scan);
        });
      }
    });
  };

  const scanCreating = (step: Step<Label>, scan: 'first scan' | 'second scan') => {
    const row = rows[me.row]!;
    database.read(row, () => {
      if (isOthers(me.row) || !rules.listsCreating(row)) step('y1 look: nothing', () => lookFurther(scan));
      else {
        step('y1 look: to be fenced', () => {
          properties.lists(me.row, me.at === 'second scan');
          me.generation = row.generation;
          me.heartbeat = row.heartbeat;
          me.at = 'fence';
        });
      }
    });
  };
  const scanEntries = (step: Step<Label>, scan: 'first scan' | 'second scan') =>
    database.read(entries, () => {
      if (!entries.creating) step('y1 look: nothing', () => lookFurther(scan));
      else {
        step('y1 an entry', () => {
          me.at = 'row of an entry';
        });
      }
    });
  const creatingScan = rules.scans === 'DELETING first' ? 'second scan' : 'first scan';
  const scan = (step: Step<Label>, at: 'first scan' | 'second scan') => {
    if (at !== creatingScan) scanDeleting(step, at);
    else if (rules.finds === 'by their entries') scanEntries(step, at);
    else scanCreating(step, at);
  };

  const fence = (step: Step<Label>) => {
    const row = rows[me.row]!;
    const goOn = () => {
      report();
      lookFurther(creatingScan);
    };
    if (!rules.fencesBeforeDelete) {
      step('y2 no fence, and report', goOn);
      return;
    }
    database.lwt(row, () => {
      if (!rules.fenceMatches(row, me)) {
        step('y2 not applied', () => {
          properties.beatSaves(row.status === 'CREATING');
          properties.leavesRow(() => row.status !== 'CREATING' || row.heartbeat !== me.heartbeat);
          lookFurther(creatingScan);
        });
      } else {
        step('y2 fence to DELETING, and report', () => {
          properties.fences(me.row, row.heartbeat === me.heartbeat);
          row.status = 'DELETING';
          if (rules.fenceDrawsGeneration) row.generation = fenced;
          history.isLost = true;
          goOn();
          properties.hasReported(() => me.reported[0]! && me.at !== 'fence');
        });
      }
    });
  };

  // First the buckets, then the entries, then the row: after a crash the remaining data is found by its row.
  const dropData = (step: Step<Label>) => {
    const bucket = buckets[me.bucket];
    if (bucket !== undefined) {
      database.write(bucket, () =>
        step('delete: drop a bucket', () => {
          bucket.isThere = false;
          me.bucket++;
        }),
      );
    } else {
      database.write(entries, () =>
        step('delete: its entries', () => {
          entries.creating = false;
          entries.available = false;
          properties.dropsEntries();
          me.bucket = 0;
          me.at = 'remove';
        }),
      );
    }
  };
  const isThrough = () => {
    me.reported[me.row] = false;
    deleteNext();
  };
  const removeRow = (step: Step<Label>) => {
    const row = rows[me.row]!;
    database.lwt(row, () => {
      if (row.status !== 'DELETING') {
        step('delete: the row is not DELETING', () => {
          properties.findsNone(() => row.status !== 'DELETING');
          isThrough();
        });
      } else {
        step('delete: remove the row', () => {
          properties.removes();
          row.status = 'absent';
          row.generation = 0;
          row.heartbeat = 0;
          row.stale = false;
          isThrough();
        });
      }
    });
  };

  const phases: { readonly [at in Reconciler['at']]: (step: Step<Label>) => void } = {
    'first scan': (step) => scan(step, 'first scan'),
    'second scan': (step) => scan(step, 'second scan'),
    'row of an entry': (step) => scanCreating(step, creatingScan),
    fence,
    delete: dropData,
    remove: removeRow,
  };
  const isRight = rules.fencesBeforeDelete && rules.finds === 'by their rows';
  const labels: readonly Label[] = isRight ? steps : [...steps, ...ofMutants];
  const crash = () => {
    properties.dies(() => me.at !== 'first scan');
    m.reset(me);
    properties.beginsAnew(() => me.at === 'first scan');
  };
  const canCrash = variant.faults.includes('crashes');
  const cycle = m.process(`reconciler ${reconciler}`, labels, (step: Step<Label>) => phases[me.at](step), {
    ...(canCrash && { crash: { when: () => me.at !== 'first scan', effect: crash, goesOn: true } }),
  });
  m.privateTo(cycle, me);
  m.weaklyFair(cycle);
}
