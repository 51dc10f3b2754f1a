import { expect, test, vi } from 'vitest';
import { mutate } from '../../oracles/policies/mutants.ts';
import type { Case } from '../cases/case.ts';
import { createOracleSession, targets } from '../targets/index.ts';
import type { Session, Target } from '../targets/target.ts';
import { compare, transcriptOf } from './compare.ts';
import { type Found, type FuzzOptions, fuzz } from './fuzz.ts';
import { sequenceAt } from './generators/sequences.ts';
import { playSequence, rawHost } from './host.ts';
import { featuresOf } from './kinds/features.ts';
import { kindText } from './kinds/kind.ts';

// Each test plays hundreds of sequences, possibly on a busy machine.
vi.setConfig({ testTimeout: 120_000 });

const { oracle } = targets;

function planted(id: string): Target {
  return { ...oracle, name: id, start: async () => ({ ...createOracleSession(mutate(id)), target: id }) };
}

const base = { seed: 'fuzz', runs: 80, reference: oracle, runId: 'fuzztest' } satisfies Partial<FuzzOptions>;

test('the oracle does not differ from itself', async () => {
  const record = await fuzz({ ...base, runs: 200, targets: [oracle] });
  expect(record.targets[0]).toMatchObject({ cases: 200, matched: 200, diverged: 0, unknown: 0, skipped: 0, found: [] });
  expect(record.targets[0]?.judged).toBeGreaterThan(2_000);
});

/** Mutants of several parts of the oracle. No sequence was written for any of them. */
const canaries = [
  'binary-order-length-first',
  'number-identity-by-spelling',
  'missing-not-equal-fails',
  'index-entry-identity-index-keys',
  'transact-get-missing-not-at-all',
  'size-in-comparisons-refused',
  'iterator-at-the-one-after',
  'table-deletion-active',
  'backup-list-limit-ignored',
];

/** Plays sequences, some at a time, until something is found: tracing all that a bug changes takes minutes. */
async function foundOf(target: Target): Promise<readonly Found[]> {
  for (let from = 0; from < 120; from += 24) {
    const { targets: played } = await fuzz({ ...base, from, runs: 24, targets: [target] });
    if (played[0]!.found.length > 0) return played[0]!.found;
  }
  return [];
}

test.each(canaries)('a planted bug is found: %s', async (id) => {
  const found = await foundOf(planted(id));
  expect(found.length).toBeGreaterThan(0);
  expect(found.every(({ divergence }) => divergence !== undefined)).toBe(true);
});

async function played(subject: Case, target: Target) {
  const hosts = [rawHost(oracle, { runId: 'again' }), rawHost(target, { runId: 'again' })] as const;
  for (const host of hosts) await host.start();
  const [right, own] = [await playSequence(hosts[0], subject), await playSequence(hosts[1], subject)];
  for (const host of hosts) await host.stop();
  return compare(subject, transcriptOf('oracle', right), target.name, own);
}

test('the smallest sequence shows the same difference, at its last step, and is smaller', async () => {
  const target = planted('binary-order-length-first');
  const {
    targets: [record],
  } = await fuzz({ ...base, targets: [target] });
  for (const { case: smallest, kind, at } of record?.found ?? []) {
    const { differences } = await played(smallest, target);
    const coarse = kindText({ ...kind, with: [] });
    const again = differences.filter(
      ({ step, kind: own }) => step === smallest.steps.length - 1 && kindText(own) === coarse,
    );
    expect(again).toHaveLength(1);
    const whole = sequenceAt(base.seed, at);
    expect(JSON.stringify(smallest.steps).length).toBeLessThan(JSON.stringify(whole.steps).length / 2);
    if (kind.with.length > 0) expect(kind.with).toEqual(featuresOf(smallest.steps));
  }
});

const marks = (found: readonly Found[] = []): string[] => found.map(({ fingerprint }) => fingerprint).sort();

test.each(['binary-order-length-first', 'iterator-at-the-one-after'])(
  'one seed always finds the same, and playing a sequence alone finds it as well: %s',
  async (id) => {
    const target = planted(id);
    const runs = [await fuzz({ ...base, targets: [target] }), await fuzz({ ...base, targets: [target] })];
    expect(marks(runs[0]?.targets[0]?.found)).toEqual(marks(runs[1]?.targets[0]?.found));
    const [first] = runs[0]?.targets[0]?.found ?? [];
    const alone = await fuzz({ ...base, from: first!.at, runs: 1, targets: [target] });
    expect(marks(alone.targets[0]?.found)).toContain(first?.fingerprint);
    const replayed = await fuzz({ ...base, cases: [first!.case], targets: [target] });
    expect(marks(replayed.targets[0]?.found)).toEqual([first?.fingerprint]);
  },
);

test('an interrupted run keeps what was found', async () => {
  const abort = new AbortController();
  const target = planted('binary-order-length-first');
  const record = await fuzz({
    ...{ ...base, runs: 100_000, targets: [target], signal: abort.signal },
    onProgress: ({ kinds }) => kinds > 0 && abort.abort(),
  });
  expect(record.cut).toBe('interrupted');
  expect(record.runs).toBeLessThan(100_000);
  expect(record.targets[0]?.found.length).toBeGreaterThan(0);
});

/** The oracle in a process that crashes at the first transaction. */
const fragile: Target = {
  ...oracle,
  name: 'fragile',
  start: async (): Promise<Session> => {
    const session = createOracleSession();
    let dead = false;
    return {
      ...session,
      target: 'fragile',
      health: async () => (dead ? { kind: 'crashed', how: 'exit code 1' } : { kind: 'up' }),
      send: async (op, input, options) => {
        // Probes do not count.
        if (op === 'TransactWriteItems' && JSON.stringify(input).length > 60) dead = true;
        return dead ? { kind: 'unanswered', cause: 'closed', detail: 'gone' } : session.send(op, input, options);
      },
    };
  },
};

test('a crash is a kind of its own, traced to its request, and the run continues', async () => {
  const {
    targets: [record],
  } = await fuzz({ ...base, targets: [fragile] });
  expect(record?.unknown).toBeGreaterThan(3);
  expect(record?.matched).toBeGreaterThan(20);
  const crashes = record?.found.filter(({ kind }) => kind.class === 'crashed') ?? [];
  expect(crashes.length).toBeGreaterThan(0);
  expect(crashes.every(({ kind, divergence }) => kind.op === 'TransactWriteItems' && divergence === undefined)).toBe(
    true,
  );
  expect(crashes.some(({ case: smallest }) => smallest.steps.length === 1)).toBe(true);
});

test('requests wait while a replacement server starts', async () => {
  const turn = () => new Promise((resolve) => setImmediate(resolve));
  const start: Target['start'] = async (options) => {
    for (let turns = 0; turns < 5; turns++) await turn();
    return fragile.start(options);
  };
  const host = rawHost({ ...fragile, start }, { runId: 'waits' });
  await host.start();
  const sequences = Array.from({ length: 60 }, (_, at) => sequenceAt(base.seed, at));
  const text = (subject: Case) => JSON.stringify(subject.steps);
  const deadly = sequences.find((one) => text(one).includes('TransactWriteItems'))!;
  const harmless = sequences.find((one) => !text(one).includes('Transact'))!;
  const lost = playSequence(host, deadly);
  // Repeated until the lost server has been replaced, so that some requests arrive meanwhile.
  const answers: Promise<unknown>[] = [];
  const done = lost.then(() => true);
  while (!(await Promise.race([done, new Promise((resolve) => setImmediate(resolve, false))]))) {
    answers.push(playSequence(host, harmless));
  }
  expect((await Promise.allSettled(answers)).map(({ status }) => status)).toEqual(answers.map(() => 'fulfilled'));
  await host.stop();
});

test('a remote server that answers nothing is given up after one batch, which is no pass', async () => {
  let asked = 0;
  const silent: Target = {
    ...oracle,
    name: 'silent',
    startedByUs: false,
    start: async () => ({
      ...createOracleSession(),
      send: async (op, _, options) => {
        if (op === 'CreateTable') asked += 1;
        // Probes come first and are answered.
        return op === 'CreateTable' || options === undefined
          ? { kind: 'unanswered', cause: 'timeout', detail: 'no answer' }
          : { kind: 'ok', output: {} };
      },
    }),
  };
  const {
    targets: [record],
  } = await fuzz({ ...base, targets: [silent] });
  expect(record).toMatchObject({
    matched: 0,
    diverged: 0,
    found: [],
    unavailable: { reason: expect.stringMatching(/answered none of \d+ sequences: no answer/) },
  });
  expect(asked).toBeLessThanOrEqual(24);
});
