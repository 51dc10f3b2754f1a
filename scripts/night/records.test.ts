import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type NightHead, type NightPlan, suites } from '../../reports/night/record.ts';
import { unitsOf } from './plan.ts';
import { append, earlierNights, mend, recordName, retain } from './records.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'parallax-records-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const plan: NightPlan = { targets: ['x', 'y'], suites: ['cases', 'mutants', 'fuzz', 'race'], runs: 8, rounds: 3 };

function keep(day: number, { shard, isWhole = true }: { shard?: string; isWhole?: boolean } = {}): string {
  const startedAt = new Date(Date.UTC(2026, 0, day)).toISOString();
  const head: NightHead = {
    ...{ kind: 'night', format: 1, version: '0.1.0', seed: 's', startedAt, plan, units: ['u'] },
    ...(shard !== undefined && { shard }),
  };
  const file = join(folder, recordName(head));
  append(file, [head, ...(isWhole ? [{ kind: 'end', unit: 'u', verdict: 'holds', durationMs: 1 } as const] : [])]);
  return file;
}
const days = (): string[] => earlierNights(folder).map(({ head }) => head.startedAt.slice(0, 10));

test('only whole and finished nights are compared with, oldest first, and never the night itself', () => {
  keep(3);
  keep(1);
  keep(2, { isWhole: false });
  keep(4, { shard: '1/2' });
  const own = keep(5);
  expect(days()).toEqual(['2026-01-01', '2026-01-03', '2026-01-05']);
  expect(earlierNights(folder, own)).toHaveLength(2);
});

test('the newest records are kept', () => {
  for (const day of [3, 1, 2]) keep(day);
  expect(retain(folder, 2)).toHaveLength(1);
  expect(days()).toEqual(['2026-01-02', '2026-01-03']);
});

test('half a line is cut off before the next one is written', () => {
  const file = keep(1);
  const whole = readFileSync(file, 'utf8');
  writeFileSync(file, `${whole}{"kind":"re`);
  mend(file);
  expect(readFileSync(file, 'utf8')).toBe(whole);
  expect(readdirSync(folder)).toHaveLength(1);
});

test('the parts of each suite are everything, once', () => {
  const words = unitsOf(plan).map(({ name, argv }) => [name, argv.join(' ')] as const);
  expect(new Set(words.map(([name]) => name)).size).toBe(words.length);
  expect(words.slice(0, 4).map(([, argv]) => argv)).toEqual(
    [1, 2, 3, 4].map((part) => `run --target x --shard ${part}/4`),
  );
  expect(words.map(([, argv]) => argv)).toContain('fuzz --target y --runs 8 --shard 3/4');
  expect(words.map(([, argv]) => argv)).toContain('race --target y --rounds 3 --shard 4/4');
  expect(words.map(([, argv]) => argv)).toContain('mutants --shard 2/4');
  expect(unitsOf({ ...plan, ledger: 'l.json' })[0]!.argv).toEqual(expect.arrayContaining(['--ledger', 'l.json']));
});

test('what has an end comes before what shares the rest of the time', () => {
  const units = unitsOf({ ...plan, suites: [...suites] });
  expect(units.map(({ endless }) => endless)).toEqual(units.map(({ endless }) => endless).sort());
});
