/**
 * Two-phase commit, as TwoPhase.tla has it (Gray and Lamport, "Consensus on Transaction Commit"): messages stay for ever, and nobody
 * crashes. TLC finds 288 states for three resource managers, and Stateright 8,832 for five.
 */
import { defineModel, flag, memberOf, oneOf, setOf } from 'parallax/models';

export const twoPhaseCommit = defineModel({
  name: 'two-phase-commit',
  title: 'two-phase commit of several resource managers',
  variants: { default: {} },
  scales: { default: { managers: 3 }, large: { managers: 5 } },
  rules: { commitsWhen: 'all are prepared' as 'all are prepared' | 'one is prepared' },
  mutants: {
    hasty: {
      title: 'the transaction manager commits when the first one is prepared',
      change: { commitsWhen: 'one is prepared' },
      expect: { breaks: ['S'] },
    },
  },
  build(m, { commitsWhen }, scale) {
    const managers = m.family('manager', scale.managers, { at: oneOf('working', 'prepared', 'committed', 'aborted') });
    const transaction = m.record('transaction', {
      at: oneOf('open', 'committed', 'aborted'),
      prepared: setOf(memberOf(managers)),
    });
    const sent = m.record('sent', { prepared: setOf(memberOf(managers)), commit: flag, abort: flag });
    m.interchangeable(managers);

    const coordinator = m.process('coordinator', ['hear prepared', 'commit', 'abort'], (step) => {
      if (transaction.at !== 'open') return;
      const heard = [...sent.prepared].filter((manager) => !transaction.prepared.has(manager));
      step.either('hear prepared', heard, (manager) => transaction.prepared.add(manager));
      const { size } = transaction.prepared;
      if (commitsWhen === 'one is prepared' ? size > 0 : size === managers.length) {
        step('commit', () => {
          transaction.at = 'committed';
          sent.commit = true;
        });
      }
      step('abort', () => {
        transaction.at = 'aborted';
        sent.abort = true;
      });
    });
    m.weaklyFair(coordinator);

    managers.forEach((me, id) => {
      const manager = m.process(`manager ${id}`, ['prepare', 'give up', 'commit', 'abort'], (step) => {
        if (me.at === 'working') {
          step('prepare', () => {
            me.at = 'prepared';
            sent.prepared.add(me);
          });
          step('give up', () => (me.at = 'aborted'));
        }
        if (sent.commit && me.at !== 'committed') step('commit', () => (me.at = 'committed'));
        if (sent.abort && me.at !== 'aborted') step('abort', () => (me.at = 'aborted'));
      });
      m.weaklyFair(manager);
    });

    const all = (at: 'committed' | 'aborted') => managers.every((one) => one.at === at);
    const some = (at: 'committed' | 'aborted') => managers.some((one) => one.at === at);
    m.never('S: one commits and another aborts', () => some('committed') && some('aborted'));
    m.sometimes('R1: all commit', () => all('committed'));
    m.sometimes('R2: all abort', () => all('aborted'));
    m.eventually('L: all commit, or all abort', () => all('committed') || all('aborted'));
    m.ending('all have decided', () => all('committed') || all('aborted'));
  },
});
