/**
 * Admission of backup and restore jobs. A request that needs no slot is answered at once; any other waits up to thirty seconds for
 * a permit, which the job then keeps until it ends.
 */
import { flag, oneOf, upTo, type View } from '../language/domains.ts';
import { defineModel } from '../language/entry.ts';
import type { Model } from '../language/model.ts';
import { interleavingSentences } from './sentences.ts';

interface Crowd {
  /** By account: the number of its requests. */
  readonly requests: readonly number[];
  /** Jobs that a server runs at once; and below, the share of one account. */
  readonly server: number;
  readonly share: number;
}

interface Scale {
  /** One account has more requests than its share. */
  readonly uneven: Crowd;
  /** All shares together are more than the server has. */
  readonly even: Crowd;
}

interface Variant {
  readonly crowd: keyof Scale;
  readonly hasShares: boolean;
  /** A create also takes one of the slots for table snapshots, without waiting for it. */
  readonly hasSnapshotSlots: boolean;
}

const variants = {
  /** Design 1: a share for each account and a limit for the server, with one wait for both. */
  'share-and-server': { crowd: 'uneven', hasShares: true, hasSnapshotSlots: false },
  'shares-over-server': { crowd: 'even', hasShares: true, hasSnapshotSlots: false },
  /** Design 2: one limit for the server. */
  server: { crowd: 'uneven', hasShares: false, hasSnapshotSlots: false },
  /** Design 2, creates on SQLite. */
  'server-and-snapshot-slot': { crowd: 'uneven', hasShares: false, hasSnapshotSlots: true },
} satisfies { [name: string]: Variant };

const rules = {
  checksComeFirst: true,
  registersWithPermit: true,
  waitsForPermit: true,
  waitEnds: true,
  takesWhatIsFree: true,
  isBounded: true,
  accountsHaveShares: true,
  permitStaysWithJob: true,
  panicReturnsPermit: true,
  cancelReturnsShare: true,
  refusalReturnsPermit: true,
};
type Rules = typeof rules;

const requestShape = {
  at: oneOf('start', 'checked', 'waiting', 'admitted', 'running', 'refused', 'LimitExceeded', 'cancelled', 'ended'),
  /** It will be refused by a check that needs no slot. */
  isDoomed: flag,
  /** It has its part of the account's share, and waits for the server. */
  hasShare: flag,
  /** Something durable exists: a row, a claim or a target. */
  hasRow: flag,
};
type Request = View<typeof requestShape>;

const permitShape = (most: number) => ({ left: upTo(most) });
type Permits = View<ReturnType<typeof permitShape>>;

interface World {
  readonly scale: Crowd;
  readonly variant: Variant;
  /** By account. */
  readonly requests: readonly (readonly Request[])[];
  readonly shares: readonly Permits[];
  readonly server: Permits;
  readonly snapshotSlots: Permits;
  readonly snapshot: View<typeof snapshotShape>;
}

const snapshotSlots = 1;
const snapshotShape = { isRunning: flag };

function declareWorld(m: Model, scale: Crowd, variant: Variant): World {
  const permits = (name: string, most: number) => m.record(name, permitShape(most), { left: most });
  const requests = scale.requests.map((count, account) => m.family(`request of ${account}`, count, requestShape));
  for (const family of requests) m.interchangeable(family);
  return {
    scale,
    variant,
    requests,
    shares: requests.map((_, account) => permits(`share of ${account}`, scale.share)),
    server: permits('server', scale.server),
    snapshotSlots: permits('snapshot slots', snapshotSlots),
    snapshot: m.record('table snapshot', snapshotShape),
  };
}

const isRunning = ({ at }: Request): boolean => at === 'running';
const mustHoldPermit = ({ at }: Request): boolean => at === 'admitted' || at === 'running';

interface StepProperties {
  readonly givesBack: (seen: () => boolean) => void;
  readonly accountHadJobs: (holds: () => boolean) => void;
  readonly nothingWasFree: (holds: () => boolean) => void;
}

function declareRequest(m: Model, world: World, rules: Rules, account: number, number: number, judged: StepProperties) {
  const { variant, server } = world;
  const me = world.requests[account]![number]!;
  const share = world.shares[account]!;
  const needsShare = variant.hasShares && rules.accountsHaveShares;
  const hasWhatItNeeds = () => !needsShare || me.hasShare;
  const isServerFree = () => !rules.isBounded || server.left > 0;

  const takeServer = () => {
    if (rules.isBounded) server.left--;
    me.at = 'admitted';
  };
  const giveServerBack = () => {
    if (rules.isBounded) server.left++;
  };
  const giveShareBack = () => {
    if (me.hasShare) share.left++;
    me.hasShare = false;
  };
  const limitExceeded = () => {
    judged.accountHadJobs(() =>
      world.requests[account]!.some((own) => own !== me && (own.hasShare || mustHoldPermit(own))),
    );
    judged.nothingWasFree(() => (hasWhatItNeeds() ? server : share).left === 0);
    giveShareBack();
    me.at = 'LimitExceeded';
  };
  const endJob = () => {
    if (rules.permitStaysWithJob) {
      giveServerBack();
      giveShareBack();
    }
    if (variant.hasSnapshotSlots) world.snapshotSlots.left++;
    me.at = 'ended';
  };
  const panic = rules.panicReturnsPermit
    ? endJob
    : () => {
        me.at = 'ended';
      };
  const register = () => {
    me.hasRow = true;
    me.at = 'running';
    if (rules.permitStaysWithJob) return;
    giveServerBack();
    giveShareBack();
  };

  const labels = [
    'arrives',
    'refused by a check',
    'passes the checks',
    'takes its part of the share',
    'takes a permit',
    'LimitExceeded after 30 s',
    'LimitExceeded at once',
    'is cancelled in the wait',
    'LimitExceeded: no snapshot slot',
    'registers and answers',
    'the job ends',
    'the job panics',
  ] as const;
  const used = labels.filter(
    (label) =>
      (needsShare || label !== 'takes its part of the share') &&
      (rules.waitsForPermit ? label !== 'LimitExceeded at once' : label !== 'LimitExceeded after 30 s') &&
      (variant.hasSnapshotSlots || label !== 'LimitExceeded: no snapshot slot'),
  );
  return m.process(`request ${number} of account ${account}`, used, (step) => {
    const phases: { readonly [at in Request['at']]?: () => void } = {
      start: () =>
        step.either('arrives', [false, true], (isDoomed) => {
          me.isDoomed = isDoomed;
          me.at = 'checked';
        }),
      checked: () => {
        if (me.isDoomed && rules.checksComeFirst) {
          step('refused by a check', () => {
            me.at = 'refused';
          });
        } else if (!rules.waitsForPermit && !isServerFree()) step('LimitExceeded at once', limitExceeded);
        else {
          step('passes the checks', () => {
            if (!rules.registersWithPermit) me.hasRow = true;
            if (rules.waitsForPermit) me.at = 'waiting';
            else takeServer();
          });
        }
      },
      waiting: () => {
        const takesShare = !hasWhatItNeeds() && share.left > 0;
        const takesPermit = hasWhatItNeeds() && isServerFree();
        if (takesShare) {
          step('takes its part of the share', () => {
            share.left--;
            me.hasShare = true;
          });
        } else if (takesPermit) step('takes a permit', takeServer);
        const isServed = rules.takesWhatIsFree && (takesShare || takesPermit);
        if (rules.waitEnds && !isServed) step('LimitExceeded after 30 s', limitExceeded);
        step('is cancelled in the wait', () => {
          if (rules.cancelReturnsShare) giveShareBack();
          me.at = 'cancelled';
        });
      },
      admitted: () => {
        if (!rules.checksComeFirst && me.isDoomed) {
          step('refused by a check', () => {
            giveServerBack();
            giveShareBack();
            me.at = 'refused';
          });
        } else if (world.snapshotSlots.left === 0) {
          step('LimitExceeded: no snapshot slot', () => {
            if (rules.refusalReturnsPermit) giveServerBack();
            me.at = 'LimitExceeded';
          });
        } else {
          step('registers and answers', () => {
            if (variant.hasSnapshotSlots) world.snapshotSlots.left--;
            register();
          });
        }
      },
      running: () => {
        step('the job ends', endJob);
        step('the job panics', panic);
      },
    };
    phases[me.at]?.();
  });
}

/** Table snapshots take slots at any time. */
function declareSnapshots(m: Model, { snapshotSlots: slots, snapshot: me }: World, judged: StepProperties): void {
  m.process('table snapshot', ['takes a slot', 'gives it back'], (step) => {
    if (me.isRunning) {
      step('gives it back', () => {
        slots.left++;
        me.isRunning = false;
        judged.givesBack(() => !me.isRunning);
      });
    } else if (slots.left > 0) {
      step('takes a slot', () => {
        slots.left--;
        me.isRunning = true;
      });
    }
  });
}

function declareProperties(m: Model, world: World): void {
  const { scale, variant, requests, server, shares, snapshot } = world;
  const all = requests.flat();
  const count = (of: readonly Request[], is: (request: Request) => boolean) => of.filter(is).length;

  m.always('A1: no more jobs than the bound', () => count(all, isRunning) <= scale.server);
  m.sometimes('as many jobs run as may', () => count(all, isRunning) === (variant.hasSnapshotSlots ? 1 : scale.server));

  const isRefused = ({ at }: Request) => at === 'refused' || at === 'LimitExceeded' || at === 'cancelled';
  m.always('A2: a refused request leaves nothing', () =>
    all.every((request) => !isRefused(request) || !request.hasRow),
  );
  m.sometimes('a request is refused with LimitExceeded', () => all.some(({ at }) => at === 'LimitExceeded'));
  m.always('refused: only who is doomed is refused by a check', () => {
    return all.every(({ at, isDoomed }) => at !== 'refused' || isDoomed);
  });
  const hasRun = ({ at }: Request) => at === 'running' || at === 'ended';
  m.always('row: a job that runs or has run is durable', () =>
    all.every((request) => !hasRun(request) || request.hasRow),
  );
  m.sometimes('a job ends', () => all.some(({ at }) => at === 'ended'));
  m.sometimes('a request is cancelled while it waits', () => all.some(({ at }) => at === 'cancelled'));
  const isAtRest = (request: Request) => isRefused(request) || request.at === 'ended';
  m.always('at rest: nothing is held', () => all.every((request) => !isAtRest(request) || !request.hasShare));

  m.always('A3: a permit is held from admission to the end of the job', () => {
    return server.left === scale.server - count(all, mustHoldPermit);
  });
  if (variant.hasSnapshotSlots) {
    m.always('A3-slot: a snapshot slot is held from the answer to the end of the job, or by a table snapshot', () => {
      return world.snapshotSlots.left === snapshotSlots - count(all, isRunning) - (snapshot.isRunning ? 1 : 0);
    });
  }
  if (!variant.hasShares && !variant.hasSnapshotSlots) {
    m.sometimes('one account has every job of the server', () => {
      return requests.some((own) => count(own, isRunning) === scale.server);
    });
  }
  if (variant.crowd === 'even') {
    m.sometimes('a request has its part of the share, and waits for the server', () => {
      return server.left === 0 && all.some(({ at, hasShare }) => at === 'waiting' && hasShare);
    });
  }
  if (variant.hasShares) {
    m.always('A1-share: no more jobs of an account than its share', () => {
      return requests.every((own) => count(own, isRunning) <= scale.share);
    });
    m.always('A3-share: a part of the share is held from the wait to the end of the job', () => {
      return requests.every((own, account) => {
        const holders = count(
          own,
          (request) => mustHoldPermit(request) || (request.at === 'waiting' && request.hasShare),
        );
        return shares[account]!.left === scale.share - holders;
      });
    });
  }

  m.always('A5: who is to be refused by a check never waits', () =>
    all.every(({ at, isDoomed }) => !isDoomed || at !== 'waiting'),
  );
  m.sometimes('a request is refused by a check while every permit is taken', () => {
    return all.some(({ at }) => at === 'refused') && count(all, mustHoldPermit) === scale.server;
  });

  m.sometimes('a request waits while every permit is taken', () => {
    return all.some(({ at }) => at === 'waiting') && count(all, mustHoldPermit) === scale.server;
  });
  all.forEach((request, at) => {
    const waits = () => request.at === 'waiting';
    m.leadsTo(`A6 of request ${at}: it does not wait for ever`, waits, () => !waits());
    const isAdmitted = () => request.at === 'admitted';
    m.leadsTo(`A7 of request ${at}: with a permit it registers or is refused`, isAdmitted, () => !isAdmitted());
  });
  m.ending('no request is under way', () => {
    return all.every(isAtRest);
  });
}

/** A4 belongs to design 1 only: there a request is refused for lack of a permit only if jobs of its own account hold permits. */
function declareJudged(m: Model, { hasShares, hasSnapshotSlots }: Variant): StepProperties {
  const nothing = () => undefined;
  return {
    nothingWasFree: m.always('A8: LimitExceeded only while what it waits for is taken'),
    accountHadJobs: hasShares ? m.always('A4: an account without a job is admitted') : nothing,
    givesBack: hasSnapshotSlots ? m.sometimes('a table snapshot gives its slot back') : nothing,
  };
}

const even: Crowd = { requests: [2, 2], server: 3, share: 2 };

export const admission = defineModel<Variant, Scale, Rules>({
  name: 'admission',
  title: 'permits for backup and restore jobs',
  about:
    'A request is checked, waits up to thirty seconds for its permits, registers, and is answered; its job holds the ' +
    'permits until it ends, for whatever reason. Time is abstract: a wait may end whenever the permit is not there. ' +
    'Jobs may hang, so only the wait itself is fair. Design 2 dropped shares (A4): one account can fill a server ' +
    'again. SQLite creates take a snapshot slot as well, without waiting, and give their permit back when there is ' +
    'none.',
  checkedBy: {
    'catalog-index/single-bound-not-per-account': ['one account has every job of the server'],
    'restore-parity/pg-admission': ['A1', 'A4'],
    'restore-parity/duplicate-restore-waits': ['A5'],
    'restore-parity/name-before-backup-storage': ['A5'],
  },
  variants,
  scales: {
    small: { uneven: { requests: [2, 1], server: 2, share: 1 }, even },
    default: { uneven: { requests: [3, 1], server: 3, share: 2 }, even },
    large: { uneven: { requests: [3, 2], server: 3, share: 2 }, even },
  },
  document: {
    title: 'The designs of backup and restore, admission: section 7, and the order of checks in section 3',
    sentences: [
      {
        says: '3, checks 1 to 6: a request that is refused by a check answers without a permit (A5)',
        steps: { 'request n of account n': ['arrives', 'refused by a check', 'passes the checks'] },
        properties: ['A5', 'refused'],
      },
      {
        says: '3, check 7: a permit is awaited for 30 s, then LimitExceededException',
        steps: { 'request n of account n': ['takes a permit', 'LimitExceeded after 30 s'] },
        properties: ['A6 of request n'],
      },
      {
        says: '7, first design: a share of 4 for each account and a bound of the server, within one wait',
        steps: { 'request n of account n': ['takes its part of the share'] },
        properties: ['A1-share', 'A3-share'],
      },
      { says: '7, later design: one bound of the server, 4 unless configured', properties: ['A1'] },
      {
        says: '7, later design: one account can fill the server again',
        properties: ['one account has every job of the server'],
      },
      {
        says: '7: a create on SQLite also tries a snapshot slot, shared with table snapshots, without waiting',
        steps: {
          'request n of account n': ['LimitExceeded: no snapshot slot'],
          'table snapshot': ['takes a slot', 'gives it back'],
        },
        properties: ['A3-slot'],
      },
      { says: '7: PostgreSQL pools are raised to twice the jobs and 10 more', elsewhere: ['pool-wedge'] },
      {
        says: 'The text of LimitExceededException names the bound',
        leftOut: 'texts of answers are matter of the suites',
      },
      ...interleavingSentences({
        22: { properties: ['a request is refused by a check while every permit is taken', 'A5'] },
      }),
      { says: 'A1: no more jobs run than the bound', properties: ['A1'] },
      { says: 'A2: a refused request leaves no row, claim or target', properties: ['A2'] },
      {
        says: 'A3: a permit is held until the job ends, and given back on every exit (end, panic, cancel in the wait)',
        steps: {
          'request n of account n': [
            'registers and answers',
            'the job ends',
            'the job panics',
            'is cancelled in the wait',
          ],
        },
        properties: ['A3', 'at rest', 'row'],
      },
      { says: 'A4: an account without a job is admitted while another fills its share', properties: ['A4'] },
      { says: 'A5: who would be refused by a check never waits', properties: ['A5'] },
      { says: 'A6: with every permit taken, each waiter is answered within 30 s', properties: ['A6 of request n'] },
      { says: 'L4: each request is answered', properties: ['A6 of request n', 'A7 of request n'] },
    ],
    environment: [],
  },
  rules,
  mutants: {
    'no-bound': {
      title: 'jobs are not bounded',
      change: { isBounded: false },
      variant: 'server',
      finding: 'restore-parity/mongo-admission',
      expect: { breaks: ['A1', 'A3'] },
    },
    'permit-before-checks': {
      title: 'the permit is taken before the checks that need none',
      change: { checksComeFirst: false },
      variant: 'server',
      finding: 'catalog-index/permit-last',
      expect: { breaks: ['A5'] },
    },
    'registers-before-permit': {
      title: 'the target is inserted before the wait for a permit',
      change: { registersWithPermit: false },
      finding: 'restore-parity/sqlite-backup-admission',
      expect: { breaks: ['A2'] },
    },
    'no-wait': {
      title: 'a request over the bound is refused at once',
      change: { waitsForPermit: false },
      variant: 'server',
      finding: 'catalog-index/job-bound',
      expect: { breaks: ['a request waits while every permit is taken'] },
    },
    'wait-without-end': {
      title: 'a request waits for a permit as long as it takes',
      change: { waitEnds: false },
      finding: 'catalog-index/job-bound',
      expect: { breaks: ['A6 of request 0'] },
    },
    'refused-while-free': {
      title: 'a request that has waited is refused although a permit is free',
      change: { takesWhatIsFree: false },
      finding: 'catalog-index/job-bound',
      expect: { breaks: ['A8'] },
    },
    'one-semaphore': {
      title: 'one semaphore for all accounts',
      change: { accountsHaveShares: false },
      finding: 'restore-parity/admission-per-account',
      expect: { breaks: ['A4', 'A1-share'] },
    },
    'permit-returned-at-answer': {
      title: 'the permit is returned with the answer, and not with the end of the job',
      change: { permitStaysWithJob: false },
      finding: 'catalog-index/permit-lifetime',
      expect: { breaks: ['A1', 'A1-share', 'A3', 'A3-share'] },
    },
    'permit-lost-in-panic': {
      title: 'a job that panics keeps its permit for ever',
      change: { panicReturnsPermit: false },
      finding: 'catalog-index/permit-lifetime',
      expect: { breaks: ['A3', 'A3-share'] },
    },
    'share-lost-when-cancelled': {
      title: 'a request that is cancelled while it waits for the server keeps its part of the share',
      change: { cancelReturnsShare: false },
      finding: 'catalog-index/permit-lifetime',
      expect: { breaks: ['A3-share'] },
    },
    'permit-lost-without-snapshot-slot': {
      title: 'a create that finds no snapshot slot keeps its permit',
      change: { refusalReturnsPermit: false },
      variant: 'server-and-snapshot-slot',
      finding: 'catalog-index/sqlite-slot-no-wait',
      expect: { breaks: ['A3'] },
    },
  },
  build(m, chosen, scale, variant) {
    const world = declareWorld(m, scale[variant.crowd], variant);
    const judged = declareJudged(m, variant);
    world.requests.forEach((own, account) => {
      own.forEach((_, number) => {
        const request = declareRequest(m, world, chosen, account, number, judged);
        m.weaklyFair(request, { except: ['the job ends', 'the job panics', 'is cancelled in the wait'] });
      });
    });
    if (variant.hasSnapshotSlots) declareSnapshots(m, world, judged);
    declareProperties(m, world);
  },
});
