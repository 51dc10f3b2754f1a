/** How long a silent owner is tolerated: heartbeats, stale window and cycles. Time is counted in heartbeat periods. */
import { flag, oneOf, upTo, type View } from '../language/domains.ts';
import { defineModel } from '../language/entry.ts';
import type { Model } from '../language/model.ts';
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
};
type Rules = typeof rules;

const recordShape = (oldest: number) => ({
  job: oneOf('RUNNING', 'FAILED'),
  /** The number of beats modulo 3. That distinguishes the beats of one cycle, in which at most two happen. */
  heartbeat: upTo(2),
  /** Period ends since the last beat: the beat is older than age − 1 and younger than age + 1 periods. */
  age: upTo(oldest),
});
const ownerShape = { isAlive: flag, hasBeaten: flag, missed: upTo(2) };
const reconcilerShape = ({ reconcileInterval }: Variant) => ({
  at: oneOf('waiting', 'cycle', 'listed'),
  sinceCycle: upTo(reconcileInterval),
  heartbeat: upTo(2),
  /** A period has ended during this cycle. */
  isLong: flag,
});

interface World {
  readonly database: Postgres;
  readonly record: View<ReturnType<typeof recordShape>>;
  readonly owner: View<typeof ownerShape>;
  readonly reconciler: View<ReturnType<typeof reconcilerShape>>;
}

/** The bound, in period ends: the window, then the interval if a cycle just misses the stale record, then one period for the next cycle. */
const boundOf = ({ staleAfter, reconcileInterval }: Variant): number => staleAfter + reconcileInterval + 1;

function declareOwner(m: Model, { database, record, owner }: World): void {
  const process = m.process('owner', ['N2 beat', 'dies'], (step) => {
    if (!owner.isAlive) return;
    step('dies', () => {
      owner.isAlive = false;
      owner.missed = 0;
    });
    if (owner.hasBeaten) return;
    database.update(record, () => {
      if (record.job !== 'RUNNING') return;
      step('N2 beat', () => {
        record.heartbeat = (record.heartbeat + 1) % 3;
        record.age = 0;
        owner.hasBeaten = true;
      });
    });
  });
  m.weaklyFair(process, { only: ['N2 beat'] });
}

function declareReconciler(m: Model, world: World, rules: Rules, variant: Variant): void {
  const { database, record, owner, reconciler: me } = world;
  const window = rules.window(variant);
  const condemned = m.always('S8: no live owner is condemned');
  const rest = () => {
    me.heartbeat = 0;
    me.isLong = false;
    me.at = 'waiting';
  };
  // A restarted server begins with a cycle, in the same period.
  const startAnew = () => {
    const { isLong } = me;
    rest();
    me.sinceCycle = 0;
    if (!rules.cycleAtStart) return;
    me.at = 'cycle';
    me.isLong = isLong;
  };
  const cycle = m.process(
    'reconciler',
    ['c1 it is stale', 'c1 it is not', 'c2 FAILED', 'c2 not matched: leave it'],
    (step) => {
      if (me.at === 'cycle') {
        database.select([record], () => {
          if (record.job === 'RUNNING' && record.age >= window) {
            step('c1 it is stale', () => {
              me.heartbeat = record.heartbeat;
              me.at = 'listed';
            });
          }
          if (record.job !== 'RUNNING' || record.age <= window) step('c1 it is not', rest);
        });
      } else if (me.at === 'listed') {
        database.update(record, () => {
          if (record.job !== 'RUNNING' || record.heartbeat !== me.heartbeat) step('c2 not matched: leave it', rest);
          else {
            step('c2 FAILED', () => {
              condemned(() => !owner.isAlive);
              record.job = 'FAILED';
              rest();
            });
          }
        });
      }
    },
    { crash: { effect: startAnew, goesOn: true } },
  );
  m.weaklyFair(cycle);
}

/** A period ends when a live owner has beaten in it or may miss it. A cycle that is due begins before the next period ends. */
function declareClock(m: Model, { record, owner, reconciler }: World, rules: Rules, variant: Variant): void {
  const oldest = boundOf(variant) + 1;
  m.timePasses('clock', 'a period ends', {
    when: () => {
      const canMiss = !owner.isAlive || owner.hasBeaten || owner.missed < rules.missedInARow;
      return record.job === 'RUNNING' && canMiss && (reconciler.at === 'waiting' || !reconciler.isLong);
    },
    effect: () => {
      if (record.age < oldest) record.age++;
      if (owner.isAlive) owner.missed = owner.hasBeaten ? 0 : owner.missed + 1;
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
    'database counts, and the second server. What the model shows beyond the documents: the minimum window allows ' +
    'one missed beat only. If two in a row are missed, the beat before them may be early in its period and the one ' +
    'after them late: almost four periods lie between, and the window is three (two-beats-missed). Three missed ' +
    'beats, as the name of the minimum suggests, need a window of five.',
  variants: {
    floor: { staleAfter: 3, reconcileInterval: 4 },
    'by-default': { staleAfter: 20, reconcileInterval: 4 },
  },
  scales: { small: { restarts: 1 }, default: { restarts: 2 }, large: { restarts: 6 } },
  neverTaken: {
    'reconciler: c2 not matched: leave it': 'no beat happens between listing and FAILED: what is listed is dead',
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
    'two-beats-missed': {
      title: 'at the floor, an owner that misses two beats in a row is condemned while it lives',
      change: { missedInARow: 2 },
      finding: 'catalog-index/staleness-config',
      isHole: true,
      expect: { breaks: ['S8'] },
    },
  },
  build(m, chosen, scale, variant) {
    const record = m.record('record', recordShape(boundOf(variant) + 1));
    const world: World = {
      database: new Postgres(m, { rows: [record] }),
      record,
      owner: m.record('owner', ownerShape, { isAlive: true }),
      reconciler: m.record('reconciler', reconcilerShape(variant), { at: 'cycle' }),
    };
    m.faults({ crash: scale.restarts });
    declareOwner(m, world);
    declareReconciler(m, world, chosen, variant);
    declareClock(m, world, chosen, variant);
    m.always(
      'L6: FAILED within window, interval and cycle',
      () => record.job === 'FAILED' || record.age <= boundOf(variant),
    );
    m.sometimes('it takes as long', () => record.job === 'RUNNING' && record.age === boundOf(variant));
    m.sometimes(
      'a live owner is as silent as it may be',
      () => world.owner.isAlive && record.age === chosen.missedInARow + 1,
    );
    m.leadsTo(
      'L1: a dead owner is found',
      () => !world.owner.isAlive,
      () => record.job === 'FAILED',
    );
    m.ending('it is FAILED', () => record.job === 'FAILED');
  },
});
