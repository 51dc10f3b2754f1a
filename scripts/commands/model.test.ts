import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import type { ModelResult } from '../../models/checker/result.ts';
import { models } from '../../models/index.ts';
import { parallax } from '../testing/cli.ts';

const directory = mkdtempSync(join(tmpdir(), 'model-'));
afterAll(() => rmSync(directory, { recursive: true, force: true }));
/** A place in the directory that nothing has used before. */
let places = 0;
const newPlace = (): string => join(directory, String(places++));

/** Calls `parallax model` in this process, at the scale `small` and for one model unless others are named. Returns output and JSON. */
async function model(...args: string[]) {
  const file = newPlace();
  const named = args[0]?.startsWith('--') === false ? args : ['owner-generation-restore', ...args];
  const { code, out, err } = await parallax('model', '--scale', 'small', '--seed', 'a', '--json', file, ...named);
  let json: { [key: string]: unknown } = {};
  try {
    json = JSON.parse(readFileSync(file, 'utf8')) as typeof json;
  } catch {
    // A usage error writes no JSON.
  }
  return { code, out: err + out, json, file };
}

test('what was never seen, and the fairness assumptions, are printed below the verdict', async () => {
  const { code, out } = await model('--variant', 'one-name');
  expect(code).toBe(0);
  expect(out).toContain(
    'fairness assumptions of owner-generation-restore: weak: restore 0, except crash, N3 copying fails',
  );
  expect(out).toMatch(/steps never taken: restore 0: N1 refused: BackupInUse/);
  expect(out).toMatch(/values never reached: /);
});

describe('--trace', () => {
  const mutant = 'failed-rewritten';

  test('a trace that is still a run violates, and one that is not does not', async () => {
    const { code, file } = await model('--mutant', mutant);
    expect(code).toBe(1);
    const again = await model('owner-generation-restore', '--trace', file);
    expect([again.code, again.json.verdict]).toEqual([1, 'violated']);
    expect(again.out).toContain(`one-name/${mutant} still allows this run`);

    const other = await model('owner-generation-restore', '--trace', file, '--mutant', 'failed-not-listed');
    expect([other.code, other.json.verdict]).toEqual([0, 'holds']);
    expect(other.out).toContain("no longer allows step 9: 'c2 FAILED again' of reconciler 0 is not offered");
    expect(other.json.replay).toMatchObject({ mutant: 'failed-not-listed', allowed: 8 });
  });

  test('the mutant `none` asks about the original model', async () => {
    const { file } = await model('--mutant', mutant);
    const right = await model('owner-generation-restore', '--trace', file, '--mutant', 'none');
    expect([right.code, right.json.replay]).toEqual([0, expect.objectContaining({ mutant: null, allowed: 8 })]);
  });

  test.each([
    ['no file', '/nowhere.json', /is not a trace: ENOENT/],
    ['no JSON', 'not json', /is not a trace: .*JSON/],
    ['no trace', '{"models": [{"trace": null}]}', /is not a trace: the file has no trace/],
    [
      'a trace of another model',
      '{"model": "x", "property": "y", "brokenBy": "state", "initial": {}, "steps": []}',
      /has no trace of owner-generation-restore/,
    ],
  ])('%s is a wrong call', async (_, text, sentence) => {
    const file = text.startsWith('/') ? text : newPlace();
    if (file !== text) writeFileSync(file, text);
    const { code, out } = await model('owner-generation-restore', '--trace', file);
    expect([code, out]).toEqual([2, expect.stringMatching(sentence)]);
  });
});

test('--simulate gives no verdict unless it finds a violation', async () => {
  const right = await model('--variant', 'one-name', '--simulate', '20');
  expect([right.code, right.json.verdict]).toEqual([3, 'unknown']);
  const wrong = await model('--mutant', 'timer-makes-active', '--simulate', '200');
  expect([wrong.code, wrong.out]).toEqual([1, expect.stringContaining('S1: complete when ACTIVE')]);
});

test('--draw draws from all interleavings, reproducibly by seed', async () => {
  const [first, second] = [
    await model('--variant', 'one-name', '--draw', '2'),
    await model('--variant', 'one-name', '--draw', '2'),
  ];
  expect(first.code).toBe(0);
  expect(first.out).toContain('2 of 203,185,156 interleavings');
  expect(first.json.interleavings).toEqual(second.json.interleavings);
});

test('--graph draws a small model, and refuses a larger one', async () => {
  const tiny = await model('--scale', 'tiny', '--variant', 'one-name', '--graph');
  expect([tiny.code, tiny.out.match(/^ {2}s\d+:/gm)?.length]).toEqual([0, 148]);
  const { code, out } = await model('--graph');
  expect([code, out]).toEqual([2, expect.stringContaining('more than 300 states')]);
});

test('--report writes a page for each trace', async () => {
  const report = newPlace();
  const { out } = await model('--mutant', 'timer-makes-active,failed-rewritten', '--report', report);
  const pages = readdirSync(report).filter((name) => name.startsWith('trace-'));
  expect(pages.sort()).toEqual([
    'trace-owner-generation-restore-one-name-failed-rewritten.html',
    'trace-owner-generation-restore-one-name-timer-makes-active.html',
  ]);
  expect(out).toContain(`Trace: ${join(report, pages[0]!)}`);
  expect(readFileSync(join(report, pages[0]!), 'utf8')).toContain('these steps repeat for ever');
});

test.each([
  ['an unknown property', ['--property', 'S99'], /has no property 'S99'/],
  ['an unknown part to leave out', ['--without', 'luck'], /cannot switch off 'luck'/],
  ['a shard with nothing in it', ['--shard', '99/99'], /no model is in this shard/],
])('%s is a wrong call', async (_, args, sentence) => {
  const { code, out } = await model(...args);
  expect([code, out]).toEqual([2, expect.stringMatching(sentence)]);
});

test.each([
  ['states', ['--states', '3000'], 'the state budget is used up. Next: raise --states'],
  [
    'memory',
    ['--memory', '1', '--without', 'compile,symmetry', '--scale', 'large'],
    'the memory for states is full. Next: raise --memory',
  ],
])('without %s to go on, the verdict is unknown and says why', async (what, args, sentence) => {
  const { code, out, json } = await model(
    '--variant',
    'two-backups',
    '--scale',
    'default',
    '--property',
    'S1',
    ...args,
  );
  expect(code).toBe(3);
  expect((json.models as ModelResult[]).map(({ verdict, ranOutOf }) => [verdict, ranOutOf])).toEqual([
    ['unknown', what],
  ]);
  expect(out.replaceAll('\n', ' ')).toContain(sentence);
});

test('shards together are all variants, and --without changes no numbers', async () => {
  const names = async (...args: string[]) => {
    const { json } = await model('--property', 'S1,L1 of target 0', ...args);
    return (json.models as { [key: string]: unknown }[]).map(({ variant, states, verdict }) => [
      variant,
      states,
      verdict,
    ]);
  };
  const [first, second] = [await names('--shard', '1/2'), await names('--shard', '2/2')];
  const all = await names('--without', 'symmetry,compile');
  expect([...first, ...second].sort()).toEqual(all.sort());
  expect(all).toHaveLength(models['owner-generation-restore'].variants.length);
});
