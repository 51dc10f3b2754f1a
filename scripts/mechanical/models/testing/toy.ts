/** Two small protocols over one stored counter, in which each kind of change can be seen. */
import { oneOf, upTo } from '../../../../models/language/domains.ts';
import { defineModel, type ModelEntry } from '../../../../models/language/entry.ts';
import type { Model } from '../../../../models/language/model.ts';

export { upTo } from '../../../../models/language/domains.ts';
export { Model } from '../../../../models/language/model.ts';
export { Recorder } from '../../../../models/language/state/recorder.ts';

const rules = { asksFirst: true };
type Rules = typeof rules;

const clients = [0, 1];

/** Each client adds one to a counter, in a single step. */
function declareCounter(m: Model): void {
  const counter = m.record('counter', { n: upTo(2) });
  const all = clients.map((id) => {
    const me = m.record(`client ${id}`, { at: oneOf('start', 'done') });
    const client = m.process(`client ${id}`, ['add'], (step) => {
      if (me.at !== 'start') return;
      step('add', () => {
        const before = counter.n;
        counter.n = before + 1;
        me.at = 'done';
      });
    });
    m.weaklyFair(client);
    return me;
  });
  const done = () => all.filter(({ at }) => at === 'done').length;
  m.always('S: each addition counts', () => counter.n >= done());
  m.ending('all are done', () => done() === all.length);
}

/** Each client takes the only place, if the conditional write says so. */
function declarePlace(m: Model, rules: Rules): void {
  const place = m.record('place', { owner: oneOf('none', 'client 0', 'client 1') });
  m.stored('a store', place);
  const all = clients.map((id) => {
    const me = m.record(`client ${id}`, { at: oneOf('start', 'inside', 'refused') });
    const client = m.process(`client ${id}`, ['take', 'refused'], (step) => {
      if (me.at !== 'start') return;
      m.reach('a conditional write', { reads: [place], writes: [place] }, () => {
        if (rules.asksFirst && place.owner === 'none') {
          step('take', () => {
            place.owner = `client ${id}` as typeof place.owner;
            me.at = 'inside';
          });
        } else {
          step('refused', () => {
            me.at = 'refused';
          });
        }
      });
    });
    m.weaklyFair(client);
    return me;
  });
  m.always('S: one is inside', () => all.filter(({ at }) => at === 'inside').length <= 1);
  m.sometimes('one is inside', () => all.some(({ at }) => at === 'inside'));
  m.ending('all are answered', () => all.every(({ at }) => at !== 'start'));
}

const only = { variants: { default: {} }, scales: { default: {} }, rules, mutants: {} };

export const models: { readonly [name: string]: ModelEntry } = {
  counter: defineModel({ ...only, name: 'counter', title: 'additions', build: (m) => declareCounter(m) }),
  place: defineModel<object, object, Rules>({ ...only, name: 'place', title: 'a place', build: declarePlace }),
};
