/** ListBackups by status: reads an entry of the side table, then the row it refers to. */
import type { Model, Step } from '../../../language/model.ts';
import type { Properties } from './properties.ts';
import type { Rules } from './rules.ts';
import type { World } from './world.ts';

const steps = ['read an entry of CREATING', 'read an entry of AVAILABLE', 'show the row', 'skip an orphan'] as const;
const ofMutants = ['show the entry'] as const;
type Label = (typeof steps)[number] | (typeof ofMutants)[number];

export function declareLister(m: Model, world: World, rules: Rules, properties: Properties): void {
  const { database, entries, rows } = world;
  const me = world.lister;
  if (me === null) return;
  const row = rows[0]!;
  const show = () => {
    properties.shows(me.wants);
    m.reset(me);
  };
  const readEntries = (step: Step<Label>) =>
    database.read(entries, () => {
      if (entries.creating) {
        step('read an entry of CREATING', () => {
          me.wants = 'CREATING';
          properties.looksUp(me.wants);
        });
      }
      if (entries.available) {
        step('read an entry of AVAILABLE', () => {
          me.wants = 'AVAILABLE';
          properties.looksUp(me.wants);
        });
      }
    });
  const readRow = (step: Step<Label>) =>
    database.read(row, () => {
      if (row.status === me.wants) step('show the row', show);
      else {
        step('skip an orphan', () => {
          properties.skips();
          m.reset(me);
        });
      }
    });
  const labels: readonly Label[] = rules.readsRowOfEntry ? steps : [...steps, ...ofMutants];
  const lister = m.process('lister', labels, (step: Step<Label>) => {
    if (me.wants === 'nothing') readEntries(step);
    else if (rules.readsRowOfEntry) readRow(step);
    else step('show the entry', show);
  });
  m.privateTo(lister, me);
  m.weaklyFair(lister, { except: ['read an entry of CREATING', 'read an entry of AVAILABLE'] });
}
