import { describe, expect, test } from 'vitest';
import { allCases } from '../cases/index.ts';
import { createOracleSession, targets } from '../targets/index.ts';
import type { Target } from '../targets/target.ts';
import { TargetHost } from './host/host.ts';
import type { TargetTranscript } from './judge/shown.ts';
import type { Entry } from './record.ts';
import { answersOf, merged, readRecording, recorded } from './recording.ts';
import { runCases } from './run.ts';

const cases = allCases.filter(({ id, area, heavy }) => (area === 'backup-api' && !heavy) || id === 'scan/index-pages');
const occasion = { date: '2026-11-30', region: 'eu-west-1' };

/** The oracle with the accounts of somebody. */
const service: Target = {
  ...targets.oracle,
  name: 'aws',
  start: async () => createOracleSession(undefined, { accounts: ['123456789012'], region: 'eu-west-1' }),
};

async function played(target: Target): Promise<Map<string, TargetTranscript>> {
  const transcripts = new Map<string, TargetTranscript>();
  const host = new TargetHost(target, { runId: 'secret7run' });
  await host.start();
  for (const subject of cases) {
    const { entries, names } = await host.play(subject);
    transcripts.set(subject.id, { target: target.name, entries, names });
  }
  await host.stop();
  return transcripts;
}

const recordingOf = async (target: Target) => {
  const transcripts = await played(target);
  return merged(
    undefined,
    'aws',
    '1',
    cases.map((subject) => recorded(subject, transcripts.get(subject.id)!, occasion)),
  );
};

describe('a recording', async () => {
  const recording = await recordingOf(service);
  const text = JSON.stringify(recording);

  test('names neither the account nor the run, and survives JSON', () => {
    expect(text).toContain('000000000000');
    expect(text).not.toContain('123456789012');
    expect(text).not.toContain('secret7run');
    expect(readRecording(text)).toEqual(JSON.parse(text));
  });

  test('is a reference with which the right store agrees', async () => {
    const { answers, changed } = answersOf(readRecording(text), cases);
    expect([answers.size, changed]).toEqual([cases.length, []]);
    const run = await runCases({ cases, targets: [targets.oracle], runId: 'again', recorded: answers });
    expect(run.divergences.filter(({ tier }) => tier !== 'text')).toEqual([]);
    expect(run).toMatchObject({ reference: 'recorded', targets: [{ matched: cases.length }] });
  });

  test('fails a store that answers otherwise, where the case itself says nothing', async () => {
    const subject = cases.find(({ id }) => id === 'scan/index-pages')!;
    const oneMore = (entry: Entry): Entry =>
      entry.outcome.kind === 'ok' && Array.isArray(entry.outcome.output.Items)
        ? { ...entry, outcome: { kind: 'ok', output: { Items: [...entry.outcome.output.Items, { pk: { S: 'z' } }] } } }
        : entry;
    const other = {
      ...recording,
      cases: recording.cases.map((one) => ({ ...one, entries: one.entries.map(oneMore) })),
    };
    const { answers } = answersOf(other, [subject]);
    const { divergences } = await runCases({
      cases: [subject],
      targets: [targets.oracle],
      runId: 'other',
      recorded: answers,
    });
    expect(divergences).toContainEqual(
      expect.objectContaining({ evidence: 'recorded', certainty: 'recorded', status: 'new', class: 'rows-missing' }),
    );
  });

  test('does not count for a case that has changed since', () => {
    const [first, ...others] = cases as [(typeof cases)[0], ...typeof cases];
    const longer = { ...first, steps: [...first.steps, { op: 'ListTables' as const, input: {} }] };
    const { answers, changed } = answersOf(recording, [longer, ...others]);
    expect(changed).toEqual([first.id]);
    expect(answers.has(first.id)).toBe(false);
  });

  test('keeps earlier answers to other cases, and replaces those to the same', () => {
    const [one, two] = recording.cases as [(typeof recording.cases)[0], (typeof recording.cases)[0]];
    const earlier = { ...recording, cases: [one, two] };
    const later = merged(earlier, 'aws', '2', [{ ...one, date: '2027-01-01' }]);
    expect(later.cases.map((each) => [each.case, each.date])).toEqual([
      [one.case, '2027-01-01'],
      [two.case, '2026-11-30'],
    ]);
  });
});

test.each([
  ['no JSON', '{'],
  ['another file', '{"target":"aws"}'],
  ['an unknown member', '{"target":"aws","version":"1","cases":[],"secret":1}'],
  [
    'an entry that is no object',
    JSON.stringify({
      target: 'aws',
      version: '1',
      cases: [{ case: 'a', digest: 'b', ...occasion, entries: [1], tables: [] }],
    }),
  ],
])('%s is refused', (_, text) => {
  expect(() => readRecording(text)).toThrow();
});
