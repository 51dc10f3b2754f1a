/** Peterson's lock for two processes, with nothing but reads and writes of shared variables, one a step. */
import { bit, defineModel, flag, list, oneOf } from 'parallax/models';

export const peterson = defineModel({
  name: 'peterson',
  title: "Peterson's lock for two processes",
  variants: { default: {} },
  scales: { default: {} },
  rules: {
    wants: 'before it gives way' as 'before it gives way' | 'when it enters',
    waitsFor: 'the flag and the turn' as 'the flag and the turn' | 'the flag',
  },
  mutants: {
    'late-flag': {
      title: 'a process raises its flag only when it enters',
      change: { wants: 'when it enters' },
      expect: { breaks: ['S'] },
    },
    'no-turn': {
      title: 'a process waits until the flag of the other is down, whoever has the turn',
      change: { waitsFor: 'the flag' },
      expect: { breaks: ['L0', 'L1', 'no deadlock'] },
    },
  },
  build(m, { wants, waitsFor }) {
    const shared = m.record('shared', { turn: bit, wants: list(2, flag) });
    const processes = m.family('process', 2, { at: oneOf('idle', 'asked', 'waiting', 'inside') });

    processes.forEach((me, id) => {
      const other = id === 0 ? 1 : 0;
      const mayEnter = () => !shared.wants[other] || (waitsFor === 'the flag and the turn' && shared.turn === id);
      const process = m.process(`process ${id}`, ['ask', 'give way', 'enter', 'leave'], (step) => {
        if (me.at === 'idle') {
          step('ask', () => {
            if (wants === 'before it gives way') shared.wants[id] = true;
            me.at = 'asked';
          });
        }
        if (me.at === 'asked') {
          step('give way', () => {
            shared.turn = other;
            me.at = 'waiting';
          });
        }
        if (me.at === 'waiting' && mayEnter()) {
          step('enter', () => {
            shared.wants[id] = true;
            me.at = 'inside';
          });
        }
        if (me.at === 'inside') {
          step('leave', () => {
            shared.wants[id] = false;
            me.at = 'idle';
          });
        }
      });
      // Nobody has to ask. Who has asked goes on.
      m.weaklyFair(process, { except: ['ask'] });
      m.leadsTo(
        `L${id}: process ${id} gets in`,
        () => me.at === 'asked',
        () => me.at === 'inside',
      );
    });
    m.never('S: both are inside', () => processes.every(({ at }) => at === 'inside'));
  },
});
