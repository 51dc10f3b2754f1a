/** How long a silent owner is tolerated: heartbeats, stale window and cycles. Time is counted in heartbeat periods. */
import { flag, oneOf, upTo, type View } from '../language/domains.ts';
import { defineModel } from '../language/entry.ts';
import type { Model, Step } from '../language/model.ts';
import { Postgres } from '../stores/postgres.ts';

interface Scale {
  /** Server restarts in a run. */
  readonly restarts: number;
}

/** All times in heartbeat periods of 15 s. */
interface Variant {
  readonly staleAfter: number;
  readonly reconcileInterval: number;
}

const rules = {
  window: ({ staleAfter }: Variant): number => staleAfter,
  /** Consecutive beats that a live but slow owner may miss. A beat may happen at any time in its period. */
  missedInARow: 1,
  cycleAtStart: true,
  /** What becomes of another record that a cycle has listed does not end the cycle. */
  goesOnAfterMiss: true,
};
type Rules = typeof rules;

const recordShape = (oldest: number) => ({
  job: oneOf('RUNNING', 'FAILED'),
  /** Period ends since the last beat: the beat is older than age − 1 and younger than age + 1 periods. */
  age: upTo(oldest),
});
const ownerShape = { isAlive: flag, hasBeaten: flag, missed: upTo(2) };
const reconcilerShape = ({ reconcileInterval }: Variant) => ({
  at: oneOf('waiting', 'cycle', 'listed'),
  sinceCycle: upTo(reconcileInterval),
  /** A period has ended during this cycle. */
  isLong: flag,
  /** Another record has failed a cycle, once in a run: it could not be read, or its FAILED did not match. */
  hasMissed: flag,
});

interface World {
  readonly database: Postgres;
  readonly record: View<ReturnType<typeof recordShape>>;
  readonly owner: View<typeof ownerShape>;
  readonly reconciler: View<ReturnType<typeof reconcilerShape>>;
}

type Properties = ReturnType<typeof declareProperties>;

/** The bound, in period ends: the window, then the interval if a cycle just misses the stale record, then one period for the next cycle. */
const boundOf = ({ staleAfter, reconcileInterval }: Variant): number => staleAfter + reconcileInterval + 1;

function declareOwner(m: Model, { database, record, owner: me }: World, properties: Properties): void {
  const process = m.process('owner', ['N2 beat', 'dies'], (step) => {
    const { isAlive, hasBeaten } = me;
    if (!isAlive) return;
    step('dies', () => {
      me.isAlive = false;
      me.missed = 0;
    });
    if (hasBeaten) return;
    database.update(record, () =>
      step('N2 beat', () => {
        properties.beats();
        record.age = 0;
        me.hasBeaten = true;
      }),
    );
  });
  m.weaklyFair(process, { only: ['N2 beat'] });
}

const labels = ['c1 it is stale', 'c1 it is not', 'c2 FAILED', 'another record: an error, or not matched'] as const;
type Label = (typeof labels)[number];

function declareReconciler(m: Model, world: World, rules: Rules, variant: Variant, properties: Properties): void {
  const { database, record, reconciler: me } = world;
  const window = rules.window(variant);
  const rest = () => {
    me.isLong = false;
    me.at = 'waiting';
  };
  // A restarted server begins with a cycle, in the same period.
  const startAnew = () => {
    properties.restarts();
    me.sinceCycle = 0;
    me.at = rules.cycleAtStart ? 'cycle' : 'waiting';
  };
  const list = (step: Step<Label>) =>
    database.select([record], () => {
      const isRunning = record.job === 'RUNNING';
      if (isRunning && record.age >= window) {
        step('c1 it is stale', () => {
          properties.lists();
          me.at = 'listed';
        });
      }
      if (!isRunning || record.age <= window) {
        step('c1 it is not', () => {
          properties.leaves();
          rest();
        });
      }
    });
  const condemn = (step: Step<Label>) =>
    database.update(record, () =>
      step('c2 FAILED', () => {
        properties.condemns();
        record.job = 'FAILED';
        rest();
      }),
    );
  const misses = (step: Step<Label>) => {
    if (me.hasMissed) return;
    step('another record: an error, or not matched', () => {
      me.hasMissed = true;
      if (!rules.goesOnAfterMiss) rest();
      properties.misses(() => me.at !== 'waiting');
    });
  };
  const phases: { readonly [at in typeof me.at]?: (step: Step<Label>) => void } = {
    cycle(step) {
      misses(step);
      list(step);
    },
    listed(step) {
      misses(step);
      condemn(step);
    },
  };
  const cycle = m.process('reconciler', labels, (step: Step<Label>) => phases[me.at]?.(step), {
    crash: { effect: startAnew, goesOn: true },
  });
  m.weaklyFair(cycle);
}

/** A period ends when a live owner has beaten in it or may miss it. A cycle that is due begins before the next period ends. */
function declareClock(m: Model, world: World, rules: Rules, variant: Variant, properties: Properties): void {
  const { record, owner, reconciler } = world;
  m.timePasses('clock', 'a period ends', {
    when: () => {
      const canMiss = owner.hasBeaten || owner.missed < rules.missedInARow;
      return record.job === 'RUNNING' && canMiss && !reconciler.isLong;
    },
    effect: () => {
      const { isAlive, hasBeaten, missed } = owner;
      properties.periodEnds();
      record.age++;
      if (isAlive) owner.missed = hasBeaten ? 0 : missed + 1;
      owner.hasBeaten = false;
      if (reconciler.at !== 'waiting') reconciler.isLong = true;
      else if (reconciler.sinceCycle + 1 < variant.reconcileInterval) reconciler.sinceCycle++;
      else {
        reconciler.sinceCycle = 0;
        reconciler.at = 'cycle';
      }
    },
  });
}

function declareProperties(m: Model, { record, owner, reconciler }: World, rules: Rules, variant: Variant) {
  const window = rules.window(variant);
  const isRunning = () => record.job === 'RUNNING';
  m.always('L6: FAILED within window, interval and cycle', () => !isRunning() || record.age <= boundOf(variant));
  m.sometimes('it takes as long', () => isRunning() && record.age === boundOf(variant));
  m.sometimes('a live owner is as silent as it may be', () => {
    return owner.isAlive && record.age === rules.missedInARow + 1;
  });
  m.always('missed: an owner misses no more beats than it may, and a dead one none', () => {
    return owner.missed <= (owner.isAlive ? rules.missedInARow : 0);
  });
  m.always('reconciler: while it waits it counts periods, and in a cycle it knows whether one has ended', () => {
    return reconciler.at === 'waiting' ? !reconciler.isLong : reconciler.sinceCycle === 0;
  });
  m.leadsTo(
    'L1: a dead owner is found',
    () => !owner.isAlive,
    () => !isRunning(),
  );
  m.leadsTo(
    'L2: a cycle ends',
    () => reconciler.at !== 'waiting',
    () => reconciler.at === 'waiting',
  );
  m.ending('it is FAILED, and no cycle is under way', () => !isRunning() && reconciler.at === 'waiting');

  const judged = {
    condemned: m.always('S8: no live owner is condemned'),
    once: m.always('c2: FAILED follows RUNNING'),
    beats: m.always('N2: a live owner beats once in a period'),
    misses: m.always('L5: what becomes of one record does not end the cycle'),
    follows: m.sometimes('a beat follows a beat'),
    counts: m.always('time is counted until FAILED'),
    catchesUp: m.sometimes('a beat follows a missed one, and time goes on'),
    isListed: m.sometimes('what is as old as the window may be listed'),
    isLeft: m.sometimes('what is as old as the window may be left'),
    interrupts: m.sometimes('a restart interrupts a cycle'),
    begins: m.sometimes('a restart begins a cycle before its time'),
  };
  return {
    beats() {
      judged.beats(() => owner.isAlive && !owner.hasBeaten);
      judged.follows(() => owner.missed === 0);
    },
    condemns() {
      judged.condemned(() => !owner.isAlive);
      judged.once(isRunning);
    },
    periodEnds() {
      judged.counts(isRunning);
      judged.catchesUp(() => owner.hasBeaten && owner.missed > 0);
    },
    misses: judged.misses,
    lists: () => judged.isListed(() => record.age === window),
    leaves: () => judged.isLeft(() => isRunning() && record.age === window),
    restarts() {
      judged.interrupts(() => reconciler.at === 'listed');
      judged.begins(() => reconciler.at === 'waiting' && reconciler.sinceCycle > 0);
    },
  };
}

export const stalenessWindow = defineModel<Variant, Scale, Rules>({
  name: 'staleness-window',
  title: 'how many beats an owner may miss, and how soon a dead one is found',
  about:
    'This model counts time in heartbeat periods of 15 s, where the other models use an event that may happen at any ' +
    'time. A live owner beats once in each period, at any time of it, and may miss one beat; the reconciler begins a ' +
    'cycle at start and at each end of its interval, and ends it within a period. A heartbeat that has seen n ends ' +
    'of periods may be older or younger than n periods, so a window of n may list it or not. With the minimum window ' +
    'of three periods no live owner is declared dead. A dead one is FAILED within window, interval, one cycle and ' +
    'the period of its last beat: nine periods, or 26 by default. Left out: clocks, since only the clock of the ' +
    'database counts, the second server, and the condition of FAILED on the listed heartbeat, which the window makes ' +
    'unnecessary: what is listed is dead. What the model shows beyond the documents: the minimum window allows ' +
    'one missed beat only. If two in a row are missed, the beat before them may be early in its period and the one ' +
    'after them late: almost four periods lie between, and the window is three (two-beats-missed). Three missed ' +
    'beats, as the name of the minimum suggests, need a window of five.',
  variants: {
    floor: { staleAfter: 3, reconcileInterval: 4 },
    'by-default': { staleAfter: 20, reconcileInterval: 4 },
  },
  scales: { small: { restarts: 1 }, default: { restarts: 2 }, large: { restarts: 6 } },
  document: {
    title: 'The design with owner generations, staleness: section 6.1, and L6 of section 9',
    sentences: [
      { says: '6.1: a beat comes every 15 s', steps: { owner: ['N2 beat'] }, properties: ['N2'] },
      {
        says: '6.1: a record is stale when its heartbeat and the window lie before now, by the clock of the database',
        steps: { reconciler: ['c1 it is stale', 'c1 it is not'] },
        properties: ['time is counted until FAILED'],
      },
      { says: '6.1: the window is at least three beats, 45 s', properties: ['S8', 'missed'] },
      { says: '6.1: the window is 300 s unless configured', properties: ['L6'] },
      {
        says: '6.1: a smaller window is refused when the configuration is loaded',
        leftOut: 'the model has a smaller window as a mutant, and no configuration',
      },
      {
        says: '6.2: a cycle runs at start and then every 60 s',
        steps: { reconciler: ['c2 FAILED'] },
        properties: ['L2', 'a restart begins a cycle before its time'],
      },
      {
        says: '6.2, c2: FAILED asks for the listed heartbeat',
        elsewhere: ['owner-generation-restore'],
      },
      { says: 'S8: no live owner is condemned', properties: ['S8'] },
      {
        says: 'L5: a cycle ends whatever becomes of another record, and goes on with the others',
        steps: { reconciler: ['another record: an error, or not matched'] },
        properties: ['L5', 'L6', 'L2'],
      },
      {
        says: 'L6: a dead owner is FAILED within window, interval and one cycle',
        steps: { owner: ['dies'], clock: ['a period ends'] },
        properties: ['L6', 'L1'],
      },
    ],
    environment: ['crash'],
  },
  rules,
  mutants: {
    'window-of-one-period': {
      title: 'the stale window is one heartbeat period',
      change: { window: () => 1 },
      finding: 'catalog-index/staleness-config',
      expect: { breaks: ['S8'] },
    },
    'window-of-two-periods': {
      title: 'the stale window is two heartbeat periods',
      change: { window: () => 2 },
      finding: 'catalog-index/staleness-config',
      expect: { breaks: ['S8'] },
    },
    'no-cycle-at-start': {
      title: 'a server waits an interval before its first cycle',
      change: { cycleAtStart: false },
      finding: 'catalog-index/staleness-config',
      expect: { breaks: ['L6'] },
    },
    'miss-ends-cycle': {
      title: 'an error on one record ends the cycle for the others',
      change: { goesOnAfterMiss: false },
      finding: 'catalog-index/reconciler-cycle',
      expect: { breaks: ['L5', 'L6'] },
    },
    'two-beats-missed': {
      title: 'at the floor, an owner that misses two beats in a row is condemned while it lives',
      change: { missedInARow: 2 },
      finding: 'catalog-index/staleness-config',
      isHole: true,
      expect: { breaks: ['S8'] },
    },
  },
  build(m, chosen, scale, variant) {
    // Without a cycle at start, each restart may take an interval more.
    const oldest = boundOf(variant) + (scale.restarts + 1) * variant.reconcileInterval;
    const record = m.record('record', recordShape(oldest));
    const world: World = {
      database: new Postgres(m, { rows: [record] }),
      record,
      owner: m.record('owner', ownerShape, { isAlive: true }),
      reconciler: m.record('reconciler', reconcilerShape(variant), { at: 'cycle' }),
    };
    m.faults({ crash: scale.restarts });
    const properties = declareProperties(m, world, chosen, variant);
    declareOwner(m, world, properties);
    declareReconciler(m, world, chosen, variant, properties);
    declareClock(m, world, chosen, variant, properties);
  },
});
