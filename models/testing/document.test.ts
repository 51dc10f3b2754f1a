import { expect, test } from 'vitest';
import type { ProtocolDocument } from '../language/document.ts';
import { flag } from '../language/domains.ts';
import { defineModel, type ModelEntry } from '../language/entry.ts';
import * as checked from './document.ts';

const documentComplaints = (entry: ModelEntry) => checked.documentComplaints(entry, ['lamp', 'mains']);

const lamp = (document?: Partial<ProtocolDocument>) =>
  defineModel<boolean, null, object>({
    name: 'lamp',
    title: 'a lamp with switches',
    variants: { plain: false, dimmed: true },
    scales: { default: null },
    rules: {},
    neverTaken: { 'switch n: break': 'only a planted bug breaks it' },
    ...(document === undefined ? {} : { document: { title: 'manual', sentences: [], environment: [], ...document } }),
    build(m, _rules, _scale, isDimmed) {
      const it = m.record('lamp', { isOn: flag });
      for (const id of [0, 1]) {
        m.process(`switch ${id}`, isDimmed ? ['on', 'dim'] : ['on', 'break'], (step) =>
          step('on', () => (it.isOn = true)),
        );
        m.always(`S1 of ${id}: it is on or off`, () => true);
      }
      m.timePasses('mains', 'power cut', { when: () => it.isOn, effect: () => (it.isOn = false) });
    },
  });

const on = { says: 'switch on', steps: { 'switch n': ['on'] }, properties: ['S1 of n'] };
const dim = { why: 'lamps get dim', steps: { 'switch n': ['dim'] } };
const full = { sentences: [on], added: [dim], environment: ['mains: power cut'] };

test('a document whose sentences, additions and environment name every step of every variant is accepted', () => {
  expect(documentComplaints(lamp(full))).toEqual([]);
  expect(documentComplaints(lamp({ ...full, environment: ['power cut'] }))).toEqual([]);
});

test.each<[string, Partial<ProtocolDocument>, string]>([
  ['a step is missing', { ...full, added: [] }, 'in no sentence: switch n: dim'],
  ['a step of the environment is missing', { ...full, environment: [] }, 'in no sentence: mains: power cut'],
  [
    'a step is invented',
    { ...full, added: [dim, { why: '', steps: { 'switch n': ['off'] } }] },
    'no step switch n: off',
  ],
  [
    'a sentence needs a step that is never taken',
    { ...full, sentences: [{ ...on, steps: { 'switch n': ['on', 'break'] } }] },
    'never taken: switch n: break',
  ],
  ['the environment is invented', { ...full, environment: ['power cut', 'cut'] }, 'no step of the environment cut'],
  ['a property is invented', { ...full, sentences: [{ ...on, properties: ['S9'] }] }, 'no property S9'],
  ['a sentence is there twice', { ...full, sentences: [on, on] }, 'said twice: switch on'],
  [
    'a sentence is nowhere',
    { ...full, sentences: [on, { says: 'it is warm' }] },
    'nothing in the model, and no reason: it is warm',
  ],
])('it is complained of when %s', (_, document, complaint) => {
  expect(documentComplaints(lamp(document))).toEqual([complaint]);
});

test.each(['lamp', 'candle'])('a sentence cannot be left to %s', (name) => {
  const sentences = [on, { says: 'it has power', elsewhere: [name] }];
  expect(documentComplaints(lamp({ ...full, sentences }))).toEqual([`no other model ${name}`]);
});

test('a sentence that is left out needs no place, but a model needs a document', () => {
  const leftOut = { says: 'it is warm', leftOut: 'heat is no matter of switches' };
  const elsewhere = { says: 'it has power', elsewhere: ['mains'] };
  expect(documentComplaints(lamp({ ...full, sentences: [on, leftOut, elsewhere] }))).toEqual([]);
  expect(documentComplaints(lamp())).toEqual(['has no document']);
});
