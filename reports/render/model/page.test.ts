import { expect, test } from 'vitest';
import { explore } from '../../../models/checker/explore.ts';
import { flag, oneOf } from '../../../models/language/domains.ts';
import { defineModel } from '../../../models/language/entry.ts';
import { modelPage } from './page.ts';

const rules = { asks: true };

const door = defineModel<null, null, typeof rules>({
  name: 'door',
  title: 'two who go through one door',
  about: 'A bar | in a text stays in its cell.',
  variants: { default: null },
  scales: { default: null },
  rules,
  mutants: {
    'does-not-ask': {
      title: 'the door is <not> looked at',
      change: { asks: false },
      expect: { breaks: ['one at a time'] },
    },
  },
  build(m, { asks }) {
    const lock = m.record('lock', { isTaken: flag });
    const people = m.family('person', 2, { at: oneOf('outside', 'in the door', 'through') });
    people.forEach((me, who) => {
      m.process(`person ${who}`, ['enter', 'leave'], (step) => {
        if (me.at === 'outside' && (!asks || !lock.isTaken)) {
          step('enter', () => {
            lock.isTaken = true;
            me.at = 'in the door';
          });
        } else if (me.at === 'in the door') {
          step('leave', () => {
            lock.isTaken = false;
            me.at = 'through';
          });
        }
      });
    });
    m.always('one at a time', () => people.filter(({ at }) => at === 'in the door').length <= 1);
    m.sometimes('one is through', () => people.some(({ at }) => at === 'through'));
    m.ending('both are through', () => people.every(({ at }) => at === 'through'));
    m.remark('one at a time', 'for | want of a second door');
  },
});

const page = modelPage({
  entry: door,
  sizes: { 'default default': [8, 8, 1, 4, '2'] },
  traceOf: ({ id }) => explore(door.build({ mutant: id })).trace,
});

test('a step stands with what it asks and what it makes, once for all who are alike', () => {
  expect(page).toContain('### person 0 (and 1 like it)');
  expect(page).not.toContain('### person 1');
  expect(page).toContain(
    '| enter | `person[0].at` is outside; `lock.isTaken` is false | `lock.isTaken` true; `person[0].at` in the door |',
  );
  // Nothing is said of the lock: it can only be taken where somebody is in the door.
  expect(page).toContain('| leave | `person[0].at` is in the door | `lock.isTaken` false; `person[0].at` through |');
});

test('the run is the shortest to the first thing that is seen to happen', () => {
  expect(page).toContain('The shortest run to: one is through.');
  expect(page.split('## A run')[1]?.split('```')[1]).toMatch(
    /1\. enter.*2\. leave.*Note over p0,shared: one is through/s,
  );
});

test('a mutant stands with its shortest run, and text of a model is text', () => {
  expect(page).toContain('Breaks “one at a time” in 2 steps.</summary>');
  expect(page).toContain('the door is &lt;not&gt; looked at');
  expect(page).toContain('for \\| want of a second door');
});
