import { expect, test } from 'vitest';
import { flag, list, oneOf, upTo } from '../../../../models/language/domains.ts';
import { defineModel } from '../../../../models/language/entry.ts';
import { modelPage } from './page.ts';

const rules = { asks: true };

const door = defineModel<null, null, typeof rules>({
  name: 'door',
  title: 'two who go through one door',
  about: 'A bar | outside a table is a bar.',
  variants: { default: null },
  scales: { default: null },
  rules,
  mutants: {
    'does-not-ask': {
      title: 'the door is <not> looked at',
      change: { asks: false },
      finding: 'doors/look',
      expect: { breaks: ['one at a time'] },
    },
    'looks-away': {
      title: 'who enters looks away',
      change: {},
      expect: { masked: 'the door squeaks', with: ['does-not-ask'] },
    },
    'looks-away+does-not-ask': {
      title: 'both',
      together: ['looks-away', 'does-not-ask'],
      expect: { breaks: ['one at a time', 'no deadlock'] },
    },
    unlocked: { title: 'no lock', change: {}, isHole: true, expect: { equivalent: 'nobody looks', graph: 'same' } },
  },
  neverTaken: { 'ghost: walk through': 'there is none' },
  document: {
    title: 'Manual of doors',
    sentences: [
      {
        says: '1: who enters | leaves',
        steps: { 'person n': ['enter', 'leave'] },
        properties: ['L of n', 'one at a time'],
      },
      { says: '2: knock', leftOut: 'nobody hears it' },
      { says: '3: windows', elsewhere: ['window', 'hatch'] },
    ],
    added: [{ why: 'who cleans', steps: { cleaner: ['clean'] } }],
    environment: ['wind', 'rain'],
  },
  build(m, { asks }) {
    const lock = m.record('lock', { isTaken: flag, always: upTo(0) });
    const people = m.family('person', 2, { at: oneOf('outside', 'in the door', 'through'), shoes: list(2, flag) });
    people.forEach((me, who) => {
      const person = m.process(`person ${who}`, ['enter', 'leave'], (step) => {
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
      m.weaklyFair(person);
      m.eventually(`L of ${who}: gets through`, () => me.at === 'through');
    });
    const mat = m.record('mat', { dirt: upTo(2) }, { dirt: 2 });
    m.process('cleaner', ['clean'], (step) => {
      if (mat.dirt === 2) step('clean', () => (mat.dirt = 0));
    });
    m.process('ghost', ['walk through'], () => {});
    m.always('one at a time', () => people.filter(({ at }) => at === 'in the door').length <= 1);
    m.remark('one at a time', 'for | want of a second door');
    m.sometimes('one is through', () => people.some(({ at }) => at === 'through'));
    m.remark('one is through', 'soon');
    m.ending('both are through', () => people.every(({ at }) => at === 'through'));
  },
});

const page = modelPage(door, {
  'default quiet': [1234, 5678, 1, 40, '1'.padEnd(20, '0')],
  'default revolving': [9, 10, 1, 5, null],
  'large quiet': [1_000_000, 2, 3, 4, '5'],
});

/** The lines under a heading. */
const section = (title: string): string[] => {
  const [, part = ''] = page.split(`\n## ${title}`);
  const [, , ...lines] = part.split('\n## ')[0]!.trimEnd().split('\n');
  return lines;
};

test('a page begins with the name and the description of the model', () => {
  expect(page.split('\n## ')[0]).toBe('# door: two who go through one door\n\nA bar | outside a table is a bar.\n');
});

test('variables are listed by record, merged for similar records, without constants', () => {
  expect(section('Variables').slice(1)).toEqual([
    '| --- | --- | --- |',
    '| `lock` | 1 | `isTaken`: true or false |',
    '| `person[0]` | 2 | `at`: outside, in the door, through<br>`shoes[0]` ×2: true or false |',
    '| `mat` | 1 | `dirt`: 0 to 2 (initially 2) |',
  ]);
});

test('a step is listed with its conditions and assignments, merged for similar processes', () => {
  expect(page).toContain('## Steps, with the values seen at scale `default`\n');
  expect(section('Steps').slice(2)).toEqual([
    '| **person 0** (and 1 like it) |  |  |',
    '| enter | `person[0]` at = outside<br>`lock` isTaken = false | `lock` isTaken = true<br>`person[0]` at = in the door |',
    // The lock is no condition here: in all reachable states with somebody in the door it is free.
    '| leave | `person[0]` at = in the door | `lock` isTaken = false<br>`person[0]` at = through |',
    '| **cleaner**: clean | `mat` dirt = 2 | `mat` dirt = 0 |',
    '| **ghost** | takes no step at this scale |  |',
  ]);
});

test('each property has a line, and notes on runs are merged by kind', () => {
  expect(section('Properties')).toEqual([
    '| kind | property | remark |',
    '| --- | --- | --- |',
    '| eventually | L of 0: gets through (and 1 like it) |  |',
    '| always | one at a time | for \\| want of a second door |',
    '',
    '- Must be reachable: one is through (soon).',
    '- May stop when: both are through.',
    '- Fairness assumptions: weak: person 0 (and 1 like it).',
  ]);
});

test('the good run is the shortest one to the first property that must be witnessed', () => {
  const diagram = section('Shortest run to: one is through').join('\n');
  expect(diagram).toMatch(/1\. enter.*2\. leave.*Note over p0,shared: one is through\n```$/s);
});

test('sizes stand by variant and scale', () => {
  expect(section('Sizes')).toEqual([
    '| variant | default | large |',
    '| --- | --- | --- |',
    '| quiet | 1,234 / 5,678 / 40 / 1.00 × 10^19 | 1,000,000 / 2 / 4 / 5 |',
    '| revolving | 9 / 10 / 5 / has cycles |  |',
  ]);
});

test('a mutant has a line with its outcome, holes come first, and a pair stands with the mutant that it unmasks', () => {
  expect(page).toContain('`npx parallax model door --mutant ID` shows the shortest counterexample');
  expect(section('Mutants').slice(3)).toEqual([
    '| --- | --- | --- | --- |',
    '| unlocked | no lock | **hole**: equivalent: nobody looks |  |',
    '| does-not-ask | the door is &lt;not> looked at | breaks one at a time | doors/look |',
    '| looks-away | who enters looks away | masked: the door squeaks; looks-away+does-not-ask breaks one at a time, no deadlock |  |',
  ]);
});

test('the sentences of the document come last, each with its place in the model', () => {
  expect(page.trimEnd().split('\n## ').at(-1)).toBe(
    `The document, sentence by sentence

Manual of doors. Sentences are shortened.

| sentence | in the model |
| --- | --- |
| 1: who enters \\| leaves | person n: enter; leave<br>checked by \`L of n\`, \`one at a time\` |
| 2: knock | **left out**: nobody hears it |
| 3: windows | in [window](window.md), [hatch](hatch.md) |

- Not in the document: who cleans (cleaner: clean).
- Never taken: ghost: walk through (there is none).
- What happens to the protocol: wind; rain.`,
  );
});
