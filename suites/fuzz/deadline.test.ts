import { describe, expect, test, vi } from 'vitest';
import { mutate } from '../../oracles/policies/mutants.ts';
import type { Operation } from '../../oracles/values/types.ts';
import { createOracleSession, targets } from '../targets/index.ts';
import type { Session, Target } from '../targets/target.ts';
import { stepNumber } from './compare.ts';
import { type FuzzOptions, type FuzzRecord, fuzz } from './fuzz.ts';

vi.setConfig({ testTimeout: 120_000 });

const { oracle } = targets;
const bug = mutate('missing-not-equal-fails');

/** A faulty store that slows down from its first request of one kind on. `onSend` receives each request. */
function slow(ms: number, from?: Operation, onSend: () => void = () => {}): Target {
  const session: Session = createOracleSession(bug);
  let isSlow = from === undefined;
  const send: Session['send'] = async (operation, input, options) => {
    onSend();
    isSlow ||= operation === from && input.KeySchema !== undefined;
    if (isSlow) await new Promise((resolve) => setTimeout(resolve, ms));
    return session.send(operation, input, options);
  };
  return { ...oracle, name: 'slow', start: async () => ({ ...session, send }) };
}

const base = { seed: 'fuzz', runs: 100_000, reference: oracle, runId: 'deadline' } satisfies Partial<FuzzOptions>;

/** Stops after `count` requests. Returns how many more were sent. */
async function stoppedAfter(requests: number): Promise<{ record: FuzzRecord; later: number }> {
  const abort = new AbortController();
  let sent = 0;
  const onSend = (): void => {
    sent += 1;
    if (sent === requests) abort.abort();
  };
  const record = await fuzz({ ...base, targets: [slow(0, undefined, onSend)], signal: abort.signal });
  return { record, later: sent - requests };
}

/** One request in flight for each sequence that is played or shrunk concurrently. */
const underWayMax = 24;

describe('nothing more is sent after the end', () => {
  // Probes and tables of a batch come first. A batch of 24 sequences sends about 500 requests.
  test.each([200, 1_000, 1_500, 3_000])('after %i requests', async (requests) => {
    const { record, later } = await stoppedAfter(requests);
    // At most the leased tables are still created and described.
    expect(later).toBeLessThanOrEqual(3 * underWayMax);
    expect(record.cut).toBe('interrupted');
  });
});

test('a difference that could not be shrunk is kept as seen', async () => {
  let cut: FuzzRecord | undefined;
  for (let requests = 400; cut === undefined && requests < 3_000; requests += 200) {
    const { record } = await stoppedAfter(requests);
    if (record.targets[0]?.found.some((one) => one.cut)) cut = record;
  }
  const kept = cut?.targets[0]?.found.filter((one) => one.cut) ?? [];
  expect(kept.length).toBeGreaterThan(0);
  for (const { case: sequence, divergence, transcripts } of kept.filter((one) => one.detail === undefined)) {
    const last = sequence.steps.length - 1;
    expect(stepNumber(divergence?.step ?? '')).toBe(last);
    for (const { step } of transcripts.target.entries) expect(stepNumber(step)).toBeLessThanOrEqual(last);
  }
});

test('the time limit also ends a batch in the middle', async () => {
  const whole = await fuzz({ ...base, runs: 24, targets: [slow(0)] });
  // With five requests per second a batch takes long.
  const record = await fuzz({ ...base, runs: 24, targets: [slow(200, 'CreateTable')], timeMs: 1_000 });
  expect(record.cut).toBe('time');
  expect(record.targets[0]?.judged).toBeLessThan(whole.targets[0]!.judged / 2);
});
