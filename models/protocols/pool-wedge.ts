/**
 * Requests that need two connections of one pool. The pool lets them wait without a limit, so a request that holds one connection
 * and waits for the second may wait for ever.
 */
import { upTo, type View } from '../language/domains.ts';
import { defineModel } from '../language/entry.ts';
import type { Model } from '../language/model.ts';

interface Scale {
  /** Connections of a pool with its default size. */
  readonly pool: number;
  readonly requests: number;
  /** The limit on jobs, where it is configured. */
  readonly jobs: number;
}

/** The kind of request, and the pool it uses. */
interface Variant {
  readonly pool: (scale: Scale) => number;
  /** How many requests may be past admission; Infinity: no limit. */
  readonly bound: (scale: Scale) => number;
  /** Whether a request keeps its first connection while it waits for the second. */
  readonly holdsAndWaits: boolean;
  /** Connections that must always be left for other requests. */
  readonly leaves: number;
}

const variants = {
  /** Restores of distinct backups on MongoDB: a registration holds one connection while it waits for a second. */
  'distinct-backups': {
    pool: ({ pool }) => pool,
    bound: ({ pool }) => Math.min(16, Math.floor(pool / 2)),
    holdsAndWaits: true,
    leaves: 0,
  },
  /** The same without a limit, but no request holds a connection while it waits for another. */
  'one-at-a-time': { pool: ({ pool }) => pool, bound: () => Infinity, holdsAndWaits: false, leaves: 0 },
  /** Restores of one backup: its claim admits one registration at a time, so no limit is needed. */
  'one-backup': { pool: ({ pool }) => pool, bound: () => 1, holdsAndWaits: true, leaves: 0 },
  /** Creates on SQLite, with one reader and one writer each. */
  'sqlite-creates': {
    pool: ({ pool }) => pool,
    bound: ({ pool }) => Math.floor(pool / 2) - 1,
    holdsAndWaits: true,
    leaves: 2,
  },
  /** As many registrations as may be, if nothing is to be left to others: of p connections p - 1 are first ones at most. */
  'all-but-one': { pool: ({ pool }) => pool, bound: ({ pool }) => pool - 1, holdsAndWaits: true, leaves: 0 },
  /** Jobs on PostgreSQL, whose pool is enlarged to fit them. */
  'postgresql-jobs': {
    pool: ({ jobs }) => 2 * jobs + 10,
    bound: ({ jobs }) => jobs,
    holdsAndWaits: true,
    leaves: 10,
  },
} satisfies { [name: string]: Variant };

/** A mutant replaces members of the variant. */
type Rules = Partial<Variant>;

/** The number of requests in each phase. Requests are interchangeable, so only the numbers matter. */
const crowdShape = ({ requests }: Scale) => ({
  arriving: upTo(requests),
  admitted: upTo(requests),
  holdOne: upTo(requests),
  between: upTo(requests),
  holdTheirLast: upTo(requests),
  answered: upTo(requests),
});
type Crowd = View<ReturnType<typeof crowdShape>>;

function declareRequests(m: Model, crowd: Crowd, scale: Scale, chosen: Variant): void {
  const size = chosen.pool(scale);
  const isFree = () => inUse(crowd, chosen) < size;
  const bound = chosen.bound(scale);
  const inside = () => scale.requests - crowd.arriving - crowd.answered;
  const move = (from: keyof Crowd, to: keyof Crowd) => () => {
    crowd[from]--;
    crowd[to]++;
  };
  const labels = [
    'admit',
    'take a connection',
    ...(chosen.holdsAndWaits ? [] : (['give it back'] as const)),
    'take the second',
    'answer',
  ] as const;
  const requests = m.process('requests', labels, (step) => {
    if (crowd.arriving > 0 && inside() < bound) step('admit', move('arriving', 'admitted'));
    if (crowd.admitted > 0 && isFree()) step('take a connection', move('admitted', 'holdOne'));
    const waiting = chosen.holdsAndWaits ? 'holdOne' : 'between';
    if (!chosen.holdsAndWaits && crowd.holdOne > 0) step('give it back', move('holdOne', 'between'));
    if (crowd[waiting] > 0 && isFree()) step('take the second', move(waiting, 'holdTheirLast'));
    if (crowd.holdTheirLast > 0) step('answer', move('holdTheirLast', 'answered'));
  });
  for (const label of labels) m.weaklyFair(requests, { only: [label] });
}

const inUse = ({ holdOne, holdTheirLast }: Crowd, { holdsAndWaits }: Variant): number =>
  holdOne + (holdsAndWaits ? 2 : 1) * holdTheirLast;

function declareProperties(m: Model, crowd: Crowd, scale: Scale, chosen: Variant): void {
  const size = chosen.pool(scale);
  const areAnswered = () => crowd.answered === scale.requests;
  m.always('pool: no more connections than there are', () => inUse(crowd, chosen) <= size);
  const atOnce = Math.min(chosen.bound(scale), Math.floor(size / (chosen.holdsAndWaits ? 2 : 1)), scale.requests);
  m.sometimes('as many requests as may have all that they need', () => crowd.holdTheirLast === atOnce);
  if (chosen.leaves > 0) {
    m.always(`others: ${chosen.leaves} connections are left to other requests`, () => {
      return inUse(crowd, chosen) <= size - chosen.leaves;
    });
    m.sometimes('the others have no more than that', () => inUse(crowd, chosen) === size - chosen.leaves);
  }
  m.eventually('L4: every request is answered', areAnswered);
  m.ending('every request is answered', areAnswered);
}

const deadlocks = ['no deadlock', 'L4'] as const;

export const poolWedge = defineModel<Variant, Scale, Rules>({
  name: 'pool-wedge',
  title: 'requests that hold one connection and wait for a second',
  about:
    'A registration holds a pooled connection and waits for another, and the pool has no checkout timeout. With as ' +
    'many admitted requests as connections, each request holds one connection, none gets its second, and every later ' +
    'request waits as well (deadlock). Measured: of 20 restores on a pool of 10, six were answered. Either fix alone ' +
    'is enough: not to hold a connection while waiting, or a bound on admitted requests. The bound must be less than ' +
    'the size of the pool; the products take half the pool, and leave the other half to other requests. The model ' +
    'counts requests and does not distinguish them.',
  variants,
  scales: {
    small: { pool: 4, requests: 6, jobs: 2 },
    default: { pool: 10, requests: 20, jobs: 4 },
    large: { pool: 40, requests: 100, jobs: 16 },
  },
  document: {
    title: 'The designs of backup and restore, deadlock of the pool: section 7',
    sentences: [
      {
        says: '7: the pool has P connections and no limit on the wait for one',
        steps: { requests: ['take a connection'] },
        properties: ['pool'],
      },
      {
        says: '7: a registration holds one connection and waits for a second',
        steps: { requests: ['take the second'] },
      },
      {
        says: '7, bug: with as many requests of distinct backups as connections nobody is answered again',
        properties: ['L4'],
      },
      { says: '7: requests of one backup do not deadlock, since its claim admits one at a time', properties: ['L4'] },
      {
        says: '7, fix: no connection is held while another is awaited',
        steps: { requests: ['give it back', 'answer'] },
        properties: ['L4'],
      },
      {
        says: '7, fix: jobs are bounded, by P - 1 at most; the products take half the pool, up to 16',
        steps: { requests: ['admit'] },
        properties: ['L4'],
      },
      {
        says: '7: creates on SQLite hold two; with a bound of P/2 - 1 others have 2 connections',
        properties: ['others'],
      },
      { says: '7: pools on PostgreSQL are raised to twice the jobs and 10 more', properties: ['others'] },
      { says: 'L4: each request is answered', properties: ['L4'] },
    ],
    environment: [],
  },
  rules: {},
  mutants: {
    'no-bound': {
      title: 'any number of restores may register at once',
      change: { bound: () => Infinity },
      finding: 'restore-parity/mongo-wedge',
      expect: { breaks: deadlocks },
    },
    'bound-of-the-pool': {
      title: 'as many restores may register as the pool has connections',
      change: { bound: ({ pool }) => pool },
      finding: 'restore-parity/mongo-wedge',
      expect: { breaks: deadlocks },
    },
    'bound-of-one-less': {
      title: 'one restore less may register than the pool has connections',
      change: { bound: ({ pool }) => pool - 1 },
      finding: 'restore-parity/mongo-wedge',
      expect: {
        equivalent:
          'of p connections p - 1 are first ones at most, so whoever holds one gets the last of them and ends',
        graph: 'other',
      },
    },
    'holds-and-waits': {
      title: 'a request without a bound keeps its first connection while it waits for the second',
      change: { holdsAndWaits: true },
      variant: 'one-at-a-time',
      finding: 'restore-parity/mongo-wedge',
      expect: { breaks: deadlocks },
    },
    'claim-lets-all-through': {
      title: 'the claim of the backup is taken only once a connection is held',
      change: { bound: () => Infinity },
      variant: 'one-backup',
      finding: 'restore-parity/mongo-wedge',
      expect: { breaks: deadlocks },
    },
    'creates-without-bound': {
      title: 'any number of creates may take a reader and a writer',
      change: { bound: () => Infinity },
      variant: 'sqlite-creates',
      finding: 'restore-parity/sqlite-backup-admission',
      expect: { breaks: ['others', ...deadlocks] },
    },
    'creates-up-to-half': {
      title: 'creates are bounded by half the pool, which they then take whole',
      change: { bound: ({ pool }) => Math.floor(pool / 2) },
      variant: 'sqlite-creates',
      finding: 'restore-parity/sqlite-backup-admission',
      expect: { breaks: ['others'] },
    },
    'pool-not-raised': {
      title: 'the pool has two connections for each job and none beside',
      change: { pool: ({ jobs }) => 2 * jobs },
      variant: 'postgresql-jobs',
      finding: 'catalog-index/pg-pool-raise',
      expect: { breaks: ['others'] },
    },
  },
  build(m, rules, scale, variant) {
    const chosen = { ...variant, ...rules };
    const crowd = m.record('requests', crowdShape(scale), { arriving: scale.requests });
    declareRequests(m, crowd, scale, chosen);
    declareProperties(m, crowd, scale, chosen);
  },
});
