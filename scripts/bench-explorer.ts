import { spawnSync } from 'node:child_process';
import { availableParallelism, loadavg } from 'node:os';
import { fileURLToPath } from 'node:url';
import { type ExploreOptions, explore } from '../models/checker/explore.ts';
import type { Model } from '../models/checker/model.ts';
import type { ModelResult } from '../models/checker/result.ts';
import { type MongodbScale, mongodb } from '../models/checker/testing/mongodb.ts';
import { exploreNaively } from '../models/checker/testing/naive.ts';
import { runSpin, type SpinRun, spinMissing, spinOptions } from '../models/checker/testing/spin.ts';
import type { Context } from './command.ts';
import type { Figure } from './figure.ts';

interface Counts {
  readonly states: number;
  readonly transitions: number;
}

const rounds = 5;

// For the explorer without any cleverness, which is a thousand times slower.
const smallest: MongodbScale = { restores: 2, batches: 1 };
// What an edit is followed by.
const usual: MongodbScale = { restores: 2, batches: 2 };
const large: MongodbScale = { restores: 2, batches: 4 };

const spinText = `spin ${spinOptions.generate.join(' ')}; gcc ${spinOptions.compile.join(' ')}; pan ${spinOptions.search.join(' ')}`;

const seconds = (work: () => unknown): number => {
  const begin = performance.now();
  work();
  return (performance.now() - begin) / 1000;
};

/** The best of several, taken in turn with their rivals: noise only ever adds time, and it comes and goes. */
function bestInTurn(works: readonly (() => number)[]): number[] {
  const best = works.map(() => Number.POSITIVE_INFINITY);
  for (let round = 0; round < rounds; round++) {
    works.forEach((work, i) => {
      best[i] = Math.min(best[i]!, work());
    });
  }
  return best;
}

/** On equal counts or not at all: a faster explorer that sees less is not faster. */
function mustAgree(who: string, ours: Counts, theirs: Counts): void {
  if (ours.states === theirs.states && ours.transitions === theirs.transitions) return;
  const text = ({ states, transitions }: Counts) => `${states} states and ${transitions} transitions`;
  throw new Error(`no comparison: ${text(ours)} here, ${text(theirs)} by ${who}`);
}

const ways: readonly (readonly [name: string, options: ExploreOptions])[] = [
  ['one thread', {}],
  ['two threads', { workers: 2 }],
  ['two threads in two memories', { workers: 2, partitions: 2, divideAfter: 100_000 }],
  ['interpreted tables', { compile: false }],
];

const plainly = (model: Model, options: ExploreOptions): ModelResult =>
  explore(model, { count: false, symmetry: false, ...options });

export function explorerFigures(context: Context): Figure[] {
  const load = loadavg()[0]!;
  if (load > 0.5) {
    context.print(
      `the machine is busy: a load of ${load.toFixed(1)} on ${availableParallelism()} processors before the first figure`,
    );
  }
  context.progress.update('bench', 'the explorer and the thirty-line explorer');
  const figures = againstNaive();
  const missing = spinMissing();
  if (missing !== null) {
    context.print(`no comparison with SPIN: ${missing}`);
    return figures;
  }
  context.progress.update('bench', 'the explorer and SPIN');
  context.print(`SPIN: ${spinText}`);
  return [...figures, ...againstSpin(), ...fromEditToVerdict()];
}

function againstNaive(): Figure[] {
  let naive: Counts = { states: 0, transitions: 0 };
  const slow = seconds(() => {
    naive = exploreNaively(mongodb(smallest));
  });
  const fast = bestInTurn(
    ways.map(
      ([, options]) =>
        () =>
          seconds(() => mustAgree('the naive explorer', plainly(mongodb(smallest), options), naive)),
    ),
  );
  return ways.map(([name], i) => ({
    ...{ name: `explorer, ${name}`, value: Math.round(naive.states / fast[i]!), unit: 'states/s' },
    ...{ against: `the thirty-line explorer, at ${naive.states} equal states`, ratio: slow / fast[i]! },
  }));
}

function againstSpin(): Figure[] {
  let spin: SpinRun | undefined;
  let ours: ModelResult | undefined;
  const [slow, ...fast] = bestInTurn([
    () => {
      spin = runSpin('mongodb', definesOf(large));
      return spin.searchSeconds;
    },
    ...ways.map(
      ([, options]) =>
        () =>
          seconds(() => {
            ours = plainly(mongodb(large), options);
            mustAgree('SPIN', ours, spin!);
          }),
    ),
  ]);
  const { states, bytes } = spin!;
  const against = `SPIN, at ${states} equal states`;
  const compiled = plainly(mongodb(large), {});
  const bytesEach = (compiled.reductions?.bytes ?? 0) / states;
  return [
    ...ways.map(([name], i) => ({
      ...{ name: `explorer, ${name}`, value: Math.round(states / fast[i]!), unit: 'states/s' },
      ...{ against, ratio: slow! / fast[i]! },
    })),
    {
      ...{ name: 'explorer, memory', value: Math.round(bytesEach * 10) / 10, unit: 'bytes/state' },
      ...{ against: `${against} (less is better)`, ratio: bytesEach / (bytes / states) },
    },
  ];
}

function fromEditToVerdict(): Figure[] {
  let spin: SpinRun | undefined;
  const script = fileURLToPath(new URL('bench-verdict.mjs', import.meta.url));
  const [slow, fast] = bestInTurn([
    () => {
      spin = runSpin('mongodb', definesOf(usual), 22);
      return spin.seconds;
    },
    () =>
      seconds(() => {
        const { stdout, stderr } = spawnSync(process.execPath, [script, ...Object.values(usual).map(String), '2'], {
          encoding: 'utf8',
        });
        if (stdout === '') throw new Error(stderr);
        mustAgree('SPIN', JSON.parse(stdout) as Counts, spin!);
      }),
  ]);
  return [
    {
      ...{ name: 'explorer, from edit to verdict', value: Math.round(fast! * 1000), unit: 'ms' },
      ...{
        against: `SPIN with its compilation, at ${spin!.states} equal states (more is better)`,
        ratio: slow! / fast!,
      },
    },
  ];
}

const definesOf = ({ restores, batches }: MongodbScale): string[] => [`R=${restores}`, `N=${batches}`];
