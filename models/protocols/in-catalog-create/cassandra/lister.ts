/** ListBackups by status: reads an entry of the side table, then the row it refers to. */
import type { Model, Step } from '../../../language/model.ts';
import type { Properties } from './properties.ts';
import type { Rules } from './rules.ts';
import type { Lister, World } from './world.ts';

const steps = [
  'asks for CREATING',
  'asks for AVAILABLE',
  'read its entry',
  'no entry: an empty list',
  'show the row',
  'skip an orphan',
] as const;
const ofMutants = ['show the entry'] as const;
type Label = (typeof steps)[number] | (typeof ofMutants)[number];

export function declareLister(m: Model, world: World, rules: Rules, properties: Properties): void {
  const { database, entries, rows } = world;
  const me = world.lister;
  if (me === null) return;
  const row = rows[0]!;
  const ask = (step: Step<Label>, wants: 'CREATING' | 'AVAILABLE') =>
    step(`asks for ${wants}`, () => {
      me.wants = wants;
      me.at = 'entries';
    });
  const show = () => {
    properties.shows(me.wants);
    m.reset(me);
  };
  const readEntries = (step: Step<Label>) =>
    database.read(entries, () => {
      const isThere = me.wants === 'CREATING' ? entries.creating : entries.available;
      if (!isThere) {
        step('no entry: an empty list', () => {
          properties.findsNoEntry(me.wants);
          m.reset(me);
        });
      } else {
        step('read its entry', () => {
          properties.looksUp(me.wants);
          me.at = 'row';
        });
      }
    });
  const readRow = (step: Step<Label>) =>
    database.read(row, () => {
      if (rules.showsRow(row, me.wants)) step('show the row', show);
      else {
        step('skip an orphan', () => {
          properties.skips(me.wants);
          m.reset(me);
        });
      }
    });
  const phases: { readonly [at in Lister['at']]: (step: Step<Label>) => void } = {
    idle(step) {
      ask(step, 'CREATING');
      ask(step, 'AVAILABLE');
    },
    entries: readEntries,
    row: (step) => (rules.readsRowOfEntry ? readRow(step) : step('show the entry', show)),
  };
  const labels: readonly Label[] = rules.readsRowOfEntry ? steps : [...steps, ...ofMutants];
  const lister = m.process('lister', labels, (step: Step<Label>) => phases[me.at](step));
  m.privateTo(lister, me);
  m.weaklyFair(lister, { except: ['asks for CREATING', 'asks for AVAILABLE'] });
}
