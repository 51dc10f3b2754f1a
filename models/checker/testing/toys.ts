/** Small models with known answers, for the tests of the explorer. */
import { bit, flag, list, oneOf, upTo } from '../../language/domains.ts';
import { Model } from '../../language/model.ts';

/** Counts to `max` and stops: max + 1 states in a row, one run. */
export function boundedCounter(max: number): Model {
  const m = new Model('bounded counter');
  const counter = m.record('counter', { value: upTo(max) });
  m.process('counting', ['increment'], (step) => {
    if (counter.value < max) step('increment', () => counter.value++);
  });
  m.sometimes('the end is reached', () => counter.value === max);
  m.ending('counted to the end', () => counter.value === max);
  return m;
}

/** Independent processes of some steps each: (steps + 1) ^ processes states, and a multinomial number of runs. */
export function diamond(processes: number, steps: number): Model {
  const m = new Model('diamond');
  const sides = m.family('side', processes, { at: upTo(steps) });
  sides.forEach((side, i) => {
    m.process(`side ${i}`, ['go on'], (step) => {
      if (side.at < steps) step('go on', () => side.at++);
    });
  });
  m.ending('all are through', () => sides.every(({ at }) => at === steps));
  return m;
}

/** Peterson's mutual exclusion for two. Without the turn both wait for each other; with a late flag both enter. */
export function peterson(fault: 'none' | 'no turn' | 'late flag' = 'none'): Model {
  const m = new Model({ name: 'peterson', mutant: fault === 'none' ? null : fault });
  const shared = m.record('shared', { turn: bit, wants: list(2, flag) });
  const at = m.record('at', { place: list(2, oneOf('idle', 'asked', 'waiting', 'critical')) });
  for (const me of [0, 1] as const) {
    const other = me === 0 ? 1 : 0;
    m.process(`process ${me}`, ['ask', 'give way', 'enter', 'leave'], (step) => {
      switch (at.place[me]) {
        case 'idle':
          step('ask', () => {
            if (fault !== 'late flag') shared.wants[me] = true;
            at.place[me] = 'asked';
          });
          break;
        case 'asked':
          step('give way', () => {
            shared.turn = other;
            at.place[me] = 'waiting';
          });
          break;
        case 'waiting':
          if (!shared.wants[other] || (fault !== 'no turn' && shared.turn === me)) {
            step('enter', () => {
              shared.wants[me] = true;
              at.place[me] = 'critical';
            });
          }
          break;
        case 'critical':
          step('leave', () => {
            shared.wants[me] = false;
            at.place[me] = 'idle';
          });
      }
    });
  }
  m.never('both are critical', () => at.place[0] === 'critical' && at.place[1] === 'critical');
  m.sometimes('the first is critical', () => at.place[0] === 'critical');
  m.sometimes('the second is critical', () => at.place[1] === 'critical');
  return m;
}

/** Each takes the left fork, then the right one, and puts both back. `polite`: the last one takes the right fork first. */
export function philosophers(count: number, polite = false): Model {
  const m = new Model('philosophers');
  const fork = m.record('fork', { taken: list(count, flag) });
  const seats = m.family('philosopher', count, { holds: upTo(2) });
  seats.forEach((seat, i) => {
    const [first, second] = polite && i === count - 1 ? [(i + 1) % count, i] : [i, (i + 1) % count];
    m.process(`philosopher ${i}`, ['take first', 'take second', 'put back'], (step) => {
      const next = [first, second][seat.holds];
      if (next === undefined) {
        step('put back', () => {
          fork.taken[first] = false;
          fork.taken[second] = false;
          seat.holds = 0;
        });
      } else if (!fork.taken[next]) {
        step(seat.holds === 0 ? 'take first' : 'take second', () => {
          fork.taken[next] = true;
          seat.holds++;
        });
      }
    });
  });
  m.sometimes('one eats', () => seats.some(({ holds }) => holds === 2));
  return m;
}
